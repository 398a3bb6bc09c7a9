/// The shells for which there is a script.
enum Shell: String, CaseIterable {
  case bash
  case zsh
  case fish
}

/// Scripts that complete command lines, written from the table of commands and options.
///
/// A script holds all it needs: nothing is started while somebody types.
struct Completions {
  /// The rules that may be named.
  let ruleIDs: [String]

  /// A script, ending with a line break.
  func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// What may stand for a value.
  enum Candidates {
    case words([String])
    /// Words with commas between them.
    case lists([String])
    case files
    case folders
    case none
  }

  /// What may stand for a value, given what the command knows.
  func candidates(for value: Value, of command: Command) -> Candidates {
    switch value.kind {
    case .text: .none
    case .file: .files
    case .folder: .folders
    case .choice(let words): .words(words)
    case .format: .words(command.formats)
    case .ruleID: .words(ruleIDs)
    case .ruleIDs: .lists(ruleIDs)
    }
  }

  /// What may stand for an argument of a command; its forms take files in the same places.
  func candidates(forArgumentsOf command: Command) -> Candidates {
    let all = command.forms.flatMap(\.arguments).map { candidates(for: $0.value, of: command) }
    for candidates in all {
      if case .none = candidates { continue }
      return candidates
    }
    return .none
  }

  /// The names of all options that take a value.
  var namesWithValue: [String] {
    Option.allCases.filter { $0.description.value != nil }.map(\.name)
  }
}

extension Option {
  /// All ways of writing the option.
  var names: [String] { [letter, name].compactMap { $0 } }
}
