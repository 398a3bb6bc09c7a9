import Foundation
import Testing

@testable import Commands

@Suite("What is different in a terminal?")
struct TerminalTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "@Model class A { var _longer_than_that: [B_] = [] }\n@Model class B_ { var a: A? }",
      to: "Models.swift")
  }

  /// Runs the program on a terminal of so many columns.
  private func shown(_ arguments: String..., columns: Int?, hasColours: Bool = false) throws
    -> ProgramRun
  {
    let terminal = Terminal(isTerminal: true, wantsColour: hasColours, width: columns)
    return try ProgramRun(
      .deleterules, arguments, in: folder.url, output: terminal, errors: terminal)
  }

  private var colour: Regex<Substring> { /\u{1B}\[[0-9;]*m/ }

  @Test("Help keeps to a narrow terminal, and is the same in a wide one")
  func width() throws {
    let wide = try folder.run("help", "check").output
    #expect(try shown("help", "check", columns: 160).output == wide)
    for columns in [48, 60] {
      let help = try shown("help", "check", columns: columns).output
      let lines = help.components(separatedBy: "\nExample")[0].components(separatedBy: "\n")
      #expect(lines.allSatisfy { $0.count <= columns }, "\(columns)")
    }
  }

  @Test("Help fits one screen")
  func overview() throws {
    let lines = try shown("help", columns: 80).output.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 25 && lines.allSatisfy { $0.count <= 80 }, "\(lines.count)")
  }

  @Test("Without arguments, the counts are printed, with the names of the commands that print more")
  func bare() throws {
    let counts = try shown(columns: 100)
    #expect(counts.output.split(separator: "\n").count <= 14, "\(counts.output)")
    #expect(counts.output.contains("SwiftData, deletes: 124 match, 0 mismatch"))
    #expect(counts.errors.contains("'deleterules matrix' prints the result table"))
    #expect(counts.errors.contains("'deleterules check' checks the app in this folder"))
    let table = try shown("matrix", columns: 100).output
    #expect(table.hasPrefix(counts.output) && table.contains("A-B · 1:1, one-way"))
  }

  @Test("The README shows what a terminal prints")
  func readme() throws {
    let readme = try String(contentsOf: Checkout.readme, encoding: .utf8)
    let model = try #require(readme.firstMatch(of: /```swift\n((?s).*?)```/)).1
    let block = try #require(readme.firstMatch(of: /```console\n\$ (deleterules .*)\n((?s).*?)```/))
    try folder.write(String(model), to: "App/Models.swift")
    let arguments = block.1.split(separator: " ").dropFirst().map(String.init)
    let terminal = Terminal(isTerminal: true, wantsColour: false, width: 100)
    let run = try ProgramRun(.deleterules, arguments, in: folder.url, output: terminal)
    #expect(run.output == block.2 + "\n")
  }

  @Test("A table keeps to the terminal and shows names as they are; elsewhere it is markdown")
  func tables() throws {
    let markdown = try folder.run("model", "Models.swift").output
    #expect(markdown.contains("| B\\_ "))
    for columns in [20, 40, 60, 100] {
      let table = try shown("model", "Models.swift", columns: columns).output
      #expect(table.contains("B_") && !table.contains("\\") && !table.contains("|"))
      #expect(table.split(separator: "\n").allSatisfy { $0.count <= columns }, "\(columns)")
    }
    let plain = try shown("model", "Models.swift", columns: 100).output
    let coloured = try shown("model", "Models.swift", columns: 100, hasColours: true).output
    #expect(coloured.hasPrefix("\u{1B}[1mModels.swift\u{1B}[0m\n"))
    #expect(coloured.replacing(colour, with: "") == plain)
    #expect(try shown("model", "Models.swift", "--output", "f", columns: 100).output == "")
    #expect(try folder.read("f") == markdown)
  }

  @Test("Findings and errors have colours if the terminal has, and the same words")
  func colours() throws {
    let coloured = try shown("check", "Models.swift", columns: 80, hasColours: true).output
    #expect(coloured.contains("\u{1B}[1;36mnote\u{1B}[0m: deleting an A"))
    let plain = try shown("check", "Models.swift", columns: 80).output
    #expect(coloured.replacing(colour, with: "") == plain)
    #expect(plain.contains("  --> Models.swift:1:"))
    #expect(plain.contains("\nhelp: "))
    #expect(try folder.run("check", "Models.swift").output.contains(": note: deleting an A"))
    for columns in [40, 60, 120] {
      let lines = try shown("check", "Models.swift", columns: columns).output.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= columns }, "\(columns)")
    }
    let red = "deleterules: \u{1B}[1;31merror:\u{1B}[0m no such file: 'absent'\n"
    #expect(try shown("run", "absent", columns: 80, hasColours: true).errors == red)
    #expect(try folder.run("run", "absent").errors == red.replacing(colour, with: ""))
  }

  /// `script` of util-linux is the terminal; that of other systems takes other options.
  private static var hasScript: Bool {
    #if os(Linux)
    FileManager.default.isExecutableFile(atPath: "/usr/bin/script")
    #else
    false
    #endif
  }

  @Test("A terminal is recognised, with its width and the environment", .enabled(if: hasScript))
  func recognised() throws {
    let program = DeleteRulesProcess.program.path
    try folder.write(
      """
      unset NO_COLOR COLUMNS; export TERM=xterm; stty cols 40
      '\(program)' run absent; NO_COLOR=1 '\(program)' run absent; TERM=dumb '\(program)' run absent
      '\(program)' run absent 2>&1 | cat
      '\(program)' help rules; COLUMNS=60 '\(program)' help rules; '\(program)' help rules | cat

      """, to: "in.sh")
    let run = try folder.shell("exec script -qec 'sh in.sh' /dev/null")
    let red = "deleterules: \u{1B}[1;31merror:\u{1B}[0m no such file:\n'absent'\n"
    let plain = red.replacing(colour, with: "")
    let piped = "deleterules: error: no such file: 'absent'\n"
    let help = try [40, 60, nil].map { columns in
      try columns == nil
        ? folder.run("help", "rules").output : shown("help", "rules", columns: columns).output
    }
    #expect(
      run.output.replacing("\r\n", with: "\n") == red + plain + plain + piped + help.joined())
  }
}
