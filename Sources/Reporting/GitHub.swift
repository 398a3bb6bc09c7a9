import ModelCheck
import ModelDeletes
import ModelFiles
import Scenarios
import SourceText

extension CheckRun {
  /// Workflow commands that put the worst findings at their lines.
  var githubAnnotations: String {
    annotated.map { finding in
      let command = finding.severity == .note ? "notice" : finding.severity.rawValue
      return finding.message.annotation(
        command, title: finding.rule.rawValue, at: finding.location)
    }.joined()
  }

  /// What GitHub shows of each severity for one step.
  fileprivate static let mostAnnotations = 10

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

extension ChangesReport {
  /// Workflow commands that put what is worse, and then the rest, at the lines of the new models.
  var githubAnnotations: String {
    Self.order.map { tendency in
      let command = tendency == .worse ? "error" : "notice"
      return sorted(tendency).prefix(CheckRun.mostAnnotations).map { pair, change in
        let words = words(change, pair)
        let message =
          "delete \(change.scenario.deletedObject), linked by \(change.entity)."
          + "\(change.relationship): \(words[1]); before: \(words[0])"
        return message.annotation(
          command, title: change.danger.rawValue,
          at: location(of: change, in: pair).map(serviceLocation))
      }.joined()
    }.joined()
  }

  /// A place as a service knows it: what git has read is named by its revision.
  private func serviceLocation(_ location: Location) -> Location {
    let revision = revisions?.new.map { "\($0):" } ?? ""
    let isOfRevision = !revision.isEmpty && location.file.hasPrefix(revision)
    return Location(
      file: isOfRevision
        ? String(location.file.dropFirst(revision.count)) : wayToFile(location.file),
      line: location.line, column: location.column)
  }

  /// Markdown for the summary of the step; nil where there is nothing to say.
  package var githubSummary: String? { markdown.isEmpty ? nil : markdown }
}

extension String {
  /// Makes a workflow command of the text.
  ///
  /// - Parameters:
  ///   - command: `error`, `warning` or `notice`.
  ///   - title: What it is called.
  ///   - location: Where it belongs; nil for no place.
  /// - Returns: A line.
  fileprivate func annotation(
    _ command: String, title: String, at location: Location?
  ) -> String {
    let place = location.map {
      "file=\($0.file.githubProperty),line=\($0.line),col=\($0.column),"
    }
    return "::\(command) \(place ?? "")title=\(title)::\(githubMessage)\n"
  }

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
