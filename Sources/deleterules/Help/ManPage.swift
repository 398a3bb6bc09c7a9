/// The manual page, out of the same tables as help.
enum ManPage {
  /// What `--format` calls it.
  static let format = "man"

  /// The page as `man` reads it, ending with a line break.
  static var text: String {
    var lines = [
      #".TH DELETERULES 1 "" "deleterules \#(Help.version)" "User Commands""#,
      ".nh", ".ad l",
      ".SH NAME", "deleterules \\- say what a delete will do before it ships",
      ".SH SYNOPSIS",
    ]
    lines += verbatim(Command.allCases.flatMap { Help.synopsis(of: $0) })
    lines.append(".SH DESCRIPTION")
    lines.append(
      escaped(
        """
        A delete in SwiftData or Core Data takes other objects along, is refused, or leaves references \
        that trap. deleterules reads models and the code that deletes, and says which.
        """))
    lines.append(".SH COMMANDS")
    for command in Command.allCases {
      lines.append(".SS \(command.rawValue)")
      lines += Help.describing(command).flatMap { section in
        (section.title.map { [".PP", ".I \(escaped($0)):"] } ?? []) + section.parts.flatMap(part)
      }
    }
    for topic in HelpTopic.allCases {
      lines.append(".SH \(heading(topic))")
      lines += topic.parts.flatMap(part)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What readers of manuals look for by these names.
  private static func heading(_ topic: HelpTopic) -> String {
    switch topic {
    case .exitCodes: "EXIT STATUS"
    default: topic.rawValue.uppercased()
    }
  }

  private static func part(_ part: HelpSection.Part) -> [String] {
    switch part {
    case .paragraph(let text): [".PP", escaped(text)]
    case .verbatim(let lines): [".PP"] + verbatim(lines)
    case .table(let rows):
      rows.flatMap { [".TP", ".B \(escaped($0.left))", escaped($0.right)] }
    }
  }

  private static func verbatim(_ lines: [String]) -> [String] {
    [".nf"] + lines.map(escaped) + [".fi"]
  }

  /// A line of text: what would be a request or an escape is what it says.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "…": escaped += "..."
      default: escaped.append(character)
      }
    }
    return escaped.hasPrefix(".") ? "\\&\(escaped)" : escaped
  }
}
