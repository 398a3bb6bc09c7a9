import ObjectGraph
import Scenarios
import SourceText

/// What an implementation sees after a step, by the names of the scenario's objects.
///
/// What is nil is not stated, and not compared.
public struct Sight: Hashable, Sendable {
  /// Something that refused the last save, or the batch delete.
  public struct Refusal: Hashable, Sendable {
    /// What it is about.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
      /// A deny rule holds something.
      case denied
      /// A mandatory relationship is empty.
      case missing
      /// A relationship holds less than its least number.
      case tooFew
      /// A relationship holds more than its greatest number.
      case tooMany
      /// Anything else, or something that the implementation does not tell.
      case other
    }

    /// What it is about.
    public let kind: Kind
    /// The object that cannot be deleted or saved; nil where that is not told.
    public let object: String?
    /// The relationship that stands in the way; nil where that is not told.
    public let relationship: String?
    /// Core Data's number for it; nil where there is none.
    public let code: Int?
    /// The implementation's own words.
    public let raw: String?

    fileprivate var order: [String] {
      [kind.rawValue, object ?? "", relationship ?? "", "\(code ?? 0)", raw ?? ""]
    }

    /// States what refused a save.
    public init(
      _ kind: Kind, object: String? = nil, relationship: String? = nil, code: Int? = nil,
      raw: String? = nil
    ) {
      self.kind = kind
      self.object = object
      self.relationship = relationship
      self.code = code
      self.raw = raw
    }
  }

  /// What reading through a relationship to what is no longer there came to.
  public struct Read: Hashable, Sendable {
    /// The object that was read.
    public let object: String
    /// The relationship of it.
    public let relationship: String
    /// What came of reading a property of what it holds.
    public let reading: Outcome.Reading
  }

  /// What is there after the store was opened anew.
  public struct Reopened: Hashable, Sendable {
    /// The objects that a list shows.
    public let alive: [String]
    /// What each relationship of these holds; of those that are left out, nothing.
    public let holds: [NamedReferences]
    /// What reading came to.
    public let reads: [Read]
  }

  /// What a save asked of a store that only keeps what it is told to.
  public struct Asked: Hashable, Sendable {
    /// The objects to insert.
    public let inserted: [String]
    /// The objects to store otherwise.
    public let updated: [String]
    /// The objects to delete.
    public let deleted: [String]
    /// What those hold that are inserted or updated, as far as that was told.
    public let holds: [NamedReferences]
    /// Why the save was not done, or nothing is known of it; nil where it was done.
    public let error: String?
  }

  /// After how many steps it is.
  public let step: Int
  /// The objects that a list shows; nil where that is not known after a refusal, or after a crash.
  public var alive: [String]?
  /// What each relationship of these holds; of those that are left out, nothing.
  public var holds: [NamedReferences] = []
  /// The objects that a fetch from the store finds.
  public var stored: [String]?
  /// What refused the last save or batch delete; empty where it was done.
  public var refused: [Refusal] = []
  /// Whether the last step crashed, said by one who did not die of it.
  public var hasCrashed = false
  /// What the last step read.
  public var reading: Outcome.Reading?
  /// The objects of which `isDeleted` is true.
  public var isDeleted: [String]?
  /// New objects that a stored one took over: new, stored.
  public var merged: [[String]] = []
  /// The values of attributes.
  public var values: [NamedValue]?
  /// What the fetches find that were asked for.
  public var fetched: [FetchedObjects]?
  /// What reading through each reference to what is gone came to; nil where that was not tried.
  public var reads: [Read]?
  /// What that came to before the step, where that is a save; nil where that was not tried.
  public var readsBefore: [Read]?
  /// What is there after the store was opened anew; nil where that was not tried.
  public var reopened: Reopened?
  /// What each save so far asked of a store that only records; nil where that was not tried.
  public var asked: [Asked]?
  /// The entities as the implementation resolved them; nil where it does not tell.
  public var entities: [Entity]?
  /// What was said at the trap that the crash or a read came to.
  public var fatal: String?

  /// Sees something after a step.
  ///
  /// - Parameters:
  ///   - step: After how many steps.
  ///   - alive: The objects that a list shows.
  ///   - holds: What each relationship of these holds.
  public init(after step: Int, alive: [String]?, holds: [NamedReferences] = []) {
    self.step = step
    self.alive = alive?.sorted()
    self.holds = holds
  }

  /// What an outcome looks like from outside.
  public init(_ outcome: Outcome, after step: Int) {
    self.init(
      after: step, alive: outcome.kept,
      holds: outcome.references.filter { !$0.destinations.isEmpty }.sorted {
        ($0.object, $0.relationship) < ($1.object, $1.relationship)
      })
    stored = outcome.stored
    refused =
      outcome.denials.map {
        Refusal(.denied, object: $0.object, relationship: $0.relationship, code: 1600)
      }
      + outcome.violations.map {
        Refusal(
          $0.kind.refusal, object: $0.object, relationship: $0.relationship,
          code: $0.kind.code.rawValue)
      }
    let told = Set(refused.compactMap(\.object))
    refused += outcome.refusals.filter { !told.contains($0.object) || refused.isEmpty }.map {
      Refusal(.other, object: $0.object, code: $0.code.rawValue, raw: $0.explanation)
    }
    hasCrashed = outcome.effect == .crash
    reading = outcome.reading
    isDeleted = outcome.isDeleted
    merged = outcome.merged
    values = outcome.values.sorted { ($0.object, $0.attribute) < ($1.object, $1.attribute) }
    fetched = outcome.fetched
  }
}

