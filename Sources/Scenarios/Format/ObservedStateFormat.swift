import CompiledOnce
import ObjectGraph
import SourceText

// Observed states as files have them: as a statement of a matrix, as a program of the protocol saw
// them, and as reports show them.

extension ObservedState {
  static let statementFields: [FormatField<ObservedState>] = [
    .stated(
      "deleted", \.deleted, .objectsOrNull, isRequired: true,
      "Every object that is gone from the pending state; null where it is not stated."),
    .stated("effect", \.effect, .wordOrNull, isRequired: true, "Null where it is not stated."),
    .stated(
      "nullified", \.nullified, .linksOrNull,
      "References that survivors lost; absent or null where it is not stated."),
    .stated(
      "dangling", \.dangling, .linksOrNull,
      "References of survivors that lead to a deleted object; absent or null where it is not stated."
    ),
    .stated(
      "stored", \.stored, .objectsOrNull,
      "Every object that a fetch from the store finds; absent or null where it is not stated."),
    .stated(
      "isDeleted", \.isDeleted, .objectsOrNull,
      "Every object of which isDeleted is true; absent or null where it is not stated."),
    .stated("read", \.reading, .reading),
    .stated(
      "error", \.error, .errorCode,
      "Core Data's number for what refuses the save; 1560 for several problems at once."),
    .stated("references", \.references, .heldReferences.unlessEmpty()),
    .stated("values", \.values, .values.unlessEmpty()),
    .stated("fetched", \.fetched, .fetched.unlessEmpty()),
  ]

  /// The state that a program of the protocol saw after a step, as it and recordings have it.
  package static let format = FileFormat(
    "sight", "what is seen",
    "What is seen after a step. What is left out is not stated, and not compared; alive must be there "
      + "unless the save was refused or the step crashed.",
    blank: ObservedState(),
    [
      .stated("after", \.step, .count, isRequired: true),
      .stated("alive", \.kept, .objects, "The objects that a list shows."),
      .stated(
        "holds", \.references, .heldReferences.unlessEmpty(),
        "What each relationship of these holds, whether it is there or not; what is left out holds "
          + "nothing."),
      .stated("stored", \.stored, .objects, "The objects that a fetch from the store finds."),
      .stated("refused", \.refused, .refusals.unlessEmpty()),
      FormatField(
        .optional(
          "crashed", .bool, "Whether the last step crashed, said by one who did not die of it."),
        read: { reading, node, _, state in
          if reading.bool(node) == true { state.effect = .crash }
          return true
        }, write: { $0.effect == .crash ? .bool(true) : nil }),
      .stated("read", \.reading, .reading),
      .stated("isDeleted", \.isDeleted, .objects),
      .stated("merged", \.merged, .mergedPairs.unlessEmpty()),
      .stated("values", \.values, .values),
      .stated("fetched", \.fetched, .fetched),
      .stated("reads", \.reads, .reads),
      .stated(
        "readsBefore", \.readsBefore, .reads, "The same before the step, where that is a save."),
      .stated("reopened", \.reopened, .object(Reopened.format)),
      .stated(
        "asked", \.storeRequests,
        .list(of: .object(StoreRequest.format), expected: "an array of what saves asked"),
        "What each save so far asked of a store that only records."),
      .stated("entities", \.entities, .entities, "As the implementation resolved them."),
      .stated(
        "fatal", \.fatal, .text("what was said at the trap"),
        "What was said at the trap that the crash or a read came to."),
    ])
}

extension ObservedState.Reopened {
  fileprivate static let format = FileFormat(
    "reopened", "what is there after opening anew",
    "What is there after the store was opened anew.",
    blank: ObservedState.Reopened(kept: [], references: [], reads: []),
    [
      .required("alive", \.kept, .objects),
      .listed("holds", \.references, .heldReferences, isRequired: true),
      .required("reads", \.reads, .reads),
    ])
}

extension ObservedState.StoreRequest {
  fileprivate static let format = FileFormat(
    "asked", "what a save asked of a store",
    "What a save asked of a store that only records; holds: of those that are inserted or updated, as "
      + "far as that was told.",
    blank: ObservedState.StoreRequest(
      inserted: [], updated: [], deleted: [], references: [], error: nil),
    [
      .required("inserted", \.inserted, .objects),
      .required("updated", \.updated, .objects),
      .required("deleted", \.deleted, .objects),
      .listed("holds", \.references, .heldReferences, isRequired: true),
      .stated(
        "error", \.error, .text("why it was not done"),
        "Why the save was not done, or nothing is known of it."),
    ])
}

extension ObservedState.Refusal {
  fileprivate static let format = FileFormat(
    "sightRefusal", "what refused a save",
    "Something that refused the last save, or the batch delete.",
    blank: ObservedState.Refusal(.other),
    [
      .required("kind", \.kind, .word),
      .stated("object", \.object, .objectOrNull),
      .stated("relationship", \.relationship, .textOrNull("a relationship's name")),
      .stated("code", \.code, .integer, "Core Data's number for it."),
      .stated("raw", \.raw, .anyText, "The implementation's own words."),
    ])

  fileprivate var order: [String] {
    [kind.rawValue, object ?? "", relationship ?? "", "\(code ?? 0)", raw ?? ""]
  }

  fileprivate var place: [(String, JSONText)] {
    [("object", .string(object ?? "")), ("relationship", .string(relationship ?? ""))]
  }
}

extension Notation<[ObservedState.Refusal]> {
  /// Reasons, sorted: in whatever order they come, they say the same.
  fileprivate static var refusals: Notation {
    let refusals = list(
      of: .object(ObservedState.Refusal.format), expected: "an array of refusals")
    return Notation(
      refusals.shape,
      read: {
        refusals.read(&$0, $1, &$2)?.sorted { $0.order.lexicographicallyPrecedes($1.order) }
      }, write: refusals.write)
  }
}

