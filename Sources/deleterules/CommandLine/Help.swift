/// What the program says about itself, all of it from the table of commands and options.
struct Help {
  static let version = "0.1.0"

  private let layout: TextLayout

  /// - Parameter width: How many columns a line may have; examples are never broken.
  init(width: Int) {
    layout = TextLayout(width: width)
  }

  /// How the command is called, or the program where it is nil.
  static func usage(of command: Command?) -> String {
    guard let command else { return "Usage: deleterules [COMMAND] [ARGUMENT…] [OPTION…]" }
    var lines: [String] = []
    for form in command.forms {
      let isOptional = command == .byDefault && form.arguments.isEmpty
      let name = isOptional ? "[\(command.rawValue)]" : command.name(of: form)
      let options = form.options.isEmpty ? "" : " [OPTION…]"
      lines.append("deleterules \(name)\(options)")
    }
    return "Usage: " + lines.joined(separator: "\n       ")
  }

  /// What is printed about a command, or about everything where it is nil.
  func text(about command: Command?) -> String {
    let parts = command.map { sections(about: $0) } ?? overview
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private var overview: [[String]] {
    let several = Option.allCases.filter { $0.commands.count > 1 }
    var parts = [
      layout.lines("deleterules says what a delete will do before it ships."),
      [Self.usage(of: nil)],
      ["Commands:"] + layout.table(Command.allCases.flatMap(summaries)),
      ["Options:"] + layout.table(several.map { row($0, nil) }),
    ]
    for command in Command.allCases {
      let own = command.options.filter { $0.commands.count == 1 }
      if own.isEmpty { continue }
      parts.append(
        ["Options of '\(command.rawValue)':"] + layout.table(own.map { row($0, command.formats) }))
    }
    let examples = Command.allCases.compactMap(\.description.examples.first)
    parts.append(["Examples:"] + examples.map { "  \($0)" })
    parts.append(exitCodes { $0.summary })
    return parts
  }

  private func sections(about command: Command) -> [[String]] {
    let description = command.description
    var parts = [[Self.usage(of: command)], layout.table(summaries(command))]
    if !description.details.isEmpty { parts.append(layout.lines(description.details)) }
    let common = command.options.filter { option in command.forms.allSatisfy { $0.knows(option) } }
    parts.append(["Options:"] + layout.table(common.map { row($0, command.formats) }))
    for form in command.forms {
      let own = form.options.filter { !common.contains($0) }
      if own.isEmpty { continue }
      parts.append(
        ["Options of '\(command.name(of: form))':"]
          + layout.table(own.map { row($0, form.formats) }))
    }
    let title = description.examples.count == 1 ? "Example:" : "Examples:"
    parts.append([title] + description.examples.map { "  \($0)" })
    parts.append(exitCodes { $0 == .failure ? description.failure : $0.summary })
    return parts
  }

  private func summaries(_ command: Command) -> [(left: String, right: String)] {
    command.forms.map { (command.name(of: $0), $0.summary) }
  }

  private func exitCodes(_ meaning: (ExitCode) -> String?) -> [String] {
    let codes = ExitCode.allCases.compactMap { code in
      meaning(code).map { "\(code.rawValue) \($0)" }
    }
    return layout.lines("Exit codes: " + codes.joined(separator: " · "))
  }

  /// An option's line; the formats are nil where they depend on the command.
  private func row(_ option: Option, _ formats: [String]?) -> (left: String, right: String) {
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

/// Text that keeps to a width.
struct TextLayout {
  /// How many columns a line may have.
  let width: Int

  /// Breaks a text into lines; a word that is too long has a line of its own.
  ///
  /// - Parameters:
  ///   - text: Words with spaces between them.
  ///   - indent: How many spaces stand before every line.
  /// - Returns: The lines, without line breaks.
  func lines(_ text: String, indent: Int = 0) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty && indent + line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? "\(word)" : " \(word)"
    }
    if !line.isEmpty { lines.append(line) }
    return lines.map { String(repeating: " ", count: indent) + $0 }
  }

  /// Sets two columns, the left of which is as wide as its widest text.
  ///
  /// - Parameter rows: The texts of the left and of the right column.
  /// - Returns: The lines, without line breaks.
  func table(_ rows: [(left: String, right: String)]) -> [String] {
    let column = 2 + (rows.map(\.left.count).max() ?? 0) + 2
    // Beside a column that leaves hardly a word's room, nothing can be read.
    guard column + 24 <= width else {
      return rows.flatMap { ["  \($0.left)"] + lines($0.right, indent: 6) }
    }
    return rows.flatMap { row in
      var lines = lines(row.right, indent: column)
      let left = "  \(row.left)"
      let first = lines.isEmpty ? "" : String(lines.removeFirst().dropFirst(left.count))
      return [left + first] + lines
    }
  }
}
