import CompiledOnce
import DeleteCalls
import ModelDeletes
import ModelFiles
import SourceText

extension ChangesReport {
  static let callsHeading: Prose = "\(Prose.heading(3, "Delete calls"))\n\n"

  /// A list of the calls that changed, the worst first; nil if none did.
  var callsSection: Prose? {
    let entries = callEntries
    return entries.isEmpty ? nil : Self.callsHeading + entries.map(\.text).joined() + doubtAboutDeny
  }

  /// Each call that changed, with its worst impact, the worst first.
  var callEntries: [Entry] {
    var words = callWords
    (words.old.statesDoubt, words.new.statesDoubt) = (false, false)
    return changedCalls.map { change in
      let (clause, effect) = self.effect(of: change, words)
      let place = place(of: change)
      // The verdict at the top is a sentence that the list has, too.
      let isFault = !change.faults.isEmpty && effect.contains(change.title)
      let reasons: Prose =
        change.reasons.isEmpty ? "" : "  - because \(change.reasons.listed().prose)\n"
      let callers = change.callerCount
      let more =
        callers == 0 ? "" : "; also through \(callers == 1 ? "1 caller" : "\(callers) callers")"
      let file = place.split(separator: "/").last ?? ""
      return Entry(
        impacts: [change.impact],
        title: isFault ? change.title : "\(clause) (\(file))",
        text: "- \(change.impact.word): \(place.prose): \(effect.prose)\(more.prose)\n\(reasons)")
    }
  }

  /// The doubt whether a deny rule blocks the deletes that are listed, in a paragraph.
  var doubtAboutDeny: Prose {
    let words = callWords
    let stories = changedCalls.lazy.flatMap { change in
      [change.after.flatMap(words.new.story), change.before.flatMap(words.old.story)]
    }
    return stories.compactMap { $0?.denySentence }.first.map {
      "\n\("\($0).".capitalizedSentence.prose)\n"
    } ?? ""
  }

  /// The changes to calls, the worst first; a call that is worse and better is listed once.
  private var changedCalls: [CallChanges.Change] {
    var known: Set<[Location?]> = []
    return ChangeImpact.worstFirst.flatMap { impact in
      (calls?.changes ?? []).filter { $0.impact == impact }
    }.filter { known.insert([$0.before?.location, $0.after?.location, $0.location]).inserted }
  }

  /// Whether a call is worse only because its delete can now fail.
  var hasBlockedCalls: Bool {
    changedCalls.contains { $0.impact == .worse && $0.faults.isEmpty }
  }

  /// Returns the location of a call, and its earlier location if that is in other code; of one that is gone,
  /// its file and its earlier line.
  private func place(of change: CallChanges.Change) -> String {
    let place = plain(change.location).location
    if change.kind == .gone { return "\(place.file) (was line \(place.line))" }
    let earlier = change.before.map { plain($0.location).location }
    let hasMoved =
      change.before.map { $0.caller != change.call?.caller } == true
      || earlier.map { $0.file != place.file } == true
    return "\(place.file):\(place.line)"
      + (hasMoved ? earlier.map { " (was \($0.file):\($0.line))" } ?? "" : "")
  }

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
          ("rules", .strings(change.faults.map(\.rule))),
          ("before", call(change.before, words.old)),
          ("after", call(change.after, words.new)), ("because", .strings(change.reasons)),
          ("callers", .integer(change.callerCount)),
        ])
      })
  }

  /// The messages at the lines of the calls, each with its title.
  var callNotices: [(title: String, message: String, location: Location, isWorse: Bool)] {
    changedCalls.filter { $0.kind != .gone }.map { change in
      let because = change.reasons.isEmpty ? "" : ", because \(change.reasons.listed())"
      return (
        "\(change.impact.title) (\(change.kind == .new ? "new delete call" : "delete call"))",
        effect(of: change, callWords).words + because, change.location, change.impact == .worse
      )
    }
  }

  /// The difference between what a call did and does, the worst of it first and all of it; for a save or a read,
  /// which delete nothing, the faults alone.
  private func effect(
    of change: CallChanges.Change, _ words: (old: CallWords, new: CallWords)
  ) -> (worst: String, words: String) {
    guard let call = change.call, call.kind.isDelete else { return (change.title, change.title) }
    let (was, now) = (
      change.before.map(words.old.sentence), change.after.map(words.new.sentence)
    )
    guard let was else { return (now ?? "", "new, \(now ?? "")") }
    guard let now, let before = change.before, let after = change.after else {
      return ("removed, \(was.inPast)", "removed, \(was.inPast)")
    }
    if was == now {
      return (now, [now, change.title].filter { !$0.isEmpty }.joined(separator: "; "))
    }
    if let old = words.old.story(of: before), let new = words.new.story(of: after) {
      let model = words.new.model(of: after)
      let renaming = changes.compared.first { $0.new.place == model?.place }?.renaming
      let clauses = CallDifference(from: old, to: new, renaming).clauses
      if !clauses.isEmpty {
        let verb = "deletes \(new.name): "
        return (verb + clauses[0], verb + clauses.joined(separator: "; "))
      }
    }
    return (now, "\(now) (before: \(was))")
  }
}

extension CallChanges.Change {
  /// The faults that are new, or gone.
  fileprivate var title: String {
    let titles = faults.map(\.title).listed("and")
    return impact == .better && !titles.isEmpty ? "no longer true: \(titles)" : titles
  }

}

extension String {
  /// A sentence about a call that is gone: `deleted only the Trip`.
  fileprivate var inPast: String {
    let end = firstIndex(of: " ") ?? endIndex
    let verb = self[..<end]
    return (verb.hasSuffix("deletes") ? "\(verb.dropLast())d" : "\(verb.dropLast())ed")
      + self[end...]
  }
}
