import Foundation
import Testing

@testable import Commands

/// A command line of which the last word is to be completed, and what may stand there.
struct BegunLine: Sendable, CustomTestStringConvertible {
  let words: [String]
  let candidates: [String]

  init(_ words: String..., offers candidates: String...) {
    self.words = words
    self.candidates = candidates
  }

  var testDescription: String { words.joined(separator: " ") }

  static let all = [
    BegunLine("che", offers: "check"),
    BegunLine("m", offers: "model", "matrix"),
    BegunLine("--format", "json", "ru", offers: "rules", "run"),
    BegunLine("--fr", offers: "--framework"),
    BegunLine("--format", "j", offers: "json", "junit"),
    BegunLine("--format", "=", "ju", offers: "junit"),
    BegunLine("--format=ju", offers: "--format=junit"),
    BegunLine("--format", "=", "json", "ch", offers: "check"),
    BegunLine("check", "--write", offers: "--write-baseline"),
    BegunLine("check", "A", "-", "--format", "s", offers: "sarif"),
    BegunLine("check", "--baseline", "x", offers: ":files"),
    BegunLine("--matrices", "", offers: ":folders"),
    BegunLine("check", "a", "b", "", offers: ":files"),
    BegunLine("run", "--", "-a", offers: ":files"),
    BegunLine("explain", "--framework", "", offers: "swiftData", "coreData"),
    BegunLine("explain", "--only", ""),
    BegunLine("explain", "", offers: "ofTheProject", ":files"),
    BegunLine("explain", "App", "", offers: "ofApp"),
    BegunLine("completions", "", offers: "bash", "zsh", "fish"),
    BegunLine("completions", "--output", "x", "z", offers: "zsh"),
    BegunLine("completions", "bash", ""),
    BegunLine("help", "mod", offers: "model"),
    BegunLine("rules", "one_", offers: "one_to_one_crash"),
    BegunLine("check", "A", "--rule", "one_", offers: "one_to_one_crash"),
    BegunLine(
      "check", "A", "--disable", "deny_on_child,one_", offers: "deny_on_child,one_to_one_crash"),
  ]
}

@Suite("What completes a command line?")
struct CompletionTests {
  @Test("The table of commands and options decides", arguments: BegunLine.all)
  func candidates(line: BegunLine) {
    let candidates = Completions(of: .deleterules).candidates(for: line.words) { model in
      ["of\(model ?? "TheProject")"]
    }
    let words = candidates.map { String($0.line.prefix { $0 != "\t" }) }
    #expect(words == line.candidates)
  }

  @Test("The entities are those of the model, or of a configured project")
  func entities() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "@Model class List { var items: [Item] = [] }\n@Model class Item { var list: List? }",
      to: "App.swift")
    #expect(try folder.run("__complete", "explain", "App.swift", "L").output == "List\n")
    #expect(try folder.run("__complete", "explain", "absent.swift", "").output == "")
    #expect(try folder.run("__complete", "explain", "L").output == ":files\n")
    try folder.write("{}", to: ".deleterules.json")
    let configured = try folder.run("__complete", "explain", "L")
    #expect(configured.output == "List\n:files\n")
    #expect(configured.errors == "" && configured.exitCode == 0)
  }

  /// The shells, and what each runs to print the candidates for `rules deny_on_c`.
  private static let sessions: [(shell: String, session: String)] = [
    (
      "bash",
      """
      source ./script; COMP_WORDS=(deleterules rules deny_on_c) COMP_CWORD=2; _deleterules
      echo "${COMPREPLY[@]}"
      """
    ),
    (
      "fish",
      "source ./script; complete -C 'deleterules rules deny_on_c' | string replace -r '\\t.*' ''"
    ),
    (
      "zsh",
      """
      compdef() { }; _describe() { print -r -- ${(P)2} }
      source ./script; words=(deleterules rules deny_on_c) CURRENT=3; _deleterules
      """
    ),
  ]

  @Test("Each shell asks the program", arguments: Shell.allCases)
  func shells(shell: Shell) throws {
    let path = ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].lazy
      .map { "\($0)/\(shell.rawValue)" }.first(where: FileManager.default.isExecutableFile)
    guard let path, let (_, session) = Self.sessions.first(where: { $0.shell == shell.rawValue })
    else { return }
    let folder = try TemporaryFolder()
    let written = try folder.run("completions", shell.rawValue, "--output", "script")
    #expect(written.exitCode == 0 && written.errors == "")
    let programs = DeleteRulesProcess.program.deletingLastPathComponent().path
    try folder.write(session, to: "session")
    let run = try folder.shell("PATH='\(programs)':\"$PATH\" HOME=\"$PWD\" '\(path)' session")
    #expect(run.output == "deny_on_child\n", "\(run.errors)")
    #expect(run.errors == "")
  }
}
