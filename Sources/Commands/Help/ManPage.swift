import Reporting
import CompiledOnce

/// The manual page of a program, written from the same tables as help.
struct ManPage {
  let program: Program

  init(of program: Program) { self.program = program }

  /// The value of `--format` that selects the manual page.
  static let format = "man"

  /// The page as `man` reads it, ending with a line break.
  var text: String {
    let help = Help(of: program)
    var lines = [
      #".TH \#(program.name.uppercased()) 1 "" "\#(program.name) \#(Tool.version)" "User Commands""#,
      ".nh", ".ad l",
      ".SH NAME", "\(escaped(program.name)) \\- \(program.summary)",
      ".SH SYNOPSIS",
    ]
    lines += verbatim(program.commands.flatMap { help.synopsis(of: $0) })
    lines.append(".SH DESCRIPTION")
    lines.append(escaped(program.details))
    lines.append(".SH COMMANDS")
    for command in program.commands {
      lines.append(".SS \(command.name)")
      lines += help.describing(command).flatMap { section in
        (section.title.map { [".PP", ".I \(escaped($0)):"] } ?? []) + section.parts.flatMap(part)
      }
    }
    for topic in program.topics {
      lines.append(".SH \(heading(topic))")
      lines += topic.parts.flatMap(part)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the conventional heading of a topic in manual pages.
  private func heading(_ topic: HelpTopic) -> String {
    switch topic {
    case .exitCodes: "EXIT STATUS"
    default: topic.rawValue.uppercased()
    }
  }

  private func part(_ part: HelpSection.Part) -> [String] {
    switch part {
    case .paragraph(let text): [".PP", escaped(text)]
    case .verbatim(let lines): [".PP"] + verbatim(lines)
    case .table(let rows):
      rows.flatMap { [".TP", ".B \(escaped($0.left))", escaped($0.right)] }
    }
  }

  private func verbatim(_ lines: [String]) -> [String] {
    [".nf"] + lines.map(escaped) + [".fi"]
  }

  /// A line of text: what would be a request or an escape is what it says.
  private func escaped(_ text: String) -> String {
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
