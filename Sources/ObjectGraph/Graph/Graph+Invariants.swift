extension Graph {
  /// Everything that is untrue of the graph but must not be; tests ask after every change.
  ///
  /// - Returns: One sentence for each broken invariant; empty for a sound graph. O(links).
  package func brokenInvariants() -> [String] {
    layout.opposite.indices.flatMap { column in
      tables[Int(layout.tableOfColumn[column])].isAlive.indices
        .filter { tables[Int(layout.tableOfColumn[column])].isAlive[$0] }
        .flatMap { brokenInvariants(of: UInt32($0), in: column) }
    }
  }

  private func brokenInvariants(of slot: UInt32, in column: Int) -> [String] {
    let opposite = layout.opposite[column]
    var broken: [String] = []
    var seen: Set<UInt32> = []
    for position in 0..<columns[column].extent(slot) {
      let end = columns[column].end(slot, position)
      if end.isVacant { continue }
      let place = "column \(column), slot \(slot), position \(position)"
      if !seen.insert(end.slot).inserted { broken.append("\(place): the same link twice") }
      guard end.position < columns[opposite].extent(end.slot) else {
        broken.append("\(place): the other end is not there")
        continue
      }
      let other = columns[opposite].end(end.slot, end.position)
      if other.slot != slot || other.position != position {
        broken.append("\(place): the other end leads to \(other.slot) at \(other.position)")
      }
      let isReference = layout.isRelationship(column)
      if !isReference && !isAlive(layout.tableOfColumn[opposite], end.slot) {
        broken.append("\(place): a way back to a deleted object")
      }
    }
    if seen.count != columns[column].count(slot) {
      broken.append("column \(column), slot \(slot): counts \(columns[column].count(slot)) links")
    }
    return broken
  }
}
