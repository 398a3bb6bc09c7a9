import ModelCheck
import ModelFiles

extension CheckRun {
  /// How many annotations GitHub shows for one step.
  private static let mostAnnotations = 10

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

  /// How many findings get no annotation.
  public var countWithoutAnnotation: Int { max(findings.count - Self.mostAnnotations, 0) }

  /// Markdown for the summary of the step, with all findings; nil where there is none.
  public var githubSummary: String? { findings.isEmpty ? nil : markdown }

  /// The findings that have an annotation, the worst first.
  private var annotated: [Finding] {
    let sorted = ModelFinding.Severity.allCases.flatMap { severity in
      findings.filter { $0.severity == severity }
    }
    return Array(sorted.prefix(Self.mostAnnotations))
  }
}

extension String {
  /// The text as the message of a workflow command.
  fileprivate var githubMessage: String {
    replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A").singleLine
  }

  /// The text as a property of a workflow command.
  fileprivate var githubProperty: String {
    githubMessage.replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
