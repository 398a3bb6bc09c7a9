import ModelFiles
import SourceText

/// The object that every command writes with `--format json`.
///
/// It has the program's version, the command, everything that kept it from the whole answer, and the
/// answer itself, which is null where there is none.
package struct Envelope {
  package struct Problem: Sendable {
    let message: String
    let location: Location?
    /// The rule by which `check` reports it; nil for a problem of the command line.
    let rule: String?
    /// The revision of a file that is not on disk.
    let revision: String?

    package init(
      message: String, location: Location? = nil, rule: String? = nil, revision: String? = nil
    ) {
      self.message = message
      self.location = location
      self.rule = rule
      self.revision = revision
    }

    package init(_ finding: ModelFinding) {
      self.init(
        message: finding.message, location: finding.location, rule: finding.rule.rawValue)
    }
  }

  /// A fact that bears on the answer, with the place that shows it if there is one.
  package struct Note: Sendable {
    let message: String
    let location: Location?

    package init(_ message: String, at location: Location? = nil) {
      self.message = message
      self.location = location
    }
  }

  let command: String?
  let problems: [Problem]
  let notes: [Note]
  let result: String?

  /// Puts an answer into an envelope.
  package init(
    _ result: String?, of command: String?, without problems: [Problem], notes: [Note] = []
  ) {
    self.notes = notes
    self.result = result
    self.command = command
    self.problems = problems
  }

  /// The object, ending with a line break; the answer begins on a new line.
  package var text: String {
    let list = JSONText.array(problems.map(\.json)).line
    let facts =
      notes.isEmpty ? "" : "\"notes\":\(JSONText.array(notes.map(\.json)).line),"
    return "{\"version\":\(JSONText.string(Tool.version).line),"
      + "\"command\":\(JSONText.nullable(command).line),\(facts)\"problems\":\(list),\n"
      + "\"result\":\(result ?? "null\n")}\n"
  }
}

extension Envelope.Note {
  fileprivate var json: JSONText {
    .object([("message", .string(message))] + (location.map { JSONText.members(of: $0) } ?? []))
  }
}

extension Envelope.Problem {
  fileprivate var json: JSONText {
    .object(
      [("rule", .nullable(rule)), ("message", .string(message))]
        + (location.map { JSONText.members(of: $0) } ?? [])
        + (revision.map { [("revision", .string($0))] } ?? []))
  }
}
