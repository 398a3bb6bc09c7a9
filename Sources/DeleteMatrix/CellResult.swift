import ObjectGraph
import Scenarios
import SourceText

/// A cell with what an implementation answered.
///
/// ```swift
/// let result = Runner().run(file.trial)[0]
/// print(result.cell.id, result.verdict, result.predicted?.deleted ?? [])
/// ```
public final class CellResult: Sendable {
  /// The cell.
  public let cell: Cell
  /// The outcome of the steps, on the newest of several releases; nil if the steps could not be
  /// done.
  public let predicted: Outcome?
  /// The verdict on the prediction, compared with the statements.
  public let verdict: Verdict
  /// Why the steps could not be done, with the place.
  public let error: ReplayError?
  /// The statements, each with the predictions for the releases that it may apply to.
  package let compared: [ComparedObservation]
  /// The possible outcomes on the requested releases, the oldest first.
  ///
  /// There is one part if they are the same on all releases, and none if an implementation was
  /// asked instead.
  package let releases: [Prediction<Answer>]

  /// The releases that were asked for, the oldest first; none where something else was asked.
  public var eras: [Release.Era] { releases.flatMap(\.range.eras) }

  /// True if it is unknown which of several outcomes applies on one of the releases.
  public var isUncertain: Bool { releases.contains { !$0.isKnown } }

  convenience init(_ cell: Cell, _ answer: Answer) {
    let outcome = try? answer.get()
    // Whoever is asked answers for itself, not for releases.
    let stated = cell.observations.filter { $0.system == nil }
    self.init(
      cell, answer, on: [],
      comparing: outcome.map { outcome in stated.map { ComparedObservation($0, outcome) } } ?? [])
  }

  convenience init(
    _ cell: Cell, on releases: [Prediction<Answer>], comparing compared: [ComparedObservation]
  ) {
    self.init(
      cell, releases[releases.count - 1].presumed, on: releases, comparing: compared)
  }

