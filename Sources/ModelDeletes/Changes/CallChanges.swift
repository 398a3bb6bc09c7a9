import CompiledOnce
import DeleteCalls
import ModelCheck
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// The delete calls of an app that do something else than they did, and those that are new or gone.
///
/// ```swift
/// let calls = try CallChanges(from: before, to: after, of: changes)
/// let effects = calls.changes.filter { $0.kind == .effect }
/// let reasons = effects.map(\.reasons)  // [["Album.photos: nullify → cascade"]]
/// ```
public struct CallChanges: Sendable {
  /// The change to a call.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// It does something else, because its model changed.
    case effect
    /// It was not there.
    case new
    /// It is no longer there.
    case gone
  }

  /// A call that changed.
  public struct Change: Sendable {
    /// The change to the call.
    public let kind: Kind
    /// Worse if it shows a fault that it did not show, or starts to be blocked; better if one is gone.
    ///
    /// A call that is both is listed as each.
    public let impact: ChangeImpact
    /// The call as it was; nil for a new one.
    public let before: DeleteCall?
    /// The call as it is; nil for one that is gone.
    public let after: DeleteCall?
    /// The changes to the model that change its effect: `Trip.stops: nullify → cascade`.
    public let reasons: [String]

    /// The call as it is, or else as it was.
    public var call: DeleteCall? { after ?? before }
  }

  /// The changes: the worse first, then the better, then those that need review; of each, effects, new
  /// and gone calls in the order of their places.
  public let changes: [Change]
  /// The number of calls that do what they did, wherever they are now.
  public let unchangedCount: Int

  /// Returns the number of calls with a kind of change.
  ///
  /// - Parameter kind: The kind of change.
  /// - Returns: The number of calls, each counted once.
  public func count(of kind: Kind) -> Int {
    Set(changes.filter { $0.kind == kind }.compactMap(\.call?.location)).count
  }

  /// Returns how many changes have an impact.
  ///
  /// - Parameter impact: The impact.
  /// - Returns: The number of ``changes`` with it.
  public func count(of impact: ChangeImpact) -> Int { changes.count { $0.impact == impact } }

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
  /// - Throws: A `CheckFault` if a proof fails: a fault of this package.
  public init(
    from old: ModelCalls, to new: ModelCalls, of changes: ProjectChanges,
    calling place: (String) -> String = { $0 }
  ) throws {
    func stories(_ models: [Model]) -> [DeleteStories] {
      models.map { DeleteStories(of: $0, on: changes.range) }
    }
    try self.init(
      from: old, to: new, of: changes, told: (stories(old.models), stories(new.models)),
      calling: place)
  }

  /// Compares the calls by the stories of the models that they are about, as they were and as they are.
  package init(
    from old: ModelCalls, to new: ModelCalls, of changes: ProjectChanges,
    told stories: (old: [DeleteStories], new: [DeleteStories]),
    calling place: (String) -> String = { $0 }
  ) throws {
    let check = Check(on: changes.range)
    var comparison = Comparison(
      of: changes, told: stories, faults: (try check.faults(of: old), try check.faults(of: new)))
    func renamed(_ call: DeleteCall) -> [String] {
      let pair = call.model.flatMap { comparison.pair(ofOld: old.models[$0]) }
      return call.names(after: pair)
    }
    func keyed(
      _ calls: [DeleteCall], _ names: (DeleteCall) -> [String]
    ) -> [Key: [DeleteCall]] {
      calls.grouped {
        Key(file: place($0.location.file), caller: $0.caller, kind: $0.kind, names: names($0))
      }
    }
    let before = keyed(old.calls, renamed)
    let after = keyed(new.calls) { $0.names(after: nil) }
    var found: [Change] = []
    var same = 0
    var (gone, added): ([(Key, DeleteCall)], [(Key, DeleteCall)]) = ([], [])
    for key in Set(before.keys).union(after.keys).sorted() {
      let (past, present) = (before[key] ?? [], after[key] ?? [])
      for (was, now) in zip(past, present) {
        let effects = comparison.effects(was, now, in: new)
        found += effects
        same += effects.isEmpty ? 1 : 0
      }
      gone += past.dropFirst(present.count).map { (key, $0) }
      added += present.dropFirst(past.count).map { (key, $0) }
    }
    var places = Arrivals(added.map(\.0))
    for (key, was) in gone {
      guard let index = places.take(from: key) else {
        found.append(
          Change(
            kind: .gone, impact: comparison.hurts(was, in: .old) ? .better : .review, before: was,
            after: nil, reasons: []))
        continue
      }
      let effects = comparison.effects(was, added[index].1, in: new)
      found += effects
      same += effects.isEmpty ? 1 : 0
    }
    for index in added.indices where !places.taken.contains(index) {
      let now = added[index].1
      found.append(
        Change(
          kind: .new, impact: comparison.hurts(now, in: .new) ? .worse : .review, before: nil,
          after: now, reasons: []))
    }
    self.changes = found.sorted { one, other in
      if one.impact != other.impact { return one.impact < other.impact }
      let kinds = Kind.allCases
      let places = [one, other].map { kinds.firstIndex(of: $0.kind) ?? 0 }
      if places[0] != places[1] { return places[0] < places[1] }
      guard let first = one.call?.location, let second = other.call?.location else { return false }
      return first < second
    }
    unchangedCount = same
  }

  /// The properties that identify a call in both versions.
  private struct Key: Hashable, Comparable {
    let file: String
    let caller: String?
    let kind: DeleteCall.Kind
    let names: [String]

    /// The same wherever it is in its file.
    var inFile: Key { Key(file: file, caller: nil, kind: kind, names: names) }
    /// The same in a function of this name in any file.
    var inFunction: Key {
      let name = caller?.split(separator: ".").last.map(String.init)
      return Key(file: "", caller: name, kind: kind, names: names)
    }

    static func < (one: Key, other: Key) -> Bool {
      (one.file, one.caller ?? "", one.kind.rawValue, one.names.joined(separator: " "))
        < (other.file, other.caller ?? "", other.kind.rawValue, other.names.joined(separator: " "))
    }
  }

  /// Calls that may be what others became that are gone: those that do the same, in the same file first, or
  /// else in a function of the same name.
  private struct Arrivals {
    private(set) var taken: Set<Int> = []
    private var inFiles: [Key: [Int]]
    private var inFunctions: [Key: [Int]]

    init(_ keys: [Key]) {
      let last = Array(keys.enumerated().reversed())
      inFiles = last.grouped(by: \.element.inFile).mapValues { $0.map(\.offset) }
      inFunctions = last.grouped(by: \.element.inFunction)
        .mapValues { $0.map(\.offset) }
    }

    /// The first that is left, which then is no longer; nil where there is none.
    mutating func take(from key: Key) -> Int? {
      while let index = inFiles[key.inFile]?.popLast() ?? inFunctions[key.inFunction]?.popLast() {
        if taken.insert(index).inserted { return index }
      }
      return nil
    }
  }

  /// The effects of calls in both versions of the models, computed once for each entity.
  fileprivate struct Comparison {
    /// A model in both versions, and what became of its names.
    struct Pair {
      let old: DeleteStories
      let new: DeleteStories
      let renaming: Renaming
      /// The relationships that were there before, as they are.
      let successors: Set<RelationshipID>
    }

    private struct Question: Hashable {
      let place: String
      let entities: [String]
      let kind: DeleteCall.Kind
    }

    /// The reasons why a delete does something else, and whether it starts or stops to be blocked.
    private struct Answer {
      let reasons: [String]
      let isBlockedNow: Bool
      let isUnblockedNow: Bool
    }

    private let pairs: [Pair]
    private let faults: (old: [Location: Set<CallFault>], new: [Location: Set<CallFault>])
    private var known: [Question: Answer?] = [:]

    init(
      of changes: ProjectChanges, told stories: (old: [DeleteStories], new: [DeleteStories]),
      faults: (old: [Location: Set<CallFault>], new: [Location: Set<CallFault>])
    ) {
      self.faults = faults
      pairs = changes.compared.compactMap { pair in
        guard let old = stories.old.first(where: { $0.model.place == pair.old.place }),
          let new = stories.new.first(where: { $0.model.place == pair.new.place })
        else { return nil }
        let renaming = pair.renaming
        return Pair(
          old: old, new: new, renaming: renaming, successors: Set(renaming.relationships.values))
      }
    }

    /// Returns the pair of an old model and its new version.
    func pair(ofOld model: Model) -> Pair? { pairs.first { $0.old.model.place == model.place } }

    enum Side {
      case old
      case new
    }

    /// Whether a call shows a fault.
    func hurts(_ call: DeleteCall, in side: Side) -> Bool {
      let faults = side == .old ? faults.old : faults.new
      return faults[call.location]?.isEmpty == false
    }

    /// Returns one change for each impact of what a call does now; none if it does the same.
    mutating func effects(
      _ was: DeleteCall, _ now: DeleteCall, in new: ModelCalls
    ) -> [CallChanges.Change] {
      guard let model = now.model.map({ new.models[$0].place }),
        let pair = pairs.first(where: { $0.new.model.place == model })
      else { return [] }
      let before = Set(
        (faults.old[was.location] ?? []).map { $0.renamed(by: pair.renaming, in: pair.old.model) })
      let after = faults.new[now.location] ?? []
      var reasons: [String] = []
      var impacts: Set<ChangeImpact> = []
      if !after.isSubset(of: before) { impacts.insert(.worse) }
      if !before.isSubset(of: after) { impacts.insert(.better) }
      for (before, after) in zip(was.deleted, now.deleted) {
        let question = Question(place: model, entities: [before, after], kind: now.kind)
        if known[question] == nil {
          known[question] = .some(answer(before, after, pair, for: now.kind))
        }
        guard let answer = known[question].flatMap(\.self) else { continue }
        if answer.isBlockedNow { impacts.insert(.worse) }
        if answer.isUnblockedNow { impacts.insert(.better) }
        if impacts.isEmpty { impacts.insert(.review) }
        for reason in answer.reasons where !reasons.contains(reason) { reasons.append(reason) }
      }
      return impacts.sorted().map {
        CallChanges.Change(kind: .effect, impact: $0, before: was, after: now, reasons: reasons)
      }
    }

    /// Compares a delete before and after; nil if it does the same.
    private func answer(
      _ before: String, _ after: String, _ pair: Pair, for kind: DeleteCall.Kind
    ) -> Answer? {
      let (old, new) = (pair.old.model.schema, pair.new.model.schema)
      // To take something out, or to read what is gone, is the same whatever the rules are.
      guard ![.unlink, .erase, .read, .share].contains(kind), let was = old.entity(before),
        let now = new.entity(after)
      else { return nil }
      let operation = DeleteStory.Operation(kind) ?? .delete
      let stories = (
        was: pair.old.story(of: was, by: operation), now: pair.new.story(of: now, by: operation)
      )
      if stories.was.names(shownBy: kind) == stories.now.names(shownBy: kind) { return nil }
      let reasons = reasons(was, now, pair)
      // Only what they are called differs.
      if reasons.isEmpty { return nil }
      let decisive = reasons.filter { reason in
        reason.alone.map { schema in
          guard let entity = schema.entity(before) else { return true }
          return DeleteStory(of: entity, in: schema, on: pair.old.range, by: operation)
            .names(shownBy: kind) != stories.was.names(shownBy: kind)
        } ?? true
      }
      let blocking = [stories.was, stories.now].map { Set($0.blocking) }
      return Answer(
        reasons: (decisive.isEmpty ? reasons : decisive).map(\.words),
        isBlockedNow: !blocking[1].isSubset(of: blocking[0]),
        isUnblockedNow: !blocking[0].isSubset(of: blocking[1]))
    }

    /// A difference between two models that may be why a delete does something else.
    private struct Reason {
      let words: String
      /// The old model with this difference alone; nil if it cannot be told apart from others.
      var alone: Schema?
    }

    private func reasons(_ was: EntityID, _ now: EntityID, _ pair: Pair) -> [Reason] {
      let (old, new) = (pair.old.model.schema, pair.new.model.schema)
      var reasons: [Reason] = []
      for relationship in old.relationships(around: old.kinds(goingWith: was)) {
        let name = old.qualifiedName(of: relationship)
        guard let successor = pair.renaming.relationships[relationship] else {
          reasons.append(Reason(words: "\(name) is gone"))
          continue
        }
        let words = [
          old.words(of: relationship, after: pair), new.words(of: successor, after: nil),
        ]
        let parts = zip(words[0], words[1]).filter(!=)
        if !parts.isEmpty {
          let words = parts.map { "\($0) → \($1)" }.joined(separator: ", ")
          reasons.append(
            Reason(
              words: "\(new.qualifiedName(of: successor)): \(words)",
              alone: old.replacing(relationship, like: new.declaration(of: successor))))
        }
      }
      for relationship in new.relationships(around: new.kinds(goingWith: now))
      where !pair.successors.contains(relationship) {
        reasons.append(Reason(words: "\(new.qualifiedName(of: relationship)) is new"))
      }
      return reasons
    }
  }
}

