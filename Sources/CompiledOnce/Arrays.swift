// What the standard library would have compiled anew for each type of element, which takes an
// optimising build some hundredth of a second each time: compiled once, for all types. Whoever imports
// this module takes these; where a loop is to be as fast as it can be, the module is not imported.
// The loops count, because an iterator's type would be looked up at run time, at each call.
// They are for this package alone: what is `package` is never compiled into another module.

extension Array {
  package func map<Other, Failure: Error>(
    _ transform: (Element) throws(Failure) -> Other
  ) throws(Failure) -> [Other] {
    var others: [Other] = []
    others.reserveCapacity(count)
    for index in indices { others.append(try transform(self[index])) }
    return others
  }

  package func compactMap<Other>(_ transform: (Element) throws -> Other?) rethrows -> [Other] {
    var others: [Other] = []
    for index in indices {
      if let other = try transform(self[index]) { others.append(other) }
    }
    return others
  }

  package func flatMap<Others: Sequence>(
    _ transform: (Element) throws -> Others
  ) rethrows -> [Others.Element] {
    var others: [Others.Element] = []
    for index in indices { others.append(contentsOf: try transform(self[index])) }
    return others
  }

  package func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> [Element] {
    var included: [Element] = []
    for index in indices where try isIncluded(self[index]) { included.append(self[index]) }
    return included
  }

  package func contains(where isMeant: (Element) throws -> Bool) rethrows -> Bool {
    for index in indices where try isMeant(self[index]) { return true }
    return false
  }

  package func allSatisfy(_ isMeant: (Element) throws -> Bool) rethrows -> Bool {
    for index in indices where try !isMeant(self[index]) { return false }
    return true
  }

  package func first(where isMeant: (Element) throws -> Bool) rethrows -> Element? {
    for index in indices where try isMeant(self[index]) { return self[index] }
    return nil
  }

  package func firstIndex(where isMeant: (Element) throws -> Bool) rethrows -> Int? {
    for index in indices where try isMeant(self[index]) { return index }
    return nil
  }
}

extension Array where Element: Equatable {
  package func contains(_ element: Element) -> Bool { contains { $0 == element } }

  package func firstIndex(of element: Element) -> Int? { firstIndex { $0 == element } }
}