extension ObjectGraph.Violation.Kind {
  fileprivate var refusal: Sight.Refusal.Kind {
    switch self {
    case .missing: .missing
    case .tooFew: .tooFew
    case .tooMany: .tooMany
    }
  }
}

extension FormatObject {
  static let sight = FormatObject(
    "sight", "what is seen", required: ["after"],
    optional: [
      "alive", "holds", "stored", "refused", "crashed", "read", "isDeleted", "merged", "values",
      "fetched", "reads", "readsBefore", "reopened", "asked", "entities", "fatal",
    ])
  static let reopened = FormatObject(
    "reopened", "what is there after opening anew", required: ["alive", "holds", "reads"])
  static let asked = FormatObject(
    "asked", "what a save asked of a store", required: ["inserted", "updated", "deleted", "holds"],
    optional: ["error"])
  static let sightRefusal = FormatObject(
    "sightRefusal", "what refused a save", required: ["kind"],
    optional: ["object", "relationship", "code", "raw"])
}

extension FileReading {
  /// Reads what is seen of a scenario's objects.
  mutating func sight(_ node: JSONNode, in fixture: Fixture) -> Sight? {
    guard let members = members(node, of: .sight), let step = count(members["after"])
    else { return nil }
    let alive = names(members["alive"], in: fixture)
    var sight = Sight(after: step, alive: alive)
    sight.holds = list(members["holds"], expected: "an array of references") {
      $0.heldReferences($1, in: fixture)
    }
    sight.stored = names(members["stored"], in: fixture)?.sorted()
    sight.refused = list(members["refused"], expected: "an array of refusals") {
      $0.sightRefusal($1, in: fixture)
    }
    // In whatever order they come, they say the same.
    .sorted { $0.order.lexicographicallyPrecedes($1.order) }
    sight.hasCrashed = bool(members["crashed"]) ?? false
    sight.reading = choice(members["read"], Outcome.Reading.self)
    sight.isDeleted = names(members["isDeleted"], in: fixture)?.sorted()
    sight.merged = list(members["merged"], expected: "an array of pairs") {
      $0.merged($1, in: fixture)
    }
    if members["values"] != nil { sight.values = values(members["values"], in: fixture) }
    if members["fetched"] != nil {
      sight.fetched = list(members["fetched"], expected: "an array of fetches") {
        $0.fetched($1, in: fixture)
      }
    }
    sight.reads = reads(members["reads"], in: fixture)
    sight.readsBefore = reads(members["readsBefore"], in: fixture)
    sight.reopened = members["reopened"].flatMap { reopened($0, in: fixture) }
    if members["asked"] != nil {
      sight.asked = list(members["asked"], expected: "an array of what saves asked") {
        $0.asked($1, in: fixture)
      }
    }
    if let node = members["entities"] { sight.entities = entities(node) }
    sight.fatal = string(members["fatal"], expected: "what was said at the trap")
    if alive == nil && sight.refused.isEmpty && !sight.hasCrashed && sight.reading != .trap {
      report(
        node.location,
        "found no \"alive\"; expected the objects that a list shows, unless the save is refused")
    }
    return sight
  }

  private mutating func reads(_ node: JSONNode?, in fixture: Fixture) -> [Sight.Read]? {
    guard node != nil else { return nil }
    return list(node, expected: "an array of reads") { reading, node -> Sight.Read? in
      let expected = "[\"object\", \"relationship\", \"trap\", \"empty\" or \"readable\"]"
      guard let parts = reading.tuple(node, of: 3, expected: expected),
        let object = reading.string(parts[0]), let relationship = reading.string(parts[1]),
        reading.checkObject(object, at: parts[0].location, in: fixture),
        let word = reading.choice(parts[2], Outcome.Reading.self)
      else { return nil }
      return Sight.Read(object: object, relationship: relationship, reading: word)
    }
  }

