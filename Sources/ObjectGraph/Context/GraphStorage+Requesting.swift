/// Deletes are only asked for until they are saved.
extension GraphStorage {
  /// The objects whose deletion was asked for.
  var requestedObjects: [ObjectID] {
    var objects: [ObjectID] = []
    history.requested.forEach { objects.append($0) }
    return objects
  }

  /// Makes sure that the deletion of an object can be asked for.
  func checkForDelete(_ object: ObjectID) throws(GraphError) {
    try check(object)
    if states[Int(object.table)][Int(object.slot)].contains(.requested) {
      throw .deletedObject(object)
    }
  }

  /// Asks for the deletion of an object.
  func request(_ object: ObjectID) throws(GraphError) {
    guard isKnown(object), states[Int(object.table)][Int(object.slot)].isDeletable else {
      return try checkForDelete(object)
    }
    states[Int(object.table)][Int(object.slot)].insert(.requested)
    history.requested.append(object)
  }

  /// Asks for the deletion of everything that goes with the objects asked for.
  func requestWhatFollows() {
    closeRequested()
    history.requested.forEach { object in
      states[Int(object.table)][Int(object.slot)].formUnion([.alive, .requested])
    }
  }
}
