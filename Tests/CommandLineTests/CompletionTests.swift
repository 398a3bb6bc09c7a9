import Foundation
import Testing

/// A command line that somebody has begun; the last word is the one to complete.
struct BegunLine: Sendable, CustomTestStringConvertible {
  let words: [String]
  let candidates: [String]

  init(_ words: String..., offers candidates: String...) {
    self.words = words
    self.candidates = candidates
  }

  var testDescription: String { words.joined(separator: " ") }

  /// What every shell must offer.
  static let all = [
    BegunLine("che", offers: "check"),
    BegunLine("m", offers: "matrix", "model"),
    BegunLine("--format", "json", "ru", offers: "rules", "run"),
    BegunLine("--fr", offers: "--framework"),
    BegunLine("--format", "j", offers: "json", "junit"),
    BegunLine("check", "--write", offers: "--write-baseline"),
    BegunLine("check", "--format", "s", offers: "sarif"),
    BegunLine(
      "check", "A", "--format", "", offers: "github", "json", "junit", "markdown", "sarif", "text"),
    BegunLine("diff", "--format", "", offers: "github", "json", "markdown"),
    BegunLine("explain", "a", "b", "--format", "m", offers: "markdown", "mermaid"),
    BegunLine("explain", "absent.swift", ""),
    BegunLine("explain", "--framework", "", offers: "coreData", "swiftData"),
    BegunLine("completions", "", offers: "bash", "fish", "zsh"),
    BegunLine("completions", "--output", "x", "z", offers: "zsh"),
    BegunLine("help", "mod", offers: "model"),
    BegunLine("explain", "--only", ""),
  ]
}

@Suite("What do the shells complete?")
struct CompletionTests {
  private let folder: TemporaryFolder
  private let program = DeleteRulesProcess.program.path

  init() throws {
    folder = try TemporaryFolder()
  }

