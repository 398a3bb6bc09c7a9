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
      "check", "A", "--format", "", offers: "github", "html", "json", "junit", "markdown", "sarif",
      "text"),
    BegunLine(
      "diff", "--format", "", offers: "dot", "github", "html", "json", "markdown", "mermaid", "svg"),
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

  /// Holds what a shell offered for each line, behind a line with a `#`, against what it must offer.
  private func compare(_ offered: String) {
    let parts = offered.split(separator: "#\n", omittingEmptySubsequences: false).dropFirst()
    #expect(parts.count == BegunLine.all.count)
    for (line, part) in zip(BegunLine.all, parts) {
      let offers = Set(part.split(separator: "\n").map(String.init)).sorted()
      #expect(offers == line.candidates, "\(line)")
    }
  }

  /// Calls the function as bash would; what it leaves to bash is told by `compopt`.
  private func completeInBash(_ lines: [[String]]) throws -> String {
    try write("bash")
    let calls = lines.map { words in
      let quoted = (["deleterules"] + words).map { "'\($0)'" }.joined(separator: " ")
      return "complete_words \(quoted)\n"
    }
    let run = try folder.shell(
      """
      compopt() { echo "<$2>"; }
      source ./script
      complete_words() {
        echo '#'
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
        _deleterules
        for each in "${COMPREPLY[@]}"; do echo "$each"; done
      }
      \(calls.joined())
      """, with: "/bin/bash")
    #expect(run.errors == "")
    return run.output
  }

  private func completeInBash(_ words: [String]) throws -> [String] {
    try completeInBash([words]).split(separator: "\n").dropFirst().map(String.init).sorted()
  }

  @Test("bash", .enabled(if: isInstalled("bash")))
  func bash() throws {
    compare(try completeInBash(BegunLine.all.map(\.words)))
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

  @Test("fish", .enabled(if: isInstalled("fish")))
  func fish() throws {
    try write("fish")
    let lines = BegunLine.all.map { line in
      let words = (["deleterules"] + line.words).joined(separator: " ")
      return "echo '#'; complete -C \"\(words)\" | string replace -r '\\t.*' ''\n"
    }
    try folder.write("source script\n" + lines.joined(), to: "session.fish")
    let run = try folder.shell("HOME=\"$PWD\" fish --no-config session.fish")
    #expect(run.errors == "")
    compare(run.output)
  }

  @Test("zsh reads its script", .enabled(if: isInstalled("zsh")))
  func zshReads() throws {
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

  @Test("zsh", .enabled(if: isInstalled("zsh")))
  func zshOffers() throws {
    try write("zsh")
    try folder.write(
      BegunLine.all.map { (["deleterules"] + $0.words).joined(separator: " ") + "\n" }.joined(),
      to: "lines")
    // A terminal of its own, in which every match is written down instead of shown.
    try folder.write(
      """
      zmodload zsh/zpty
      await() {
        for each in {1..3000}; do
          [[ -e $1 ]] && break
          while zpty -rt session shown; do :; done
          sleep 0.01
        done
        rm -f $1
      }
      zpty -b session zsh -f -i
      zpty -w session 'PS1=; autoload -Uz compinit; compinit -u -d dump; source ./script'
      zpty -w session 'compadd() {
        if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
        local -a found; builtin compadd -O found "$@"
        (( $#found )) && print -rl -- $found >> matches; builtin compadd "$@" }'
      zpty -w session "zstyle ':completion:*' list-prompt ''; bindkey '^I' complete-word"
      zpty -w session "finish() { BUFFER=; touch finished }; zle -N finish; bindkey '^G' finish"
      zpty -w session 'touch ready'
      await ready
      while IFS= read -r line; do
        echo '#' >> matches
        # The second key comes to its turn when the first has done its work.
        zpty -w -n session "$line"$'\\t\\x07'
        await finished
      done < lines
      zpty -d session
      """, to: "session.zsh")
    let run = try folder.shell("zsh -f session.zsh")
    #expect(run.errors == "")
    compare(try folder.read("matches"))
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
