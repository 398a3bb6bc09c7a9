import CompiledOnce
import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// The delete calls of an app's code, by the entities of one model of which they delete objects.
struct DeleteCallIndex {
  private let schema: Schema
  /// The calls for each entity that they name, in the order of their places.
  private var calls: [EntityID: [DeleteCall]] = [:]
  /// The others, in code that nothing calls.
  private var uncalledCalls: [EntityID: [DeleteCall]] = [:]
  /// The number of calls that could not be resolved, without those that nothing calls.
  let unresolvedCount: Int
  /// The number of files, folders and pieces of code that could not be read.
  let unreadCount: Int

  /// Whether nothing was left that may delete more.
  var isUnderstood: Bool { unresolvedCount == 0 && unreadCount == 0 }

  /// Indexes the calls of the code; nil if no code deletes anything and it is no program that was read as a whole.
  ///
  /// Such code may be part of an app or a library whose clients perform every kind of delete.
  init?(
    _ calls: [DeleteCall], ofModel index: Int, _ model: Model, areOfProgram isProgram: Bool = false,
    unread unreadCount: Int = 0, gaps gapCount: Int = 0
  ) {
    let deleting = calls.filter { $0.kind == .delete || $0.kind == .batchDelete }
    let areAll = isProgram && unreadCount + gapCount == 0
    if deleting.isEmpty, !areAll, !calls.contains(where: { $0.kind == .erase }) { return nil }
    schema = model.schema
    unresolvedCount = deleting.count {
      !$0.isResolved && $0.uncalled == nil && $0.mayDelete(ofModel: index, model)
    }
    self.unreadCount = unreadCount + gapCount
    for call in deleting where call.mayDelete(ofModel: index, model) {
      for entity in Set(call.allEntities.compactMap(schema.entity)) {
        if call.uncalled == nil {
          self.calls.add(call, to: entity)
        } else {
          uncalledCalls.add(call, to: entity)
        }
      }
    }
  }

  /// The places of the calls that delete objects of an entity, in order, without those that nothing calls.
  func places(deleting entity: String) -> [Location] {
    schema.entity(entity).flatMap { calls[$0] }?.map(\.location).sortedWithoutRepeats() ?? []
  }

  /// Finds the calls whose deletes show a hazard.
  ///
  /// - Parameters:
  ///   - hazard: A hazard of the model.
  ///   - bench: The bench that deletes are tried on.
  /// - Returns: The calls that delete the object of the hazard itself, and apart from them those that delete
  ///   it by cascade; of these alone, if there are no others. Those whose code also unlinks what shows it
  ///   come last. The calls in code that nothing calls are those only if there are no others.
  func reaching(_ hazard: Hazard, on bench: inout TrialBench) -> ReachingCalls {
    let found = reaching(hazard, among: calls, on: &bench)
    guard found.isEmpty else { return found }
    let others = reaching(hazard, among: uncalledCalls, on: &bench)
    return others.isEmpty ? found : others
  }

  private func reaching(
    _ hazard: Hazard, among calls: [EntityID: [DeleteCall]], on bench: inout TrialBench
  ) -> ReachingCalls {
    let deletable = hazard.trial.deletableKinds(in: schema)
    var (direct, indirect) = (ReachingCalls(), ReachingCalls())
    for entity in calls.keys.sorted() {
      let all = calls[entity, default: []]
      // What a function deletes of an entity that it is given, its callers' calls say better.
      let called = Set(all.compactMap(\.function))
      let fitting = all.filter { call in
        let isSaidByCaller = call.entity == nil && call.isSaid(byCallersAmong: called)
        return !isSaidByCaller && hazard.isShown(byBatch: call.kind == .batchDelete)
          && !call.settles(hazard, in: schema)
      }
      if fitting.isEmpty {
        let isBatch = all.contains { $0.kind == .batchDelete } && !hazard.isShown(byBatch: true)
        direct.areOnlyBatches =
          direct.areOnlyBatches
          || isBatch && schema.cascades(from: entity, to: deletable) != nil
        continue
      }
      let name = schema.declaration(of: entity).name
      if !deletable.isDisjoint(with: schema.kinds(of: entity)) {
        var left: [DeleteCall] = []
        for call in fitting where !call.sparesSubentities || deletable.contains(entity) {
          // What is deleted with it, in a tree, may hold something.
          if !schema.cascadesToItsLike(entity, emptied: call.emptied),
            let emptied = call.emptied(of: hazard.trial, in: schema)
          {
            direct.emptying.append((call.location, schema.qualifiedName(of: emptied)))
          } else {
            left.append(call)
          }
        }
        direct.add(left, of: name) { $0.unlinks(hazard.trial, in: schema) }
      } else if let path = schema.cascades(from: entity, to: deletable),
        bench.shows(hazard, deleting: entity, along: path)
      {
        let left = fitting.filter { call in
          !call.empties(path.prefix(1), in: schema)
            && (!call.sparesSubentities
              || path.prefix(1).allSatisfy { schema.kinds(holding: $0).contains(entity) })
        }
        let needsTwo = bench.needsTwoOwners(hazard, deleting: entity, along: path)
        indirect.add(left, of: name, along: path, needingTwoOwners: needsTwo)
      }
    }
    if direct.isEmpty {
      (indirect.areOnlyBatches, indirect.emptying) = (direct.areOnlyBatches, direct.emptying)
      return indirect
    }
    direct.add(byCascade: indirect)
    return direct
  }
}

