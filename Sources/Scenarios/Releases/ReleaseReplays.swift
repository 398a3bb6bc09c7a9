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

/// The descriptions of frameworks on releases, each worked out once.
package struct DescribedReleases {
  /// A framework without some conditions, and its descriptions.
  fileprivate struct Subject {
    let name: Framework.Name
    let irrelevant: [Framework.Condition]
    /// The descriptions that differ.
    var descriptions: [Framework] = []
    /// The places among them of those that are possible on a release, the presumed one first.
    var places: [Release.Era: [Int]] = [:]
  }

  /// What is described.
  package let releases: Releases
  private var subjects: [Subject] = []

  package init(_ releases: Releases) { self.releases = releases }

  /// The number of a framework without the conditions that do not matter.
  fileprivate mutating func subject(
    _ name: Framework.Name, without irrelevant: [Framework.Condition]
  ) -> Int {
    let known = subjects.firstIndex { $0.name == name && $0.irrelevant == irrelevant }
    if let known { return known }
    subjects.append(Subject(name: name, irrelevant: irrelevant))
    return subjects.count - 1
  }

  /// The places of the descriptions of a subject that are possible on a release, the presumed first.
  fileprivate mutating func places(of subject: Int, on era: Release.Era) -> [Int] {
    if let found = subjects[subject].places[era] { return found }
    var described = subjects[subject]
    let found = releases.descriptions(of: described.name, on: era, except: described.irrelevant)
    let places = found.map { description in
      if let known = described.descriptions.firstIndex(of: description) { return known }
      described.descriptions.append(description)
      return described.descriptions.count - 1
    }
    described.places[era] = places
    subjects[subject] = described
    return places
  }

  fileprivate func description(of subject: Int, at place: Int) -> Framework {
    subjects[subject].descriptions[place]
  }
}

/// The results under each description that releases may have: those under the same description are worked
/// out once, and equal ones kept once.
package struct ReleaseReplays<Result: Equatable> {
  private let name: Framework.Name
  private let irrelevant: [Framework.Condition]
  private let replay: (Framework) -> Result
  /// The number of the framework among those that are described, once that is known.
  private var subject: Int?
  /// The results, of which no two are equal.
  private var replayed: [Result] = []
  /// The places in `replayed` of the results under each description, by the description's own place.
  private var placesOfDescriptions: [Int?] = []
  private var placesOfEras: [Release.Era: [Int]] = [:]

  /// Makes ready to ask.
  ///
  /// - Parameters:
  ///   - name: The framework.
  ///   - irrelevant: The conditions that cannot change the result.
  ///   - replay: The result under a description.
  package init(
    of name: Framework.Name, without irrelevant: [Framework.Condition],
    by replay: @escaping (Framework) -> Result
  ) {
    self.name = name
    self.irrelevant = irrelevant
    self.replay = replay
  }

  /// The possible parts of the result on a release: each once, the presumed one first.
  ///
  /// - Parameters:
  ///   - era: When the release was.
  ///   - described: The descriptions of the releases.
  ///   - part: What is asked of a result.
  /// - Returns: The parts.
  package mutating func results<Part: Equatable>(
    on era: Release.Era, _ described: inout DescribedReleases, _ part: (Result) -> Part
  ) -> [Part] {
    // The results are there only once the places are known.
    let possible = places(on: era, &described)
    return parts(at: possible, part)
  }

  /// The possible parts of the result on each release of a range; neighbours with the same are one.
  ///
  /// - Parameters:
  ///   - range: The releases.
  ///   - described: The descriptions of the releases.
  ///   - part: What is asked of a result.
  /// - Returns: The neighbours, the oldest first, with the possible parts there: each once, the
  ///   presumed one first.
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

  /// The conditions that are unknown on a release and change a part of the result there.
  ///
  /// - Parameters:
  ///   - era: When the release was.
  ///   - described: The descriptions of the releases.
  ///   - part: What is asked of a result.
  /// - Returns: The conditions, each of which alone may make another part of it.
  package mutating func unknown<Part: Equatable>(
    on era: Release.Era, _ described: inout DescribedReleases, _ part: (Result) -> Part
  ) -> Set<Framework.Condition> {
    let possible = places(on: era, &described)
    if possible.count < 2 || parts(at: possible, part).count < 2 { return [] }
    let subject = subject(&described)
    let descriptions = described.places(of: subject, on: era).map {
      (description: described.description(of: subject, at: $0), place: placesOfDescriptions[$0])
    }
    var found: Set<Framework.Condition> = []
    for (description, place) in descriptions {
      for condition in description.behaviours.keys where !found.contains(condition) {
        var without = description
        without.behaviours[condition] = nil
        let other = descriptions.first { $0.description == without }?.place
        guard let place, let other, place != other else { continue }
        if part(replayed[place]) != part(replayed[other]) { found.insert(condition) }
      }
    }
    return found
  }

  private mutating func subject(_ described: inout DescribedReleases) -> Int {
    if let subject { return subject }
    let found = described.subject(name, without: irrelevant)
    subject = found
    return found
  }

  /// The places of the results that are possible on a release, each once, the presumed one first.
  package mutating func places(
    on era: Release.Era, _ described: inout DescribedReleases
  ) -> [Int] {
    if let found = placesOfEras[era] { return found }
    let subject = subject(&described)
    var found: [Int] = []
    for description in described.places(of: subject, on: era) {
      let place = place(of: description) { described.description(of: subject, at: description) }
      if !found.contains(place) { found.append(place) }
    }
    placesOfEras[era] = found
    return found
  }

  /// The place of the result under a description, which is worked out if it is not there yet.
  private mutating func place(of number: Int, _ description: () -> Framework) -> Int {
    while placesOfDescriptions.count <= number { placesOfDescriptions.append(nil) }
    if let known = placesOfDescriptions[number] { return known }
    let result = replay(description())
    let place = replayed.firstIndex(of: result) ?? replayed.count
    if place == replayed.count { replayed.append(result) }
    placesOfDescriptions[number] = place
    return place
  }

  private func parts<Part: Equatable>(at places: [Int], _ part: (Result) -> Part) -> [Part] {
    var found: [Part] = []
    for place in places {
      let part = part(replayed[place])
      if places.count == 1 || !found.contains(part) { found.append(part) }
    }
    return found
  }
}
