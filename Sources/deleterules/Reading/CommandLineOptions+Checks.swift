import SourceText

/// What the table says against a command line.
extension CommandLineOptions {
  /// Refuses options that none of the forms knows.
  func checkOptions(fit forms: [CommandForm]) throws(CommandError) {
    for option in given where !forms.contains(where: { $0.knows(option) }) {
      let isChosen = forms.count < command.forms.count
      let name = isChosen ? command.name(of: forms[0]) : command.rawValue
      let other = command.forms.first { $0.knows(option) && !$0.arguments.isEmpty }
      let hint = other.map { "; it is for '\(command.name(of: $0))'" } ?? ""
      throw usage("'\(option.name)' means nothing to '\(name)'\(hint)")
    }
  }

  /// Finds the form that takes as many arguments as there are.
  func chooseForm() throws(CommandError) -> CommandForm {
    let forms = command.forms
    if let form = forms.first(where: { $0.fits(arguments.count) }) { return form }
    let maximum = forms.map(\.maximum).max() ?? 0
    if arguments.count > maximum { throw usage("unexpected argument '\(arguments[maximum])'") }
    let needs = forms.map { $0.arguments.map(\.need).joined(separator: " and ") }
    throw usage("'\(command.rawValue)' takes \(needs.joined(separator: ", or "))")
  }

  /// Refuses values that are none of those to choose from.
  func checkChoices(_ form: CommandForm) throws(CommandError) {
    for option in given {
      guard let value = self[option] else { continue }
      switch option.description.value?.kind {
      case .choice(let known): try check(value, isOneOf: known, for: option.name)
      case .format: try check(value, isOneOf: form.formats, for: option.name)
      case .ruleIDs: try checkCommas(option)
      case .text, .file, .folder, .ruleID, nil: break
      }
    }
    for (argument, word) in zip(form.arguments, arguments) {
      guard case .choice(let known) = argument.value.kind else { continue }
      try check(word, isOneOf: known, for: argument.value.word)
    }
  }

  /// Refuses options that need another one, or that do not go together.
  func checkCombinations() throws(CommandError) {
    for option in given {
      guard let needed = option.description.needed, !has(needed) else { continue }
      throw usage("'\(option.name)' means nothing without '\(needed.name)'")
    }
    for conflict in OptionConflict.all where has(conflict.one) && has(conflict.other) {
      throw usage(conflict.message)
    }
    if has(.compare) && self[.format] == "junit" {
      throw usage("'--compare' is written as markdown or json, not junit")
    }
  }

  /// The options that are given, in the table's order.
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
  /// What is said where it is missing.
  fileprivate var need: String {
    switch count {
    case .one: "one \(value.word)"
    case .optional: "at most one \(value.word)"
    case .oneOrMore: "at least one \(value.word)"
    }
  }
}
