import ObjectGraph
import SourceText

extension JSONText {
  /// What reports say of an outcome.
  package init(reporting outcome: Outcome) {
    self = .object(
      [
        ("deleted", .strings(outcome.deleted)),
        ("kept", .strings(outcome.kept)),
        ("effect", .string(outcome.effect.rawValue)),
        ("nullified", .links(outcome.nullified)),
        ("dangling", .links(outcome.dangling)),
        ("denials", .array(outcome.denials.map { JSONText($0) })),
        ("stored", .strings(outcome.stored)),
        ("error", outcome.error.map { .integer($0.rawValue) } ?? .null),
        ("merged", .array(outcome.merged.map { .strings($0) })),
        ("violations", .array(outcome.violations.map { JSONText($0) })),
      ] + (outcome.reading.map { [("read", .string($0.rawValue))] } ?? []))
  }

  private init(_ denial: Outcome.Denial) {
    self = .object([
      ("object", .string(denial.object)), ("relationship", .string(denial.relationship)),
      ("blockers", .strings(denial.blockers)),
    ])
  }

  private init(_ violation: Outcome.Violation) {
    self = .object([
      ("object", .string(violation.object)), ("relationship", .string(violation.relationship)),
      ("code", .integer(violation.kind.code.rawValue)),
    ])
  }
}
