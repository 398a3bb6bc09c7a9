import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// Which entities of a model the code of its app deletes, and where.
struct Reach {
  /// A call that deletes an object of an entity.
  private struct Way {
    let location: Location
    /// The entity that the call itself names.
    let called: EntityID
  }

  private let schema: Schema
  /// How objects of each entity come to be deleted.
  private var ways: [EntityID: [Way]] = [:]
  /// The same for rows.
  private var batches: [EntityID: [Way]] = [:]
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
    for call in deleting {
      let isOfThis = call.model == index || call.model == nil
      for entity in isOfThis ? call.allEntities.compactMap(schema.entity) : [] {
        let way = Way(location: call.location, called: entity)
        if call.kind == .batchDelete {
          for kind in schema.kinds(of: entity) { batches[kind, default: []].append(way) }
        }
        // SwiftData's batch delete follows cascades; that Core Data's does not is known to its rules.
        for kind in schema.kinds(goingWith: entity) { ways[kind, default: []].append(way) }
      }
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
    guard let (told, family) = ways(to: entities, byBatch: isBatch), let first = told.first else {
      return nil
    }
    let others = Set(told.map(\.location)).count - 1
    let more = others == 0 ? "" : " and \(others) other place\(others == 1 ? "" : "s")"
    let by =
      family.contains(first.called)
      ? "" : ", with \(schema.declaration(of: first.called).name.withArticle)"
    return "deleted at \(first.location)\(more)\(by)"
  }

  /// The way from the first call that comes to a delete: the call, and what takes the object along.
  func steps(to entities: [EntityID], byBatch isBatch: Bool, in model: Model) -> [Finding.Step] {
    guard let (told, family) = ways(to: entities, byBatch: isBatch), let first = told.first else {
      return []
    }
    let name = schema.declaration(of: first.called).name
    let call = Finding.Step("deletes \(name.withArticle)", at: first.location)
    let cascades = schema.cascades(from: first.called, to: family) ?? []
    return [call] + model.steps(along: cascades)
  }

  /// The calls that come to a delete, those that name its entity alone where any does, and what counts
  /// as that.
  private func ways(
    to entities: [EntityID], byBatch isBatch: Bool
  ) -> (ways: [Way], family: Set<EntityID>)? {
    let known = isBatch ? batches : ways
    let family = Set(entities.flatMap { schema.kinds(of: $0) + schema.lineage(of: $0) })
    let found = family.sorted().flatMap { known[$0] ?? [] }
    if found.isEmpty { return nil }
    // A call that deletes the very object says more than one that takes it along.
    let direct = found.filter { family.contains($0.called) }
    let told = (direct.isEmpty ? found : direct).sorted { $0.location < $1.location }
    return (told, family)
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
