import CompiledOnce
import DeleteCalls
import ModelDeletes
import ModelFiles
import SourceText

extension ChangesReport {
  /// The numbers of changed calls, as a part of the summary; nil if no call changed.
  var callsSummary: String? {
    guard let calls, !calls.changes.isEmpty else { return nil }
    let counts = counts { calls.count(of: $0) }.listed("and")
    return "delete calls: \(counts), \(calls.unchangedCount) unchanged"
  }

  static let callsHeading: Prose = "\(Prose.heading(3, "Delete calls"))\n\n"

  /// A list of the calls that changed, the worst first; nil if none did.
  var callsSection: Prose? {
    let entries = callEntries
    return entries.isEmpty ? nil : Self.callsHeading + entries.map(\.text).joined()
  }

  /// Each call that changed, with its worst impact, the worst first.
  var callEntries: [Entry] {
    let words = callWords
    return changedCalls.map { change in
      let before = change.before.map(words.old.sentence)
      let after = change.after.map(words.new.sentence)
      let effect: Prose =
        switch (before, after) {
        case (let before?, let after?) where before == after: after.prose
        case (let before?, let after?): "\(before.prose) → \(after.prose)"
        case (nil, let after?): "new, \(after.prose)"
        case (let before, nil): "removed, \((before ?? "").prose)"
        }
      let reasons: Prose =
        change.reasons.isEmpty ? "" : "  - because \(change.reasons.listed().prose)\n"
      return (
        change.impact, "- \(change.impact.word): \(place(of: change).prose): \(effect)\n\(reasons)"
      )
    }
  }

  /// The changes to calls, the worst first; a call that is worse and better is listed once.
  private var changedCalls: [CallChanges.Change] {
    var known: Set<[Location?]> = []
    return ChangeImpact.worstFirst.flatMap { impact in
      (calls?.changes ?? []).filter { $0.impact == impact }
    }.filter { known.insert([$0.before?.location, $0.after?.location]).inserted }
  }

  /// Returns the location of a call, and its earlier location if that is in other code.
  private func place(of change: CallChanges.Change) -> String {
    let hasMoved =
      change.before?.caller != change.call?.caller
      || change.before.map { plain($0.location).location.file }
        != change.call.map { plain($0.location).location.file }
    let places = [hasMoved ? change.before : nil, change.call].compactMap { call in
      call.map { plain($0.location).location }.map { "\($0.file):\($0.line)" }
    }
    return places.joined(separator: " → ")
  }

  /// The changes as data.
  var callsJSON: JSONText {
    guard let calls else { return .null }
    let words = callWords
    func call(_ call: DeleteCall?, _ words: CallWords) -> JSONText {
      guard let call else { return .null }
      let place = plain(call.location)
      return .object(
        JSONText.members(of: place.location)
          + (place.revision.map { [("revision", .string($0))] } ?? []) + [
            ("kind", .string(call.kind.rawValue)), ("entity", .nullable(call.entity)),
            ("caller", .nullable(call.caller)), ("says", .string(words.sentence(call))),
          ])
    }
    return .array(
      calls.changes.map { change in
        .object([
          ("change", .string(change.kind.rawValue)), ("impact", .string(change.impact.rawValue)),
          ("entity", .nullable(change.call?.entity)),
          ("relationship", .nullable(change.call?.relationship)),
          ("before", call(change.before, words.old)),
          ("after", call(change.after, words.new)), ("because", .strings(change.reasons)),
        ])
      })
  }

  /// The messages at the lines of the calls, each with its title.
  var callNotices: [(title: String, message: String, location: Location, isWorse: Bool)] {
    let words = callWords
    return changedCalls.compactMap { change in
      guard let after = change.after else { return nil }
      let before = change.before.map { "; before, it \(words.old.sentence($0))" } ?? ""
      let because = change.reasons.isEmpty ? "" : ", because \(change.reasons.listed())"
      return (
        "\(change.impact.title) (\(change.kind == .new ? "new delete call" : "delete call"))",
        "\(words.new.sentence(after))\(before)\(because)", after.location,
        change.impact == .worse
      )
    }
  }
}
