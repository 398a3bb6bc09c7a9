import Foundation

/// A number in the environment, such as `DELETERULES_SEED`, which changes everything that is random.
package func asked(_ name: String) -> Int? {
  ProcessInfo.processInfo.environment["DELETERULES_\(name)"].flatMap { Int($0) }
}

/// A small generator of random numbers: the same seed gives the same run on every machine.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// True `percent` times out of a hundred.
  package mutating func chance(_ percent: Int) -> Bool { Int(next() % 100) < percent }

  /// A number below a bound.
  package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// One of some elements; nil where there are none.
  package mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }

  /// The same elements in another order.
  package mutating func shuffle<Element>(_ elements: [Element]) -> [Element] {
    var shuffled = elements
    for index in shuffled.indices.reversed() { shuffled.swapAt(index, below(index + 1)) }
    return shuffled
  }
}
