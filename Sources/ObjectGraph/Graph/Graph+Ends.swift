/// The moves that change links; each keeps every end knowing where its other end stands.
extension Graph {
  /// Links two slots that are not linked, neither of them full.
  mutating func connect(_ slot: UInt32, _ column: Int, _ otherSlot: UInt32) {
    let opposite = layout.opposite[column]
    note(slot, column)
    note(otherSlot, opposite)
    let position = columns[column].append(slot, LinkColumn.End(slot: otherSlot, position: 0))
    // A link of an object with itself, in a relationship that is its own inverse, has one end.
    guard column != opposite || slot != otherSlot else {
      return columns[column].setOtherPosition(slot, position, to: position)
    }
    let otherPosition = columns[opposite].append(
      otherSlot, LinkColumn.End(slot: slot, position: position))
    columns[column].setOtherPosition(slot, position, to: otherPosition)
  }

  /// Cuts a link at both of its ends.
  mutating func disconnect(_ slot: UInt32, _ column: Int, at position: UInt32) {
    let end = columns[column].end(slot, position)
    let opposite = layout.opposite[column]
    removeEnd(slot, column, at: position)
    guard column != opposite || slot != end.slot else { return }
    removeEnd(end.slot, opposite, at: end.position)
  }

  /// Takes away one end of a link and tells the ends that moved in its place.
  mutating func removeEnd(_ slot: UInt32, _ column: Int, at position: UInt32) {
    note(slot, column)
    if let moved = columns[column].remove(slot, position) {
      place(moved, of: slot, in: column, at: position)
    }
    guard columns[column].isSparse(slot) else { return }
    columns[column].closeGaps(slot)
    for position in 0..<columns[column].extent(slot) {
      place(columns[column].end(slot, position), of: slot, in: column, at: position)
    }
  }

  /// Cuts what a to-one holds; a to-many is left alone.
  mutating func vacate(_ slot: UInt32, ifToOne column: Int) {
    if !columns[column].isToMany && columns[column].count(slot) > 0 {
      disconnect(slot, column, at: 0)
    }
  }

  /// Cuts all links of a slot in a column, the last one first.
  mutating func clear(_ slot: UInt32, _ column: Int) {
    while columns[column].count(slot) > 0 {
      disconnect(slot, column, at: columns[column].extent(slot) - 1)
    }
  }

  /// The position of a link between two slots, looked for at the side that has fewer.
  func position(of otherSlot: UInt32, at slot: UInt32, in column: Int) -> UInt32? {
    let opposite = layout.opposite[column]
    let isOtherAlive = isAlive(layout.tableOfColumn[opposite], otherSlot)
    // A deleted object's ends may be stale, so it is not asked.
    if isOtherAlive && columns[opposite].extent(otherSlot) < columns[column].extent(slot) {
      return firstEnd(of: otherSlot, in: opposite, leadingTo: slot)?.position
    }
    return firstEnd(of: slot, in: column, leadingTo: otherSlot)?.own
  }

  private func firstEnd(
    of slot: UInt32, in column: Int, leadingTo otherSlot: UInt32
  ) -> (own: UInt32, position: UInt32)? {
    for own in 0..<columns[column].extent(slot) {
      let end = columns[column].end(slot, own)
      if end.slot == otherSlot { return (own, end.position) }
    }
    return nil
  }

  /// Notes that an object changed; what refers to it unseen is no property of its own.
  private mutating func note(_ slot: UInt32, _ column: Int) {
    guard changes != nil, layout.isRelationship(column) else { return }
    let object = ObjectID(table: layout.tableOfColumn[column], slot: slot)
    changes?.append(object)
  }

  /// Tells the other end of a moved end where it stands now.
  private mutating func place(
    _ end: LinkColumn.End, of slot: UInt32, in column: Int, at position: UInt32
  ) {
    let opposite = layout.opposite[column]
    if column == opposite && end.slot == slot {
      columns[column].setOtherPosition(slot, position, to: position)
    } else {
      columns[opposite].setOtherPosition(end.slot, end.position, to: position)
    }
  }
}
