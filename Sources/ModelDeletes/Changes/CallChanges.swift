import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// Which delete calls of an app do something else than they did, and which are new, gone or moved.
///
/// ```swift
/// let calls = CallChanges(from: before, to: after, of: changes)
/// calls.changes.filter { $0.kind == .effect }.map(\.reasons)  // [["Trip.stops: nullify → cascade"]]
/// ```
public struct CallChanges: Sendable {
  /// What became of a call.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// It does something else, because its model changed.
    case effect
    /// It was not there.
    case new
    /// It is no longer there.
    case gone
    /// It is in other code now.
    case moved
  }

  /// A call that changed.
  public struct Change: Sendable {
    /// What became of it.
    public let kind: Kind
    /// The call as it was; nil for a new one.
    public let before: DeleteCall?
    /// The call as it is; nil for one that is gone.
    public let after: DeleteCall?
    /// What of the model makes it do something else: `Trip.stops: nullify → cascade`.
    public let reasons: [String]

    /// The call as it is, or else as it was.
    public var call: DeleteCall? { after ?? before }
  }

  /// The changes: effects first, then what is new, gone and moved, each in the order of places.
  public let changes: [Change]
  /// How many calls are where they were, and do what they did.
  public let unchangedCount: Int
  /// The models that the calls are about, as they were and as they are.
  package let models: (old: [Model], new: [Model])

  /// How many calls changed in a way.
  public func count(of kind: Kind) -> Int { changes.count { $0.kind == kind } }

  /// Compares the calls of two states of a project.
  ///
  /// A call is the same where it is in the same function of the same file and does the same to an object
  /// of the same entity, in the same order: not by its line.
  ///
  /// - Parameters:
  ///   - old: The calls as they were.
  ///   - new: The calls as they are.
  ///   - changes: Which model is which, and the releases that are asked for.
  ///   - place: What a file is called in both states.
  public init(
    from old: ModelCalls, to new: ModelCalls, of changes: ProjectChanges,
    calling place: (String) -> String = { $0 }
  ) {
    let pairs = changes.compared.map { ($0, Renaming(from: $0.old, to: $0.new)) }
    var comparison = Comparison(range: changes.range)
    func renamed(_ call: DeleteCall) -> [String] {
      guard let model = call.model.map({ old.models[$0].place }),
        let (_, renaming) = pairs.first(where: { $0.0.old.place == model })
      else { return call.names }
      return call.names.map { renaming.entities[$0] ?? $0 }
    }
    func keyed(
      _ calls: [DeleteCall], _ names: (DeleteCall) -> [String]
    ) -> [Key: [DeleteCall]] {
      Dictionary(grouping: calls) {
        Key(file: place($0.location.file), caller: $0.caller, kind: $0.kind, names: names($0))
      }
    }
    let before = keyed(old.calls, renamed)
    let after = keyed(new.calls, \.names)
    var found: [Change] = []
    var same = 0
    var (gone, added): ([(Key, DeleteCall)], [(Key, DeleteCall)]) = ([], [])
    for key in Set(before.keys).union(after.keys).sorted() {
      let (past, present) = (before[key] ?? [], after[key] ?? [])
      for (was, now) in zip(past, present) {
        let pair = pairs.first { $0.0.new.place == now.model.map { new.models[$0].place } }
        if let (pair, renaming) = pair,
          let reasons = comparison.reasons(was, now, pair, renaming)
        {
          found.append(Change(kind: .effect, before: was, after: now, reasons: reasons))
        } else {
          same += 1
        }
      }
      gone += past.dropFirst(present.count).map { (key, $0) }
      added += present.dropFirst(past.count).map { (key, $0) }
    }
    for (key, was) in gone {
      guard let index = added.firstIndex(where: { $0.0.isMoved(from: key) }) else {
        found.append(Change(kind: .gone, before: was, after: nil, reasons: []))
        continue
      }
      let now = added.remove(at: index).1
      found.append(Change(kind: .moved, before: was, after: now, reasons: []))
    }
    found += added.map { Change(kind: .new, before: nil, after: $0.1, reasons: []) }
    self.changes = found.sorted { one, other in
      let kinds = Kind.allCases
      let places = [one, other].map { kinds.firstIndex(of: $0.kind) ?? 0 }
      if places[0] != places[1] { return places[0] < places[1] }
      guard let first = one.call?.location, let second = other.call?.location else { return false }
      return first < second
    }
    unchangedCount = same
    models = (old.models, new.models)
  }

  /// By what a call is known again.
  private struct Key: Hashable, Comparable {
    let file: String
    let caller: String?
    let kind: DeleteCall.Kind
    let names: [String]

    /// Whether a call may be the same in other code: it does the same, in a function of the same name or
    /// in the same file.
    func isMoved(from other: Key) -> Bool {
      let names = [caller, other.caller].map { $0?.split(separator: ".").last }
      return kind == other.kind && self.names == other.names
        && (names[0] == names[1] || file == other.file)
    }

    static func < (one: Key, other: Key) -> Bool {
      (one.file, one.caller ?? "", one.kind.rawValue, one.names.joined(separator: " "))
        < (other.file, other.caller ?? "", other.kind.rawValue, other.names.joined(separator: " "))
    }
  }

  /// What deletes of entities do in both versions of models, each worked out once.
  private struct Comparison {
    let range: ReleaseRange?
    private var known: [[String]: [String]?] = [:]

    init(range: ReleaseRange?) { self.range = range }

    /// What makes a call do something else; nil where it does the same.
    mutating func reasons(
      _ was: DeleteCall, _ now: DeleteCall, _ pair: ProjectChanges.Pair, _ renaming: Renaming
    ) -> [String]? {
      guard let before = was.entity, let after = now.entity else { return nil }
      // To take something out does the same whatever the rules are.
      if now.kind == .unlink || now.kind == .erase { return nil }
      let key = [pair.new.place, before, after]
      if let reasons = known[key] { return reasons }
      let reasons = Self.reasons(before, after, pair, renaming, range)
      known[key] = .some(reasons)
      return reasons
    }

    private static func reasons(
      _ before: String, _ after: String, _ pair: ProjectChanges.Pair, _ renaming: Renaming,
      _ range: ReleaseRange?
    ) -> [String]? {
      let (old, new) = (pair.old.schema, pair.new.schema)
      guard let was = old.entity(before), let now = new.entity(after) else { return nil }
      let effects = [
        EntityEffects(of: was, in: old, on: range).names(in: old),
        EntityEffects(of: now, in: new, on: range).names(in: new),
      ]
      if effects[0] == effects[1] { return nil }
      var reasons: [String] = []
      var known: Set<RelationshipID> = []
      for relationship in old.relationships(around: old.kinds(goingWith: was)) {
        let name = old.qualifiedName(of: relationship)
        guard let successor = renaming.relationships[relationship] else {
          reasons.append("\(name) is gone")
          continue
        }
        known.insert(successor)
        let parts = zip(old.words(of: relationship), new.words(of: successor)).filter(!=)
        if !parts.isEmpty {
          let words = parts.map { "\($0) → \($1)" }.joined(separator: ", ")
          reasons.append("\(new.qualifiedName(of: successor)): \(words)")
        }
      }
      for relationship in new.relationships(around: new.kinds(goingWith: now))
      where !known.contains(relationship) && !renaming.relationships.values.contains(relationship) {
        reasons.append("\(new.qualifiedName(of: relationship)) is new")
      }
      // Only what they are called differs.
      return reasons.isEmpty ? nil : reasons
    }
  }
}

extension DeleteCall {
  /// The entities that it names.
  fileprivate var names: [String] {
    allEntities + [relationship?.split(separator: ".").last.map(String.init)].compactMap(\.self)
  }
}

extension Schema {
  /// The relationships from and to some kinds, in the order of the schema.
  fileprivate func relationships(around kinds: Set<EntityID>) -> [RelationshipID] {
    relationships.filter { relationship in
      !kinds.isDisjoint(with: self.kinds(holding: relationship))
        || !kinds.isDisjoint(with: self.kinds(heldBy: relationship))
    }
  }

  /// What decides of a relationship what a delete does: always as many words.
  fileprivate func words(of relationship: RelationshipID) -> [String] {
    let declared = declaration(of: relationship)
    return [
      declared.deleteRule.rawValue,
      inverse(of: relationship).map { "inverse \(declaration(of: $0.relationship).name)" }
        ?? "no inverse",
      declared.isOptional ? "optional" : "mandatory",
      "at least \(declared.isToMany ? declared.minCount : 0)",
      "entity \(declaration(of: destination(of: relationship)).name)",
    ]
  }
}
