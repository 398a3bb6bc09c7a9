import ObjectGraph

// What somebody who holds an object, or comes to it, can still read of it.
extension Replay {
  /// Whether deletes are only marked so far: in Core Data until the event ends, or somebody saves or
  /// fetches.
  ///
  /// When SwiftData applies them is not documented, but for a count that showed cascades at once.
  var isUnprocessed: Bool {
    history.hasUnprocessedDeletes && schema.framework.name == .coreData
  }

  /// Whether an object can be come by: it is there, or its delete is not saved yet.
  func isWithinReach(_ object: ObjectID) -> Bool { context.beforeDeletes.contains(object) }

  /// Reads what identifies an object, or what its properties lead to.
  ///
  /// What identifies an object can always be read: `persistentModelID` in SwiftData, `objectID` in
  /// Core Data. What properties come to where the object is gone is a behaviour of the release.
  func read(_ start: String, _ path: [String]) throws -> Outcome.Reading {
    let graph = isUnprocessed ? context.unprocessed() : context.pending()
    let plan = context.plan()
    var object = try id(start)
    if !isWithinReach(object) && !history.held.contains(start) {
      throw GoneObject(name: start, verb: "read")
    }
    for (index, property) in path.enumerated() {
      guard graph.contains(object) else {
        return try reading(property, ofGone: object, in: graph, plan, isReferredTo: index > 0)
      }
      guard let relationship = schema.relationship(property, of: try graph.entity(of: object))
      else { return try graph.value(object, property) == nil ? .empty : .readable }
      let held = try graph.references(object, relationship).map(\.id)
      // Of several, the one that cannot be read is the one that matters.
      let reader = Reader(object: object, relationship: relationship)
      guard
        let next = held.first(where: { !graph.contains($0) })
          ?? history.staleReferences[reader] ?? held.first ?? stillShown(by: reader, plan)
      else { return .empty }
      object = next
    }
    return .readable
  }

  /// What a relationship shows although a delete took it; nil where nothing was taken, or it shows
  /// that.
  private func stillShown(by reader: Reader, _ plan: DeletePlan) -> ObjectID? {
    guard schema.framework.behaviours[.nullifiedRead] == .referenceStays else { return nil }
    let pending = plan.nullified.last {
      ($0.source, $0.relationship) == (reader.object, reader.relationship)
    }
    return pending?.destination ?? history.nullified[reader]
  }

  /// What a property of an object that is gone reads as, for whoever holds it or is led to it.
  private func reading(
    _ property: String, ofGone object: ObjectID, in graph: Graph, _ plan: DeletePlan,
    isReferredTo: Bool
  ) throws(GraphError) -> Outcome.Reading {
    let conditions: [Framework.Condition]
    if plan.deleted.contains(object) {
      let isRelationship =
        schema.relationship(property, of: try graph.entity(of: object)) != nil
      conditions = (isRelationship ? [.pendingRelationshipRead] : []) + [.pendingRead]
    } else if isReferredTo {
      conditions = [.danglingRead]
    } else {
      conditions = [context.stale.contains(object) ? .staleRead : .deletedRead]
    }
    return switch schema.framework.reading(conditions) {
    case .trap: .trap
    case .empty, .unfulfilledFault: .empty
    default: .readable
    }
  }
}

/// An object that is gone, and that nobody took hold of in time.
struct GoneObject: Error, CustomStringConvertible {
  let name: String
  /// What somebody wants to do with it.
  let verb: String

  var description: String {
    "'\(name)' is gone, so nobody can \(verb) it; hold it in a step before its delete is saved"
  }
}