extension DeleteCall {
  /// The entities of which it deletes objects.
  fileprivate var deleted: [String] { entity.map { [$0] } ?? entities }

  /// The entities and the relationship that it names, as they are called after what became of them.
  fileprivate func names(after pair: CallChanges.Comparison.Pair?) -> [String] {
    let entities = allEntities.map { pair?.renaming.entities[$0] ?? $0 }
    let parts = relationship?.split(separator: ".").map(String.init) ?? []
    guard parts.count == 2 else { return entities }
    guard let pair, let owner = pair.old.model.schema.entity(parts[0]),
      let stated = pair.old.model.schema.relationship(parts[1], of: owner),
      let successor = pair.renaming.relationships[stated]
    else { return entities + [parts[1]] }
    return entities + [pair.new.model.schema.declaration(of: successor).name]
  }
}

extension CallFault {
  /// The same by the names of the new model.
  fileprivate func renamed(by renaming: Renaming, in old: Model) -> CallFault {
    guard let entity else { return self }
    let id = old.schema.entity(entity).flatMap { owner in
      relationship.flatMap { old.schema.relationship($0, of: owner) }
    }
    return CallFault(
      rule: rule, entity: renaming.entities[entity] ?? entity,
      relationship: id.flatMap { renaming.newNames[$0]?.relationship } ?? relationship)
  }
}

