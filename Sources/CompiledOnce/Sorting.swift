/// Returns the positions of the elements in sorted order; equal elements keep their order.
private func positions(
  _ count: Int, by isBefore: (Int, Int) throws -> Bool
) rethrows -> ContiguousArray<Int> {
  var positions = ContiguousArray(0..<count)
  try positions.sort(by: isBefore)
  return positions
}

extension Sequence {
  package func sorted(by isBefore: (Element, Element) throws -> Bool) rethrows -> [Element] {
    let elements = ContiguousArray(self)
    let order = try positions(elements.count) { try isBefore(elements[$0], elements[$1]) }
    var sorted: [Element] = []
    sorted.reserveCapacity(order.count)
    for position in order { sorted.append(elements[position]) }
    return sorted
  }
}

extension Sequence where Element: Comparable {
  package func sorted() -> [Element] { sorted(by: <) }

  /// The elements in their order, of equal ones the first.
  package func sortedWithoutRepeats() -> [Element] {
    var distinct: [Element] = []
    for element in sorted() where distinct.last != element { distinct.append(element) }
    return distinct
  }
}

extension Array {
  package mutating func sort(by isBefore: (Element, Element) throws -> Bool) rethrows {
    self = try sorted(by: isBefore)
  }
}

extension Array where Element: Comparable {
  package mutating func sort() { self = sorted() }
}
