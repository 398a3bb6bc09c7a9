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
  static func usageText(_ message: String, of command: String? = nil) -> String {
    let usage = command.flatMap { usages[$0] } ?? ["[COMMAND] [ARGUMENT…] [OPTION…]"]
    let lines = usage.map { "deleterules \($0)" }.joined(separator: "\n       ")
    let help = command.map { "deleterules \($0) --help" } ?? "deleterules --help"
    return """
      deleterules: error: \(message)
      Usage: \(lines)
      See '\(help)'.

      """
  }

  /// The command that is written, whose usage is then shown.
  var command: String? { arguments.first { Self.usages[$0] != nil } }

  private static let usages = [
    "matrix": ["[matrix] [OPTION…]", "matrix MODEL [OPTION…]"],
    "run": ["run FILE… [OPTION…]"],
    "check": ["check MODEL… [OPTION…]"],
    "rules": ["rules [ID] [OPTION…]"],
    "explain": ["explain CELL [OPTION…]", "explain MODEL ENTITY [OPTION…]"],
    "diff": ["diff OLD [NEW] [OPTION…]"],
    "model": ["model MODEL [OPTION…]"],
    "schema": ["schema [OPTION…]"],
    "completions": ["completions SHELL [OPTION…]"],
    "help": ["help [COMMAND]"],
  ]
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
      Refusal(
        "explain", "A", "--only", "A-B",
        says: "'--only' means nothing to 'explain CELL'; it is for 'explain MODEL ENTITY'"),
      Refusal(
        "explain", "App.xcdatamodeld", "Task", "--matrices", "m",
        says: "'--matrices' means nothing to 'explain MODEL ENTITY'; it is for 'explain CELL'"),
      Refusal(
        "--record", "a.json",
        says: "'--record' means nothing to 'matrix'; it is for 'matrix MODEL'"),
      Refusal("matrix", "A", "--compare", says: "'--compare' means nothing to 'matrix MODEL'"),
      Refusal("matrix", "A", "--matrices=.", says: "'--matrices' means nothing to 'matrix MODEL'"),
      Refusal("matrix", "--strict", says: "'--strict' means nothing to 'matrix'"),
      Refusal("check", "A", "--onyl=x", says: "unknown option '--onyl'"),
      Refusal("check", "A", "--rul=x", says: "unknown option '--rul'; did you mean '--rule'?"),
      Refusal("help", "--output=x", says: "'--output' means nothing to 'help'"),
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
      Refusal("matrix", "A", "b", says: "unexpected argument 'b'"),
      Refusal("rules", "a", "b", says: "unexpected argument 'b'"),
      Refusal("diff", "a", "b", "c", says: "unexpected argument 'c'"),
      Refusal("model", "a", "b", says: "unexpected argument 'b'"),
      Refusal("completions", "bash", "zsh", says: "unexpected argument 'zsh'"),
      Refusal("check", says: "'check' takes at least one MODEL"),
      Refusal("model", says: "'model' takes one MODEL"),
      Refusal("diff", says: "'diff' takes one OLD and at most one NEW"),
      Refusal("completions", says: "'completions' takes one SHELL"),
      Refusal(
        "completions", "fsh",
        says: "unknown value 'fsh' for 'SHELL'; expected bash, zsh, fish; did you mean 'zsh'?"),
      Refusal("schema", "a", "b", says: "unexpected argument 'a'"),
      Refusal("run", says: "'run' takes at least one FILE"),
      Refusal(
        "explain", says: "'explain' takes one CELL, or one MODEL and one ENTITY"),
      Refusal("explain", "a", "b", "c", says: "unexpected argument 'c'"),
      Refusal(
        "explain", "Q-R/cascade+nulify/delete-Q1",
        says: "no cell is called 'Q-R/cascade+nulify/delete-Q1'; "
          + "did you mean 'Q-R/cascade+nullify/delete-Q1'?"),
      Refusal(
        "explain", "Q-R",
        says: "no cell is called 'Q-R'; 96 begin like that, such as "
          + "'Q-R/cascade+cascade/delete-Q1'"),
      Refusal("explain", "", says: "no cell is called ''"),
    ])
  func arguments(refusal: Refusal) throws {
    try expectRefused(refusal)
  }

  @Test(
    "A value is one of those that the command knows, and goes with the other options",
    arguments: [
      Refusal(
        "check", "A", "--format", "dot",
        says: "unknown value 'dot' for '--format'; "
          + "expected text, json, sarif, junit, github, markdown"),
      Refusal(
        "diff", "A", "--format", "junit",
        says: "unknown value 'junit' for '--format'; expected markdown, json"),
      Refusal(
        "model", "A", "--format", "junit",
        says: "unknown value 'junit' for '--format'; expected markdown, json, mermaid, dot"),
      Refusal(
        "explain", "A", "B", "--format", "sarif",
        says: "unknown value 'sarif' for '--format'; expected markdown, json, mermaid, dot"),
      Refusal(
        "check", "A", "--rule=a", "--disable", "b",
        says: "'--rule' names all rules that are checked; leave '--disable' out"),
      Refusal(
        "check", "A", "--rule", "a", "--rule", "b,,c",
        says: "'--rule' needs a value on both sides of each comma; got 'b,,c'"),
      Refusal(
        "check", "A", "--reason", "x", says: "'--reason' means nothing without '--write-baseline'"),
      Refusal("check", "A", "--strict", "--strict", says: "'--strict' is given twice"),
      Refusal(
        "matrix", "A", "--record", "a", "--expect", "b",
        says: "'--record' writes what '--expect' reads; leave one of them out"),
    ])
  func values(refusal: Refusal) throws {
    try expectRefused(refusal)
  }

  private func expectRefused(_ refusal: Refusal) throws {
    let folder = try TemporaryFolder()
    let run = try folder.run(refusal.arguments)
    #expect(run.exitCode == 64)
    #expect(run.errors == Refusal.usageText(refusal.message, of: refusal.command))
    #expect(run.output == "")
    #expect(try folder.names == [])
  }
}
