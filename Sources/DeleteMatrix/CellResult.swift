import ObjectGraph
import Scenarios

/// A cell with what an implementation answered.
///
/// ```swift
/// let result = Runner().run(file.cells)[0]
/// print(result.cell.id, result.verdict, result.predicted?.deleted ?? [])
/// ```
public struct CellResult: Sendable {
  /// The cell.
  public let cell: Cell
  /// What has come of the steps, of several releases on the newest; nil where they could not be done.
  public let predicted: Outcome?
  /// How that compares with what is stated.
  public let verdict: Verdict
  /// Why the steps could not be done, with the place.
  public let error: ReplayError?
  /// What is stated, beside what is predicted for the releases that it may speak of.
  public let compared: [ComparedObservation]
  /// What may come of it on the releases that were asked for, the oldest first: one part where that is
  /// the same on all, and none where something else was asked.
  public let releases: [ReleaseAnswers]

  /// The releases that were asked for, the oldest first; none where something else was asked.
  public var eras: [Release.Era] { releases.flatMap(\.range.eras) }

  /// Whether nobody knows which of several outcomes it is on one of the releases.
  public var isUncertain: Bool { releases.contains { !$0.isKnown } }

  init(_ cell: Cell, _ answer: Answer) {
    let outcome = try? answer.get()
    // Whoever is asked answers for itself, not for releases.
    let stated = cell.observations.filter { $0.system == nil }
    self.init(
      cell, answer, on: [],
      comparing: outcome.map { outcome in stated.map { ComparedObservation($0, outcome) } } ?? [])
  }

  init(_ cell: Cell, on releases: [ReleaseAnswers], comparing compared: [ComparedObservation]) {
    self.init(
      cell, releases[releases.count - 1].presumed, on: releases, comparing: compared)
  }

  private init(
    _ cell: Cell, _ answer: Answer, on releases: [ReleaseAnswers],
    comparing compared: [ComparedObservation]
  ) {
    self.cell = cell
    self.releases = releases
    switch answer {
    case .success(let outcome):
      predicted = outcome
      self.compared = compared
      verdict = Verdict(compared)
      error = nil
    case .failure(let failure):
      predicted = nil
      self.compared = []
      verdict = .error
      error = failure.at(cell.location)
    }
  }
}

extension CellResult {
  private var framework: Framework { .named(cell.scenario.framework) }

  /// The releases that were asked for; nil where something else was asked.
  private var range: ReleaseRange? {
    releases.first.map { ReleaseRange(eras[...], in: $0.range.releases) }
  }

  /// What the cell comes to, and on which releases that is not the same; or why it could not be
  /// replayed.
  package var outcomeWords: String {
    // Where nobody knows it of any, what is presumed is said of all.
    let isKnownOfSome = releases.contains(where: \.isKnown)
    let parts = releases.map { part -> (eras: [Release.Era], saying: ReleaseSaying) in
      (part.range.eras, part.isKnown || !isKnownOfSome ? .word(words(part.presumed)) : .unknown)
    }
    func saying(_ era: Release.Era) -> ReleaseSaying {
      parts.first { $0.eras.contains(era) }?.saying ?? .nothing
    }
    guard let range else { return predicted?.words(under: framework) ?? error?.message ?? "" }
    if case .word(let only) = range.onlySaying(saying) { return only }
    return range.words(saying)
  }

  private func words(_ answer: Answer) -> String {
    switch answer {
    case .success(let outcome): outcome.words(under: framework)
    case .failure(let failure): failure.message
    }
  }

  /// What was predicted and what is stated, with places: why the verdict is what it is.
  package var account: String {
    guard let predicted else { return error?.description ?? "" }
    let records = compared.filter { $0.observation.evidence == .recorded }
    if let first = records.first {
      let failing = records.filter { !$0.holds }
      return (failing.isEmpty ? [first] : failing).map(account).joined(separator: " — ")
    }
    let stated = cell.observations.map { observation in
      let reason = observation.deviation.map { "; known to differ: \($0)" } ?? ""
      let words = observation.expectation.words(requested: predicted.requested, under: framework)
      return "\(words) "
        + "(\(observation.evidence.rawValue), \(observation.location ?? cell.location))\(reason)"
    }
    let hidden = cell.observations.flatMap { $0.expectation.hiddenDifferences(from: predicted) }
    let parts = [(["predicted: \(outcomeWords)"] + hidden).joined(separator: "; ")]
    return (parts + stated.map { "stated: \($0)" }).joined(separator: " — ")
  }

  /// What was recorded, what is predicted now, and of which releases that is told.
  private func account(of record: ComparedObservation) -> String {
    let stated = record.observation
    let differing = record.eras.filter { !record.matching.contains($0) }
    let part = releases.first { part in differing.last.map(part.range.eras.contains) ?? false }
    guard let now = part?.outcome ?? predicted else { return "" }
    let before = stated.expectation.words(requested: now.requested, under: framework)
    let words = now.words(under: framework)
    // Where the words are the same, something that they are silent on has changed.
    let hidden = before == words ? stated.expectation.hiddenDifferences(from: now) : []
    let isEverywhere = differing.isEmpty || differing == range?.eras
    let place = range?.words { differing.contains($0) ? .word("") : .nothing } ?? ""
    return "recorded: \(before) (\(stated.location ?? cell.location)); "
      + "now\(isEverywhere ? "" : " \(place)"): " + ([words] + hidden).joined(separator: "; ")
  }
}
