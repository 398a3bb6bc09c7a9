import CompiledOnce

/// A command: its line of the table, and what it does.
///
/// Parsing, help, the manual and completions follow from the table.
package struct Command: Sendable {
  package let name: String
  let summary: String
  /// The forms in which it can be called; the arguments decide which one is used.
  package let forms: [CommandForm]
  /// A paragraph with the details that the summaries leave open.
  let details: String
  /// The meaning of exit code 1; nil if the command never ends with it.
  let failure: String?
  let examples: [String]
  let action: @Sendable (Session) throws -> ExitCode

  /// Describes a command, whose summary is that of its only form unless another is given.
  package init(
    _ name: String, summary: String? = nil, forms: [CommandForm], details: String = "",
    failure: String? = nil, examples: [String],
    action: @escaping @Sendable (Session) throws -> ExitCode
  ) {
    self.name = name
    self.summary = summary ?? forms.first?.summary ?? ""
    self.forms = forms
    self.details = details
    self.failure = failure
    self.examples = examples
    self.action = action
  }

  /// The options that fit at least one form of the command, in the table's order.
  var options: [Option] {
    Option.allCases.filter { option in forms.contains { $0.knows(option) } }
  }

  var formats: [String] {
    var formats: [String] = []
    for format in forms.flatMap(\.formats) where !formats.contains(format) {
      formats.append(format)
    }
    return formats
  }

  /// The command with a form's arguments, as in `explain MODEL ENTITY`.
  func name(of form: CommandForm) -> String {
    ([name] + form.arguments.map(\.text)).joined(separator: " ")
  }
}

package struct CommandForm: Sendable {
  var arguments: [Argument] = []
  let summary: String
  var options: [Option] = []
  /// The values that `--format` accepts; the first is the default.
  var formats: [String] = []

  package init(
    arguments: [Argument] = [], summary: String, options: [Option] = [], formats: [String] = []
  ) {
    self.arguments = arguments
    self.summary = summary
    self.options = options
    self.formats = formats
  }

  /// Whether a model stands first.
  var takesModel: Bool { arguments.first?.value.word == Argument.model.value.word }

  /// Whether a cell is named.
  var takesCell: Bool { arguments.first?.value.word == Argument.cell.value.word }

  /// True if another command line follows `--`.
  package var takesProgram: Bool { arguments.first?.value.kind.isProgram == true }

  /// Whether the option means something here; some mean something everywhere.
  func knows(_ option: Option) -> Bool { options.contains(option) || option.fitsEverywhere }

  /// Whether so many arguments are what the form takes.
  func fits(_ count: Int) -> Bool {
    count >= arguments.count { $0.count == .one || $0.count == .oneOrMore } && count <= maximum
  }

  var maximum: Int {
    arguments.contains { $0.count == .oneOrMore || $0.count == .any } ? .max : arguments.count
  }

  /// Returns the argument at an index, given the number of words.
  ///
  /// The repeatable argument takes the words that the others leave.
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

package struct Argument: Sendable {
  package enum Count: Sendable {
    case one
    case optional
    case oneOrMore
    case any
  }

  let value: Value
  let count: Count

  package init(_ value: Value, count: Count = .one) {
    self.value = value
    self.count = count
  }

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

package struct Value: Sendable {
  package enum Kind: Sendable {
    case text
    case file
    case folder
    case choice([String])
    case format
    /// The name of an entity of the model that stands before it.
    case entity
    case ruleID
    /// A command or a topic of the program.
    case subject
    /// A comma-separated list with at least one element.
    case ruleIDs
    case program

    var isProgram: Bool { if case .program = self { true } else { false } }
  }

  /// The placeholder for the value in help.
  let word: String
  let kind: Kind

  package init(_ word: String, _ kind: Kind) {
    self.word = word
    self.kind = kind
  }
}