  private mutating func reopened(_ node: JSONNode, in fixture: Fixture) -> Sight.Reopened? {
    guard let members = members(node, of: .reopened),
      let alive = names(members["alive"], in: fixture),
      let reads = reads(members["reads"], in: fixture)
    else { return nil }
    let holds = list(members["holds"], expected: "an array of references") {
      $0.heldReferences($1, in: fixture)
    }
    return Sight.Reopened(alive: alive, holds: holds, reads: reads)
  }

  private mutating func asked(_ node: JSONNode, in fixture: Fixture) -> Sight.Asked? {
    guard let members = members(node, of: .asked),
      let inserted = names(members["inserted"], in: fixture),
      let updated = names(members["updated"], in: fixture),
      let deleted = names(members["deleted"], in: fixture)
    else { return nil }
    let holds = list(members["holds"], expected: "an array of references") {
      $0.heldReferences($1, in: fixture)
    }
    return Sight.Asked(
      inserted: inserted, updated: updated, deleted: deleted, holds: holds,
      error: string(members["error"], expected: "why it was not done"))
  }

  private mutating func merged(_ node: JSONNode, in fixture: Fixture) -> [String]? {
    let expected = "a new object and the stored one that took it over"
    guard let parts = tuple(node, of: 2, expected: expected) else { return nil }
    let names = parts.compactMap { string($0, expected: "a name") }
    let areKnown = zip(parts, names).map { checkObject($1, at: $0.location, in: fixture) }
    return areKnown == [true, true] ? names : nil
  }

  private mutating func sightRefusal(
    _ node: JSONNode, in fixture: Fixture
  ) -> Sight.Refusal? {
    guard let members = members(node, of: .sightRefusal) else { return nil }
    let kind = choice(members["kind"], Sight.Refusal.Kind.self)
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
      Sight.Refusal($0, object: object, relationship: relationship, code: code, raw: raw)
    }
  }
}

extension JSONText {
  init(_ sight: Sight) {
    self = .stating([
      ("after", .integer(sight.step)),
      ("alive", sight.alive.map { .strings($0) }),
      ("holds", .list(sight.holds.map { JSONText($0) })),
      ("stored", sight.stored.map { .strings($0) }),
      ("refused", .list(sight.refused.map { JSONText($0) })),
      ("crashed", sight.hasCrashed ? .bool(true) : nil),
      ("read", sight.reading.map { .string($0.rawValue) }),
      ("isDeleted", sight.isDeleted.map { .strings($0) }),
      ("merged", .list(sight.merged.map { .strings($0) })),
      ("values", sight.values.map { .array($0.map { JSONText($0) }) }),
      ("fetched", sight.fetched.map { .array($0.map { JSONText($0) }) }),
      ("reads", sight.reads.map { .array($0.map { JSONText($0) }) }),
      ("readsBefore", sight.readsBefore.map { .array($0.map { JSONText($0) }) }),
      (
        "reopened",
        sight.reopened.map {
          .object([
            ("alive", .strings($0.alive)), ("holds", .array($0.holds.map { JSONText($0) })),
            ("reads", .array($0.reads.map { JSONText($0) })),
          ])
        }
      ),
      ("asked", sight.asked.map { .array($0.map { JSONText($0) }) }),
      ("entities", sight.entities.map { .entities($0) }),
      ("fatal", sight.fatal.map { .string($0) }),
    ])
  }

  private init(_ asked: Sight.Asked) {
    self = .object(
      [
        ("inserted", .strings(asked.inserted)), ("updated", .strings(asked.updated)),
        ("deleted", .strings(asked.deleted)),
        ("holds", .array(asked.holds.map { JSONText($0) })),
      ] + (asked.error.map { [("error", .string($0))] } ?? []))
  }

  private init(_ read: Sight.Read) {
    self = .strings([read.object, read.relationship, read.reading.rawValue])
  }

  private init(_ refusal: Sight.Refusal) {
    self = .stating([
      ("kind", .string(refusal.kind.rawValue)),
      ("object", refusal.object.map { .string($0) }),
      ("relationship", refusal.relationship.map { .string($0) }),
      ("code", refusal.code.map { .integer($0) }),
      ("raw", refusal.raw.map { .string($0) }),
    ])
  }
}
