import CompiledOnce
import SourceText

/// The help of a program, written from the tables of commands, options and topics.
struct Help {
  let program: Program

  init(of program: Program) { self.program = program }

  func usageHint(for command: Command?) -> String {
    let words: [String?] = [program.name, command?.name, "--help"]
    return "\(usage(of: command))\nSee '\(words.compactMap(\.self).joined(separator: " "))'."
  }

  /// Returns the usage of a command, or of the program if it is nil.
  func usage(of command: Command?) -> String {
    "Usage: " + synopsis(of: command).joined(separator: "\n       ")
  }

  /// The ways of calling a command, or the program where it is nil.
  func synopsis(of command: Command?) -> [String] {
    guard let command else { return ["\(program.name) [COMMAND] [ARGUMENT…] [OPTION…]"] }
    return command.forms.map { form in
      let isOptional = command.name == program.defaultCommand?.name && form.arguments.isEmpty
      let name = isOptional ? "[\(command.name)]" : command.name(of: form)
      let options = form.options.isEmpty ? "" : " [OPTION…]"
      return "\(program.name) \(name)\(options)"
    }
  }

  func sections(about subject: Subject) -> [HelpSection] {
    switch subject {
    case .everything: overview
    case .command(let command): sections(about: command)
    case .topic(let topic):
      [HelpSection(parts: [.paragraph("\(topic.rawValue): \(topic.summary)")] + topic.parts)]
    }
  }

  enum Subject {
    case everything
    case command(Command)
    case topic(HelpTopic)

    /// Finds the subject that a word names; nil for a word that names none.
    init?(named word: String, in program: Program) {
      if let command = program.command(named: word) {
        self = .command(command)
      } else if let topic = program.topics.first(where: { $0.rawValue == word }) {
        self = .topic(topic)
      } else {
        return nil
      }
    }

    /// Every word that names one.
    static func words(in program: Program) -> [String] {
      program.commands.map(\.name) + program.topics.map(\.rawValue)
    }
  }

  private var overview: [HelpSection] {
    [
      HelpSection(parts: [.paragraph(program.purpose)]),
      HelpSection(parts: [.verbatim([usage(of: nil)])]),
    ] + groups + [HelpSection(parts: [.paragraph(rest)])]
  }

  /// The commands by who needs them, in columns of the same width.
  private var groups: [HelpSection] {
    let width = program.commands.map(\.name.count).max() ?? 0
    return program.groups.map { group in
      let rows = group.commands.map { command in
        let space = String(repeating: " ", count: width - command.name.count)
        return (left: command.name + space, right: command.summary)
      }
      return HelpSection(group.title, [.table(rows)])
    }
  }

  private var rest: String {
    let topics =
      program.topics.isEmpty
      ? "" : " Topics: \(program.topics.map(\.rawValue).joined(separator: ", "))."
    return "Options: '\(program.name) help COMMAND'.\(topics)"
  }

  private func sections(about command: Command) -> [HelpSection] {
    let usage = HelpSection(parts: [.verbatim([usage(of: command)])])
    return [usage] + describing(command) + [
      HelpSection(parts: [exitCodes { $0 == .failure ? command.failure : $0.summary }])
    ]
  }

  /// Returns the description of a command's effect and options, without its usage and exit codes.
  func describing(_ command: Command) -> [HelpSection] {
    var sections = [HelpSection(parts: [.table(summaries(command))])]
    if !command.details.isEmpty {
      sections.append(HelpSection(parts: [.paragraph(command.details)]))
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
    let title = command.examples.count == 1 ? "Example" : "Examples"
    sections.append(HelpSection(title, [.verbatim(command.examples.map { "  \($0)" })]))
    return sections
  }

  private func summaries(_ command: Command) -> [HelpSection.Row] {
    command.forms.map { (command.name(of: $0), $0.summary) }
  }

  private func exitCodes(_ meaning: (ExitCode) -> String?) -> HelpSection.Part {
    let codes = ExitCode.allCases.compactMap { code in
      meaning(code).map { "\(code.rawValue) \($0)" }
    }
    return .paragraph("Exit codes: " + codes.joined(separator: " · "))
  }

  private func row(_ option: Option, _ formats: [String]) -> HelpSection.Row {
    let description = option.description
    let names = [option.letter, option.name].compactMap { $0 }.joined(separator: ", ")
    let pair = description.pair.map { "[\($0.word) \($0.word)]" }
    let left = [names, description.value?.word, pair].compactMap { $0 }.joined(separator: " ")
    var right = description.summary
    switch description.value?.kind {
    case .choice(let words): right = "\(list(words)); \(right)"
    case .format:
      right += ": " + list(formats, default: formats.first)
    case .ruleIDs: right += "; may be repeated"
    case .text, .file, .folder, .entity, .ruleID, .subject, .program, nil: break
    }
    return (left, right)
  }

  private func list(_ words: [String], default chosen: String? = nil) -> String {
    let words = words.map { $0 == chosen ? "\($0) (the default)" : $0 }
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or \(last)"
  }
}
