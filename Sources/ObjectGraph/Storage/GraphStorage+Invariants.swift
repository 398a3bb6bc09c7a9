extension GraphStorage {
  /// Everything that is untrue of the storage but must not be; tests ask after every change.
  ///
  /// - Returns: One sentence for each broken invariant; empty for a sound graph. O(links).
  func brokenInvariants() -> [String] {
    var broken: [String] = []
    for column in 0..<columns.count {
      let table = layout.columns[column].table
      for slot in 0..<states[table].count {
        if states[table][slot].contains(.alive) {
          broken += brokenInvariants(of: UInt32(slot), in: column)
        }
      }
      broken += columns[column].brokenInvariants().map { "column \(column): \($0)" }
    }
    return broken
  }

  private func brokenInvariants(of slot: UInt32, in column: Int) -> [String] {
    let shape = layout.columns[column]
    var broken: [String] = []
    var seen: Set<UInt32> = []
    for position in 0..<columns[column].extent(slot) where isLink(slot, column, at: position) {
      let other = columns[column].other(slot, position)
      let place = "column \(column), slot \(slot), position \(position)"
      if !seen.insert(other).inserted { broken.append("\(place): the same link twice") }
      guard Int(other) < states[shape.otherTable].count else {
        broken.append("\(place): a link to slot \(other), which is not there")
        continue
      }
      // A deleted object's ends are never read.
      guard states[shape.otherTable][Int(other)].contains(.alive) else { continue }
      let back = (0..<columns[shape.opposite].extent(other)).filter {
        columns[shape.opposite].other(other, $0) == slot
      }
      if back.count != 1 { broken.append("\(place): \(back.count) ends lead back") }
      if !shape.isToMany && columns[shape.opposite].isToMany
        && columns[column].ends[Int(slot)].position != back.first
      {
        broken.append("\(place): the other end stands elsewhere")
      }
    }
    if seen.count != columns[column].count(slot) {
      broken.append("column \(column), slot \(slot): counts \(columns[column].count(slot)) links")
    }
    return broken
  }
}
