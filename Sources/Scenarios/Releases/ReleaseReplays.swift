import ObjectGraph

/// What may come of something on some releases.
///
/// ```swift
/// for answers in result.releases where !answers.isKnown { print(answers.range.span) }
/// ```
public struct ReleaseAnswers: Sendable {
  /// The releases, none of which that lies between is left out.
  public let range: ReleaseRange
  /// What may come of it on each of them, what is presumed first: several where nobody knows.
  public let answers: [Answer]
  /// Of which conditions nobody knows on one of them what happens, so that several answers may be.
  public let unknown: Set<Framework.Condition>

  package init(
    range: ReleaseRange, answers: [Answer], unknown: Set<Framework.Condition> = []
  ) {
    self.range = range
    self.answers = answers
    self.unknown = unknown
  }

  /// Whether one thing only can come of it.
  public var isKnown: Bool { answers.count == 1 }

  /// What comes of it, as far as anybody knows.
  public var presumed: Answer { answers[0] }

  /// What comes of it, as far as anybody knows; nil where the steps cannot be done.
  package var outcome: Outcome? { try? presumed.get() }
}

extension Releases {
  /// A scenario that names a release on which something comes of it, where that is not known of all
  /// that are described: whoever replays it is told the same.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - outcome: What comes of it.
  ///   - eras: On which releases that should be, if it is.
  /// - Returns: The scenario, with the newest such release of these, or else of all; as it is, where
  ///   it is presumed of none.
  package func scenario(
    _ scenario: Scenario, comingTo outcome: Outcome, on eras: [Release.Era]
  ) -> Scenario {
    var described = DescribedReleases(self)
    var replays = ReleaseReplays(of: scenario.framework, without: scenario.irrelevantConditions) {
      ObjectGraphEngine(as: $0).answers(
        to: scenario, at: [Look(after: scenario.steps.count)])
    }
    let parts = replays.results(on: ReleaseRange(from: nil, in: self), &described) { $0 }
    let fitting = parts.filter { $0.results[0] == [.success(outcome)] }
    if parts.count == 1 && parts[0].results.count == 1 { return scenario }
    let known = fitting.filter { $0.results.count == 1 }.flatMap(\.range.eras)
    let presumed = fitting.flatMap(\.range.eras)
    let preferred = Set(eras)
    let chosen =
      known.last(where: preferred.contains) ?? presumed.last(where: preferred.contains)
      ?? known.last ?? presumed.last
    return chosen.map { scenario.on(ReleaseSpan([$0])) } ?? scenario
  }
}

/// What releases do, each worked out once.
package struct DescribedReleases {
  private struct Question: Hashable {
    let name: Framework.Name
    let era: Release.Era
    let irrelevant: [Framework.Condition]
  }

  /// What is described.
  package let releases: Releases
  private var known: [Question: [Framework]] = [:]

  package init(_ releases: Releases) { self.releases = releases }

  /// What a framework does on a release, without what does not matter: what is presumed, and then all
  /// others that are possible.
  fileprivate mutating func descriptions(
    of name: Framework.Name, on era: Release.Era, without irrelevant: [Framework.Condition]
  ) -> [Framework] {
    let question = Question(name: name, era: era, irrelevant: irrelevant)
    if let found = known[question] { return found }
    let found = releases.descriptions(of: name, on: era, except: irrelevant)
    known[question] = found
    return found
  }
}