  private static func isInstalled(_ shell: String) -> Bool {
    ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(shell)")
    }
  }

  private func write(_ shell: String) throws {
    let run = try folder.run("completions", shell, "--output", "script")
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
  }

  /// Calls the function as bash would; what it leaves to bash is told by `compopt`.
  private func completeInBash(_ words: [String]) throws -> [String] {
    try write("bash")
    let quoted = (["deleterules"] + words).map { "'\($0)'" }.joined(separator: " ")
    let run = try folder.shell(
      """
      compopt() { echo "<$2>"; }
      source ./script
      COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count)
      _deleterules
      for each in "${COMPREPLY[@]}"; do echo "$each"; done
      """, with: "/bin/bash")
    #expect(run.errors == "")
    return run.output.split(separator: "\n").map(String.init).sorted()
  }

  @Test("bash", .enabled(if: isInstalled("bash")), arguments: BegunLine.all)
  func bash(line: BegunLine) throws {
    #expect(try completeInBash(line.words) == line.candidates)
  }

  @Test("In bash an equals sign is a word", .enabled(if: isInstalled("bash")))
  func equalsSign() throws {
    #expect(try completeInBash(["--format", "=", "ju"]) == ["junit"])
    #expect(try completeInBash(["model", "--format", "="]).contains("dot"))
    #expect(try completeInBash(["--format", "=", "json", "ch"]) == ["check"])
  }

  @Test("bash itself completes files and folders", .enabled(if: isInstalled("bash")))
  func paths() throws {
    #expect(try completeInBash(["model", ""]) == ["<default>"])
    #expect(try completeInBash(["check", "a", "b", ""]) == ["<default>"])
    #expect(try completeInBash(["check", "--baseline", "x"]) == ["<default>"])
    #expect(try completeInBash(["--matrices", ""]) == ["<dirnames>"])
    #expect(try completeInBash(["model", "a", ""]) == ["<default>"])
    #expect(try completeInBash(["schema", ""]) == [])
    #expect(try completeInBash(["run", "--", "-a"]) == ["<default>"])
  }

  @Test("fish", .enabled(if: isInstalled("fish")), arguments: BegunLine.all)
  func fish(line: BegunLine) throws {
    try write("fish")
    let words = (["deleterules"] + line.words).joined(separator: " ")
    let run = try folder.shell(
      "HOME=\"$PWD\" fish --no-config -c 'source script; complete -C \"\(words)\"'")
    #expect(run.errors == "")
    let offered = run.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    #expect(offered.sorted() == line.candidates)
  }

  @Test("zsh reads its script", .enabled(if: isInstalled("zsh")))
  func zsh() throws {
    try write("zsh")
    let run = try folder.shell(
      """
      zsh -n script && zsh -f -c '
        autoload -Uz compinit; compinit -u -d dump
        source ./script; print $_comps[deleterules]'
      """)
    #expect(run.errors == "")
    #expect(run.output == "_deleterules\n")
  }

  @Test("zsh", .enabled(if: isInstalled("zsh")), arguments: BegunLine.all)
  func zsh(line: BegunLine) throws {
    try write("zsh")
    // A terminal of its own, in which every match is written down instead of shown.
    try folder.write(
      """
      zmodload zsh/zpty
      zpty session zsh -f -i
      zpty -w session 'PS1=; autoload -Uz compinit; compinit -u -d dump; source ./script'
      zpty -w session 'compadd() {
        if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
        local -a found; builtin compadd -O found "$@"
        (( $#found )) && print -rl -- $found >> matches; builtin compadd "$@" }'
      zpty -w session "zstyle ':completion:*' list-prompt ''; bindkey '^I' complete-word"
      zpty -w session "finish() { touch finished }; zle -N finish; bindkey '^X' finish"
      zpty -w session 'touch ready'
      for each in {1..600}; do [[ -e ready ]] && break; sleep 0.05; done
      # The second key comes to its turn when the first has done its work.
      zpty -w -n session "$LINE_TO_COMPLETE"$'\\t\\x18'
      for each in {1..600}; do [[ -e finished ]] && break; sleep 0.05; done
      zpty -d session
      """, to: "session.zsh")
    let words = (["deleterules"] + line.words).joined(separator: " ")
    let run = try folder.shell("LINE_TO_COMPLETE='\(words)' zsh -f session.zsh")
    #expect(run.errors == "")
    let matches = (try? folder.read("matches")) ?? ""
    let offered = Set(matches.split(separator: "\n").map(String.init))
    #expect(offered.sorted() == line.candidates)
  }

  @Test("What cannot be completed offers no files", .enabled(if: isInstalled("bash")))
  func nothing() throws {
    #expect(try completeInBash(["--only", ""]) == [])
  }

  @Test("The rules are completed, also behind a comma", .enabled(if: isInstalled("bash")))
  func rules() throws {
    #expect(try completeInBash(["rules", "deny_"]).count == 3)
    #expect(try completeInBash(["check", "A", "--rule", "one_"]) == ["one_to_one_crash"])
    #expect(
      try completeInBash(["check", "A", "--disable", "deny_on_child,one_"])
        == ["deny_on_child,one_to_one_crash"])
  }

  @Test("The entities of a model are completed", .enabled(if: isInstalled("bash")))
  func entities() throws {
    try folder.write(
      "@Model class List { var items: [Item] = [] }\n@Model class Item { var list: List? }",
      to: "App.swift")
    try write("bash")
    func complete(_ words: String) throws -> String {
      let run = try folder.shell(
        """
        source ./script
        COMP_WORDS=('\(program)' \(words)) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _deleterules
        echo "${COMPREPLY[@]}"
        """, with: "/bin/bash")
      #expect(run.errors == "")
      return run.output
    }
    #expect(try complete("explain App.swift ''") == "List Item\n")
    #expect(try complete("explain --framework swiftData App.swift L") == "List\n")
    #expect(try complete("explain absent.swift ''") == "\n")
    #expect(try complete("explain App.swift List ''") == "\n")
    #expect(try complete("explain ''") == "\n")
    try folder.write("{}", to: ".deleterules.json")
    #expect(try complete("explain ''") == "List Item\n")
    #expect(try complete("explain I") == "Item\n")
    #expect(try complete("explain App.swift ''") == "List Item\n")
  }

  @Test("Nothing in a script depends on where it was written")
  func selfContained() throws {
    for shell in ["bash", "zsh", "fish"] {
      let run = try folder.run("completions", shell)
      #expect(run.exitCode == 0)
      #expect(!run.output.contains(program))
      #expect(run.output.hasSuffix("\n"))
    }
  }
}
