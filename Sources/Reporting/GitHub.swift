import ModelCheck
import ModelFiles
import SourceText

extension CheckRun {
  /// Workflow commands that put the worst findings at their lines.
  var githubAnnotations: String {
    annotated.map { finding in
      let command = finding.severity == .note ? "notice" : finding.severity.rawValue
      let place =
        "file=\(finding.location.file.githubProperty),line=\(finding.location.line),"
        + "col=\(finding.location.column),title=\(finding.rule.rawValue)"
      return "::\(command) \(place)::\(finding.message.githubMessage)\n"
    }.joined()
  }

  /// What GitHub shows of each severity for one step.
  private static let mostAnnotations = 10

  /// How many findings get no annotation.
  package var countWithoutAnnotation: Int { findings.count - annotated.count }

  /// Markdown for the summary of the step, with all findings; nil where there is none.
  package var githubSummary: String? { findings.isEmpty ? nil : markdown }

  /// The findings that have an annotation, the worst first; GitHub counts each severity apart.
  private var annotated: [Finding] {
    ModelFinding.Severity.allCases.flatMap { severity in
      findings.filter { $0.severity == severity }.prefix(Self.mostAnnotations)
    }
  }
}

extension String {
  /// The text as the message of a workflow command.
  fileprivate var githubMessage: String {
    // By scalars: to GitHub, a mark with an accent, or a line break of two, is a mark all the same.
    escaping(["%": "%25", "\r": "%0D", "\n": "%0A"]).singleLine
  }

  /// The text as a property of a workflow command.
  fileprivate var githubProperty: String { githubMessage.escaping([":": "%3A", ",": "%2C"]) }

  private func escaping(_ marks: [Unicode.Scalar: String]) -> String {
    unicodeScalars.map { marks[$0] ?? String($0) }.joined()
  }
}
