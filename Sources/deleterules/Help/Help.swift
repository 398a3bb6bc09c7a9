/// What the program says about itself, all of it from the tables of commands, options and topics.
struct Help {
  static let version = "1.0.0"

  /// How the command is called, or the program where it is nil.
  static func usage(of command: Command?) -> String {
    "Usage: " + synopsis(of: command).joined(separator: "\n       ")
  }

  /// The ways of calling a command, or the program where it is nil.
  static func synopsis(of command: Command?) -> [String] {
    guard let command else { return ["deleterules [COMMAND] [ARGUMENT…] [OPTION…]"] }
    return command.forms.map { form in
      let isOptional = command == .byDefault && form.arguments.isEmpty
      let name = isOptional ? "[\(command.rawValue)]" : command.name(of: form)
      let options = form.options.isEmpty ? "" : " [OPTION…]"
      return "deleterules \(name)\(options)"
    }
  }

  /// What is said about a subject.
  static func sections(about subject: Subject) -> [HelpSection] {
    switch subject {
    case .everything: overview
    case .command(let command): sections(about: command)
    case .topic(let topic):
      [HelpSection(parts: [.paragraph("\(topic.rawValue): \(topic.summary)")] + topic.parts)]
    }
  }

  /// What help is about.
  enum Subject {
    case everything
    case command(Command)
    case topic(HelpTopic)

    /// Finds the subject that a word names; nil for a word that names none.
    init?(named word: String) {
      if let command = Command(rawValue: word) {
        self = .command(command)
      } else if let topic = HelpTopic(rawValue: word) {
        self = .topic(topic)
      } else {
        return nil
      }
    }

    /// Every word that names one.
    static var words: [String] {
      Command.allCases.map(\.rawValue) + HelpTopic.allCases.map(\.rawValue)
    }
  }

  private static var overview: [HelpSection] {
    [
      HelpSection(parts: [.paragraph(purpose)]),
      HelpSection(parts: [.verbatim([usage(of: nil)])]),
      HelpSection("Commands", [.table(Command.allCases.flatMap(summaries))]),
    ] + options + [
      HelpSection("Topics", [.table(HelpTopic.allCases.map { ($0.rawValue, $0.summary) })]),
      HelpSection(
        "Examples",
        [.verbatim(Command.allCases.compactMap(\.description.examples.first).map { "  \($0)" })]),
      HelpSection(parts: [exitCodes { $0.summary }]),
    ]
  }

  /// What the program is for, in a sentence.
  static let purpose = "deleterules says what a delete will do before it ships."

  /// Every option once: those of several commands, then those of one.
  private static var options: [HelpSection] {
    let several = Option.allCases.filter { $0.commands.count > 1 }
    let own = Command.allCases.compactMap { command -> HelpSection? in
      let own = command.options.filter { $0.commands.count == 1 }
      if own.isEmpty { return nil }
      return HelpSection(
        "Options of '\(command.rawValue)'", [.table(own.map { row($0, command.formats) })])
    }
    return [HelpSection("Options", [.table(several.map { row($0, nil) })])] + own
  }

  private static func sections(about command: Command) -> [HelpSection] {
    let usage = HelpSection(parts: [.verbatim([usage(of: command)])])
    return [usage] + describing(command) + [
      HelpSection(parts: [exitCodes { $0 == .failure ? command.description.failure : $0.summary }])
    ]
  }

  /// What a command does and takes, without how it is called and how it ends.
  static func describing(_ command: Command) -> [HelpSection] {
    let description = command.description
    var sections = [HelpSection(parts: [.table(summaries(command))])]
    if !description.details.isEmpty {
      sections.append(HelpSection(parts: [.paragraph(description.details)]))
    }
    let common = command.options.filter { option in command.forms.allSatisfy { $0.knows(option) } }
    sections.append(HelpSection("Options", [.table(common.map { row($0, command.formats) })]))
    for form in command.forms {
      let own = form.options.filter { !common.contains($0) }
      if own.isEmpty { continue }
      sections.append(
        HelpSection(
          "Options of '\(command.name(of: form))'", [.table(own.map { row($0, form.formats) })]))
    }
    let title = description.examples.count == 1 ? "Example" : "Examples"
    sections.append(HelpSection(title, [.verbatim(description.examples.map { "  \($0)" })]))
    return sections
  }

  private static func summaries(_ command: Command) -> [HelpSection.Row] {
    command.forms.map { (command.name(of: $0), $0.summary) }
  }

  private static func exitCodes(_ meaning: (ExitCode) -> String?) -> HelpSection.Part {
    let codes = ExitCode.allCases.compactMap { code in
      meaning(code).map { "\(code.rawValue) \($0)" }
    }
    return .paragraph("Exit codes: " + codes.joined(separator: " · "))
  }

  /// An option's line; the formats are nil where they depend on the command.
  private static func row(_ option: Option, _ formats: [String]?) -> HelpSection.Row {
    let description = option.description
    let names = [option.letter, option.name].compactMap { $0 }.joined(separator: ", ")
    let pair = description.pair.map { "[\($0.word) \($0.word)]" }
    let left = [names, description.value?.word, pair].compactMap { $0 }.joined(separator: " ")
    var right = description.summary
    switch description.value?.kind {
    case .choice(let words): right = "\(Self.list(words)); \(right)"
    case .format:
      right += formats.map { ": " + Self.list($0, default: $0.first) } ?? ", as each command can"
    case .ruleIDs: right += "; may be repeated"
    case .text, .file, .folder, .entity, .ruleID, .program, nil: break
    }
    return (left, right)
  }

  private static func list(_ words: [String], default chosen: String? = nil) -> String {
    let words = words.map { $0 == chosen ? "\($0) (the default)" : $0 }
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or \(last)"
  }
}
