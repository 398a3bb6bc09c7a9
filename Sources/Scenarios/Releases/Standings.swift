import ObjectGraph

/// A set of conditions, as bits: releases are compared often.
struct Conditions: OptionSet, Hashable, Sendable {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ conditions: [Framework.Condition]) {
    rawValue = conditions.reduce(0) { bits, condition in
      Self.all.firstIndex(of: condition).map { bits | 1 << UInt32($0) } ?? bits
    }
  }

  private static let all = Framework.Condition.allCases

  /// The conditions, in the order of all.
  var each: [Framework.Condition] {
    Self.all.enumerated().filter { rawValue >> UInt32($0.offset) & 1 == 1 }
      .map(\.element)
  }
}

/// The standing of each behaviour of a framework on a release.
struct Standings: Hashable, Sendable {
  /// Under which conditions something is taken to happen.
  private(set) var presumed: Conditions = []
  /// The conditions whose standing is unknown.
  private(set) var unknown: Conditions = []
  /// The unknown conditions about which sources disagree.
  private(set) var disputed: Conditions = []

  init(_ behaviours: [Behaviour], of name: Framework.Name, on era: Release.Era) {
    for behaviour in behaviours where behaviour.framework == name {
      let (standing, condition) = (behaviour.standing(on: era), Conditions([behaviour.condition]))
      if standing.isPresumed { presumed.formUnion(condition) }
      if !standing.isKnown { unknown.formUnion(condition) }
      if behaviour.isDisputed(on: era) { disputed.formUnion(condition) }
    }
  }

  /// The same without what does not matter.
  func without(_ irrelevant: Conditions) -> Standings {
    var standings = self
    standings.presumed.subtract(irrelevant)
    standings.unknown.subtract(irrelevant)
    standings.disputed.subtract(irrelevant)
    return standings
  }

  /// All that may happen, what is presumed first: of each condition that is unknown, there are twice as
  /// many possibilities.
  var possible: [Conditions] {
    unknown.each.reduce(into: [presumed]) { found, condition in
      found += found.map { $0.symmetricDifference(Conditions([condition])) }
    }
  }
}