  private init(
    _ cell: Cell, _ answer: Answer, on releases: [Prediction<Answer>],
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

  /// The outcome of the cell, and the releases on which it differs or is unknown; or the reason
  /// that it could not be replayed.
  package var outcomeWords: String {
    guard let range else { return predicted?.words(under: framework) ?? error?.message ?? "" }
    if case .word(let only) = range.onlySaying(saying) { return only }
    return range.words(saying)
  }

  /// The result of the cell on a release, as far as it is known.
  private func saying(_ era: Release.Era) -> ReleaseSaying {
    guard let part = releases.first(where: { $0.range.eras.contains(era) }) else {
      return .nothing
    }
    guard let doubt = doubt(about: part, on: era) else { return .word(words(part.presumed)) }
    // Where nobody knows it of any, what is presumed is said of all.
    if !isUnknown { return doubt == .disputed ? .disputed : .unknown }
    return .word("\(words(part.presumed)) (\(doubt.rawValue))")
  }

  /// The reason for a doubt about a prediction, as it is printed after the outcome.
  package enum Doubt: String {
    case untested, disputed
  }

  /// The doubt about a prediction on one of its releases; nil if it is known.
  package func doubt(about part: Prediction<Answer>, on era: Release.Era) -> Doubt? {
    if part.isKnown { return nil }
    let isDisputed = part.unknown.contains {
      part.range.releases.behaviour($0, of: cell.scenario.framework)?
        .isDisputed(on: era, in: cell.scenario.circumstances) == true
    }
    return isDisputed ? .disputed : .untested
  }

  private func words(_ answer: Answer) -> String {
    switch answer {
    case .success(let outcome): outcome.words(under: framework)
    case .failure(let failure): failure.message
    }
  }

  /// The explanation of the verdict: the predicted and the stated outcomes, with locations.
  package var account: String {
    guard let predicted else { return error?.description ?? "" }
    let records = compared.filter { $0.observation.evidence == .recorded }
    if let first = records.first {
      let failing = records.filter { !$0.holds }
      return (failing.isEmpty ? [first] : failing).map(account).joined(separator: " — ")
    }
    let stated = compared.map { record in
      let observation = record.observation
      let reason = observation.deviation.map { "; known to differ: \($0)" } ?? ""
      let words = observation.state.words(requested: predicted.requested, under: framework)
      return "\(words) "
        + "(\(observation.evidence.rawValue), \(observation.location ?? cell.location))\(reason)"
        + (predictionThere(record).map { "; predicted there: \($0)" } ?? "")
    }
    let hidden = compared.flatMap {
      $0.observation.state.hiddenDifferences(from: $0.nearest ?? predicted)
    }
    let parts = [(["predicted: \(outcomeWords)"] + hidden).joined(separator: "; ")]
    return (parts + stated.map { "stated: \($0)" } + disputes).joined(separator: " — ")
  }

  /// The behaviours that the verdict depends on and that sources disagree about, a sentence each.
  package var disputes: [String] {
    let conditions = Set(compared.flatMap(\.disputed))
    return (range?.releases.behaviours ?? []).filter {
      $0.framework == cell.scenario.framework && conditions.contains($0.condition)
    }.map { "sources disagree about \($0.condition.words) (\($0.name); \($0.seen))" }
  }

  /// True if the cell matches only because it is unknown which of several outcomes applies.
  public var matchesByDoubt: Bool {
    verdict == .match && compared.contains(where: \.holdsByDoubt)
  }

  /// A remark on a match; empty for any other verdict.
  ///
  /// It names the releases on which the cell matches, if the outcomes shown for the requested ones
  /// do not match. It also says if it is unknown which outcome applies.
  package var matchRemark: String {
    guard verdict == .match else { return "" }
    let shown = releases.compactMap(\.outcome)
    let elsewhere = compared.filter { record in
      !record.matching.isEmpty && !shown.contains(where: record.observation.state.holds)
        && !record.matching.contains(where: eras.contains)
    }
    let places = elsewhere.compactMap { record in
      range.map { place(of: record.surestMatching, in: $0.releases) }
    }
    let unknown = matchesByDoubt ? ", untested" : ""
    return (places.isEmpty ? "" : " \(Set(places).sorted().listed())") + unknown
  }

  /// Returns the prediction for the releases that a statement applies to: `crashes on iOS 18`.
  ///
  /// If the statement holds on some of these releases, only they count. Nil if the prediction is
  /// the one shown for the requested releases.
  package func predictionThere(_ record: ComparedObservation) -> String? {
    guard let range, let shown = releases.last.map({ words($0.presumed) }) else { return nil }
    let meant = record.matching.isEmpty ? record.eras : record.surestMatching
    var said: [Release.Era: String] = [:]
    for prediction in record.predictions {
      let words = prediction.outcome?.words(under: framework)
      for era in prediction.range.eras where meant.contains(era) { said[era] = words }
    }
    if said.values.allSatisfy({ $0 == shown }) { return nil }
    return ReleaseRange(meant[...], in: range.releases).words { era in
      said[era].map { .word($0) } ?? .nothing
    }
  }

  private func place(of eras: [Release.Era], in releases: Releases) -> String {
    ReleaseRange(eras[...], in: releases).words { _ in .word("") }
  }

  /// Returns the recorded and the current outcome, and the releases on which they differ.
  private func account(of record: ComparedObservation) -> String {
    let stated = record.observation
    let differing = record.eras.filter { !record.matching.contains($0) }
    let part = releases.first { part in differing.last.map(part.range.eras.contains) ?? false }
    guard let now = part?.outcome ?? predicted else { return "" }
    let before = stated.state.words(requested: now.requested, under: framework)
    let words = now.words(under: framework)
    // Where the words are the same, something that they are silent on has changed.
    let hidden = before == words ? stated.state.hiddenDifferences(from: now) : []
    let outcomes = releases.filter { $0.range.eras.contains(where: differing.contains) }
    if outcomes.count > 1, let range {
      let now = range.words { differing.contains($0) ? saying($0) : .nothing }
      return "recorded: \(before) (\(stated.location ?? cell.location)); now: \(now)"
    }
    let isEverywhere = differing.isEmpty || differing == range?.eras
    let place = range?.words { differing.contains($0) ? .word("") : .nothing } ?? ""
    return "recorded: \(before) (\(stated.location ?? cell.location)); "
      + "now\(isEverywhere ? "" : " \(place)"): " + ([words] + hidden).joined(separator: "; ")
  }
}

extension ComparedObservation {
  /// The prediction for the newest release on which the statement holds; if there is none, for the
  /// newest of all.
  fileprivate var nearest: Outcome? {
    predictions.last { matching.isEmpty || matching.contains($0.range.newest) }?.outcome
  }
}
