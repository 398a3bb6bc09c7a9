import CompiledOnce
import DeleteCalls
import ModelCheck
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension CallChanges {
  /// The faults at the calls of one state, by the names of the new models.
  struct Findings {
    /// The code of a function, which is where a fault is the same, whatever its line.
    private struct Home: Hashable {
      let file: String
      let caller: String?
    }

    private var byPlace: [Location: [Finding]] = [:]
    private var byHome: [Home: [Finding]] = [:]
    /// The faults of code that is not read, which has no calls.
    private var ofUnreadCode: [(location: Location, home: Home, fault: Finding)] = []
    private var homes: [Location: Home] = [:]

    init() {}

    init(
      _ faults: [Location: [Finding]], of calls: ModelCalls, calling place: (String) -> String,
      naming: (Finding, Model) -> Finding
    ) {
      for call in calls.calls {
        homes[call.location] = Home(file: place(call.location.file), caller: call.caller)
      }
      let known = calls.calls.grouped(by: \.location)
      for (location, faults) in faults {
        guard let call = known[location]?.first else {
          let home = Home(file: place(location.file), caller: nil)
          ofUnreadCode += faults.map { (location, home, $0) }
          byHome[home, default: []] += faults
          continue
        }
        if call.uncalled != nil { continue }
        let named = call.model.map { model in faults.map { naming($0, calls.models[model]) } }
        byPlace[location] = named ?? faults
        if let home = homes[location] { byHome[home, default: []] += named ?? faults }
      }
      ofUnreadCode.sort { $0.location < $1.location }
    }

    /// The faults at a call that another state has neither at what the call is there nor in its function.
    func at(_ call: DeleteCall?, butNotIn other: Findings, at counterpart: DeleteCall?)
      -> [Finding]
    {
      guard let call, let found = byPlace[call.location] else { return [] }
      let known =
        (counterpart.flatMap { other.byPlace[$0.location] } ?? [])
        + (homes[call.location].flatMap { other.byHome[$0] } ?? [])
      return found.filter { !$0.isKnown(among: known) }
    }

    /// The faults of code that is not read and that another state has not in that file.
    func ofUnreadCode(butNotIn other: Findings) -> [(location: Location, fault: Finding)] {
      ofUnreadCode.filter { !$0.fault.isKnown(among: other.byHome[$0.home] ?? []) }
        .map { ($0.location, $0.fault) }
    }
  }

  /// The effects of calls in both versions of the models, computed once for each entity.
  struct Comparison {
    /// A model in both versions, and what became of its names.
    struct Pair {
      let old: DeleteStories
      let new: DeleteStories
      let renaming: Renaming
      /// The relationships that were there before, as they are.
      let successors: Set<RelationshipID>
      /// The faults that are no change of the model.
      let unchangedFaults: Set<[String]>
      /// The faults that are gone from the model.
      let fixedFaults: Set<[String]>
    }

    private struct Question: Hashable {
      let place: String
      let entities: [String]
      let kind: DeleteCall.Kind
      let around: [Surroundings]
    }

    /// The facts about a call, and the code around it, that change what its delete does.
    private struct Surroundings: Hashable {
      let cleared: [Set<String>]
      let sparesSubentities: Bool
      let isMerged: Bool

      init(of call: DeleteCall) {
        cleared = [call.emptied, call.settled, call.wiped]
        sparesSubentities = call.sparesSubentities
        isMerged = call.isMerged
      }
    }

    /// The reasons why a delete does something else, and whether it starts or stops to be blocked.
    private struct Answer {
      let reasons: [String]
      let isBlockedNow: Bool
      let isUnblockedNow: Bool
      /// Whether objects of fewer entities are also deleted.
      let deletesLess: Bool
    }

    private let pairs: [Pair]
    /// The change to the releases that are compared: `releases: iOS 17.0 to iOS 27.2 → iOS 26.0 to iOS 27.2`.
    private let changeOfReleases: String?
    private var known: [Question: Answer?] = [:]
    var old = Findings()
    var new = Findings()

    init(of changes: ProjectChanges, told stories: (old: [DeleteStories], new: [DeleteStories])) {
      changeOfReleases = changes.oldRange.map { old in
        "releases: \(old.words) → \(changes.range?.words ?? "")"
      }
      pairs = changes.compared.compactMap { pair in
        guard let old = stories.old.first(where: { $0.model.place == pair.old.place }),
          let new = stories.new.first(where: { $0.model.place == pair.new.place })
        else { return nil }
        let renaming = pair.renaming
        return Pair(
          old: old, new: new, renaming: renaming, successors: Set(renaming.relationships.values),
          unchangedFaults: pair.changes.unchangedFaults,
          fixedFaults: Set(
            pair.changes.changes.filter { $0.impact == .better }.compactMap { change in
              change.fault.map { [$0.rule, change.entity, change.relationship] }
            }))
      }
    }

    /// Returns the pair of an old model and its new version.
    func pair(ofOld model: Model) -> Pair? { pairs.first { $0.old.model.place == model.place } }

    /// Returns a fault of an old model by the names of its new version.
    func renamed(_ fault: Finding, of model: Model) -> Finding {
      guard let renaming = pair(ofOld: model)?.renaming, let entity = fault.entity else {
        return fault
      }
      let id = model.schema.entity(entity).flatMap { owner in
        fault.relationship.flatMap { model.schema.relationship($0, of: owner) }
      }
      var renamed = fault
      renamed.entity = renaming.entities[entity] ?? entity
      renamed.relationship =
        id.flatMap { renaming.newNames[$0]?.relationship } ?? fault.relationship
      return renamed
    }

    /// Returns one change for each impact of what a call does now; none if it does the same.
    ///
    /// Its faults are those of `check`. A delete is also worse if it starts to be blocked, and better if it
    /// no longer is; any other difference of a delete needs review.
    mutating func changes(
      _ was: DeleteCall?, _ now: DeleteCall?, in calls: ModelCalls
    ) -> [CallChanges.Change] {
      // What nothing calls, neither before nor after, does nothing.
      guard let call = now ?? was,
        was?.uncalled == nil && was != nil || now?.uncalled == nil && now != nil
      else { return [] }
      var faults: [ChangeImpact: [Finding]] = [
        .worse: new.at(now, butNotIn: old, at: was), .better: old.at(was, butNotIn: new, at: now),
      ]
      if was != nil, now != nil {
        faults = faults.mapValues { $0.filter { !isOfUnchangedModel($0) } }
      }
      faults = faults.filter { !$0.value.isEmpty }
      var reasons: [String] = []
      var isSame = false
      if let was, let now {
        let answers = answers(was, now, in: calls)
        isSame = answers.isEmpty
        for answer in answers {
          if call.kind.isDelete, answer.isBlockedNow { faults[.worse, default: []] += [] }
          if call.kind.isDelete, answer.isUnblockedNow { faults[.better, default: []] += [] }
          // A fault that still is in the model, and that the call does not reach as it deletes less.
          if answer.deletesLess, let gone = faults[.better], faults.count == 1,
            gone.allSatisfy({ !isFixed($0) })
          {
            faults = [.review: gone]
          }
          for reason in answer.reasons where !reasons.contains(reason) { reasons.append(reason) }
        }
        // The same delete of the same model differs by the releases alone.
        if reasons.isEmpty, !faults.isEmpty, Surroundings(of: was) == Surroundings(of: now) {
          reasons = [changeOfReleases].compactMap(\.self)
        }
      }
      if faults.isEmpty, call.kind.isDelete, !isSame { faults[.review] = [] }
      return faults.sorted { $0.key < $1.key }.map { impact, faults in
        CallChanges.Change(
          kind: was == nil ? .new : now == nil ? .gone : .effect, impact: impact,
          faults: faults.map(ModelChange.Fault.init), before: was,
          after: now, location: call.location, reasons: reasons)
      }
    }

    /// Whether a fault of an old model is gone from the new one.
    private func isFixed(_ fault: Finding) -> Bool {
      pairs.contains { $0.fixedFaults.contains(fault.fault) }
    }

    private func isOfUnchangedModel(_ fault: Finding) -> Bool {
      pairs.contains { $0.unchangedFaults.contains(fault.fault) }
    }

    /// The changes of code that may delete something and is not read.
    var changesOfUnreadCode: [CallChanges.Change] {
      let sides = [
        (Kind.new, ChangeImpact.worse, new.ofUnreadCode(butNotIn: old)),
        (.gone, .better, old.ofUnreadCode(butNotIn: new)),
      ]
      return sides.flatMap { kind, impact, found in
        found.map { location, fault in
          CallChanges.Change(
            kind: kind, impact: impact,
            faults: [ModelChange.Fault(fault)], before: nil, after: nil, location: location,
            reasons: [])
        }
      }
    }

    /// The differences in what a call does to each entity that it deletes.
    private mutating func answers(
      _ was: DeleteCall, _ now: DeleteCall, in calls: ModelCalls
    ) -> [Answer] {
      now.models.flatMap { answers(was, now, inModel: calls.models[$0].place) }
    }

    private mutating func answers(
      _ was: DeleteCall, _ now: DeleteCall, inModel model: String
    ) -> [Answer] {
      guard let pair = pairs.first(where: { $0.new.model.place == model }) else { return [] }
      return zip(was.deleted, now.deleted).compactMap { before, after in
        let question = Question(
          place: model, entities: [before, after], kind: now.kind,
          around: [Surroundings(of: was), Surroundings(of: now)])
        if let known = known[question] { return known }
        let answer = answer((was, before), (now, after), pair)
        known[question] = .some(answer)
        return answer
      }
    }

    /// Compares a delete before and after; nil if it does the same.
    private func answer(
      _ before: (call: DeleteCall, entity: String), _ after: (call: DeleteCall, entity: String),
      _ pair: Pair
    ) -> Answer? {
      let (old, new) = (pair.old.model.schema, pair.new.model.schema)
      let kind = after.call.kind
      // To take something out, or to read what is gone, is the same whatever the rules are.
      guard ![.unlink, .erase, .read, .share, .reuse].contains(kind),
        let was = old.entity(before.entity),
        let now = new.entity(after.entity)
      else { return nil }
      let stories = (
        was: pair.old.story(of: was, at: before.call), now: pair.new.story(of: now, at: after.call)
      )
      if stories.was.names(shownAt: before.call) == stories.now.names(shownAt: after.call) {
        return nil
      }
      let reasons = reasons(was, now, pair)
      // Only what they are called differs, unless the code around does.
      if reasons.isEmpty, Surroundings(of: before.call) == Surroundings(of: after.call) {
        return nil
      }
      let operation = DeleteStory.Operation(kind) ?? .delete
      let decisive = reasons.filter { reason in
        reason.alone.map { schema in
          guard let entity = schema.entity(before.entity) else { return true }
          let range = pair.old.range.map { pair.old.model.releases(of: was, in: $0) }
          return DeleteStory(of: entity, in: schema, on: range, by: operation)
            .names(shownAt: before.call)
            != pair.old.story(of: was, by: operation)
            .names(shownAt: before.call)
        } ?? true
      }
      let newName = { (relationship: RelationshipID) in
        pair.renaming.newNames[relationship].map { "\($0.entity).\($0.relationship)" }
      }
      let blocking = [
        stories.was.blockingPairs(at: before.call, naming: newName),
        stories.now.blockingPairs(at: after.call) { _ in nil },
      ]
      let kept = Set(stories.now.alsoDeleted)
      let lost = stories.was.alsoDeleted.map { pair.renaming.entities[$0] ?? $0 }
      return Answer(
        reasons: (decisive.isEmpty ? reasons : decisive).map(\.words),
        isBlockedNow: blocking[1].contains { $0.isDisjoint(with: blocking[0].joined()) },
        isUnblockedNow: blocking[0].contains { $0.isDisjoint(with: blocking[1].joined()) },
        deletesLess: kept.isStrictSubset(of: lost))
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
          reasons.append(Reason(words: "\(name) was removed"))
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

extension ModelChange.Fault {
  fileprivate init(_ finding: Finding) {
    self.init(rule: finding.rule.rawValue, title: finding.title)
  }
}

extension DeleteCall {
  fileprivate var deleted: [String] { entity.map { [$0] } ?? entities }

  /// The entities and the relationship that it names, as they are called after what became of them.
  func names(after pair: CallChanges.Comparison.Pair?) -> [String] {
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
  /// The relationships that make it fail at a call, without those that the code there clears first.
  fileprivate func blocking(at call: DeleteCall) -> [String] {
    if operation == .batchDelete { return failing }
    let cleared = Set(cleared(at: call))
    return steps(.blocked, .madeInvalid).filter { !cleared.contains($0) }
      .map { schema.qualifiedName(of: $0.relationship) }
  }

  /// The pairs of relationships that make it fail at a call: the same objects hold it back, whichever side
  /// does.
  fileprivate func blockingPairs(
    at call: DeleteCall, naming name: (RelationshipID) -> String?
  ) -> [Set<String>] {
    let names = Set(blocking(at: call))
    return steps.filter { names.contains(schema.qualifiedName(of: $0.relationship)) }.map { step in
      let pair = [step.relationship, schema.inverse(of: step.relationship)?.relationship]
      return Set(pair.compactMap(\.self).map { name($0) ?? schema.qualifiedName(of: $0) })
    }
  }

  /// The names that a call shows: of a save that hides a failure, only what blocks counts.
  fileprivate func names(shownAt call: DeleteCall) -> [[String]] {
    let blocking = blocking(at: call)
    return call.kind == .save ? [blocking] : [alsoDeleted, blocking, dangling, crashing]
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
