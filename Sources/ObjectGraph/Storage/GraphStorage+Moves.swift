/// The moves that change links; each keeps a to-one knowing where it stands at the other side.
extension GraphStorage {
  /// Links two slots that are not linked, neither of them full.
  @inline(__always)
  func connect(_ slot: UInt32, _ column: Int, _ otherSlot: UInt32) {
    let shape = layout.columns[column]
    willAppend(slot, column, shape.table, otherSlot)
    let position = columns[column].append(slot, otherSlot)
    // A link of an object with itself, in a relationship that is its own inverse, has one end, and
    // so has a reference to a deleted object.
    guard shape.opposite != column || slot != otherSlot,
      states[shape.otherTable][Int(otherSlot)].isAlive
    else { return }
    willAppend(otherSlot, shape.opposite, shape.otherTable, slot)
    let otherPosition = columns[shape.opposite].append(otherSlot, slot, at: position)
    if !shape.isToMany { columns[column].setPosition(slot, otherPosition) }
  }

  /// Records that an end will be added.
  ///
  /// The links of a new object are never undone one by one.
  @inline(__always)
  private func willAppend(_ slot: UInt32, _ column: Int, _ table: Int, _ other: UInt32) {
    if slot < history.savedCounts[table] || history.recordsNewObjects {
      recordAppending(slot, column, table, other)
    }
  }

  @inline(never)
  private func recordAppending(_ slot: UInt32, _ column: Int, _ table: Int, _ other: UInt32) {
    if layout.columns[column].isRelationship {
      markChanged(ObjectID(table: UInt16(table), slot: slot))
    }
    record(
      History.Move(kind: .appended, column: UInt16(column), slot: slot, other: other),
      ofTable: table)
  }

  /// Cuts a link at both of its ends.
  func disconnect(_ slot: UInt32, _ column: Int, at position: UInt32) {
    let shape = layout.columns[column]
    let otherSlot = columns[column].other(slot, position)
    let other = ObjectID(table: UInt16(shape.otherTable), slot: otherSlot)
    if shape.isRelationship { markChanged(ObjectID(table: UInt16(shape.table), slot: slot)) }
    guard shape.opposite != column || slot != otherSlot, isAlive(other) else {
      return removeEnd(slot, column, at: position)
    }
    if shape.isOppositeRelationship { markChanged(other) }
    let found =
      shape.isToMany
      ? columns[shape.opposite].position(of: slot, at: otherSlot)
      : columns[column].ends[Int(slot)].position
    guard let otherPosition = found else { preconditionFailure("a link without its other end") }
    removeEnd(slot, column, at: position)
    removeEnd(otherSlot, shape.opposite, at: otherPosition)
  }

  private func removeEnd(_ slot: UInt32, _ column: Int, at position: UInt32) {
    let other = columns[column].other(slot, position)
    let known = columns[column].isToMany ? position : columns[column].ends[Int(slot)].position
    record(
      History.Move(
        kind: .removed, column: UInt16(column), slot: slot, other: other, position: known),
      ofTable: layout.columns[column].table)
    if let moved = columns[column].remove(slot, position) {
      place(moved, of: slot, in: column, at: position)
    }
    if columns[column].isToMany && columns[column].blocks[Int(slot)].isSparse {
      sparse.append(Place(column: UInt16(column), slot: slot))
    }
  }

  /// Takes back the removal of one end.
  func putBack(_ move: History.Move) {
    let column = Int(move.column)
    guard columns[column].isToMany else {
      return columns[column].setEnd(
        move.slot, LinkColumn.End(slot: move.other, position: move.position))
    }
    if let back = columns[column].putBack(move.slot, move.position, move.other) {
      place(back.moved, of: move.slot, in: column, at: back.position)
    }
  }

  /// Tells a to-one at the other side where it stands now.
  private func place(
    _ other: UInt32, of slot: UInt32, in column: Int, at position: UInt32
  ) {
    let shape = layout.columns[column]
    if !shape.isOppositeToMany { columns[shape.opposite].setPosition(other, position) }
  }

  /// Cuts what a to-one holds.
  func vacate(_ slot: UInt32, _ column: Int) {
    if !columns[column].ends[Int(slot)].isVacant { disconnect(slot, column, at: 0) }
  }

  /// Cuts all links of a slot in a column, the last one first.
  func clear(_ slot: UInt32, _ column: Int) {
    for position in (0..<columns[column].extent(slot)).reversed()
    where isLink(slot, column, at: position) {
      disconnect(slot, column, at: position)
    }
  }

  /// Whether a place of a slot holds a link: not if it is vacant, or has let go of what is deleted.
  func isLink(_ slot: UInt32, _ column: Int, at position: UInt32) -> Bool {
    let other = columns[column].other(slot, position)
    return other != LinkColumn.vacant
      && (!layout.forgetsDeleted(column)
        || states[layout.columns[column].otherTable][Int(other)].contains(.alive))
  }

  /// The position of a link between two slots, looked for at the side that has fewer.
  func position(of otherSlot: UInt32, at slot: UInt32, in column: Int) -> UInt32? {
    if columns[column].extent(slot) == 0 { return nil }
    let shape = layout.columns[column]
    let isOtherAlive = states[shape.otherTable][Int(otherSlot)].contains(.alive)
    if !isOtherAlive && layout.forgetsDeleted(column) { return nil }
    // A deleted object's ends may be stale, so it is not asked.
    if isOtherAlive && columns[shape.opposite].extent(otherSlot) < columns[column].extent(slot) {
      guard shape.isOppositeToMany else {
        let end = columns[shape.opposite].ends[Int(otherSlot)]
        return end.slot == slot ? end.position : nil
      }
      if columns[shape.opposite].position(of: slot, at: otherSlot) == nil { return nil }
    }
    return columns[column].position(of: otherSlot, at: slot)
  }

  /// Writes a block anew: its links in another order, vacant places among them or not.
  func arrange(_ slot: UInt32, _ column: Int, _ others: [UInt32]) {
    columns[column].rewrite(slot, others)
    for (position, other) in others.enumerated() where other != LinkColumn.vacant {
      place(other, of: slot, in: column, at: UInt32(position))
    }
  }

  /// Closes the gaps of all blocks that became sparse; what was recorded before cannot be taken back
  /// any more.
  func closeGaps() {
    if sparse.isEmpty { return }
    for index in 0..<sparse.count {
      let (column, slot) = (Int(sparse[index].column), sparse[index].slot)
      guard columns[column].blocks[Int(slot)].isSparse else { continue }
      let links = (0..<columns[column].extent(slot)).filter { isLink(slot, column, at: $0) }
        .map { columns[column].other(slot, $0) }
      arrange(slot, column, links)
    }
    sparse.truncate(to: 0, keeping: 64)
  }
}
