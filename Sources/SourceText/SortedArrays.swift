extension Array {
  /// Returns the index of the first element whose key is not less than another one, by halving.
  package func index<Key: Comparable>(from least: Key, by key: (Element) -> Key) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if key(self[middle]) < least { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Inserts an element into an array that is sorted by a key; most of thousands come in order.
  package mutating func insert<Key: Comparable>(_ element: Element, by key: (Element) -> Key) {
    let isLast = last.map { key($0) <= key(element) } ?? true
    insert(element, at: isLast ? count : index(from: key(element), by: key))
  }
}

extension [Int] {
  /// Returns the first of some sorted numbers that is not less than another one; nil for none.
  package func first(from least: Int) -> Int? {
    let index = index(from: least, by: \.self)
    return index < count ? self[index] : nil
  }
}
