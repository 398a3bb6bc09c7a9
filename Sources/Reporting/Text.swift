import ModelCheck
import ModelFiles
import SourceText

extension CheckRun {
  /// The findings with their lines, with colours for a terminal.
  package var colouredText: String {
    text { finding in
      let colour =
        switch finding.severity {
        case .error: "31"
        case .warning: "35"
        case .note: "36"
        }
      let place = "\u{1B}[1m\(finding.location.description.singleLine):\u{1B}[0m"
      let severity = "\u{1B}[1;\(colour)m\(finding.severity.rawValue):\u{1B}[0m"
      let rule = "\u{1B}[2m(\(finding.rule.rawValue))\u{1B}[0m"
      return "\(place) \(severity) \(finding.message.singleLine) \(rule)"
    } paint: { text, part in
      let colour =
        switch part {
        case .gutter: "2"
        case .caret: "1;32"
        case .fix: "32"
        }
      return "\u{1B}[\(colour)m\(text)\u{1B}[0m"
    }
  }

  /// The findings with their lines, as compilers write them.
  var text: String {
    text {
      $0.description.singleLine
    } paint: { text, _ in
      text
    }
  }

  private func text(
    _ firstLine: (Finding) -> String, paint: (String, Finding.Part) -> String
  ) -> String {
    let lines = findings.flatMap { [firstLine($0)] + $0.sourceLines(paint) } + advice
    return lines.map { "\($0)\n" }.joined()
  }

  /// What can be done next.
  private var advice: [String] {
    guard let rule = findings.first?.rule.rawValue else { return [] }
    let count = findings.count { !$0.fix.isEmpty }
    let fixes = count == 0 ? "" : "; 'check --fix' writes the lines with +"
    return ["'deleterules rules ID' explains a rule, such as \(rule), and what to do\(fixes)"]
  }
}
