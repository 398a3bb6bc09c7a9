// The same for what is no array: ranges, slices, sets, dictionaries, pairs.

extension Sequence {
  package func map<Other, Failure: Error>(
    _ transform: (Element) throws(Failure) -> Other
  ) throws(Failure) -> [Other] {
    var others: [Other] = []
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

  package func grouped<Key: Hashable>(
    by key: (Element) throws -> Key
  ) rethrows -> [Key: [Element]] {
    var groups: [Key: [Element]] = [:]
    for element in self { groups.add(element, to: try key(element)) }
    return groups
  }
}

extension Collection {
  package func map<Other, Failure: Error>(
    _ transform: (Element) throws(Failure) -> Other
  ) throws(Failure) -> [Other] {
    var others: [Other] = []
    others.reserveCapacity(count)
    for element in self { others.append(try transform(element)) }
    return others
  }
}

extension Dictionary {
  /// The value of a key.
  ///
  /// A change in place copies the value; to an array that grows, use `add`.
  package subscript(key: Key) -> Value? {
    get { index(forKey: key).map { values[$0] } }
    set {
      if let newValue {
        updateValue(newValue, forKey: key)
      } else {
        removeValue(forKey: key)
      }
    }
  }

  package mutating func add<Member>(_ member: Member, to key: Key) where Value == [Member] {
    if let index = index(forKey: key) {
      values[index].append(member)
    } else {
      updateValue([member], forKey: key)
    }
  }

  package func mapValues<Other>(_ transform: (Value) throws -> Other) rethrows -> [Key: Other] {
    var others: [Key: Other] = [:]
    for (key, value) in self { others.updateValue(try transform(value), forKey: key) }
    return others
  }
}
