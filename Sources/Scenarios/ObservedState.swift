import CompiledOnce
import ObjectGraph

/// The state after a step, of which each field is stated or left open: the engine states all of it, an
/// expectation some, an implementation what it saw.
///
/// ```swift
/// let expectation = ObservedState(deleted: ["L"], effect: .denied, error: .deniedDelete)
/// let holds = expectation.holds(for: outcome)
/// ```
public struct ObservedState: Hashable, Sendable {
  /// A reason why a save, or a batch delete, was refused.
  public struct Refusal: Hashable, Sendable {
    /// The kind of a reason.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
      /// A deny rule holds something.
      case denied
      /// A mandatory relationship is empty.
      case missing
      /// A relationship holds fewer objects than its minimum count.
      case tooFew
      /// A relationship holds more objects than its maximum count.
      case tooMany
      /// Anything else, or a reason that the implementation does not report.
      case other
    }

    /// The kind of reason.
    public package(set) var kind: Kind
    /// The object that cannot be deleted or saved; nil where that is not reported.
    public package(set) var object: String?
    /// The relationship that prevents it; nil where that is not reported.
    public package(set) var relationship: String?
    /// Core Data's error code; nil where there is none.
    public package(set) var code: Int?
    /// The implementation's own words; of the engine, what it is and how to remove it.
    public package(set) var raw: String?
    /// The objects that a deny rule holds and that are not deleted, sorted; only the engine states them.
    public let blockers: [String]
    /// The violated bound on the number of objects in a relationship, if the engine found it.
    let violation: Violation.Kind?

    /// States why a save was refused.
    public init(
      _ kind: Kind, object: String? = nil, relationship: String? = nil, code: Int? = nil,
      raw: String? = nil, blockers: [String] = []
    ) {
      self.kind = kind
      self.object = object
      self.relationship = relationship
      self.code = code
      self.raw = raw
      self.blockers = blockers.sorted()
      violation = nil
    }

    package init(_ violation: Violation.Kind, object: String, relationship: String) {
      kind =
        switch violation {
        case .missing: .missing
        case .tooFew: .tooFew
        case .tooMany: .tooMany
        }
      self.object = object
      self.relationship = relationship
      code = violation.code.rawValue
      raw = nil
      blockers = []
      self.violation = violation
    }
  }

  /// The result of reading through a relationship to an object that is gone.
  public struct Read: Hashable, Sendable {
    /// The object that was read.
    public let object: String
    /// The relationship of it.
    public let relationship: String
    /// The result of reading a property of what the relationship holds.
    public let reading: Outcome.Reading
  }

  /// The state after the store was opened again.
  package struct Reopened: Hashable, Sendable {
    /// The objects that a list shows.
    package var kept: [String]
    /// The contents of their relationships; a relationship that is left out holds nothing.
    package var references: [NamedReferences]
    package var reads: [Read]
  }

  /// The requests that a save sent to a store that only records them.
  package struct StoreRequest: Hashable, Sendable {
    package var inserted: [String]
    package var updated: [String]
    package var deleted: [String]
    /// The relationships of inserted and updated objects, as far as they were sent.
    package var references: [NamedReferences]
    /// The reason why the save failed, or why nothing is known of it; nil where it was done.
    package var error: String?
  }

  /// The number of steps before the state; nil where the place of the statement says it.
  public var step: Int?
  /// The objects that are deleted, sorted.
  public var deleted: [String]?
  /// The objects that a list shows, sorted.
  public var kept: [String]?
  /// The label of the outcome.
  public var effect: Effect?
  /// The references that survivors lose, sorted.
  public var nullified: [NamedLink]?
  /// The references that still lead to a deleted object, sorted.
  public var dangling: [NamedLink]?
  /// The objects that a fetch from the store finds, sorted.
  public var stored: [String]?
  /// The objects of which `isDeleted` is true, sorted.
  public var isDeleted: [String]?
  /// The result of the step's read.
  public var reading: Outcome.Reading?
  /// Core Data's error code for a refused save.
  public var error: ErrorCode?
  /// The reasons why the save or batch delete was refused.
  public var refused: [Refusal]?
  /// The new objects that a stored one replaced: new, stored.
  public var merged: [[String]]?
  /// The contents of some relationships.
  public var references: [NamedReferences]?
  /// The values of some attributes.
  public var values: [NamedValue]?
  /// The results of some fetches, in order.
  public var fetched: [FetchedObjects]?
  /// The results of reading through each reference to a deleted object.
  public var reads: [Read]?
  /// The same before the step, where that is a save.
  public var readsBefore: [Read]?
  /// The state after the store was opened again.
  package var reopened: Reopened?
  /// The requests of each save so far to a store that only records them.
  package var storeRequests: [StoreRequest]?
  /// The entities as the implementation resolved them.
  public var entities: [Entity]?
  /// The message of the trap, where the step or its read ended in one.
  public var fatal: String?
  /// Whether a later step states what a read finds: the effect of this one is then that of its save alone.
  package var isReadLater = false

  /// States some fields.
  public init(
    after step: Int? = nil, deleted: [String]? = nil, kept: [String]? = nil,
    effect: Effect? = nil, nullified: [NamedLink]? = nil, dangling: [NamedLink]? = nil,
    stored: [String]? = nil, isDeleted: [String]? = nil, reading: Outcome.Reading? = nil,
    error: ErrorCode? = nil, references: [NamedReferences]? = nil, values: [NamedValue]? = nil,
    fetched: [FetchedObjects]? = nil
  ) {
    self.step = step
    self.deleted = deleted?.sorted()
    self.kept = kept?.sorted()
    self.effect = effect
    self.nullified = nullified?.sorted()
    self.dangling = dangling?.sorted()
    self.stored = stored?.sorted()
    self.isDeleted = isDeleted?.sorted()
    self.reading = reading
    self.error = error
    self.references = references
    self.values = values
    self.fetched = fetched
  }
}

