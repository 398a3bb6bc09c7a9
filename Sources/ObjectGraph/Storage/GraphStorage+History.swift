/// The changes since the last save: recording, requesting, undoing and marking them as saved.
extension GraphStorage {
  /// Whether there is anything to take back but requests.
  var isAsSaved: Bool {
    history.changed.isEmpty && history.moves.isEmpty
      && (0..<states.count).allSatisfy { Int(history.savedCounts[$0]) == states[$0].count }
  }

  func startTracking() {
    history.isTracked = true
    history.hasNewRows = true
    forgetHistory()
  }

  /// Keeps no history any more: everything is new.
  func stopTracking() {
    forgetHistory()
    history.isTracked = false
    for table in 0..<states.count { history.savedCounts[table] = 0 }
  }

  /// Whether a property of an object changed since the last save.
  func hasChanged(_ object: ObjectID) -> Bool {
    history.isNew(object) || states[Int(object.table)][Int(object.slot)].contains(.changed)
  }

  /// Takes what there is now as saved, and asks for nothing any more.
  func forgetHistory() {
    history.requested.forEach { object in
      states[Int(object.table)][Int(object.slot)].remove(.requested)
    }
    history.requested.truncate(to: 0)
    markAsSaved()
  }

  /// Takes what there is now as saved; nothing is asked for any more.
  func markAsSaved() {
    history.settledCount = 0
    if !history.changed.isEmpty {
      forgetChanges(from: 0)
      history.changed.truncate(to: 0, keeping: Self.keptRecords)
    }
    if !history.moves.isEmpty {
      history.moves.truncate(to: 0, keeping: Self.keptRecords)
      history.formerValues = []
      history.formerOrders = []
    }
    if history.hasNewRows {
      for table in 0..<states.count { history.savedCounts[table] = UInt32(states[table].count) }
      history.hasNewRows = false
    }
  }

  /// The number of records whose memory is kept from one save to the next.
  static var keptRecords: Int { 4096 }

  /// Notes that a property of an object changed.
  @inline(__always)
  func markChanged(_ object: ObjectID) {
    guard !history.isNew(object),
      !states[Int(object.table)][Int(object.slot)].contains(.changed)
    else { return }
    states[Int(object.table)][Int(object.slot)].insert(.changed)
    history.changed.append(object)
  }

  /// Forgets the changed objects that were noted last.
  func forgetChanges(from count: Int) {
    for index in count..<history.changed.count {
      let object = history.changed[index]
      states[Int(object.table)][Int(object.slot)].remove(.changed)
    }
    history.changed.truncate(to: count)
  }

  /// Records a move.
  ///
  /// Changes to a new object are not recorded, because they are never undone one by one.
  ///
  /// - Returns: True if the move was recorded.
  @discardableResult @inline(__always)
  func record(_ move: History.Move, ofTable table: Int) -> Bool {
    guard move.slot < history.savedCounts[table] || history.recordsNewObjects
    else { return false }
    history.moves.append(move)
    return true
  }

  /// Takes back the moves that were recorded last, exactly, the last one first.
  func takeBackMoves(from count: Int) {
    while history.moves.count > count {
      let move = history.moves.removeLast()
      let (column, slot) = (Int(move.column), move.slot)
      switch move.kind {
      case .appended: columns[column].dropLast(slot)
      case .removed: putBack(move)
      case .reordered: arrange(slot, column, history.formerOrders.removeLast())
      case .valueSet: values[column][Int(slot)] = history.formerValues.removeLast()
      case .absorbed: states[column][Int(slot)].insert(.alive)
      }
    }
  }

  /// Takes back everything since the last save; what was inserted since then is gone for good.
  func takeBackAll() {
    takeBackMoves(from: 0)
    for table in 0..<history.savedCounts.count {
      for slot in Int(history.savedCounts[table])..<states[table].count {
        states[table][slot].remove(.alive)
      }
    }
    forgetHistory()
  }
}

/// Deletes are only asked for until they are saved.
extension GraphStorage {
  /// Asks for the deletion of an object; of one that goes already, or is gone, that asks for nothing.
  func request(_ object: ObjectID) throws(GraphError) {
    guard isKnown(object) else { throw .unknownObject(object) }
    guard states[Int(object.table)][Int(object.slot)].isDeletable else { return }
    states[Int(object.table)][Int(object.slot)].insert(.requested)
    history.requested.append(object)
  }

  /// Asks for the deletion of everything that goes with the objects asked for.
  func requestWhatFollows() {
    closeRequested()
    history.requested.forEach { object in
      states[Int(object.table)][Int(object.slot)].formUnion([.alive, .requested])
    }
    history.settledCount = history.requested.count
  }
}
