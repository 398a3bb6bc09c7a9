import ObjectGraph
import SourceText

// Observed states as files have them: as a statement of a matrix, as a program of the protocol saw
// them, and as reports show them.

extension ObservedState {
  /// The keys of a statement that may be left out.
  static let statementKeys = [
    "dangling", "nullified", "stored", "isDeleted", "read", "error", "references", "values",
    "fetched",
  ]

  /// The members of a statement of a matrix, in the order of a file.
  var statedMembers: [(String, JSONText?)] {
    [
      ("deleted", deleted.map { .strings($0) } ?? .null),
      ("effect", .nullable(effect?.rawValue)),
      ("nullified", nullified.map { .links($0) }),
      ("dangling", dangling.map { .links($0) }),
      ("stored", stored.map { .strings($0) }),
      ("isDeleted", isDeleted.map { .strings($0) }),
      ("read", reading.map { .string($0.rawValue) }),
      ("error", error.map { .integer($0.rawValue) }),
      ("references", .list((references ?? []).map { JSONText($0) })),
      ("values", .list((values ?? []).map { JSONText($0) })),
      ("fetched", .list((fetched ?? []).map { JSONText($0) })),
    ]
  }
}

extension ObservedState.Refusal {
  fileprivate var order: [String] {
    [kind.rawValue, object ?? "", relationship ?? "", "\(code ?? 0)", raw ?? ""]
  }

  fileprivate var place: [(String, JSONText)] {
    [("object", .string(object ?? "")), ("relationship", .string(relationship ?? ""))]
  }
}

extension FileReading {
  /// Reads the statement of a matrix.
  mutating func statement(
    _ members: [String: JSONNode], in fixture: Fixture
  ) -> ObservedState {
    var state = ObservedState()
    state.deleted = names(members["deleted"], in: fixture)
    state.effect = nullableChoice(members["effect"], Effect.self)
    state.nullified = links(members["nullified"], in: fixture)
    state.dangling = links(members["dangling"], in: fixture)
    state.stored = names(members["stored"], in: fixture)
    state.isDeleted = names(members["isDeleted"], in: fixture)
    state.reading = choice(members["read"], Outcome.Reading.self)
    state.error = errorCode(members["error"])
    state.references = some(
      list(members["references"], expected: "an array of references") {
        $0.heldReferences($1, in: fixture)
      })
    state.values = some(values(members["values"], in: fixture))
    state.fetched = some(
      list(members["fetched"], expected: "an array of fetches") { $0.fetched($1, in: fixture) })
    return state
  }

  private mutating func errorCode(_ node: JSONNode?) -> ErrorCode? {
    guard let node else { return nil }
    if case .integer(let number) = node.content, let code = ErrorCode(rawValue: number) {
      return code
    }
    let known = ErrorCode.allCases.map { "\($0.rawValue)" }
    report(node, expected: known.listed("or"))
    return nil
  }
}

extension FormatObject {
  package static let seenState = FormatObject(
    "sight", "what is seen", required: ["after"],
    optional: [
      "alive", "holds", "stored", "refused", "crashed", "read", "isDeleted", "merged", "values",
      "fetched", "reads", "readsBefore", "reopened", "asked", "entities", "fatal",
    ])
  package static let reopened = FormatObject(
    "reopened", "what is there after opening anew", required: ["alive", "holds", "reads"])
  package static let asked = FormatObject(
    "asked", "what a save asked of a store", required: ["inserted", "updated", "deleted", "holds"],
    optional: ["error"])
  package static let refusal = FormatObject(
    "sightRefusal", "what refused a save", required: ["kind"],
    optional: ["object", "relationship", "code", "raw"])
}

