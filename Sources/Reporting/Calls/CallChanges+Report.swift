import CompiledOnce
import DeleteCalls
import ModelDeletes
import ModelFiles
import SourceText

extension ChangesReport {
  /// A summary of the changed calls; nil if none changed.
  var callsSummary: String? {
    guard let calls, !calls.changes.isEmpty else { return nil }
    let words: [(CallChanges.Kind, String)] = [
      (.effect, "do something else"), (.new, "new"), (.gone, "gone"),
    ]
    let counts = words.compactMap { kind, words -> String? in
      let count = calls.count(of: kind)
      return count == 0
        ? nil : "\(count) \(kind == .effect && count == 1 ? "does something else" : words)"
    }
    let same = calls.unchangedCount
    return
      "Of the delete calls in the code, \(counts.listed("and")); \(same) \(same == 1 ? "is" : "are") "
      + "as before."
  }

  /// A table of the calls that changed; nil where none did.
  var callsSection: Prose? {
    guard let calls, let summary = callsSummary else { return nil }
    var table = Table(header: ["", "", "call", "before", "after", "because"])
    let words = callWords
    for change in calls.changes {
      table.rows.append([
        change.impact.title.prose, "\(change.kind.title)", place(of: change).prose,
        (change.before.map(words.old.sentence) ?? "–").prose,
        (change.after.map(words.new.sentence) ?? "–").prose, change.reasons.listed().prose,
      ])
    }
    return "\(Prose.heading(2, "Calls"))\n\n\(summary.prose)\n\n\(Prose(table))"
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
    guard let calls else { return [] }
    let words = callWords
    return calls.changes.compactMap { change in
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

extension CallChanges.Kind {
  fileprivate var title: String {
    switch self {
    case .effect: "does something else"
    case .new: "new"
    case .gone: "gone"
    }
  }
}
