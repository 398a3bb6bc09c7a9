import SourceText

/// What the program can be asked to do.
enum Command: String, CaseIterable {
  case matrix
  case run
  case check
  case rules
  case explain
  case diff
  case model
  case schema
  case completions
  case help

  /// What is done where no command is given.
  static let byDefault = Command.matrix

  /// Finds the command that a word names.
  init(named word: String) throws(CommandError) {
    guard let command = Command(rawValue: word) else {
      let known = Command.allCases.map(\.rawValue)
      throw .usage("unknown command '\(word)'\(word.suggestion(among: known))", of: nil)
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
