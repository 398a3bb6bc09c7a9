import CompiledOnce
import DeleteMatrix
import ModelCheck
import ObjectGraph
import Reporting
import SourceText

/// The request on the command line, checked against the table of commands and options.
package struct CommandLineOptions: Sendable {
  private let program: Program
  /// The command that was written; nil where none was.
  private(set) var givenCommand: Command?
  package private(set) var arguments: [String] = []
  /// Every option that was given, with its values in their order.
  private var values: [Option: [String]] = [:]
  /// Whether `--` stands before the arguments.
  private var isBehindHyphens = false
  /// The form of the command that the arguments fit.
  package private(set) var form = CommandForm(summary: "")

  /// The command to run; nil to print help.
  package var command: Command? { givenCommand ?? program.defaultCommand }

  init(_ words: [String], of program: Program) throws(CommandError) {
    self.program = program
    var words = words[...]
    var onlyArguments = false
    while let word = words.popFirst() {
      if word == "--" && !onlyArguments {
        onlyArguments = true
        isBehindHyphens = arguments.isEmpty
      } else if word.hasPrefix("-") && word != "-" && !onlyArguments
        && !(givenCommand?.name == Command.why.name && word.isQuotation)
      {
        try readOption(word, &words)
      } else if givenCommand == nil {
        if let command = program.command(named: word) {
          givenCommand = command
        } else if let check = program.command(named: Command.check.name),
          !program.elsewhere.commands.contains(word),
          InputFiles.isMeant(by: word) || word.contains("/")
        {
          // A path alone asks for what is wrong with the model there.
          givenCommand = check
          arguments.append(word)
        } else {
          throw program.unknownCommand(word)
        }
      } else {
        arguments.append(word)
      }
    }
    if has(.help) || has(.version) { return }
    guard let command else {
      if values.isEmpty { return }
      throw .usage("expected a command", of: nil)
    }
    try checkOptions(fit: command.forms, of: command)
    form = try chooseForm(of: command)
    try checkOptions(fit: [form], of: command)
    try checkChoices(form)
    try checkCombinations()
  }

  /// Indicates whether the program was started without any words.
  var isBare: Bool { givenCommand == nil && arguments.isEmpty && values.isEmpty }

  package func has(_ option: Option) -> Bool { values[option] != nil }

  package subscript(option: Option) -> String? { values[option]?.first }

  func values(of option: Option) -> [String] { values[option] ?? [] }

  /// The values of an option that may be given several times, or with commas between them.
  func list(_ option: Option) -> [String] {
    values(of: option).flatMap { $0.split(separator: ",").map(String.init) }
  }

  /// The format that is asked for, or the default of what is done.
  package var format: Format {
    get throws(CommandError) {
      let name = self[.format] ?? form.formats.first ?? ""
      if let format = Format(rawValue: name) { return format }
      throw CommandError(
        message: "the table of commands has a format '\(name)' that no report has",
        code: .internalFault)
    }
  }

  package var framework: Framework.Name? {
    self[.framework].flatMap { Framework.Name(rawValue: $0) }
  }

  package func usage(_ message: String) -> CommandError { .usage(message, of: givenCommand) }

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
      let isPair = option.description.pair != nil
      if parts.count > 1 && !isPair { throw usage("'\(name)' takes no value") }
      values[option] = parts.dropFirst().map(String.init)
      while isPair, values(of: option).count < 2, let word = words.first, !word.hasPrefix("-"),
        program.command(named: word) == nil
      {
        values.add(words.removeFirst(), to: option)
      }
      return
    }
    guard let value = parts.count > 1 ? String(parts[1]) : words.popFirst(), !value.isEmpty else {
      throw usage("'\(name)' needs a value")
    }
    values.add(value, to: option)
  }

  private func unknownOption(_ word: String) -> CommandError {
    let known = givenCommand?.options ?? Option.allCases
    return usage("unknown option '\(word)'\(word.suggestion(among: known.map(\.name)))")
  }
}

/// The checks of a command line against the table.
extension CommandLineOptions {
  /// Refuses options that none of the forms knows.
  private func checkOptions(
    fit forms: [CommandForm], of command: Command
  ) throws(CommandError) {
    for option in given where !forms.contains(where: { $0.knows(option) }) {
      let isChosen = forms.count < command.forms.count
      let name = isChosen ? command.name(of: forms[0]) : command.name
      let other = command.forms.first { $0.knows(option) && !$0.arguments.isEmpty }
      let hint = other.map { "; it is for '\(command.name(of: $0))'" } ?? ""
      throw usage("'\(option.name)' means nothing to '\(name)'\(hint)")
    }
  }

