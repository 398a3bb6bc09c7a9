import ObjectGraph

// What somebody who holds an object, or comes to it, can still read of it.
extension Replay {
  /// True if deletes are only marked so far: in Core Data, until the event ends or the context
  /// saves or fetches.
  ///
  /// SwiftData doesn't document when it applies deletes; one observed count showed cascades at
  /// once.
  var isUnprocessed: Bool {
    history.hasUnprocessedDeletes && schema.framework.name == .coreData
  }

  /// Whether an object can be come by: it is there, or its delete is not saved yet.
  func isWithinReach(_ object: ObjectID) -> Bool { context.beforeDeletes.contains(object) }

  /// Reads what identifies an object, or what its properties lead to.
  ///
  /// What identifies an object can always be read: `persistentModelID` in SwiftData, `objectID` in
  /// Core Data. What properties come to where the object is gone is a behaviour of the release.
  mutating func read(_ start: String, _ path: [String]) throws -> Outcome.Reading {
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

  /// Returns the object that a relationship still shows after a delete removed it; nil if none was
  /// removed, or if the removal is visible.
  private func stillShown(by reader: Reader, _ plan: DeletePlan) -> ObjectID? {
    guard schema.framework.behaviours[.nullifiedRead] == .referenceStays else { return nil }
    let pending = plan.nullified.last {
      ($0.source, $0.relationship) == (reader.object, reader.relationship)
    }
    return pending?.destination ?? history.nullified[reader]
  }

  /// Returns the result of reading a property of a deleted object that the app holds or reaches
  /// through a reference.
  private mutating func reading(
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
    switch schema.framework.reading(conditions) {
    case .trap: return .trap
    case .empty: return .empty
    case .unfulfilledFault:
      // Nothing, where the context deletes inaccessible faults, or NSObjectInaccessibleException.
      readsUnfulfilledFault = true
      return .empty
    default: return .readable
    }
  }
}

/// The error for using a deleted object that was not held in time.
struct GoneObject: Error, CustomStringConvertible {
  let name: String
  /// The attempted use, such as `read`.
  let verb: String

  var description: String {
    verb == "fetch"
      ? "'\(name)' is deleted, so no fetch finds it"
      : "'\(name)' is deleted, so no step can \(verb) it; hold it in a step before its delete is saved"
  }
}
