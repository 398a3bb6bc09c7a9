import ObjectGraph
import SourceText

// What an implementation answers, in full.

extension FormatObject {
  package static let answer = FormatObject(
    "answer", "an answer", required: ["deleted", "kept", "effect"],
    optional: [
      "nullified", "dangling", "denials", "stored", "error", "merged", "violations", "refusals",
      "forgiven", "cascaded", "requested", "references", "values", "fetched", "stale",
      "isDeleted", "read",
    ])
  package static let denial = FormatObject(
    "denial", "a denial", required: ["object", "relationship", "blockers"])
  package static let violation = FormatObject(
    "violation", "a violation", required: ["object", "relationship", "code"],
    optional: ["count", "bound"])
  package static let refusal = FormatObject(
    "refusal", "a refusal", required: ["code", "object", "explanation"])
}

extension FileReading {
  /// What came of a scenario, by the names of its objects.
  package mutating func outcome(_ node: JSONNode, of scenario: Scenario) -> Outcome? {
    guard let members = members(node, of: .answer) else { return nil }
    let fixture = Fixture(scenario)
    let deleted = names(members["deleted"], in: fixture)
    let kept = names(members["kept"], in: fixture)
    let effect = choice(members["effect"], Effect.self)
    guard let deleted, let kept, let effect else { return nil }
    var outcome = Outcome(deleted: deleted, kept: kept, effect: effect)
    outcome.nullified = links(members["nullified"], in: fixture) ?? []
    outcome.dangling = links(members["dangling"], in: fixture) ?? []
    outcome.denials = list(members["denials"], expected: "an array of denials") {
      $0.denial($1, in: fixture)
    }
    outcome.stored = names(members["stored"], in: fixture) ?? []
    if let node = members["error"], !node.isNull { outcome.error = errorCode(node) }
    outcome.merged = list(members["merged"], expected: "an array of pairs") {
      $0.merged($1, in: fixture)
    }
    outcome.violations = list(members["violations"], expected: "an array of violations") {
      $0.violation($1, in: fixture)
    }
    outcome.refusals = list(members["refusals"], expected: "an array of refusals") {
      $0.refusal($1, in: fixture)
    }
    outcome.forgiven = links(members["forgiven"], in: fixture) ?? []
    outcome.cascaded = links(members["cascaded"], in: fixture) ?? []
    outcome.requested = names(members["requested"], in: fixture) ?? []
    outcome.stale = names(members["stale"], in: fixture) ?? []
    outcome.isDeleted = names(members["isDeleted"], in: fixture) ?? []
    outcome.reading = choice(members["read"], Outcome.Reading.self)
    outcome.references = Set(
      list(members["references"], expected: "an array of references") {
        $0.heldReferences($1, in: fixture)
      })
    outcome.values = Set(values(members["values"], in: fixture))
    outcome.fetched = list(members["fetched"], expected: "an array of fetches") {
      $0.fetched($1, in: fixture)
    }
    return outcome
  }

  /// An object that the fixture has.
  private mutating func object(
    _ node: JSONNode?, expected: String = "an object's name", in fixture: Fixture
  ) -> String? {
    guard let node, let name = string(node, expected: expected),
      checkObject(name, at: node.location, in: fixture)
    else { return nil }
    return name
  }

  /// An object that the fixture has, and a relationship of it.
  private mutating func owner(
    _ members: [String: JSONNode], in fixture: Fixture
  ) -> (object: String, relationship: String)? {
    let object = object(members["object"], in: fixture)
    let name = string(members["relationship"], expected: "a relationship's name")
    guard let object, let name, let node = members["relationship"],
      relationship(name, of: object, at: node, in: fixture) != nil
    else { return nil }
    return (object, name)
  }

  package mutating func merged(_ node: JSONNode, in fixture: Fixture) -> [String]? {
    let expected = "a new object and the stored one that took it over"
    guard let parts = tuple(node, of: 2, expected: expected) else { return nil }
    let names = parts.compactMap { object($0, expected: "a name", in: fixture) }
    return names.count == 2 ? names : nil
  }

