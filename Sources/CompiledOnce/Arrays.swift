// What the standard library would have compiled anew for each type of element, which takes an
// optimising build some hundredth of a second each time: compiled once, for all types. Whoever imports
// this module takes these; where a loop is to be as fast as it can be, the module is not imported.
// They are for this package alone: what is `package` is never compiled into another module.

extension Array {
  package func map<Other, Failure: Error>(
    _ transform: (Element) throws(Failure) -> Other
  ) throws(Failure) -> [Other] {
    var others: [Other] = []
    others.reserveCapacity(count)
    for element in self { others.append(try transform(element)) }
    return others
  }

  package func compactMap<Other>(_ transform: (Element) throws -> Other?) rethrows -> [Other] {
    var others: [Other] = []
    for element in self {
      if let other = try transform(element) { others.append(other) }
    }
    return others
  }

  package func flatMap<Others: Sequence>(
    _ transform: (Element) throws -> Others
  ) rethrows -> [Others.Element] {
    var others: [Others.Element] = []
    for element in self { others.append(contentsOf: try transform(element)) }
    return others
  }

  package func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> [Element] {
    var included: [Element] = []
    for element in self where try isIncluded(element) { included.append(element) }
    return included
  }

  package func contains(where isMeant: (Element) throws -> Bool) rethrows -> Bool {
    for element in self where try isMeant(element) { return true }
    return false
  }

  package func allSatisfy(_ isMeant: (Element) throws -> Bool) rethrows -> Bool {
    for element in self where try !isMeant(element) { return false }
    return true
  }

  package func first(where isMeant: (Element) throws -> Bool) rethrows -> Element? {
    for element in self where try isMeant(element) { return element }
    return nil
  }

  package func firstIndex(where isMeant: (Element) throws -> Bool) rethrows -> Int? {
    for (index, element) in enumerated() where try isMeant(element) { return index }
    return nil
  }
}

extension Array where Element: Equatable {
  package func contains(_ element: Element) -> Bool { contains { $0 == element } }

  package func firstIndex(of element: Element) -> Int? { firstIndex { $0 == element } }
}
