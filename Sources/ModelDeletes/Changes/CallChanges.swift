import CompiledOnce
import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// Which delete calls of an app do something else than they did, and which are new, gone or moved.
///
/// ```swift
/// let calls = CallChanges(from: before, to: after, of: changes)
/// let effects = calls.changes.filter { $0.kind == .effect }
/// let reasons = effects.map(\.reasons)  // [["Album.photos: nullify → cascade"]]
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
  /// How many calls changed in a way.
  ///
  /// - Parameter kind: In which.
  /// - Returns: The number of ``changes`` of that kind.
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
    func stories(_ models: [Model]) -> [DeleteStories] {
      models.map { DeleteStories(of: $0, on: changes.range) }
    }
    self.init(
      from: old, to: new, of: changes, with: (stories(old.models), stories(new.models)),
      calling: place)
  }

  /// Compares the calls by the stories of the models that they are about, as they were and as they are.
  package init(
    from old: ModelCalls, to new: ModelCalls, of changes: ProjectChanges,
    with stories: (old: [DeleteStories], new: [DeleteStories]),
    calling place: (String) -> String = { $0 }
  ) {
    var comparison = Comparison(of: changes, with: stories)
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
        if let reasons = comparison.reasons(was, now, in: new) {
          found.append(Change(kind: .effect, before: was, after: now, reasons: reasons))
        } else {
          same += 1
        }
      }
      gone += past.dropFirst(present.count).map { (key, $0) }
      added += present.dropFirst(past.count).map { (key, $0) }
    }
    var places = Arrivals(added.map(\.0))
    for (key, was) in gone {
      guard let index = places.take(from: key) else {
        found.append(Change(kind: .gone, before: was, after: nil, reasons: []))
        continue
      }
      let now = added[index].1
      let reasons = comparison.reasons(was, now, in: new)
      found.append(
        Change(
          kind: reasons == nil ? .moved : .effect, before: was, after: now,
          reasons: reasons ?? []))
    }
    for index in added.indices where !places.taken.contains(index) {
      found.append(Change(kind: .new, before: nil, after: added[index].1, reasons: []))
    }
    self.changes = found.sorted { one, other in
      let kinds = Kind.allCases
      let places = [one, other].map { kinds.firstIndex(of: $0.kind) ?? 0 }
      if places[0] != places[1] { return places[0] < places[1] }
      guard let first = one.call?.location, let second = other.call?.location else { return false }
      return first < second
    }
    unchangedCount = same
  }

  /// By what a call is known again.
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

  /// What calls do in both versions of models, of each entity worked out once.
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

    private let pairs: [Pair]
    private var known: [Question: [String]?] = [:]

    init(of changes: ProjectChanges, with stories: (old: [DeleteStories], new: [DeleteStories])) {
      pairs = changes.compared.compactMap { pair in
        guard let old = stories.old.first(where: { $0.model.place == pair.old.place }),
          let new = stories.new.first(where: { $0.model.place == pair.new.place })
        else { return nil }
        let renaming = pair.renaming
        return Pair(
          old: old, new: new, renaming: renaming, successors: Set(renaming.relationships.values))
      }
    }

    /// What a model became.
    func pair(ofOld model: Model) -> Pair? { pairs.first { $0.old.model.place == model.place } }

    /// What makes a call do something else; nil where it does the same.
    mutating func reasons(_ was: DeleteCall, _ now: DeleteCall, in new: ModelCalls) -> [String]? {
      // To take something out, or to read what is gone, is the same whatever the rules are.
      if [.unlink, .erase, .read].contains(now.kind) { return nil }
      guard let model = now.model.map({ new.models[$0].place }),
        let pair = pairs.first(where: { $0.new.model.place == model })
      else { return nil }
      var reasons: [String] = []
      for (before, after) in zip(was.deleted, now.deleted) {
        let question = Question(place: model, entities: [before, after], kind: now.kind)
        if known[question] == nil {
          known[question] = .some(reasonsOf(before, after, pair, at: now))
        }
        for reason in known[question].flatMap(\.self) ?? [] where !reasons.contains(reason) {
          reasons.append(reason)
        }
      }
      return reasons.isEmpty ? nil : reasons
    }

    private func reasonsOf(
      _ before: String, _ after: String, _ pair: Pair, at call: DeleteCall
    ) -> [String]? {
      let (old, new) = (pair.old.model.schema, pair.new.model.schema)
      guard let was = old.entity(before), let now = new.entity(after) else { return nil }
      let (before, after) = (pair.old.story(of: was, at: call), pair.new.story(of: now, at: call))
      // Of a save that drops a refusal, only what refuses counts.
      let isSame =
        call.kind == .save
        ? before.refusing == after.refusing : before.comparedNames == after.comparedNames
      if isSame { return nil }
      var reasons: [String] = []
      for relationship in old.relationships(around: old.kinds(goingWith: was)) {
        let name = old.qualifiedName(of: relationship)
        guard let successor = pair.renaming.relationships[relationship] else {
          reasons.append("\(name) is gone")
          continue
        }
        let words = [
          old.words(of: relationship, after: pair), new.words(of: successor, after: nil),
        ]
        let parts = zip(words[0], words[1]).filter(!=)
        if !parts.isEmpty {
          let words = parts.map { "\($0) → \($1)" }.joined(separator: ", ")
          reasons.append("\(new.qualifiedName(of: successor)): \(words)")
        }
      }
      for relationship in new.relationships(around: new.kinds(goingWith: now))
      where !pair.successors.contains(relationship) {
        reasons.append("\(new.qualifiedName(of: relationship)) is new")
      }
      // Only what they are called differs.
      return reasons.isEmpty ? nil : reasons
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

extension DeleteStory {
  /// Everything that is compared between two versions of a model.
  fileprivate var comparedNames: [[String]] {
    [alsoDeleted, refusing, dangling, crashing, failing]
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

  /// What decides of a relationship what a delete does: always as many words, with the names that things
  /// have after what became of them.
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
