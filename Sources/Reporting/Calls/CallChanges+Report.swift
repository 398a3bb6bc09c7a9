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
      let effect = change.words(words)
      let now = change.after.map(words.new.sentence) ?? effect
      let place = place(of: change)
      // The verdict at the top is a sentence that the list has, too.
      let isFault = !change.faults.isEmpty && effect.contains(change.title)
      let reasons: Prose =
        change.reasons.isEmpty ? "" : "  - because \(change.reasons.listed().prose)\n"
      let callers = change.callerCount
      let more =
        callers == 0 ? "" : "; the same at \(callers == 1 ? "1 call" : "\(callers) calls") of it"
      return Entry(
        impacts: Array(repeating: change.impact, count: 1 + callers),
        title: isFault ? change.title : "\(place): \(now)",
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
        change.words(callWords) + because, change.location, change.impact == .worse
      )
    }
  }
}

extension CallChanges.Change {
  /// The faults that are new, or gone.
  fileprivate var title: String {
    let titles = faults.map(\.title).listed("and")
    return impact == .better && !titles.isEmpty ? "fixed: \(titles)" : titles
  }

  /// The words for what a call did and does; for a save or a read, which delete nothing, the faults alone.
  fileprivate func words(_ words: (old: CallWords, new: CallWords)) -> String {
    guard let call, call.kind.isDelete else { return title }
    let (was, now) = (before.map(words.old.sentence), after.map(words.new.sentence))
    switch (was, now) {
    case (let was?, let now?):
      return was == now
        ? [now, title].filter { !$0.isEmpty }.joined(separator: "; ") : "\(was) → \(now)"
    case (nil, let now?): return "new, \(now)"
    case (let was, nil): return "removed, \((was ?? "").inPast)"
    }
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