extension DeleteStory {
  /// The relationships that make it fail.
  fileprivate var blocking: [String] { operation == .batchDelete ? failing : refusing }

  /// The names that a kind of call shows: of a save that hides a failure, only what blocks counts.
  fileprivate func names(shownBy kind: DeleteCall.Kind) -> [[String]] {
    kind == .save ? [blocking] : [alsoDeleted, blocking, dangling, crashing]
  }
}

extension Schema {
  /// The schema with the delete rule, the optionality and the counts of one relationship as another has
  /// them; nil if that is no schema.
  fileprivate func replacing(_ relationship: RelationshipID, like other: Relationship) -> Schema? {
    let owner = declaration(of: source(of: relationship)).name
    let name = declaration(of: relationship).name
    var declared = entities.map { declaration(of: $0) }
    guard let entity = declared.firstIndex(where: { $0.name == owner }),
      let index = declared[entity].relationships.firstIndex(where: { $0.name == name })
    else { return nil }
    var changed = declared[entity].relationships[index]
    changed.deleteRule = other.deleteRule
    changed.isOptional = other.isOptional
    changed.minCount = other.minCount
    changed.maxCount = other.maxCount
    // A difference of another kind cannot be tried by itself.
    if changed == declared[entity].relationships[index] { return nil }
    declared[entity].relationships[index] = changed
    return try? Schema(framework, entities: declared)
  }

