import ModelFiles
import ObjectGraph

/// The other changes in a body to objects that one of its calls would leave behind.
struct Settling {
  /// The entities of which a delete takes objects.
  private struct Deleted: Hashable {
    let entities: Set<Int>
    /// The entities of which it deletes every object.
    let wiped: Set<Int>
    let isBatch: Bool
    /// Whether it takes no more than some of what a relationship holds.
    let isPart: Bool
    /// The emptied relationships that held nothing of what it takes.
    let sparing: [RelationshipUse]
    /// Whether it may delete nothing.
    let isConditional: Bool
    /// Whether it takes one object and no other.
    let takesOne: Bool
    /// The number of the object whose relationship holds what it takes, where that is a parameter or apart from all of
    /// them; 0 for none.
    let holder: Int
  }

  private let ways: CodeWays
  private let linked: Set<DeletionState.Relinked>
  /// The deletes of the same entities: of thousands, the first usually decides.
  private var deletions: [Deleted: CertainPlaces] = [:]
  /// The place of each delete, by its token.
  private var places: [Int: CodeWays.Place] = [:]
  private var unlinked: Set<RelationshipUse> = []
  private let questions: Set<Question>
  /// The deleted objects that are parameters, and what of them holds something, by the tokens of the deletes.
  private var objects: [Int: (object: Int, filled: Set<String>, single: Set<String>)] = [:]

  init(
    _ calls: [Evaluation.FoundCall], on ways: CodeWays, linking linked: Set<DeletionState.Relinked>,
    asking questions: Set<Question>, in code: AppCode
  ) {
    (self.ways, self.linked, self.questions) = (ways, linked, questions)
    for call in calls {
      // One that is taken out leaves the others.
      if let use = call.relationship, !call.takesOne {
        unlinked.formUnion([use, code.inverse(of: use)].compactMap(\.self))
      }
      guard call.kind.deletes else { continue }
      if call.object != 0 || !call.filled.isEmpty || !call.single.isEmpty {
        objects[call.way.token] = (call.object, call.filled, call.single)
      }
      var entities = call.entities
      if call.kind == .batchDelete || call.takesAll, !call.sparesSubentities {
        entities = Set(code.kinds(of: entities))
      }
      let isBatch = call.kind == .batchDelete
      let deleted = Deleted(
        entities: entities, wiped: call.wiped(on: ways, in: code), isBatch: isBatch,
        isPart: call.isPart,
        sparing: call.sparing, isConditional: call.isConditional, takesOne: call.takesOne,
        holder: call.holder)
      deletions[deleted, default: CertainPlaces()].add(call.way, on: ways)
      if places[call.way.token] == nil { places[call.way.token] = call.way }
    }
  }

  /// The relationships of which a call deletes every object that holds nothing there.
  func swept(by call: Evaluation.FoundCall) -> Set<String> {
    !call.swept.isEmpty && call.takesWhatItFinds(on: ways) ? call.swept : []
  }

  /// The place of the delete that a call does, or saves.
  private func way(of call: Evaluation.FoundCall) -> CodeWays.Place {
    call.deletion.flatMap { places[$0] } ?? call.way
  }

  /// The entities whose objects are certain to be deleted before a call, or by the same call of several; not
  /// only some of what a relationship holds.
  private func before(_ call: Evaluation.FoundCall, in code: AppCode) -> Set<Int> {
    let isOfSeveral = !call.value.type.entities.isEmpty && call.takesEach(on: ways)
    let last = isOfSeveral ? call.token : call.token - 1
    let object = objects[way(of: call).token]?.object ?? 0
    return deletions.reduce(into: []) { entities, deletion in
      let (deleted, places) = deletion
      let isOfOther = deleted.holder != 0 && object != 0 && deleted.holder != object
      if deleted.isPart || deleted.isConditional || isOfOther { return }
      if deleted.takesOne, isOneOfSeveral(deleted, heldBy: call, in: code) { return }
      if last >= 0,
        [call.way, way(of: call)]
          .contains(where: { ways.isCertain(places, in: 0...last, with: $0) })
      {
        entities.formUnion(deleted.entities)
      }
    }
  }

  /// Whether a deleted object may be one of several in a relationship of a call's object, and the code does
  /// not count them.
  private func isOneOfSeveral(
    _ deleted: Deleted, heldBy call: Evaluation.FoundCall, in code: AppCode
  ) -> Bool {
    let counted = objects[way(of: call).token]?.single ?? []
    let relationships = call.entities.flatMap { entity in
      let schema = code.models[code.entities[entity].model].schema
      return schema.relationships(of: code.entities[entity].id).map(schema.declaration).filter {
        code.destination($0.name, of: entity)?.entity.map(deleted.entities.contains) == true
      }
    }
    return !relationships.isEmpty
      && relationships.allSatisfy { $0.isToMany && !counted.contains($0.name) }
  }