extension ObservedState {
  package enum Field: CaseIterable, Hashable, Sendable {
    case deleted, kept, effect, nullified, dangling, stored, isDeleted, reading, error, references
    case values, fetched
  }

  /// Returns whether an outcome is as stated, in every field that is stated.
  ///
  /// - Parameter outcome: The outcome of the steps.
  /// - Returns: False where a stated field differs.
  public func holds(for outcome: Outcome) -> Bool {
    differences(from: ObservedState(outcome), isWhole: true).isEmpty
  }

  package func holds(forOneOf outcomes: [Outcome]) -> Bool { outcomes.contains(where: holds) }

  /// Returns whether two statements cannot both be true.
  ///
  /// - Parameter other: Another statement about the same cell.
  /// - Returns: True where both state a field and differ in it.
  public func contradicts(_ other: ObservedState) -> Bool {
    !differences(from: other, isWhole: false).isEmpty
  }

  /// The stated fields in which another state differs.
  ///
  /// - Parameters:
  ///   - other: The other state; a field that it leaves open does not differ.
  ///   - isWhole: Whether the other state lists all references, values and fetches that there are, and
  ///     the read and the error, if there were any.
  /// - Returns: The fields, in the order in which they are described.
  package func differences(from other: ObservedState, isWhole: Bool) -> [Field] {
    Self.comparedFields.filter { $0.differs(self, other, isWhole) }.map(\.field)
  }

  /// The statements that cannot all be true of one outcome, in words.
  package func contradictions(deleting requested: [String]) -> [String] {
    var found: [String] = []
    let isDangling = dangling.map { !$0.isEmpty }
    if effect == .ok && isDangling == true {
      found.append("the effect is \"ok\", yet a reference dangles")
    }
    if effect == .trapOnRead && isDangling == false && reading?.stopsReader != true {
      found.append("the effect is \"trapOnRead\", yet no reference dangles")
    }
    if effect == .ok && reading == .trap {
      found.append("the effect is \"ok\", yet the read traps")
    }
    if let error, let effect, effect == .ok || effect == .trapOnRead {
      found.append(
        "the effect is \"\(effect.rawValue)\", yet the save fails with \(error.rawValue)")
    }
    let danglingLinks = Set(dangling ?? [])
    for link in nullified ?? [] where danglingLinks.contains(link) {
      found.append("\(link) is nullified, yet it dangles")
    }
    guard let deleted = deleted.map(Set.init) else { return found }
    for name in requested where !deleted.contains(name) {
      found.append("\(name) is asked for, yet it is not in \"deleted\"")
    }
    for link in dangling ?? [] {
      if deleted.contains(link.source) {
        found.append("\(link) dangles, yet \(link.source) is in \"deleted\"")
      }
      if !deleted.contains(link.destination) {
        found.append("\(link) dangles, yet \(link.destination) is not in \"deleted\"")
      }
    }
    for link in nullified ?? [] where deleted.contains(link.source) {
      found.append("\(link) is nullified, yet \(link.source) is in \"deleted\"")
    }
    return found
  }
}

