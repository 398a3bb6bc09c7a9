import CompiledOnce
import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// Which entities of a model the code of its app deletes, and where.
struct Reach {
  private let schema: Schema
  /// Where the code names each entity to delete an object of it, in order.
  private var locations: [EntityID: [Location]] = [:]
  /// The same for rows.
  private var batchLocations: [EntityID: [Location]] = [:]
  /// The entities with which objects of each come to be deleted.
  private var called: [EntityID: [EntityID]] = [:]
  /// The same for rows.
  private var batchCalled: [EntityID: [EntityID]] = [:]
  /// How many calls may delete anything.
  private let unresolved: Int

  /// Follows the calls along the cascades; nil where no code deletes anything: it may be a part of an
  /// app, or a library, and then every delete is somebody's.
  ///
  /// - Parameters:
  ///   - calls: All calls in the code.
  ///   - index: The model's number among those that they are about.
  ///   - model: The model.
  init?(_ calls: [DeleteCall], ofModel index: Int, _ model: Model) {
    let deleting = calls.filter { $0.kind == .delete || $0.kind == .batchDelete }
    if deleting.isEmpty { return nil }
    schema = model.schema
    unresolved = deleting.count { !$0.isResolved }
    for call in deleting where call.model == index || call.model == nil {
      for entity in Set(call.allEntities.compactMap(schema.entity)) {
        locations.add(call.location, to: entity)
        if call.kind == .batchDelete { batchLocations.add(call.location, to: entity) }
      }
    }
    for entity in locations.keys.sorted() {
      locations[entity]?.sort()
      // A batch delete takes along what an ordinary one does.
      for kind in schema.kinds(goingWith: entity) { called.add(entity, to: kind) }
    }
    for entity in batchLocations.keys.sorted() {
      batchLocations[entity]?.sort()
      for kind in schema.kinds(of: entity) { batchCalled.add(entity, to: kind) }
    }
  }

  /// Says which calls come to a delete.
  ///
  /// - Parameters:
  ///   - entities: The entities of which one object is deleted: what shows a hazard is the first that
  ///     fits, and may stand for those that inherit from it, or its parent.
  ///   - isBatch: Whether rows are deleted.
  /// - Returns: The place of the first, and how many others there are; nil where none comes to it.
  func words(for entities: [EntityID], byBatch isBatch: Bool) -> String? {
    guard let way = way(to: entities, byBatch: isBatch) else { return nil }
    let others = way.count - 1
    let more = others == 0 ? "" : " and \(others) other place\(others == 1 ? "" : "s")"
    let by =
      way.family.contains(way.called)
      ? "" : ", with \(schema.declaration(of: way.called).name.withArticle)"
    return "deleted at \(way.location)\(more)\(by)"
  }

  /// The way from the first call that comes to a delete: the call, and what takes the object along.
  func steps(to entities: [EntityID], byBatch isBatch: Bool, in model: Model) -> [Finding.Step] {
    guard let way = way(to: entities, byBatch: isBatch) else { return [] }
    let name = schema.declaration(of: way.called).name
    let call = Finding.Step("deletes \(name.withArticle)", at: way.location)
    let cascades = schema.cascades(from: way.called, to: way.family) ?? []
    return [call] + model.steps(along: cascades)
  }

  /// How a delete is come to.
  private struct Way {
    /// The entity that the first call names, and where that is.
    let called: EntityID
    let location: Location
    /// From how many places.
    let count: Int
    /// What counts as the entity that is deleted.
    let family: Set<EntityID>
  }

  /// The calls that come to a delete, those that name its entity alone where any does.
  private func way(to entities: [EntityID], byBatch isBatch: Bool) -> Way? {
    let known = isBatch ? batchCalled : called
    let places = isBatch ? batchLocations : locations
    let family = Set(entities.flatMap { schema.kinds(of: $0) + schema.lineage(of: $0) })
    let found = Set(family.flatMap { known[$0] ?? [] })
    // A call that deletes the very object says more than one that takes it along.
    let direct = found.intersection(family)
    let told = (direct.isEmpty ? found : direct).sorted()
    let firsts = told.compactMap { entity in places[entity]?.first.map { (entity, $0) } }
    guard let first = firsts.min(by: { $0.1 < $1.1 }) else { return nil }
    let all = Set(told.flatMap { places[$0] ?? [] })
    return Way(called: first.0, location: first.1, count: all.count, family: family)
  }

  /// What is said of a delete to which no call comes.
  var wordsForNone: String {
    let rest =
      unresolved == 0
      ? ""
      : unresolved == 1
        ? ", unless one that is not resolved does"
        : ", unless one of \(unresolved) that are not resolved does"
    return "no delete call in the code comes to it\(rest)"
  }
}

extension Model {
  /// What takes objects along, each at its place.
  func steps(along cascades: [RelationshipID]) -> [Finding.Step] {
    cascades.compactMap { relationship in
      location(of: relationship).map {
        Finding.Step("\(schema.qualifiedName(of: relationship)) cascades", at: $0)
      }
    }
  }
}