  /// The relationships from and to some kinds, in the order of the schema.
  fileprivate func relationships(around kinds: Set<EntityID>) -> [RelationshipID] {
    relationships.filter { relationship in
      !kinds.isDisjoint(with: self.kinds(holding: relationship))
        || !kinds.isDisjoint(with: self.kinds(heldBy: relationship))
    }
  }

  /// Returns the facts about a relationship that determine the effect of a delete.
  ///
  /// The number of words is always the same. Renamed things have their new names.
  fileprivate func words(
    of relationship: RelationshipID, after pair: CallChanges.Comparison.Pair?
  ) -> [String] {
    let declared = declaration(of: relationship)
    let inverse = inverse(of: relationship)?.relationship
    let successor = inverse.flatMap { pair?.renaming.relationships[$0] }
    let inverseName =
      successor.flatMap { pair?.new.model.schema.declaration(of: $0).name }
      ?? inverse.map { declaration(of: $0).name }
    let destination = declaration(of: destination(of: relationship)).name
    return [
      declared.deleteRule.rawValue, inverseName.map { "inverse \($0)" } ?? "no inverse",
      declared.isOptional ? "optional" : "mandatory",
      "at least \(declared.isToMany ? declared.minCount : 0)",
      "entity \(pair?.renaming.entities[destination] ?? destination)",
    ]
  }
}