struct ReachingCalls {
  private struct Entry {
    let call: DeleteCall
    let entity: String
    /// The cascades from the deleted object to that of the hazard.
    let path: [RelationshipID]
    /// Whether the hazard shows only between the parts of two deleted objects.
    let needsTwoOwners: Bool
    /// Whether the code also unlinks what shows the hazard, somewhere and perhaps not all of it.
    let alsoUnlinks: Bool
  }

  /// The listed calls, callers before the functions that they call.
  private var entries: [Entry] = []
  /// Further calls, which delete the hazard's object by cascade.
  private var cascading: [Entry] = []

  /// Whether the only calls that delete the hazard's object are batch deletes, which do not show the hazard.
  var areOnlyBatches = false

  /// The calls before which the code empties a relationship, so that they do not show the hazard.
  var emptying: [(location: Location, relationship: String)] = []

  var isEmpty: Bool { entries.isEmpty }

  /// The code around the calls, if nothing calls that; empty for all others.
  var uncalledCode: [UncalledCode] {
    entries.compactMap(\.call.uncalled)
      .reduce(into: []) { all, code in if !all.contains(code) { all.append(code) } }
  }

  /// Whether none of the calls shows the hazard between the parts of one deleted object.
  var needTwoOwners: Bool { !entries.isEmpty && entries.allSatisfy(\.needsTwoOwners) }

  /// Whether some code deletes the hazard's object without what has it.
  func deletesAlone(_ owners: Set<String>) -> Bool {
    entries.contains { entry in
      entry.path.isEmpty && !entry.alsoUnlinks
        && entry.call.settled.union(entry.call.deletedBehind).isDisjoint(with: owners)
    }
  }

  /// The entity that the first call deletes, where cascades lead from it to the hazard's.
  var cascadingEntity: String? { entries.first.flatMap { $0.path.isEmpty ? nil : $0.entity } }

  /// The place of each call that `calls` lists, callers before the functions that they call.
  var places: [Location] {
    entries.map(\.call.location)
      .reduce(into: []) { places, place in if !places.contains(place) { places.append(place) } }
  }

  /// The calls that delete the hazard's object by cascade, where others delete it itself.
  var byCascade: ReachingCalls {
    var calls = ReachingCalls()
    let known = Set(entries.map(\.call.location))
    calls.entries = cascading.filter { !known.contains($0.call.location) }
    return calls
  }

  fileprivate mutating func add(
    _ calls: [DeleteCall], of entity: String, along path: [RelationshipID] = [],
    needingTwoOwners needsTwoOwners: Bool = false,
    alsoUnlinking alsoUnlinks: (DeleteCall) -> Bool = { _ in false }
  ) {
    entries += calls.map {
      Entry(
        call: $0, entity: entity, path: path, needsTwoOwners: needsTwoOwners,
        alsoUnlinks: alsoUnlinks($0))
    }
    sort()
  }

  fileprivate mutating func add(byCascade others: ReachingCalls) { cascading = others.entries }

  var allPlaces: [Location] { (entries + cascading).map(\.call.location) }

  private mutating func sort() {
    entries.sort {
      ($0.call.isListedAtCallers ? 1 : 0, $0.alsoUnlinks ? 1 : 0, $0.call.location) < (
        $1.call.isListedAtCallers ? 1 : 0, $1.alsoUnlinks ? 1 : 0, $1.call.location
      )
    }
  }

