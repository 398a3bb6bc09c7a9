import ObjectGraph

/// A prediction for some releases, the same on all of them.
///
/// ```swift
/// for prediction in result.releases where !prediction.isKnown { print(prediction.range.span) }
/// ```
package struct Prediction<Result: Equatable & Sendable>: Sendable {
  /// The releases, the oldest first.
  package fileprivate(set) var range: ReleaseRange
  /// The possible results, each once, the presumed one first; several if it is unknown which.
  package let possible: [Result]
  package fileprivate(set) var unknown: Set<Framework.Condition> = []
  /// The unknown conditions about which sources disagree.
  package fileprivate(set) var disputed: Set<Framework.Condition> = []

  fileprivate init(_ range: ReleaseRange, _ standings: Standings, _ results: [Result]) {
    self.range = range
    possible = results.reduce(into: []) { found, result in
      if found.isEmpty || !found.contains(result) { found.append(result) }
    }
    if possible.count == 1 { return }
    for (place, condition) in standings.unknown.each.enumerated()
    where results.indices.contains(where: { results[$0] != results[$0 ^ (1 << place)] }) {
      unknown.insert(condition)
      if standings.disputed.contains(Conditions([condition])) { disputed.insert(condition) }
    }
  }

  package var isKnown: Bool { possible.count == 1 }

  package var presumed: Result { possible[0] }
}

extension Prediction<Answer> {
  /// The possible outcomes, several if it is unknown which; none if the steps cannot be performed.
  package var outcomes: [Outcome] { possible.compactMap { try? $0.get() }.flatMap(\.each) }
}

/// The predictions for releases: what is described alike is worked out once.
package final class Predictions<Result> {
  private let releases: Releases
  private let name: Framework.Name
  private let irrelevant: Conditions
  private let doubtful: Conditions
  private let circumstances: Circumstances
  private let replay: (Framework) -> Result
  private var results: [Conditions: Result] = [:]

  /// Makes ready to predict.
  package init(
    of name: Framework.Name, without irrelevant: [Framework.Condition],
    doubting doubtful: [Framework.Condition] = [],
    under circumstances: Circumstances = Circumstances(), in releases: Releases,
    by replay: @escaping (Framework) -> Result
  ) {
    self.releases = releases
    self.name = name
    self.irrelevant = Conditions(irrelevant)
    self.doubtful = Conditions(doubtful)
    self.circumstances = circumstances
    self.replay = replay
  }

  package convenience init(
    of scenario: Scenario, in releases: Releases, by replay: @escaping (Framework) -> Result
  ) {
    self.init(
      of: scenario.framework, without: scenario.irrelevantConditions,
      doubting: scenario.doubtfulConditions, under: scenario.circumstancesOfSteps, in: releases,
      by: replay
    )
  }

  /// Returns the predictions for some releases; neighbours with the same results are merged.
  package func predictions<Part>(
    on eras: [Release.Era], of part: (Result) -> Part
  ) -> [Prediction<Part>] {
    let standings = eras.map {
      releases.standings(of: name, on: $0, in: circumstances, without: irrelevant).doubting(
        doubtful)
    }
    var found: [Prediction<Part>] = []
    var first = 0
    while first < eras.count {
      let end = standings[first...].firstIndex { $0 != standings[first] } ?? eras.count
      let next = Prediction(
        ReleaseRange(eras[first..<end], in: releases), standings[first],
        standings[first].possible.map { part(result($0)) })
      if let last = found.last, last.possible == next.possible {
        found[found.count - 1].extend(with: next)
      } else {
        found.append(next)
      }
      first = end
    }
    return found
  }

  private func result(_ conditions: Conditions) -> Result {
    if let known = results[conditions] { return known }
    let result = replay(releases.framework(name, doing: conditions))
    results[conditions] = result
    return result
  }
}

extension Prediction {
  /// Adds the releases behind it, of which the same may come.
  fileprivate mutating func extend(with next: Prediction) {
    range = ReleaseRange((range.eras + next.range.eras)[...], in: range.releases)
    unknown.formUnion(next.unknown)
    disputed.formUnion(next.disputed)
  }
}

extension Releases {
  /// Returns a scenario that names a release with a known outcome, if the outcome is unknown on some
  /// of the described releases, so that a replay predicts the same.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - outcome: What comes of it.
  ///   - preferred: On which releases that should be, if it is.
  /// - Returns: The scenario, with the newest such release of these, or else of all; as it is, where
  ///   it is presumed of none.
  package func scenario(
    _ scenario: Scenario, comingTo outcome: Outcome, on preferred: [Release.Era]
  ) -> Scenario {
    let look = Look(after: scenario.steps.count)
    let parts = Predictions(of: scenario, in: self) {
      ObjectGraphEngine(as: $0).answers(to: scenario, at: [look])
    }.predictions(on: eras) { $0 }
    if parts.count == 1 && parts[0].isKnown { return scenario }
    let fitting = parts.filter { $0.presumed == [.success(outcome)] }
    let presumed = fitting.flatMap(\.range.eras)
    let known = fitting.filter(\.isKnown).flatMap(\.range.eras)
    let chosen =
      known.last(where: preferred.contains) ?? presumed.last(where: preferred.contains)
      ?? known.last ?? presumed.last
    return chosen.map { scenario.on(ReleaseSpan([$0])) } ?? scenario
  }
}