/// A field with its comparison, and with the words where two states differ.
struct ComparedField: Sendable {
  let field: ObservedState.Field
  /// Whether a stated field is otherwise in another state, which may state all that there is.
  let differs: @Sendable (ObservedState, _ other: ObservedState, _ isWhole: Bool) -> Bool
  /// The words for what a state has there; of a list, what another state has otherwise, if one is given.
  let words: @Sendable (ObservedState, _ other: ObservedState?, _ requested: [String]) -> [String]

  /// A field of one value; where nothing is stated may mean that there is none.
  fileprivate static func value<Value: Equatable & Sendable>(
    _ field: ObservedState.Field, _ path: KeyPath<ObservedState, Value?> & Sendable,
    none: String? = nil, words: @escaping @Sendable (Value, [String]) -> String
  ) -> ComparedField {
    ComparedField(
      field: field,
      differs: { state, other, isWhole in
        guard let mine = state[keyPath: path] else { return false }
        guard let its = other[keyPath: path] else { return isWhole && none != nil }
        return mine != its
      },
      words: { state, _, requested in
        [state[keyPath: path].map { words($0, requested) } ?? none].compactMap { $0 }
      })
  }

  /// A field that lists members, of which a state may state a part.
  fileprivate static func members<Member: PlacedMember & Sendable>(
    _ field: ObservedState.Field, _ path: KeyPath<ObservedState, [Member]?> & Sendable,
    words: @escaping @Sendable (Member) -> String
  ) -> ComparedField {
    @Sendable func byPlace(_ members: [Member]) -> [Member.Place: Member] {
      Dictionary(members.map { ($0.place, $0) }, uniquingKeysWith: { first, _ in first })
    }
    return ComparedField(
      field: field,
      differs: { state, other, isWhole in
        guard let mine = state[keyPath: path], !mine.isEmpty, let its = other[keyPath: path]
        else { return false }
        let there = byPlace(its)
        return mine.contains { member in
          let same = there[member.place]
          return same != member && (isWhole || same != nil)
        }
      },
      words: { state, other, _ in
        let members = state[keyPath: path] ?? []
        guard let other else { return members.map(words) }
        let there = byPlace(other[keyPath: path] ?? [])
        return members.filter { member in there[member.place].map { $0 != member } ?? false }
          .map(words)
      })
  }
}

extension ObservedState {
  /// The effect of a step.
  ///
  /// A save that leaves a reference dangling is not refused: what a read through it comes to is stated of the
  /// step that reads.
  private static let effectField = ComparedField(
    field: .effect,
    differs: { state, other, _ in
      guard let mine = state.effect, let its = other.effect else { return false }
      return mine != its && !(state.isReadLater && (mine, its) == (.ok, .trapOnRead))
    },
    words: { state, _, _ in [state.effect?.rawValue].compactMap { $0 } })

  /// Every field that is compared, in the order in which differences are described.
  static let comparedFields: [ComparedField] = [
    effectField,
    .value(.deleted, \.deleted) { fates($0, requested: $1) },
    .value(.kept, \.kept) { kept, _ in listed("alive", kept) },
    .value(.nullified, \.nullified) { links, _ in lost(links) },
    .value(.dangling, \.dangling) { links, _ in left(links) },
    .value(.stored, \.stored) { stored, _ in listed("stored", stored) },
    .value(.isDeleted, \.isDeleted) { objects, _ in listed("isDeleted", objects) },
    .value(.reading, \.reading, none: "nothing is read") { reading, _ in reading.words },
    .value(.error, \.error, none: "no error") { error, _ in "error \(error.rawValue)" },
    .members(.references, \.references, words: \.words),
    .members(.values, \.values, words: \.statement),
    .members(.fetched, \.fetched, words: \.words),
  ]
}

/// A member of a list that a state may state a part of.
protocol PlacedMember: Hashable {
  associatedtype Place: Hashable
  /// The object and property of the member: only one member of a place is true.
  var place: Place { get }
}

extension NamedReferences: PlacedMember {
  var place: NamedReferences { NamedReferences(object, relationship, []) }
}

extension NamedValue: PlacedMember {
  var place: NamedValue { NamedValue(object, attribute, nil) }
}

extension FetchedObjects: PlacedMember {
  var place: SortedFetch { fetch }
}