  /// Whether the first call deletes the hazard's object by a relationship that cascades to it.
  func cascades(along relationship: RelationshipID) -> Bool {
    entries.first?.path.last == relationship
  }

  /// The steps from the first call to the hazard's object.
  func path(in model: Model) -> [Finding.Label] {
    guard let first = entries.first else { return [] }
    let call = Finding.Label("deletes \(first.entity.withArticle)", at: first.call.location)
    return [call] + model.steps(along: first.path)
  }
}

extension DeleteCall {
  /// Whether it is a function's own delete, and that is one of the functions that some calls call.
  fileprivate func isSaid(byCallersAmong called: Set<String>) -> Bool {
    isListedAtCallers
      && caller?.split(separator: ".").last.map { called.contains(String($0)) } == true
  }

  /// Whether the code clears each reference that a batch delete leaves dangling, or also deletes every object
  /// that a delete would hurt.
  fileprivate func settles(_ hazard: Hazard, in schema: Schema) -> Bool {
    let result = hazard.result
    if kind == .batchDelete, !result.dangling.isEmpty {
      return result.dangling.allSatisfy { clears($0.relationship, in: schema) }
    }
    if hazard.rule == .nullifyLeavesOrphans {
      let left = hazard.trial.kinds.indices.filter { !result.isDeleted($0) }
      return !wiped.isEmpty
        && left.allSatisfy { wiped.contains(schema.declaration(of: hazard.trial.kinds[$0]).name) }
    }
    return result.effect != .crash && deletesAll(hurtBy: result, of: hazard.trial, in: schema)
  }

  /// Whether the code is certain to delete every object, too, that a delete would hurt.
  func deletesAll(hurtBy result: TrialResult, of trial: Trial, in schema: Schema) -> Bool {
    if wiped.isEmpty { return false }
    // An object of another kind could be hurt in its place.
    let hurt = result.hurt.compactMap { result.ids.firstIndex(of: $0) }.flatMap { index in
      schema.lineage(of: trial.kinds[index]).suffix(1).flatMap { schema.kinds(of: $0) }
    }
    return !hurt.isEmpty && wiped.isSuperset(of: hurt.map { schema.declaration(of: $0).name })
  }

  /// Whether the code around a delete also unlinks something without which a trial shows nothing.
  fileprivate func unlinks(_ trial: Trial, in schema: Schema) -> Bool {
    kind == .delete
      && trial.links.contains { link in
        [link.source, link.destination].contains(trial.deleted)
          && unlinks(link.relationship, in: schema)
      }
  }

  /// The relationship that the code has emptied before, and by which the deleted object of a trial needs to hold
  /// something or to be held; nil if there is none.
  fileprivate func emptied(of trial: Trial, in schema: Schema) -> RelationshipID? {
    let held = trial.links.filter { $0.destination == trial.deleted }.map(\.relationship)
    return held.first { emptied.contains(schema.qualifiedName(of: $0)) }
      ?? trial.relationshipsOfDeleted(in: schema).first { empties([$0], in: schema) }
  }

  /// Whether the code has emptied one of some relationships before.
  fileprivate func empties(
    _ relationships: some Sequence<RelationshipID>, in schema: Schema
  ) -> Bool {
    !emptied.isEmpty
      && relationships.contains { emptied.contains(schema.declaration(of: $0).name) }
  }
}

extension Trial {
  /// The relationships of the deleted object that hold something.
  fileprivate func relationshipsOfDeleted(in schema: Schema) -> [RelationshipID] {
    links.compactMap { link in
      if link.source == deleted { return link.relationship }
      return link.destination == deleted
        ? schema.inverse(of: link.relationship)?.relationship : nil
    }
  }
}

extension Hazard {
  /// Whether a batch delete or an ordinary one shows it: they do different things.
  func isShown(byBatch isBatch: Bool) -> Bool {
    isBatch ? trial.isBatch || shown.isShownByBatch : !trial.isBatch
  }
}

extension Model {
  /// The cascades that delete an object with another, each at its place.
  func steps(along cascades: [RelationshipID]) -> [Finding.Label] {
    cascades.compactMap { relationship in
      location(of: relationship).map {
        Finding.Label("\(schema.qualifiedName(of: relationship)) cascades", at: $0)
      }
    }
  }
}
