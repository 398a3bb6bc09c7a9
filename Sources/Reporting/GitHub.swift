import CompiledOnce
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

  /// The number of annotations of each severity that GitHub shows for one step.
  fileprivate static let mostAnnotations = 10

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
  /// Workflow commands that put what could not be read and what is worse, and then the rest, at the
  /// lines of the new models.
  var githubAnnotations: String { annotated.joined() }

  /// The number of changes, and of files that could not be read, without an annotation.
  package var countWithoutAnnotation: Int {
    // A delete may have several, each on releases of its own.
    changes.compared.reduce(unread.count + callNotices.count) { $0 + $1.changes.changes.count }
      - annotated.count
  }

  /// The annotations, each a line; GitHub counts each kind apart.
  private var annotated: [String] {
    let unread = unread.map { finding in
      let revision = plain(finding.location).revision
      let message = revision.map { "in \($0): \(finding.message)" } ?? finding.message
      return message.annotation(
        "error", title: finding.rule.rawValue, at: serviceLocation(finding.location))
    }
    let worse = sorted(.worse).map { annotation("error", $0.change, $0.pair) }
    let rest = [ChangeImpact.better, .review].flatMap(sorted).map {
      annotation("notice", $0.change, $0.pair)
    }
    let calls = callNotices.map { notice in
      notice.message.annotation(
        notice.isWorse ? "error" : "notice", title: notice.title,
        at: serviceLocation(notice.location))
    }
    let worseCalls = zip(callNotices, calls).filter { $0.0.isWorse }.map(\.1)
    let otherCalls = zip(callNotices, calls).filter { !$0.0.isWorse }.map(\.1)
    return [unread + worseCalls + worse, otherCalls + rest].flatMap {
      $0.prefix(CheckRun.mostAnnotations)
    }
  }

  private func annotation(
    _ command: String, _ change: ModelChange, _ pair: ProjectChanges.Pair
  ) -> String {
    let message =
      "\(change.title). Example: delete \(change.scenario.deletedObjects), linked by \(change.entity)."
      + "\(change.relationship). \(effect(of: change, pair))."
      + (change.places.isEmpty ? "" : " Only \(releases(of: change)).")
    let place = location(of: change, in: pair).map(serviceLocation)
    return message.annotation(command, title: change.impact.title, at: place)
  }

  /// A place as a service knows it: what git has read is named by its revision.
  private func serviceLocation(_ location: Location) -> Location {
    let (place, revision) = plain(location)
    return Location(
      file: revision == nil ? wayToFile(place.file) : place.file, line: place.line,
      column: place.column)
  }

  /// Markdown for the summary of the step; nil where there is nothing to say.
  package var githubSummary: String? {
    let text = comment.markdown
    return text.isEmpty ? nil : text
  }
}

extension String {
  /// Makes a workflow command of the text.
  fileprivate func annotation(
    _ command: String, title: String, at location: Location?
  ) -> String {
    let place = location.map {
      "file=\($0.file.githubProperty),line=\($0.line),col=\($0.column),"
    }
    return "::\(command) \(place ?? "")title=\(title.githubProperty)::\(githubMessage)\n"
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
