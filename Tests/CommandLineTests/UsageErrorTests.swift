import Testing

/// A command line that is refused, with all that the program says about it.
struct Refusal: Sendable, CustomTestStringConvertible {
  let arguments: [String]
  let message: String

  init(_ arguments: String..., says message: String) {
    self.arguments = arguments
    self.message = message
  }

  /// Short, and without the control characters that some of the arguments hold.
  var testDescription: String { String(arguments.debugDescription.prefix(80)) }

  /// What stands on standard error for a command line that makes no sense.
  static func usageText(_ message: String) -> String {
    """
    deleterules: error: \(message)
    Usage: deleterules [matrix | run FILE… | explain CELL | model MODEL | schema] [options]
    See 'deleterules --help'.

    """
  }
}

@Suite("Which command lines make no sense?")
struct UsageErrorTests {
  @Test(
    "An unknown word is named, with the one that was meant where one is near",
    arguments: [
      Refusal("--formt", "json", says: "unknown option '--formt'; did you mean '--format'?"),
      Refusal("--Help", says: "unknown option '--Help'; did you mean '--help'?"),
      Refusal("-format", says: "unknown option '-format'; did you mean '--format'?"),
      Refusal("-x", says: "unknown option '-x'"),
      Refusal("--colour=never", says: "unknown option '--colour'"),
      Refusal("matrx", says: "unknown command 'matrx'; did you mean 'matrix'?"),
      Refusal("explian", "A", says: "unknown command 'explian'; did you mean 'explain'?"),
      Refusal("-", says: "unknown command '-'"),
      Refusal("", says: "unknown command ''"),
      Refusal("--", "--help", says: "unknown command '--help'"),
      Refusal("\u{1B}[31m\n", says: "unknown command '\\u{1b}[31m\\n'"),
      Refusal(
        "--format", "jsn",
        says: "unknown value 'jsn' for '--format'; expected markdown, json, junit; "
          + "did you mean 'json'?"),
      Refusal(
        "--framework=realm",
        says: "unknown value 'realm' for '--framework'; expected swiftData, coreData"),
    ])
  func unknownWords(refusal: Refusal) throws {
    try expectRefused(refusal)
  }

  @Test(
    "An option is given once, with a value where it takes one, to a command that knows it",
    arguments: [
      Refusal("--format", says: "'--format' needs a value"),
      Refusal("--only=", says: "'--only' needs a value"),
      Refusal("--output", "", says: "'--output' needs a value"),
      Refusal("--help=yes", says: "'--help' takes no value"),
      Refusal("--version=", says: "'--version' takes no value"),
      Refusal("--format", "json", "--format=json", says: "'--format' is given twice"),
      Refusal("-h", "--help", says: "'--help' is given twice"),
      Refusal("schema", "--format", "json", says: "'--format' means nothing to 'schema'"),
      Refusal("--only", "A-B", "schema", says: "'--only' means nothing to 'schema'"),
      Refusal("explain", "A", "--only", "A-B", says: "'--only' means nothing to 'explain'"),
      Refusal("run", "a.json", "--matrices=.", says: "'--matrices' means nothing to 'run'"),
      Refusal(
        "run", "a.json", "--framework", "coreData", says: "'--framework' means nothing to 'run'"),
    ])
  func options(refusal: Refusal) throws {
    try expectRefused(refusal)
  }

  @Test(
    "A command takes what it needs, no more and no less",
    arguments: [
      Refusal("matrix", "A-B", says: "unexpected argument 'A-B'"),
      Refusal("schema", "a", "b", says: "unexpected argument 'a'"),
      Refusal("run", says: "'run' takes at least one file"),
      Refusal("explain", says: "'explain' takes the id of one cell"),
      Refusal("explain", "a", "b", says: "'explain' takes the id of one cell"),
      Refusal(
        "explain", "Q-R/cascade+nulify/delete-Q1",
        says: "no cell is called 'Q-R/cascade+nulify/delete-Q1'; "
          + "did you mean 'Q-R/cascade+nullify/delete-Q1'?"),
      Refusal("explain", "Q-R", says: "no cell is called 'Q-R'"),
      Refusal("explain", "", says: "no cell is called ''"),
    ])
  func arguments(refusal: Refusal) throws {
    try expectRefused(refusal)
  }

  private func expectRefused(_ refusal: Refusal) throws {
    let folder = try TemporaryFolder()
    let run = try folder.run(refusal.arguments)
    #expect(run.exitCode == 64)
    #expect(run.errors == Refusal.usageText(refusal.message))
    #expect(run.output == "")
    #expect(try folder.names == [])
  }
}
