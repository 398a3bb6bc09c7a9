import CompiledOnce
import ModelCheck
import ModelFiles
import Scenarios
import SourceText

extension CheckRun {
  /// The findings, one per line, with their proofs as scenario files.
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
        ScenarioFile(showing: finding.title, named: finding.rule.rawValue, witness.scenario))
    }
    let outcome = finding.witness.map { JSONText(reporting: $0.outcome) }
    self = .object([
      ("rule", .string(finding.rule.rawValue)),
      ("severity", .string(finding.severity.rawValue)), ("model", .string(finding.model)),
      ("entity", .nullable(finding.entity)),
      ("relationship", .nullable(finding.relationship)),
      ("file", .string(finding.location.file)), ("line", .integer(finding.location.line)),
      ("column", .integer(finding.location.column)), ("title", .string(finding.title)),
      // The title and the notes in one line, for whoever prints a line.
      ("message", .string(finding.message)),
      ("notes", .array(finding.facts.map { .string($0) })), ("help", .string(finding.help)),
      ("caller", .nullable(finding.caller)),
      ("labels", JSONText(finding.labels)), ("path", JSONText(finding.path)),
      ("witness", witness ?? .null),
      ("outcome", outcome ?? .null),
      ("cell", .nullable(finding.witness?.cell)),
      ("fix", finding.fix.isEmpty ? .null : .array(finding.fix.map { JSONText($0) })),
    ])
  }
}

extension JSONText {
  fileprivate init(_ labels: [Finding.Label]) {
    self = .array(
      labels.map { .object([("text", .string($0.text))] + JSONText.members(of: $0.location)) })
  }

  fileprivate init(_ part: Replacement) {
    self = .object([
      ("file", .string(part.location.file)), ("line", .integer(part.location.line)),
      ("column", .integer(part.location.column)), ("endLine", .integer(part.end.line)),
      ("endColumn", .integer(part.end.column)), ("text", .string(part.text)),
    ])
  }
}
