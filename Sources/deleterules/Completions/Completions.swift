/// The shells for which there is a script.
enum Shell: String, CaseIterable {
  case bash
  case zsh
  case fish
}

/// Scripts that complete command lines, written from the table of commands and options.
///
/// A script holds all it needs. Only for the names of a model's entities, the program itself is asked;
/// what it has against the model is not what somebody wants to know while typing.
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
    /// The entities of the model that is named before.
    case entities
    case none
  }

  /// What may stand for a value, given what the command knows.
  func candidates(for value: Value, of command: Command) -> Candidates {
    switch value.kind {
    case .text, .program: .none
    case .file: .files
    case .folder: .folders
    case .entity: .entities
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

  /// Which argument of a command is an entity, from 0 on.
  func placeOfEntity(in command: Command) -> Int? {
    command.forms.lazy.compactMap { form in
      form.arguments.firstIndex {
        if case .entity = $0.value.kind { true } else { false }
      }
    }.first
  }

  /// How many arguments a command takes before the entity, if it takes one.
  func maximumOfArguments(of command: Command) -> Int {
    placeOfEntity(in: command) ?? command.forms.map(\.maximum).max() ?? 0
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