extension FileReading {
  /// Reads what an implementation saw, as the protocol and recordings have it.
  package mutating func seenState(_ node: JSONNode, in fixture: Fixture) -> ObservedState? {
    guard let members = members(node, of: .seenState), let step = count(members["after"])
    else { return nil }
    var state = ObservedState(after: step)
    state.kept = names(members["alive"], in: fixture)
    state.references = some(
      list(members["holds"], expected: "an array of references") {
        $0.heldReferences($1, in: fixture)
      })
    state.stored = names(members["stored"], in: fixture)
    state.refused = some(
      list(members["refused"], expected: "an array of refusals") { $0.refusal($1, in: fixture) }
        // In whatever order they come, they say the same.
        .sorted { $0.order.lexicographicallyPrecedes($1.order) })
    if bool(members["crashed"]) == true { state.effect = .crash }
    state.reading = choice(members["read"], Outcome.Reading.self)
    state.isDeleted = names(members["isDeleted"], in: fixture)
    state.merged = some(
      list(members["merged"], expected: "an array of pairs") { $0.merged($1, in: fixture) })
    if members["values"] != nil { state.values = values(members["values"], in: fixture) }
    if members["fetched"] != nil {
      state.fetched = list(members["fetched"], expected: "an array of fetches") {
        $0.fetched($1, in: fixture)
      }
    }
    state.reads = reads(members["reads"], in: fixture)
    state.readsBefore = reads(members["readsBefore"], in: fixture)
    state.reopened = members["reopened"].flatMap { reopened($0, in: fixture) }
    if members["asked"] != nil {
      state.storeRequests = list(members["asked"], expected: "an array of what saves asked") {
        $0.storeRequest($1, in: fixture)
      }
    }
    if let node = members["entities"] { state.entities = entities(node) }
    state.fatal = string(members["fatal"], expected: "what was said at the trap")
    if state.kept == nil && state.refused == nil && state.effect == nil && state.reading != .trap {
      report(
        node.location,
        "found no \"alive\"; expected the objects that a list shows, unless the save is refused")
    }
    return state
  }

  /// The elements of a list that states something; nil for an empty one.
  private func some<Element>(_ elements: [Element]) -> [Element]? {
    elements.isEmpty ? nil : elements
  }

  private mutating func reads(_ node: JSONNode?, in fixture: Fixture) -> [ObservedState.Read]? {
    guard node != nil else { return nil }
    return list(node, expected: "an array of reads") { reading, node -> ObservedState.Read? in
      let expected = "[\"object\", \"relationship\", \"trap\", \"empty\" or \"readable\"]"
      guard let parts = reading.tuple(node, of: 3, expected: expected),
        let object = reading.string(parts[0]), let relationship = reading.string(parts[1]),
        reading.checkObject(object, at: parts[0].location, in: fixture),
        let word = reading.choice(parts[2], Outcome.Reading.self)
      else { return nil }
      return ObservedState.Read(object: object, relationship: relationship, reading: word)
    }
  }

  private mutating func reopened(_ node: JSONNode, in fixture: Fixture) -> ObservedState.Reopened? {
    guard let members = members(node, of: .reopened),
      let alive = names(members["alive"], in: fixture),
      let reads = reads(members["reads"], in: fixture)
    else { return nil }
    let holds = list(members["holds"], expected: "an array of references") {
      $0.heldReferences($1, in: fixture)
    }
    return ObservedState.Reopened(kept: alive, references: holds, reads: reads)
  }

  private mutating func storeRequest(_ node: JSONNode, in fixture: Fixture) -> ObservedState
    .StoreRequest?
  {
    guard let members = members(node, of: .asked),
      let inserted = names(members["inserted"], in: fixture),
      let updated = names(members["updated"], in: fixture),
      let deleted = names(members["deleted"], in: fixture)
    else { return nil }
    let holds = list(members["holds"], expected: "an array of references") {
      $0.heldReferences($1, in: fixture)
    }
    return ObservedState.StoreRequest(
      inserted: inserted, updated: updated, deleted: deleted, references: holds,
      error: string(members["error"], expected: "why it was not done"))
  }

  private mutating func merged(_ node: JSONNode, in fixture: Fixture) -> [String]? {
    let expected = "a new object and the stored one that took it over"
    guard let parts = tuple(node, of: 2, expected: expected) else { return nil }
    let names = parts.compactMap { string($0, expected: "a name") }
    let areKnown = zip(parts, names).map { checkObject($1, at: $0.location, in: fixture) }
    return areKnown == [true, true] ? names : nil
  }

  private mutating func refusal(
    _ node: JSONNode, in fixture: Fixture
  ) -> ObservedState.Refusal? {
    guard let members = members(node, of: .refusal) else { return nil }
    let kind = choice(members["kind"], ObservedState.Refusal.Kind.self)
    let object = nullableString(members["object"], expected: "an object's name")
    if let object, let node = members["object"] {
      _ = checkObject(object, at: node.location, in: fixture)
    }
    let relationship = nullableString(members["relationship"], expected: "a relationship's name")
    var code: Int?
    if case .integer(let number)? = members["code"]?.content { code = number }
    var raw: String?
    if case .string(let text)? = members["raw"]?.content { raw = text }
    return kind.map {
      ObservedState.Refusal(
        $0, object: object, relationship: relationship, code: code, raw: raw)
    }
  }
}

