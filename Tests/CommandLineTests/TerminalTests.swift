import Foundation
import Testing

/// `script` of util-linux; that of other systems takes other options.
private enum PretendedTerminal {
  static var isInstalled: Bool {
    #if os(Linux)
    FileManager.default.isExecutableFile(atPath: "/usr/bin/script")
    #else
    false
    #endif
  }
}

/// What only somebody at a terminal sees; `script` of util-linux is that terminal.
@Suite("What is different in a terminal?", .enabled(if: PretendedTerminal.isInstalled))
struct TerminalTests {
  private let folder: TemporaryFolder
  private let program = DeleteRulesProcess.program.path

  init() throws {
    folder = try TemporaryFolder()
  }

  private func inTerminal(_ script: String) throws -> String {
    try folder.write("unset NO_COLOR COLUMNS\nexport TERM=xterm\n\(script)\n", to: "in.sh")
    let run = try folder.shell("exec script -qec 'sh in.sh' /dev/null")
    return run.output.replacingOccurrences(of: "\r\n", with: "\n")
  }

  @Test("Help keeps to a terminal that is narrower, and is the same in a wider one")
  func width() throws {
    let wide = try folder.run("--help").output
    #expect(try inTerminal("stty cols 160; '\(program)' --help") == wide)
    for columns in [48, 60] {
      let help = try inTerminal("stty cols \(columns); '\(program)' help check")
      let lines = help.components(separatedBy: "\nExample")[0].components(separatedBy: "\n")
      #expect(lines.allSatisfy { $0.count <= columns }, "\(columns)")
      #expect(help != wide)
    }
    let chosen = try inTerminal("stty cols 160; export COLUMNS=60; '\(program)' help check")
    #expect(try chosen == inTerminal("stty cols 60; '\(program)' help check"))
    let nonsense = try inTerminal("stty cols 160; export COLUMNS=0; '\(program)' --help")
    #expect(nonsense == wide)
  }

  @Test("A pipe gets the whole width, whatever the terminal")
  func pipe() throws {
    let help = try inTerminal("stty cols 40; export COLUMNS=40; '\(program)' --help | cat")
    #expect(try help == folder.run("--help").output)
  }

  @Test("A table keeps to the terminal, shows names as they are, and is markdown elsewhere")
  func tables() throws {
    try folder.write(
      "@Model class A { var _longer_than_that: [B_] = [] }\n@Model class B_ { var a: A? }",
      to: "Models.swift")
    let markdown = try folder.run("model", "Models.swift").output
    #expect(markdown.contains("| B\\_ "))
    let model = "'\(program)' model Models.swift"
    for columns in [20, 40, 60, 100] {
      let shown = try inTerminal("stty cols \(columns); NO_COLOR=1 \(model)")
      #expect(shown.contains("B_") && !shown.contains("\\") && !shown.contains("|"))
      #expect(shown.split(separator: "\n").allSatisfy { $0.count <= columns }, "\(columns)")
      let chosen = try inTerminal("stty cols 200; export COLUMNS=\(columns); NO_COLOR=1 \(model)")
      #expect(chosen == shown)
    }
    let coloured = try inTerminal("stty cols 100; \(model)")
    #expect(coloured.hasPrefix("\u{1B}[1mModels.swift\u{1B}[0m\n"))
    let plain = try inTerminal("stty cols 100; NO_COLOR=1 \(model)")
    #expect(coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    #expect(try inTerminal("\(model) | cat") == markdown)
    #expect(try inTerminal("\(model) --output f; cat f") == markdown)
  }

  @Test("A finding has colours where they are seen and wanted, and the same words")
  func findings() throws {
    try folder.write(
      "@Model class A { var b: B? }\n@Model class B { var x = 1 }", to: "Models.swift")
    let plain = try folder.run("check", "Models.swift").output
    let check = "'\(program)' check Models.swift 2> /dev/null"
    let coloured = try inTerminal(check)
    #expect(coloured.hasPrefix("\u{1B}[1mModels.swift:1:22:\u{1B}[0m \u{1B}[1;31merror:\u{1B}[0m "))
    #expect(coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    #expect(try inTerminal("NO_COLOR=1 \(check)") == plain)
    #expect(try inTerminal("\(check) | cat") == plain)
    #expect(try inTerminal("\(check) --output f; cat f") == plain)
  }

  @Test("An error is red where that is seen and wanted")
  func colour() throws {
    let red = "deleterules: \u{1B}[1;31merror:\u{1B}[0m no such file: 'absent'\n"
    let plain = "deleterules: error: no such file: 'absent'\n"
    #expect(try inTerminal("'\(program)' run absent") == red)
    #expect(try inTerminal("NO_COLOR= '\(program)' run absent") == red)
    #expect(try inTerminal("'\(program)' run absent > /dev/null") == red)
    #expect(try inTerminal("NO_COLOR=1 '\(program)' run absent") == plain)
    #expect(try inTerminal("TERM=dumb '\(program)' run absent") == plain)
    #expect(try inTerminal("'\(program)' run absent 2>&1 | cat") == plain)
    #expect(try folder.run("run", "absent").errors == plain)
  }
}
