import ModelCheck
import ModelFiles
import SourceText

/// The ways of writing down findings, by the names that the command line knows.
public enum CheckReport: String, CaseIterable, Sendable {
  /// A line for each finding, as compilers write them: terminals, editors and Xcode know it.
  case text
  /// Everything for programs.
  case json
  /// The format of code scanning services.
  case sarif
  /// A test case for each finding, for CI.
  case junit
  /// Annotations of a change on GitHub.
  case github
  /// A table for people.
  case markdown

  /// Writes down what was found.
  ///
  /// - Parameter run: The models and findings.
  /// - Returns: The text; ends with a line break unless it is empty; the same for the same findings.
  public func text(of run: CheckRun) -> String {
    switch self {
    case .text: run.text
    case .json: run.json
    case .sarif: run.sarif
    case .junit: run.junit
    case .github: run.githubAnnotations
    case .markdown: run.markdown
    }
  }
}

extension CheckRun {
  /// A line for each finding, with colours for a terminal.
  public var colouredText: String {
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