extension JSONText {
  /// A state as the protocol and recordings have it.
  package init(seen state: ObservedState) {
    self = .stating([
      ("after", state.step.map { .integer($0) }),
      ("alive", state.kept.map { .strings($0) }),
      ("holds", .list((state.references ?? []).map { JSONText($0) })),
      ("stored", state.stored.map { .strings($0) }),
      ("refused", .list((state.refused ?? []).map { JSONText($0) })),
      ("crashed", state.effect == .crash ? .bool(true) : nil),
      ("read", state.reading.map { .string($0.rawValue) }),
      ("isDeleted", state.isDeleted.map { .strings($0) }),
      ("merged", .list((state.merged ?? []).map { .strings($0) })),
      ("values", state.values.map { .array($0.map { JSONText($0) }) }),
      ("fetched", state.fetched.map { .array($0.map { JSONText($0) }) }),
      ("reads", state.reads.map { .array($0.map { JSONText($0) }) }),
      ("readsBefore", state.readsBefore.map { .array($0.map { JSONText($0) }) }),
      (
        "reopened",
        state.reopened.map {
          .object([
            ("alive", .strings($0.kept)), ("holds", .array($0.references.map { JSONText($0) })),
            ("reads", .array($0.reads.map { JSONText($0) })),
          ])
        }
      ),
      ("asked", state.storeRequests.map { .array($0.map { JSONText($0) }) }),
      ("entities", state.entities.map { .entities($0) }),
      ("fatal", state.fatal.map { .string($0) }),
    ])
  }

  private init(_ asked: ObservedState.StoreRequest) {
    self = .object(
      [
        ("inserted", .strings(asked.inserted)), ("updated", .strings(asked.updated)),
        ("deleted", .strings(asked.deleted)),
        ("holds", .array(asked.references.map { JSONText($0) })),
      ] + (asked.error.map { [("error", .string($0))] } ?? []))
  }

  private init(_ read: ObservedState.Read) {
    self = .strings([read.object, read.relationship, read.reading.rawValue])
  }

  private init(_ refusal: ObservedState.Refusal) {
    self = .stating([
      ("kind", .string(refusal.kind.rawValue)),
      ("object", refusal.object.map { .string($0) }),
      ("relationship", refusal.relationship.map { .string($0) }),
      ("code", refusal.code.map { .integer($0) }),
      ("raw", refusal.raw.map { .string($0) }),
    ])
  }
}

extension JSONText {
  /// The JSON of an outcome in reports.
  package init(reporting outcome: Outcome) {
    let denials = outcome.denials.map {
      JSONText.object($0.place + [("blockers", .strings($0.blockers))])
    }
    let violations = outcome.violations.map {
      JSONText.object($0.place + [("code", .integer($0.code ?? 0))])
    }
    self = .object(
      [
        ("deleted", .strings(outcome.deleted)),
        ("kept", .strings(outcome.kept)),
        ("effect", .string(outcome.effect.rawValue)),
        ("nullified", .links(outcome.nullified)),
        ("dangling", .links(outcome.dangling)),
        ("denials", .array(denials)),
        ("stored", .strings(outcome.stored)),
        ("error", outcome.error.map { .integer($0.rawValue) } ?? .null),
        ("merged", .array(outcome.merged.map { .strings($0) })),
        ("violations", .array(violations)),
      ] + (outcome.reading.map { [("read", .string($0.rawValue))] } ?? []))
  }

  /// The fields of a statement, as reports of the matrices show them.
  package init(reportingStated state: ObservedState) {
    let rarely: [(String, JSONText?)] = [
      ("isDeleted", state.isDeleted.map { .strings($0) }),
      ("read", state.reading.map { .string($0.rawValue) }),
    ]
    let always: [(String, JSONText)] = [
      ("deleted", state.deleted.map { .strings($0) } ?? .null),
      ("effect", .nullable(state.effect?.rawValue)),
      ("nullified", state.nullified.map { .links($0) } ?? .null),
      ("dangling", state.dangling.map { .links($0) } ?? .null),
      ("stored", state.stored.map { .strings($0) } ?? .null),
      ("error", state.error.map { .integer($0.rawValue) } ?? .null),
    ]
    self = .object(always + rarely.compactMap { key, value in value.map { (key, $0) } })
  }

  /// The JSON of an observed state in reports, under the keys of a prediction.
  package init(reportingSeen state: ObservedState) {
    var outcome = Outcome(
      deleted: state.deleted ?? [], kept: state.kept ?? [], effect: state.effect ?? .ok)
    (outcome.nullified, outcome.dangling) = (state.nullified ?? [], state.dangling ?? [])
    outcome.refusals = (state.refused ?? []).filter { $0.kind == .denied }
    outcome.stored = state.stored ?? []
    (outcome.error, outcome.merged) = (state.error, state.merged ?? [])
    outcome.reading = state.reading
    self.init(reporting: outcome)
  }
}