  private mutating func denial(_ node: JSONNode, in fixture: Fixture) -> Outcome.Denial? {
    guard let members = members(node, of: .denial) else { return nil }
    let owner = owner(members, in: fixture)
    let blockers = names(members["blockers"], in: fixture) ?? []
    return owner.map {
      Outcome.Denial(object: $0.object, relationship: $0.relationship, blockers: blockers)
    }
  }

  private mutating func violation(_ node: JSONNode, in fixture: Fixture) -> Outcome.Violation? {
    guard let members = members(node, of: .violation) else { return nil }
    let owner = owner(members, in: fixture)
    let (count, bound) = (count(members["count"]), count(members["bound"]))
    let code = errorCode(members["code"])
    if code == .lacksMinimumCount || code == .exceedsMaximumCount {
      for key in ["count", "bound"] where members[key] == nil {
        report(node.location, "found no \"\(key)\" in a violation; expected it there")
      }
    }
    let kind: ObjectGraph.Violation.Kind
    switch (code, count, bound) {
    case (.missingMandatoryProperty, _, _): kind = .missing
    case (.lacksMinimumCount, let count?, let bound?): kind = .tooFew(count: count, minimum: bound)
    case (.exceedsMaximumCount, let count?, let bound?):
      kind = .tooMany(count: count, maximum: bound)
    case (nil, _, _), (.lacksMinimumCount, _, _), (.exceedsMaximumCount, _, _): return nil
    default:
      report(members["code"] ?? node, expected: "1570, 1580 or 1590")
      return nil
    }
    return owner.map {
      Outcome.Violation(object: $0.object, relationship: $0.relationship, kind: kind)
    }
  }

  private mutating func refusal(_ node: JSONNode, in fixture: Fixture) -> Outcome.Refusal? {
    guard let members = members(node, of: .refusal) else { return nil }
    let code = errorCode(members["code"])
    let object = object(members["object"], in: fixture)
    let explanation = string(members["explanation"])
    guard let code, let object, let explanation else { return nil }
    return Outcome.Refusal(code: code, object: object, explanation: explanation)
  }
}

extension JSONText {
  /// All that an implementation answered.
  package init(_ outcome: Outcome) {
    let references = outcome.references.sorted {
      ($0.object, $0.relationship) < ($1.object, $1.relationship)
    }
    let values = outcome.values.sorted { ($0.object, $0.attribute) < ($1.object, $1.attribute) }
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
        ("refusals", .array(outcome.refusals.map { JSONText($0) })),
        ("forgiven", .links(outcome.forgiven)),
        ("cascaded", .links(outcome.cascaded)),
        ("requested", .strings(outcome.requested)),
        ("references", .array(references.map { JSONText($0) })),
        ("values", .array(values.map { JSONText($0) })),
        ("fetched", .array(outcome.fetched.map { JSONText($0) })),
      ] + (outcome.stale.isEmpty ? [] : [("stale", .strings(outcome.stale))])
        + (outcome.isDeleted.isEmpty ? [] : [("isDeleted", .strings(outcome.isDeleted))])
        + (outcome.reading.map { [("read", .string($0.rawValue))] } ?? []))
  }

  /// The part of an outcome that reports have: without what only an implementation is asked for.
  package init(reporting outcome: Outcome) {
    let kept: Set = [
      "deleted", "kept", "effect", "nullified", "dangling", "denials", "stored", "error", "merged",
      "violations", "object", "relationship", "blockers", "code", "read",
    ]
    self = JSONText(outcome).keeping(kept)
  }

  private init(_ denial: Outcome.Denial) {
    self = .object([
      ("object", .string(denial.object)), ("relationship", .string(denial.relationship)),
      ("blockers", .strings(denial.blockers)),
    ])
  }

  private init(_ violation: Outcome.Violation) {
    let counts: [(String, JSONText)] =
      switch violation.kind {
      case .missing: []
      case .tooFew(let count, let bound), .tooMany(let count, let bound):
        [("count", .integer(count)), ("bound", .integer(bound))]
      }
    self = .object(
      [
        ("object", .string(violation.object)), ("relationship", .string(violation.relationship)),
        ("code", .integer(violation.kind.code.rawValue)),
      ] + counts)
  }

  private init(_ refusal: Outcome.Refusal) {
    self = .object([
      ("code", .integer(refusal.code.rawValue)), ("object", .string(refusal.object)),
      ("explanation", .string(refusal.explanation)),
    ])
  }
}
