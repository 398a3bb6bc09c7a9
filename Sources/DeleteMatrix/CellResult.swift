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
  /// The possible outcomes of the steps, on the newest of several releases: several if it is unknown
  /// which, and none if the steps could not be done.
  public let possible: [Outcome]
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

  /// The outcome of the steps; nil if it is unknown which of several it is, or if the steps could not
  /// be done.
  public var predicted: Outcome? { possible.count == 1 ? possible[0] : nil }

  /// True if it is unknown which of several outcomes applies on one of the releases.
  public var isUncertain: Bool { releases.contains { !$0.isKnown } }

  convenience init(_ cell: Cell, _ answer: Answer) {
    let outcome = try? answer.get()
    // Whoever is asked answers for itself, not for releases.
    let stated = cell.observations.filter { $0.system == nil }
    self.init(
      cell, [answer], on: [],
      comparing: outcome.map { outcome in stated.map { ComparedObservation($0, outcome) } } ?? [])
  }

  convenience init(
    _ cell: Cell, on releases: [Prediction<Answer>], comparing compared: [ComparedObservation]
  ) {
    self.init(
      cell, releases[releases.count - 1].possible, on: releases, comparing: compared)
  }

  private init(
    _ cell: Cell, _ answers: [Answer], on releases: [Prediction<Answer>],
    comparing compared: [ComparedObservation]
  ) {
    self.cell = cell
    self.releases = releases
    possible = answers.compactMap { try? $0.get() }.flatMap(\.each)
    if possible.isEmpty, case .failure(let failure) = answers[0] {
      self.compared = []
      verdict = .error
      error = failure.at(cell.location)
    } else {
      self.compared = compared
      verdict = Verdict(compared)
      error = nil
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
    guard let range else { return error?.message ?? possible.words(under: framework) }
    if case .word(let only) = range.onlySaying(saying) { return only }
    return range.words(saying)
  }

  /// The result of the cell on a release, as far as it is known.
  private func saying(_ era: Release.Era) -> ReleaseSaying {
    guard let part = releases.first(where: { $0.range.eras.contains(era) }) else {
      return .nothing
    }
    guard let doubt = doubt(about: part, on: era) else {
      return .word("\(words(part))\(isReadUntested(part) ? " (untested)" : "")")
    }
    // Where it is known on none of them, what is possible is said of all.
    if !isUnknown { return doubt == .disputed ? .disputed : .unknown }
    return .word("\(words(part)) (\(doubt.rawValue))")
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

  /// Whether something is left dangling, and no source says what reading it does on the releases.
  private func isReadUntested(_ part: Prediction<Answer>) -> Bool {
    part.outcomes.contains { $0.effect == .trapOnRead && $0.reading == nil }
      && range?.doubtIfUntested(.danglingRead, of: cell.scenario.framework) != nil
  }

  /// Whether "untested" is said of a read of what is left dangling.
  package var hasUntestedRead: Bool {
    releases.contains { $0.isKnown && isReadUntested($0) }
  }

  private func words(_ part: Prediction<Answer>) -> String {
    if part.outcomes.isEmpty, case .failure(let failure) = part.possible[0] {
      return failure.message
    }
    return part.outcomes.words(under: framework)
  }

  /// The explanation of the verdict: the predicted and the stated outcomes, with locations.
  package var account: String {
    guard let requested = possible.first?.requested else { return error?.description ?? "" }
    let records = compared.filter { $0.observation.evidence == .recorded }
    if let first = records.first {
      let failing = records.filter { !$0.holds }
      let told = failing.isEmpty ? [first] : failing
      let systems = told.reduce(into: [ReleaseSpan?]()) { found, record in
        if !found.contains(record.observation.system) { found.append(record.observation.system) }
      }
      return systems.map { system in
        account(of: told.filter { $0.observation.system == system })
      }.joined(separator: " — ")
    }
    let stated = compared.map { record in
      let observation = record.observation
      let reason = observation.deviation.map { "; known to differ: \($0)" } ?? ""
      let words = observation.state.words(requested: requested, under: framework)
      return "\(words) "
        + "(\(observation.evidence.rawValue), \(observation.location ?? cell.location))\(reason)"
        + (predictionThere(record).map { "; predicted there: \($0)" } ?? "")
    }
    let hidden = compared.flatMap { record -> [String] in
      let nearest = record.nearest.isEmpty ? possible : record.nearest
      let state = record.observation.state
      return state.holds(forOneOf: nearest)
        ? [] : state.hiddenDifferences(from: nearest[0])
    }
    let parts = [(["predicted: \(outcomeWords)"] + hidden).joined(separator: "; ")]
    let disputed = compared.first { !$0.disputed.isEmpty }
    let place = disputed?.observation.location ?? cell.location
    let notes = disputes.map { "\(place): note: \($0)" }
    return (parts + stated.map { "stated: \($0)" } + notes).joined(separator: " — ")
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

  /// The observation of a match whose source names a year without an update, and that holds on some of its
  /// releases only.
  package var matchOfSomeUpdate: ComparedObservation? {
    verdict == .match && !matchesByDoubt ? compared.first(where: \.isMatchOfSomeUpdate) : nil
  }

  /// A remark on a match; empty for any other verdict.
  ///
  /// It names the releases on which the cell matches, if the outcomes shown for the requested ones
  /// do not match. It also says if it is unknown which outcome applies.
  package var matchRemark: String {
    guard verdict == .match else { return "" }
    let shown = releases.flatMap(\.outcomes)
    let elsewhere = compared.filter { record in
      !record.matching.isEmpty && !shown.contains(where: record.observation.state.holds)
        && !record.matching.contains(where: eras.contains)
    }
    let places = elsewhere.compactMap { record in
      range.map { place(of: record.surestMatching, in: $0.releases) }
    }
    let unknown =
      matchesByDoubt
      ? ", untested" : matchOfSomeUpdate != nil ? ", update not named" : ""
    return (places.isEmpty ? "" : " \(Set(places).sorted().listed())") + unknown
  }

  /// Returns the prediction for the releases that a statement applies to: `crashes on iOS 18`.
  ///
  /// If the statement holds on some of these releases, only they count. Nil if the prediction is
  /// the one shown for the requested releases.
  package func predictionThere(_ record: ComparedObservation) -> String? {
    guard let range, let shown = releases.last.map(words) else { return nil }
    let meant = record.matching.isEmpty ? record.eras : record.surestMatching
    var said: [Release.Era: String] = [:]
    for prediction in record.predictions {
      let words = words(prediction)
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

  /// Returns the outcomes recorded of the same releases and the current ones, and the releases on which
  /// they differ.
  private func account(of records: [ComparedObservation]) -> String {
    let (record, stated) = (records[0], records[0].observation)
    let differing = record.eras.filter { era in
      records.contains { !$0.matching.contains(era) }
    }
    let part = releases.first { part in differing.last.map(part.range.eras.contains) ?? false }
    let now = part?.outcomes ?? possible
    guard let first = now.first else { return "" }
    let each = records.map {
      $0.observation.state.words(requested: first.requested, under: framework)
    }
    let before = each.count == 1 ? each[0] : "one of: \(each.joined(separator: ", or "))"
    let words = now.words(under: framework)
    // Where the words are the same, something that they are silent on has changed.
    let hidden = before == words ? stated.state.hiddenDifferences(from: first) : []
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
  /// The possible outcomes on the newest release on which the statement holds; if there is none, on
  /// the newest of all.
  fileprivate var nearest: [Outcome] {
    predictions.last { matching.isEmpty || matching.contains($0.range.newest) }?.outcomes ?? []
  }
}