  /// The entities of which objects are certain to be deleted behind an ordinary delete, before the same save.
  func behind(_ call: Evaluation.FoundCall, in code: AppCode) -> Set<String> {
    guard call.kind == .delete else { return [] }
    let next = ways.nextSave(after: call.way)
    var entities: Set<Int> = []
    let behind = call.token + 1...max(next - 1, call.token + 1)
    for (deleted, places) in deletions where !deleted.isConditional {
      let isCertain = ways.isCertain(places, in: behind, with: call.way) {
        $0.token < next && ways.mayShareContext($0, call.way)
      }
      if isCertain { entities.formUnion(deleted.entities) }
    }
    return code.names(of: entities)
  }

  /// The relationships about which the code asks, and that a deleted object may have empty then.
  private func asked(of call: Evaluation.FoundCall) -> Set<RelationshipUse> {
    let way = way(of: call)
    let (object, filled, _) = objects[way.token] ?? (0, [], [])
    return Set(
      questions.filter {
        $0.mayConcern(object) && $0.deletes.contains(way.token) && !filled.contains($0.use.name)
          && ways.isDecided($0.block, before: way.block)
      }.map(\.use))
  }

  /// The entities of which a call that takes something out deletes or links objects elsewhere, or returns
  /// what it takes out.
  private func settled(by call: Evaluation.FoundCall, in code: AppCode) -> Set<Int> {
    var entities = deletions.reduce(into: Set<Int>()) { entities, deletion in
      let (deleted, places) = deletion
      let isSpared = call.isWhole && call.relationship.map(deleted.sparing.contains) == true
      if isSpared || deleted.entities.isSubset(of: entities) { return }
      if places.all.contains(where: { ways.mayMeet($0, call.way) }) {
        entities.formUnion(deleted.entities)
      }
    }
    for link in linked where !entities.contains(link.entity) && settles(link, call) {
      entities.insert(link.entity)
    }
    guard call.isReturned, let use = call.relationship else { return entities }
    return entities.union(
      [use.entity, code.destination(use.name, of: use.entity)?.entity].compactMap(\.self))
  }

  /// Whether objects that a call takes out may be those that are linked, on a path with both.
  private func settles(
    _ link: DeletionState.Relinked, _ call: Evaluation.FoundCall
  ) -> Bool {
    // The owner keeps each of them.
    if link.list != 0, link.list == call.kept { return false }
    // What is assigned to a to-one may be what it held.
    if link.place.token == call.token, !link.isOfToOne { return false }
    if let other = link.other, call.isWhole, other.owner == call.owner,
      other.use.name == call.relationship?.name
    {
      return false
    }
    return ways.mayMeet(link.place, call.way)
  }

  /// The entities of which objects are deleted, before it unless it takes something out, or linked, and
  /// the relationships that objects are taken out of.
  func names(for call: Evaluation.FoundCall, in code: AppCode) -> Set<String> {
    switch call.kind {
    case .unlink: code.names(of: settled(by: call, in: code))
    case .batchDelete: code.names(of: before(call, in: code)).union(unlinked.map(code.name))
    case .reuse: code.names(of: before(call, in: code))
    case .delete, .save:
      code.names(of: before(call, in: code)).union(
        unlinked.union(asked(of: call)).map(code.name))
    case .erase, .read, .share: []
    }
  }

  /// The entities of which every object is deleted, too: anywhere around a batch delete, and by an ordinary
  /// delete before the same save, or by batch before it.
  func wiped(for call: Evaluation.FoundCall, in code: AppCode) -> Set<String> {
    guard call.kind.deletes || call.kind == .save else { return [] }
    let way = way(of: call)
    let (isBatch, next) = (call.kind == .batchDelete, ways.nextSave(after: way))
    let wiped = deletions.reduce(into: Set<Int>()) { entities, deletion in
      let (deleted, places) = deletion
      if deleted.wiped.isEmpty || deleted.wiped.isSubset(of: entities) { return }
      let last = isBatch ? .max : deleted.isBatch ? way.token : next
      let isCertain = ways.isCertain(places, in: 0...last, with: way) {
        ways.mayShareContext($0, way)
      }
      if isCertain {
        entities.formUnion(deleted.wiped)
      }
    }
    return code.names(of: wiped)
  }
}

extension Evaluation.FoundCall {
  /// Whether it deletes objects of each of its entities: a loop over their types does, if it leaves none out.
  fileprivate func takesEach(on ways: CodeWays) -> Bool {
    entities.count < 2 || ways.isInEveryRound(way)
  }

  /// Whether it deletes all that its request finds.
  fileprivate func takesWhatItFinds(on ways: CodeWays) -> Bool {
    !self.isConditional && (kind == .batchDelete ? takesEach(on: ways) : ways.isInEveryRound(way))
  }

  /// The entities of which it deletes every object.
  func wiped(on ways: CodeWays, in code: AppCode) -> Set<Int> {
    guard self.takesAll, takesWhatItFinds(on: ways) else { return [] }
    // Rows of subentities that are spared keep what they inherit.
    return self.sparesSubentities
      ? entities.filter { code.kinds(of: [$0]).count == 1 } : Set(code.kinds(of: entities))
  }
}