/// What comes of something under each description that releases may have: all that have the same are
/// asked about once.
package struct ReleaseReplays<Result> {
  private let name: Framework.Name
  private let irrelevant: [Framework.Condition]
  private let replay: (Framework) -> Result
  private var replayed: [Result] = []
  /// Where in `replayed` is what comes of it under a description, and on a release: what is presumed
  /// first.
  private var places: [Framework: Int] = [:]
  private var placesOfEras: [Release.Era: [Int]] = [:]

  /// Makes ready to ask.
  ///
  /// - Parameters:
  ///   - name: The framework.
  ///   - irrelevant: What cannot change the result.
  ///   - replay: What comes of it under a description.
  package init(
    of name: Framework.Name, without irrelevant: [Framework.Condition],
    by replay: @escaping (Framework) -> Result
  ) {
    self.name = name
    self.irrelevant = irrelevant
    self.replay = replay
  }

  /// What may come of a part of it on a release: each once, what is presumed first.
  ///
  /// - Parameters:
  ///   - era: When the release was.
  ///   - described: What the releases do.
  ///   - part: What is asked of a result.
  /// - Returns: The parts, of which no whole result is compared with another.
  package mutating func results<Part: Equatable>(
    on era: Release.Era, _ described: inout DescribedReleases, _ part: (Result) -> Part
  ) -> [Part] {
    let places = places(on: era, &described)
    return parts(at: places, part)
  }

  /// What may come of a part of it on each release of a range: for neighbours together of which the
  /// same is to be said.
  ///
  /// - Parameters:
  ///   - range: The releases.
  ///   - described: What they do.
  ///   - part: What is asked of a result.
  /// - Returns: The neighbours, the oldest first, with what may come of it there: each once, what is
  ///   presumed first.
  package mutating func results<Part: Equatable>(
    on range: ReleaseRange, _ described: inout DescribedReleases, _ part: (Result) -> Part
  ) -> [(range: ReleaseRange, results: [Part])] {
    var runs: [(first: Int, results: [Part])] = []
    var placesBefore: [Int]?
    for (index, era) in range.eras.enumerated() {
      let places = places(on: era, &described)
      if places == placesBefore { continue }
      placesBefore = places
      let found = parts(at: places, part)
      if runs.last?.results != found { runs.append((index, found)) }
    }
    let ends = runs.dropFirst().map(\.first) + [range.eras.count]
    return zip(runs, ends).map { run, end in
      (ReleaseRange(range.eras[run.first..<end], in: range.releases), run.results)
    }
  }

  /// Of which conditions nobody knows on a release what happens, and that changes a part of it.
  ///
  /// - Parameters:
  ///   - era: When the release was.
  ///   - described: What the releases do.
  ///   - part: What is asked of a result.
  /// - Returns: The conditions, each of which alone may make another part of it.
  package mutating func unknown<Part: Equatable>(
    on era: Release.Era, _ described: inout DescribedReleases, _ part: (Result) -> Part
  ) -> Set<Framework.Condition> {
    let places = places(on: era, &described)
    if parts(at: places, part).count < 2 { return [] }
    let descriptions = described.descriptions(of: name, on: era, without: irrelevant)
    let placesByDescription = Dictionary(
      zip(descriptions, places), uniquingKeysWith: { first, _ in first })
    var found: Set<Framework.Condition> = []
    for (description, place) in zip(descriptions, places) {
      for condition in description.behaviours.keys where !found.contains(condition) {
        var without = description
        without.behaviours[condition] = nil
        guard let other = placesByDescription[without] else { continue }
        if part(replayed[place]) != part(replayed[other]) { found.insert(condition) }
      }
    }
    return found
  }

  private mutating func places(
    on era: Release.Era, _ described: inout DescribedReleases
  ) -> [Int] {
    if let found = placesOfEras[era] { return found }
    let found = described.descriptions(of: name, on: era, without: irrelevant).map {
      place(of: $0)
    }
    placesOfEras[era] = found
    return found
  }

  private mutating func place(of description: Framework) -> Int {
    if let known = places[description] { return known }
    places[description] = replayed.count
    replayed.append(replay(description))
    return replayed.count - 1
  }

  private func parts<Part: Equatable>(at places: [Int], _ part: (Result) -> Part) -> [Part] {
    var found: [Part] = []
    for place in places {
      let part = part(replayed[place])
      if !found.contains(part) { found.append(part) }
    }
    return found
  }
}
