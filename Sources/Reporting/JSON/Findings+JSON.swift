import ModelCheck
import ModelDeletes
import ModelFiles
import Scenarios
import SourceText

extension CheckRun {
  /// The findings, each on a line of its own, with their proofs as scenario files.
  var json: String {
    let lines = findings.map { "  \(JSONText($0).line)" }.joined(separator: ",\n")
    let list = lines.isEmpty ? "[]" : "[\n\(lines)\n]"
    return "{\"findings\":\(list)}\n"
  }
}

extension JSONText {
  init(_ finding: Finding) {
    let witness = finding.witness.map { witness in
      JSONText(
        ScenarioFile(showing: finding.message, named: finding.rule.rawValue, witness.scenario))
    }
    self = .object([
      ("rule", .string(finding.rule.rawValue)),
      ("severity", .string(finding.severity.rawValue)), ("model", .string(finding.model)),
      ("entity", finding.entity.map { .string($0) } ?? .null),
      ("relationship", finding.relationship.map { .string($0) } ?? .null),
      ("file", .string(finding.location.file)), ("line", .integer(finding.location.line)),
      ("column", .integer(finding.location.column)), ("message", .string(finding.message)),
      ("witness", witness ?? .null),
      ("outcome", finding.witness.map { JSONText(reporting: $0.outcome) } ?? .null),
      ("cell", finding.witness?.cell.map { .string($0) } ?? .null),
      ("fix", finding.fix.isEmpty ? .null : .array(finding.fix.map { JSONText($0) })),
    ])
  }
}

extension JSONText {
  fileprivate init(_ part: Replacement) {
    self = .object([
      ("file", .string(part.location.file)), ("line", .integer(part.location.line)),
      ("column", .integer(part.location.column)), ("endLine", .integer(part.end.line)),
      ("endColumn", .integer(part.end.column)), ("text", .string(part.text)),
    ])
  }
}

extension ChangesReport {
  /// The changes, each on a line of its own.
  var json: String {
    let lines = changes.map { "  \(JSONText($0).line)" }.joined(separator: ",\n")
    return "{\"changes\":\(lines.isEmpty ? "[]" : "[\n\(lines)\n]")}\n"
  }
}

extension JSONText {
  fileprivate init(_ change: ModelChange) {
    let name = "\(change.entity).\(change.relationship)"
    self = .object([
      ("entity", .string(change.entity)), ("relationship", .string(change.relationship)),
      ("deleted", .string(change.deleted)), ("danger", .string(change.danger.rawValue)),
      ("before", change.before.map { JSONText(reporting: $0) } ?? .null),
      ("after", change.after.map { JSONText(reporting: $0) } ?? .null),
      (
        "witness",
        JSONText(
          ScenarioFile(showing: "delete \(change.deleted)", named: name, change.scenario))
      ),
    ])
  }
}
