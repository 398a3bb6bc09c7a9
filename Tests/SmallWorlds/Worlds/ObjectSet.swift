/// A set of the numbers 0 to 15, in one word: there are many millions of them.
package struct ObjectSet: Hashable, Sequence, ExpressibleByArrayLiteral, Sendable {
  package private(set) var bits: UInt16 = 0

  package init(arrayLiteral elements: Int...) {
    for element in elements { insert(element) }
  }

  package var count: Int { bits.nonzeroBitCount }
  package var isEmpty: Bool { bits == 0 }

  package func contains(_ object: Int) -> Bool { bits & (1 << object) != 0 }
  package mutating func insert(_ object: Int) { bits |= 1 << object }
  package mutating func remove(_ object: Int) { bits &= ~(1 << object) }

  /// Every set of the numbers below a bound but the empty one.
  static func subsets(below bound: Int) -> [ObjectSet] {
    (1..<(1 << bound)).map { ObjectSet(bits: UInt16($0)) }
  }

  private init(bits: UInt16) { self.bits = bits }

  package struct Iterator: IteratorProtocol {
    var rest: UInt16

    package mutating func next() -> Int? {
      if rest == 0 { return nil }
      defer { rest &= rest &- 1 }
      return rest.trailingZeroBitCount
    }
  }

  package func makeIterator() -> Iterator { Iterator(rest: bits) }
}
