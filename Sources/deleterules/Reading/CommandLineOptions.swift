import ObjectGraph
import SourceText

/// What the command line asks for, checked against the table of commands and options.
struct CommandLineOptions {
  /// The command that was written; nil where none was.
  private(set) var givenCommand: Command?
  private(set) var arguments: [String] = []
  /// Every option that was given, with its values in their order.
  private var values: [Option: [String]] = [:]
  /// The form of the command that the arguments fit.
  private(set) var form = CommandForm(summary: "")

  var command: Command { givenCommand ?? .byDefault }

  /// Reads the words after the program's name.
  init(_ words: [String]) throws(CommandError) {
    var words = words[...]
    var onlyArguments = false
    while let word = words.popFirst() {
      if word == "--" && !onlyArguments {
        onlyArguments = true
      } else if word.hasPrefix("-") && word != "-" && !onlyArguments {
        try readOption(word, &words)
      } else if givenCommand == nil {
        givenCommand = try Command(named: word)
      } else {
        arguments.append(word)
      }
    }
    if has(.help) || has(.version) { return }
    try checkOptions(fit: command.forms)
    form = try chooseForm()
    try checkOptions(fit: [form])
    try checkChoices(form)
    try checkCombinations()
  }

  /// Whether an option is given.
  func has(_ option: Option) -> Bool { values[option] != nil }

  /// The value of an option that is given once.
  subscript(option: Option) -> String? { values[option]?.first }

  /// The values of an option that may be given several times, as they were given.
  func values(of option: Option) -> [String] { values[option] ?? [] }

  /// The values of an option that may be given several times, or with commas between them.
  func list(_ option: Option) -> [String] {
    values(of: option).flatMap { $0.split(separator: ",").map(String.init) }
  }

  /// The format that is asked for, or the command's default, as one that a module can write.
  func format<Format: RawRepresentable>() throws(CommandError) -> Format
  where Format.RawValue == String {
    let name = self[.format] ?? form.formats.first ?? ""
    if let format = Format(rawValue: name) { return format }
    throw CommandError(
      message: "the table of commands has a format '\(name)' that nobody writes",
      code: .internalFault)
  }

  var framework: Framework.Name? { self[.framework].flatMap { Framework.Name(rawValue: $0) } }

  /// Whether help is asked for, by the option or by the command.
  var wantsHelp: Bool { has(.help) || (command == .help && !has(.version)) }

  /// The command of which help is asked for; nil for the overview.
  var helpTopic: Command? {
    has(.help) ? givenCommand : arguments.first.flatMap { Command(rawValue: $0) }
  }

  /// An error that shows how the command is used.
  func usage(_ message: String) -> CommandError { .usage(message, of: givenCommand) }

  private mutating func readOption(
    _ word: String, _ words: inout ArraySlice<String>
  ) throws(CommandError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = Option(named: word.hasPrefix("--") ? String(parts[0]) : word) else {
      throw unknownOption(String(parts[0]))
    }
    let name = option.name
    if has(option) && !option.description.isRepeatable { throw usage("'\(name)' is given twice") }
    guard option.description.value != nil else {
      if parts.count > 1 { throw usage("'\(name)' takes no value") }
      values[option] = []
      return
    }
    guard let value = parts.count > 1 ? String(parts[1]) : words.popFirst(), !value.isEmpty else {
      throw usage("'\(name)' needs a value")
    }
    values[option, default: []].append(value)
  }

  private func unknownOption(_ word: String) -> CommandError {
    let known = givenCommand?.options ?? Option.allCases
    return usage("unknown option '\(word)'\(word.suggestion(among: known.map(\.name)))")
  }
}
