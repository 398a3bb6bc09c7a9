import ModelCheck
import ModelFiles
import SourceText

extension CheckRun {
  /// A line for each finding, with colours for a terminal.
  package var colouredText: String {
    findings.map { finding in
      let colour =
        switch finding.severity {
        case .error: "31"
        case .warning: "35"
        case .note: "36"
        }
      let place = "\u{1B}[1m\(finding.location.description.singleLine):\u{1B}[0m"
      let severity = "\u{1B}[1;\(colour)m\(finding.severity.rawValue):\u{1B}[0m"
      let rule = "\u{1B}[2m(\(finding.rule.rawValue))\u{1B}[0m"
      return "\(place) \(severity) \(finding.message.singleLine) \(rule)\n"
    }.joined()
  }

  /// A line for each finding.
  var text: String { findings.map { "\($0.description.singleLine)\n" }.joined() }
}