  /// Finds the form that takes as many arguments as there are.
  private func chooseForm(of command: Command) throws(CommandError) -> CommandForm {
    let forms = command.forms
    let fitting = forms.filter {
      $0.fits(arguments.count)
        && (!forms.contains(where: \.takesProgram) || $0.takesProgram == isBehindHyphens)
    }
    if let word = arguments.first, Cell.isID(word), !InputFiles.exists(word),
      let form = fitting.first(where: \.takesCell)
    {
      return form
    }
    if fitting.count > 1, let word = arguments.first,
      InputFiles.isMeant(by: word) || mayBeEntity(word),
      let form = fitting.first(where: \.takesModel)
    {
      return form
    }
    // Without a word, it is the options that say which is meant.
    let known = fitting.first { form in arguments.isEmpty && given.allSatisfy(form.knows) }
    if let form = known ?? fitting.first { return form }
    let maximum = forms.map(\.maximum).max() ?? 0
    if arguments.count > maximum { throw usage("unexpected argument '\(arguments[maximum])'") }
    let needs = forms.map { $0.arguments.map(\.need).joined(separator: " and ") }
    throw usage("'\(command.name)' takes \(needs.joined(separator: ", or "))")
  }

  /// Whether a word alone may be an entity, or a line of code, of the project around: a cell's id has a
  /// slash.
  private func mayBeEntity(_ word: String) -> Bool {
    if has(.matrices) { return false }
    return CallPlace(word) != nil || word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// Refuses values that are none of those to choose from.
  private func checkChoices(_ form: CommandForm) throws(CommandError) {
    for option in given {
      guard let value = self[option] else { continue }
      switch option.description.value?.kind {
      case .choice(let known): try check(value, isOneOf: known, for: option.name)
      case .format: try check(value, isOneOf: form.formats, for: option.name)
      case .ruleIDs: try checkCommas(option)
      case .text, .file, .folder, .entity, .ruleID, .subject, .program, nil: break
      }
    }
    for (argument, word) in zip(form.arguments, arguments) {
      switch argument.value.kind {
      case .choice(let known): try check(word, isOneOf: known, for: argument.value.word)
      case .subject:
        try check(word, isOneOf: Help.Subject.words(in: program), for: argument.value.word)
      default: break
      }
    }
  }

  /// Refuses options that need another one, or that do not go together.
  private func checkCombinations() throws(CommandError) {
    for option in given {
      guard let needed = option.description.needed, form.knows(needed), !has(needed) else {
        continue
      }
      throw usage("'\(option.name)' means nothing without '\(needed.name)'")
    }
    for conflict in OptionConflict.all where has(conflict.one) && has(conflict.other) {
      throw usage(conflict.message)
    }
    let compared = values(of: .compare)
    if compared.count == 1 {
      throw usage(
        "'--compare' takes two releases, or none for the two frameworks; got '\(compared[0])'")
    }
    if has(.compare) && compared.isEmpty && has(.framework) {
      throw usage(
        "'--compare' shows both frameworks; leave '--framework' out, or name two releases")
    }
    if !compared.isEmpty && has(.system) {
      throw usage("'--compare' names its releases; leave '--system' out")
    }
    if has(.compare) && self[.format] == "junit" {
      throw usage("'--compare' is written as markdown or json, not junit")
    }
  }

  private var given: [Option] { Option.allCases.filter(has) }

  private func check(
    _ word: String, isOneOf known: [String], for name: String
  ) throws(CommandError) {
    if known.contains(word) { return }
    throw usage(
      "unknown value '\(word)' for '\(name)'; expected \(known.joined(separator: ", "))"
        + word.suggestion(among: known))
  }

  private func checkCommas(_ option: Option) throws(CommandError) {
    for value in values(of: option) {
      let parts = value.split(separator: ",", omittingEmptySubsequences: false)
      if parts.contains(where: \.isEmpty) {
        throw usage("'\(option.name)' needs a value on both sides of each comma; got '\(value)'")
      }
    }
  }
}

extension Argument {
  /// The requirement that an error states if the argument is missing.
  fileprivate var need: String {
    switch count {
    case .one: "one \(value.word)"
    case .optional: "at most one \(value.word)"
    case .oneOrMore: "at least one \(value.word)"
    case .any: "any number of \(value.word)"
    }
  }
}

extension String {
  /// Indicates whether a word is a quoted text that begins with a hyphen, such as `-1600` or
  /// `-[NSManagedObjectContext deleteObject:]`, and no option.
  fileprivate var isQuotation: Bool {
    let name = prefix { $0 != "=" }.drop { $0 == "-" }
    guard let first = name.first, !name.contains(where: \.isWhitespace) else { return true }
    return !first.isLetter || first.isUppercase && name.count > 1 && !hasPrefix("--")
  }
}
