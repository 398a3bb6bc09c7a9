import Foundation
import Testing

@Suite("What does a path that is no plain text do?")
struct PathTextTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(MatrixModel.swift, to: "App.swift")
  }

  @Test("An argument that is not UTF-8 is refused: it would name another file")
  func notUTF8() throws {
    let program = DeleteRulesProcess.program.path
    for arguments in [
      "run $'\\xff.json'", "check App.swift --write-baseline=$'\\xc3' --reason r", "$'\\xff'",
    ] {
      let run = try folder.shell("'\(program)' \(arguments)", with: "/bin/bash")
      #expect(run.exitCode == 64)
      #expect(run.output == "")
      let lines = run.errors.split(separator: "\n")
      #expect(lines.first?.hasPrefix("deleterules: error: the argument '") == true)
      #expect(lines.first?.hasSuffix("' is not UTF-8; rename the file, or name its folder") == true)
      #expect(lines.count == 3)
    }
    #expect(try folder.names == ["App.swift"])
  }

  @Test(
    "A file in a folder whose name is not UTF-8 is named, not passed over",
    .enabled(if: SmallDisk.isLinux))
  func notUTF8InFolder() throws {
    let script = """
      mkdir m App; cp App.swift App; cp App.swift $'App/\\xff.swift'; echo '{}' > $'m/\\xff.json'
      """
    #expect(try folder.shell(script, with: "/bin/bash").exitCode == 0)
    let matrices = try folder.run("--matrices", "m")
    #expect(matrices.exitCode == 66)
    #expect(matrices.errors == "deleterules: error: no such file: 'm/\u{FFFD}.json'\n")
    let model = try folder.run("model", "App")
    #expect(model.output.contains("| List "))
    #expect(model.errors.contains("App/\u{FFFD}.swift"))
  }

  @Test("A path's marks and commands are written out in every message")
  func messages() throws {
    try folder.copyMatrix(to: "m/A-B.json")
    let name = "a\nb\r\n\u{1B}[2J\u{9B}2J\u{202E}x\u{2066}x\u{2028}b"
    for arguments in [
      ["run", name], ["check", name], ["model", name], ["--matrices", name], [name],
      ["check", "App.swift", "--rule", name], ["rules", "--output", "absent/\(name)"],
      ["check", "App.swift", "--baseline", name], ["matrix", "App.swift", "--expect", name],
      ["explain", "App.swift", name], ["explain", name, "--matrices", "m"], ["completions", name],
      ["--\(name)"], ["--format", name], ["--only", name, "--matrices", "m"],
      ["check", "App.swift", "more", name, "--output", name],
    ] {
      let run = try folder.run(arguments)
      #expect([64, 66].contains(run.exitCode), "\(arguments.debugDescription)")
      #expect(run.output == "")
      expectPlainLines(run.errors)
      #expect(run.errors.split(separator: "\n").count <= 5)
      #expect(run.errors.hasPrefix("deleterules: error: "))
    }
  }
}

/// Nothing but line ends stands in a text that a terminal or an editor takes for a command.
func expectPlainLines(
  _ text: String, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let found = text.unicodeScalars.filter { scalar in
    let category = scalar.properties.generalCategory
    return scalar != "\n"
      && ([.control, .lineSeparator, .paragraphSeparator].contains(category)
        || scalar.properties.isBidiControl)
  }
  #expect(found.isEmpty, comment, sourceLocation: sourceLocation)
}
