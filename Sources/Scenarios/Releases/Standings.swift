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

  var each: [Framework.Condition] {
    Self.all.enumerated().filter { rawValue >> UInt32($0.offset) & 1 == 1 }
      .map(\.element)
  }
}

/// The standing of each behaviour of a framework on a release.
struct Standings: Hashable, Sendable {
  private(set) var presumed: Conditions = []
  private(set) var unknown: Conditions = []
  /// The unknown conditions about which sources disagree.
  private(set) var disputed: Conditions = []

  init(_ behaviours: [Behaviour], on era: Release.Era, in circumstances: Circumstances) {
    for behaviour in behaviours {
      let conclusion = behaviour.conclusion(on: era, in: circumstances)
      let condition = behaviour.conditions
      if conclusion.standing.isPresumed { presumed.formUnion(condition) }
      if !conclusion.standing.isKnown { unknown.formUnion(condition) }
      if conclusion.isDisputed { disputed.formUnion(condition) }
    }
  }

  func union(_ others: Standings) -> Standings {
    var standings = self
    standings.presumed.formUnion(others.presumed)
    standings.unknown.formUnion(others.unknown)
    standings.disputed.formUnion(others.disputed)
    return standings
  }

  func without(_ irrelevant: Conditions) -> Standings {
    var standings = self
    standings.presumed.subtract(irrelevant)
    standings.unknown.subtract(irrelevant)
    standings.disputed.subtract(irrelevant)
    return standings
  }

  /// The same where it is unknown whether some conditions apply.
  func doubting(_ doubtful: Conditions) -> Standings {
    var standings = self
    standings.unknown.formUnion(presumed.intersection(doubtful))
    standings.presumed.subtract(doubtful)
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
