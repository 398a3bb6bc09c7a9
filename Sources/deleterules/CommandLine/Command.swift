import ModelFiles
import SourceText

/// What the program can be asked to do.
enum Command: String, CaseIterable {
  case matrix
  case run
  case check
  case rules
  case why
  case explain
  case diff
  case calls
  case model
  case report
  case conform
  case adapter
  case probe
  case `import`
  case coverage
  case schema
  case completions
  case help

  /// What is done where no command is given.
  static let byDefault = Command.matrix

  /// Finds the command that a word names.
  init(named word: String) throws(CommandError) {
    guard let command = Command(rawValue: word) else {
      let near = word.suggestion(among: Command.allCases.map(\.rawValue))
      throw .usage(
        "unknown command '\(word)'\(near.isEmpty ? word.pathSuggestion : near)", of: nil)
    }
    self = command
  }

  /// The options that fit at least one form of the command, in the table's order.
  var options: [Option] {
    Option.allCases.filter { option in forms.contains { $0.knows(option) } }
  }

  /// The formats that at least one form of the command knows.
  var formats: [String] {
    var formats: [String] = []
    for format in forms.flatMap(\.formats) where !formats.contains(format) {
      formats.append(format)
    }
    return formats
  }

  /// The command in one line, whatever its form.
  var summary: String { forms.map(\.summary).joined(separator: "; or ") }

  /// The command with a form's arguments, as in `explain MODEL ENTITY`.
  func name(of form: CommandForm) -> String {
    ([rawValue] + form.arguments.map(\.text)).joined(separator: " ")
  }

  var forms: [CommandForm] { description.forms }
}

/// A command's line of the table: what is read, printed as help and completed all comes from it.
struct CommandDescription {
  /// The ways of calling the command; which one is meant follows from the number of arguments.
  let forms: [CommandForm]
  /// What the summaries leave open, in a paragraph.
  var details = ""
  /// What exit code 1 says; nil where the command never ends with it.
  var failure: String?
  /// Whole command lines.
  let examples: [String]
}

/// One way of calling a command: its arguments, and the options that then have a meaning.
struct CommandForm {
  var arguments: [Argument] = []
  let summary: String
  var options: [Option] = []
  /// What `--format` may be given; the first is the default.
  var formats: [String] = []

  /// Whether a model stands first.
  var takesModel: Bool { arguments.first?.value.word == Argument.model.value.word }

  /// Whether a cell is named.
  var takesCell: Bool { arguments.first?.value.word == Argument.cell.value.word }

  /// Whether the words of another command line stand behind `--`.
  var takesProgram: Bool { arguments.first?.value.kind.isProgram == true }

  /// Whether the option means something here; some mean something everywhere.
  func knows(_ option: Option) -> Bool { options.contains(option) || option.fitsEverywhere }

  /// Whether so many arguments are what the form takes.
  func fits(_ count: Int) -> Bool {
    count >= arguments.count { $0.count == .one || $0.count == .oneOrMore } && count <= maximum
  }

  /// How many arguments there may be.
  var maximum: Int {
    arguments.contains { $0.count == .oneOrMore || $0.count == .any } ? .max : arguments.count
  }

  /// What an argument is, of so many: the one that may be repeated takes what the others leave.
  func argument(_ index: Int, of count: Int) -> Argument? {
    guard let repeated = arguments.firstIndex(where: { $0.count == .oneOrMore || $0.count == .any })
    else { return arguments.indices.contains(index) ? arguments[index] : nil }
    let behind = arguments.count - repeated - 1
    if index > repeated && index >= count - behind {
      return arguments[arguments.count - (count - index)]
    }
    return arguments[min(index, repeated)]
  }
}

/// What stands behind a command.
struct Argument {
  enum Count {
    case one
    case optional
    case oneOrMore
    case any
  }

  let value: Value
  var count = Count.one

  /// The argument in a usage line.
  var text: String {
    if value.kind.isProgram { return "-- \(value.word)…" }
    return switch count {
    case .one: value.word
    case .optional: "[\(value.word)]"
    case .oneOrMore: "\(value.word)…"
    case .any: "[\(value.word)…]"
    }
  }
}

/// A value of an option or an argument.
struct Value {
  enum Kind {
    case text
    case file
    case folder
    case choice([String])
    /// One of the formats that the command knows.
    case format
    /// The name of an entity of the model that stands before it.
    case entity
    case ruleID
    /// One or more, with commas between them.
    case ruleIDs
    /// A program, and what it is given.
    case program

    var isProgram: Bool { if case .program = self { true } else { false } }
  }

  /// What stands for the value in help.
  let word: String
  let kind: Kind
}