extension Notation<String> {
  fileprivate static var objectOrNull: Notation {
    Notation(
      .nullableName,
      read: { reading, node, fixture in
        let object = reading.nullableString(node, expected: "an object's name")
        if let object { _ = reading.checkObject(object, at: node.location, in: fixture) }
        return object
      }, write: { .string($0) })
  }
}

extension Notation<ErrorCode> {
  fileprivate static var errorCode: Notation {
    let known = ErrorCode.allCases.map(\.rawValue)
    return Notation(
      .oneOf(known.map { .integer($0) }),
      read: { reading, node, _ in
        if case .integer(let number) = node.content, let code = ErrorCode(rawValue: number) {
          return code
        }
        reading.report(node, expected: known.map { "\($0)" }.listed("or"))
        return nil
      }, write: { .integer($0.rawValue) })
  }
}

extension Notation<[ObservedState.Read]> {
  fileprivate static var reads: Notation {
    let read = Notation<ObservedState.Read>(
      .tuple([.name, .name, Notation<Outcome.Reading>.reading.shape]),
      read: { reading, node, fixture in
        let expected = "[\"object\", \"relationship\", \"trap\", \"empty\" or \"readable\"]"
        guard let parts = reading.tuple(node, of: 3, expected: expected),
          let object = reading.string(parts[0]), let relationship = reading.string(parts[1]),
          reading.checkObject(object, at: parts[0].location, in: fixture),
          let word = reading.choice(parts[2], Outcome.Reading.self)
        else { return nil }
        return ObservedState.Read(object: object, relationship: relationship, reading: word)
      }, write: { .strings([$0.object, $0.relationship, $0.reading.rawValue]) })
    return list(of: read, expected: "an array of reads").named(
      "reads",
      "What reading through each relationship to what is gone came to: the object, its relationship, "
        + "and the reading.")
  }
}

extension Notation<[[String]]> {
  /// New objects, each with the stored one that took it over.
  fileprivate static var mergedPairs: Notation {
    let pair = Notation<[String]>(
      .list(.name, least: 2, most: 2),
      read: { reading, node, fixture in
        let expected = "a new object and the stored one that took it over"
        guard let parts = reading.tuple(node, of: 2, expected: expected) else { return nil }
        let names = parts.compactMap { reading.string($0, expected: "a name") }
        let areKnown = zip(parts, names).map {
          reading.checkObject($1, at: $0.location, in: fixture)
        }
        return areKnown == [true, true] ? names : nil
      }, write: { .strings($0) })
    return list(of: pair, expected: "an array of pairs")
  }
}

extension Notation<ObservedState> {
  /// The notation of what an implementation saw, in the protocol and in recordings.
  package static var look: Notation {
    Notation(
      .object(ObservedState.format.object),
      read: { reading, node, fixture in
        let state = reading.value(node, of: ObservedState.format, in: &fixture)
        guard let state, state.step != nil else { return nil }
        if state.kept == nil && state.refused == nil && state.effect == nil
          && state.reading?.stopsReader != true
        {
          reading.report(
            node.location,
            "found no \"alive\"; expected the objects that a list shows, unless the save is refused"
          )
        }
        return state
      }, write: ObservedState.format.json)
  }
}

extension JSONText {
  package init(reporting outcome: Outcome) {
    let denials = outcome.denials.map {
      JSONText.object($0.place + [("blockers", .strings($0.blockers))])
    }
    let violations = outcome.violations.map {
      JSONText.object($0.place + [("code", .integer($0.code ?? 0))])
    }
    let links = { (links: [NamedLink]) in
      JSONText.array(links.map { JSONText($0) })
    }
    self = .object(
      [
        ("deleted", .strings(outcome.deleted)),
        ("kept", .strings(outcome.kept)),
        ("effect", .string(outcome.effect.rawValue)),
        ("nullified", links(outcome.nullified)),
        ("dangling", links(outcome.dangling)),
        ("denials", .array(denials)),
        ("stored", .strings(outcome.stored)),
        ("error", outcome.error.map { .integer($0.rawValue) } ?? .null),
        ("merged", .array(outcome.merged.map { .strings($0) })),
        ("violations", .array(violations)),
      ] + (outcome.reading.map { [("read", .string($0.rawValue))] } ?? []))
  }

  /// The JSON of the possible outcomes of a step: the only one, null for none, or `oneOf` with the
  /// fields that are the same in all of them.
  package init(reportingOneOf outcomes: [Outcome]) {
    let all = outcomes.map { JSONText(reporting: $0) }
    guard all.count > 1, case .object(let members) = all[0] else {
      self = all.first ?? .null
      return
    }
    let shared = members.filter { key, value in
      all.allSatisfy { outcome in
        guard case .object(let others) = outcome else { return false }
        return others.contains { $0.0 == key && $0.1.line == value.line }
      }
    }
    self = .object(shared + [("oneOf", .array(all))])
  }

  /// The fields of a statement, as reports of the matrices show them.
  package init(reportingStated state: ObservedState) {
    let members = Dictionary(
      uniqueKeysWithValues: ObservedState.statementFields.map { ($0.key.name, $0.write(state)) })
    let always = ["deleted", "effect", "nullified", "dangling", "stored", "error"]
    self = .stating(
      always.map { ($0, members[$0].flatMap { $0 } ?? .null) }
        + ["isDeleted", "read"].map { ($0, members[$0].flatMap { $0 }) })
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
