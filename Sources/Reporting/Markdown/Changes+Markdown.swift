import CompiledOnce
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension ChangesReport {
  package var summary: String {
    let counts = Self.counts(of: entries, callEntries)
    return "\(counts.isEmpty ? "No delete changed" : counts)\(period)."
  }

  /// The numbers of changes with each impact, in words; empty for none.
  private static func counts(of entries: [Entry], _ calls: [Entry]) -> String {
    func count(_ entries: [Entry], _ impact: ChangeImpact) -> Int {
      entries.flatMap(\.impacts).count { $0 == impact }
    }
    return ChangeImpact.worstFirst.compactMap { impact in
      let (changes, calls) = (count(entries, impact), count(calls, impact))
      if changes + calls == 0 { return nil }
      let parts = [
        (changes, changes == 1 ? "change to the model" : "changes to the model"),
        (calls, calls == 1 ? "delete call" : "delete calls"),
      ]
      let subject = parts.filter { $0.0 > 0 }.map { "\($0) \($1)" }.listed("and")
      return "\(subject) \(impact.verb(changes + calls))"
    }.joined(separator: "; ")
  }

  /// The changed relationships and calls as a plan, the worst first, with the summary as the last line.
  package var page: Prose {
    if revisions == nil && changes.changedCount == 0 && unread.isEmpty { return "" }
    let title = Prose.heading(1, "What deletes do differently\(subject.prose)\(place)")
    return (["\(title)\n"] + sections + ["\(summary.prose)\n"]).joined(separator: "\n")
  }

  /// The changed relationships and calls as a plan, the worst first.
  var sections: [Prose] { gaps + plan + [callsSection].compactMap(\.self) }

  /// The changes for a comment on a pull request: the verdict first, then what is worse or needs review,
  /// and the rest folded.
  package var comment: Prose {
    let entries = entries
    let calls = callEntries
    if (entries + calls).isEmpty { return page }
    let models: Prose = revisions == nil ? "\(String(subject.dropFirst(2)).prose): " : ""
    var parts: [Prose] = [
      "\(Prose.heading(1, verdict.prose))\n",
      "\(models)\(summary.prose)"
        + (changes.range.map { " Compared on \($0.words)\(earlierReleases)." } ?? "") + "\n",
    ]
    parts += gaps
    func isOpen(_ number: Int, _ entry: Entry) -> Bool {
      number < Self.mostInComment && entry.impact != .better
    }
    let open = entries.enumerated().filter(isOpen).map(\.element.text)
    let openCalls = calls.enumerated().filter(isOpen).map(\.element.text).joined()
    parts += open + (openCalls.isEmpty ? [] : [Self.callsHeading + openCalls + doubtAboutDeny])
    if hasBlockedCalls, entries.contains(where: { $0.impacts.contains(.review) }) {
      parts.append(
        "A delete that can now fail needs review in the model, and is worse where it is called.\n")
    }
    let rest = entries.enumerated().filter { !isOpen($0, $1) }.map(\.element)
    let restOfCalls = calls.enumerated().filter { !isOpen($0, $1) }.map(\.element)
    if !rest.isEmpty || !restOfCalls.isEmpty {
      let calls = restOfCalls.map(\.text).joined()
      let folded = rest.map(\.text) + (calls.isEmpty ? [] : [Self.callsHeading + calls])
      parts.append(
        .folded(
          "\(open.isEmpty && openCalls.isEmpty ? "" : "Also: ")\(Self.counts(of: rest, restOfCalls))"
            .prose, folded.joined(separator: "\n")))
    }
    if let picture { parts.append(picture) }
    let words = revisions.map { revisions in
      // What starts at a branch point is named as a whole.
      let new = revisions.old.contains("...") ? nil : revisions.new
      return " \(revisions.old)\(new.map { "..\($0)" } ?? "")"
    }
    parts.append("From DeleteRules, \(code: "deleterules diff\(words ?? "")").\n")
    return parts.joined(separator: "\n")
  }

  /// The worst change as a sentence, and how many others are as bad.
  package var verdict: String {
    let all = entries + callEntries
    guard let impact = ChangeImpact.worstFirst.first(where: { all.map(\.impact).contains($0) }),
      let worst = all.first(where: { $0.impact == impact })
    else { return "No delete changed\(period)" }
    let others = all.flatMap(\.impacts).count { $0 == impact } - 1
    return "\(impact.title): \(worst.title)\(others > 0 ? "; and \(others) more" : "")"
  }

  /// The number of relationships, and of calls, that a comment does not fold.
  private static let mostInComment = 5

  /// A part of a list: a relationship or a call.
  struct Entry {
    /// The impacts of its lines, the worst first.
    let impacts: [ChangeImpact]
    /// Its worst change, in a sentence.
    let title: String
    let text: Prose

    var impact: ChangeImpact { impacts[0] }
  }

  private var place: String { changes.range.map { ", on \($0.words)\(earlierReleases)" } ?? "" }

  /// The releases that the old models are for, where these are others.
  private var earlierReleases: String {
    changes.oldRange.map { " (before, \($0.words))" } ?? ""
  }

  /// The models without a counterpart, and what could not be read.
  private var gaps: [Prose] {
    let models = [("New", changes.added), ("Removed", changes.gone)]
    return models.filter { !$0.1.isEmpty }.map { title, models in
      let names = models.map { "\($0.place) (\($0.framework.title))" }
      return "\(title), with nothing to compare: \(names.listed().prose).\n"
    } + changes.compared.flatMap(\.comings)
      + (unread.isEmpty ? [] : [unread.unreadList(missing: "changes")])
  }

  /// A folded diagram of the changes, if several relationships of a model changed and it is small; nil
  /// otherwise.
  private var picture: Prose? {
    guard changes.compared.count == 1, let diagram = diagrams.first, diagram.edges.count > 1,
      diagram.nodes.count <= Self.mostBoxesInComment
    else { return nil }
    return .folded("Picture", .listing(String(diagram.mermaid.dropLast()), language: "mermaid"))
  }

  private static let mostBoxesInComment = 12

  /// The number of relationships that only need review, and are not folded.
  private static let mostOpenReviews = 10

  /// The revisions that are compared, in words; empty for two models.
  var period: String {
    guard let revisions else { return "" }
    return revisions.new.map { " from \(revisions.old) to \($0)" } ?? " since \(revisions.old)"
  }

  private var subject: String {
    guard revisions == nil, let pair = changes.compared.first else { return period }
    let (old, new) = (pair.old, pair.new)
    if old.place == new.place, let before = old.version, let after = new.version {
      return ": \(new.place), \(before) → \(after)"
    }
    return ": \(old.title == new.title ? old.title : "\(old.title) → \(new.title)")"
  }

  /// The entries as a plan, of which many that only need review are folded.
  private var plan: [Prose] {
    let entries = entries.grouped(by: \.impact)
    return ChangeImpact.worstFirst.flatMap { impact -> [Prose] in
      let texts = (entries[impact] ?? []).map(\.text)
      guard impact == .review, texts.count > Self.mostOpenReviews else { return texts }
      return [
        .folded("\(texts.count) relationships need review", texts.joined(separator: "\n"))
      ]
    }
  }

  /// An entry for each relationship whose deletes changed: the worst first, and ordinary deletes before batch
  /// deletes.
  private var entries: [Entry] {
    let entries = changes.compared.flatMap { pair in
      pair.changes.changes.grouped { "\($0.entity).\($0.relationship)" }
        .sorted { $0.key < $1.key }.map { entry($0.value.sorted(by: Self.isBefore), in: pair) }
    }
    return ChangeImpact.worstFirst.flatMap { impact in
      [false, true].flatMap { isBatch in
        entries.filter { $0.entry.impact == impact && $0.isBatch == isBatch }.map(\.entry)
      }
    }
  }

  private static func isBefore(_ one: ModelChange, _ other: ModelChange) -> Bool {
    one.impact == other.impact ? !one.isBatch && other.isBatch : one.impact.rank < other.impact.rank
  }

  /// A relationship with its declaration before and after, and the deletes that changed.
  private func entry(
    _ changes: [ModelChange], in pair: ProjectChanges.Pair
  ) -> (entry: Entry, isBatch: Bool) {
    let change = changes[0]
    let declaration = pair.declaration(of: change)
    let location = location(of: change, in: pair)
    let place = location.map { "\($0.file):\($0.line)" } ?? pair.new.place
    var text: Prose = """
      \(Prose.heading(3, "\(declaration.mark) \(declaration.words.prose) \(Prose(.marked(.dim, "(\(place.prose))")))"))

      """
    var impacts: [ChangeImpact] = []
    var titles: Set<String> = []
    // Several faults that are gone with a relationship are one line.
    for change in changes where titles.insert(change.title).inserted || change.fault == nil {
      let releases = releases(of: change)
      text += "- \(change.impact.word): \(change.title.prose)"
      text += "\(releases.isEmpty ? "" : " (\(releases))")\n"
      text += "  - example: delete \(change.scenario.deletedObjects.prose)."
      text += " \(effect(of: change, pair).prose).\n"
      impacts.append(change.impact)
    }
    return (Entry(impacts: impacts, title: change.title, text: text), change.isBatch)
  }

  /// The outcomes before and after, or the only one there is.
  func effect(of change: ModelChange, _ pair: ProjectChanges.Pair) -> String {
    let words = words(change, pair)
    if change.before == nil { return "Now: \(words[1])" }
    if change.after == nil { return "Before: \(words[0])" }
    return "Before: \(words[0]). Now: \(words[1])"
  }
}

extension ProjectChanges.Pair {
  /// The entities and relationships that were added or removed, in a paragraph each.
  fileprivate var comings: [Prose] {
    let renaming = renaming
    func names(_ model: Model, _ entities: Set<String>, _ known: Set<RelationshipID>) -> [String] {
      let schema = model.schema
      let others = model.entities.map(\.name).filter { !entities.contains($0) }
      let relationships = schema.relationships.filter { relationship in
        let source = schema.declaration(of: schema.source(of: relationship)).name
        return !known.contains(relationship) && entities.contains(source)
      }
      return others.map { "the entity \($0)" } + relationships.map(schema.qualifiedName)
    }
    let sides = [
      ("Removed", names(old, Set(renaming.entities.keys), Set(renaming.relationships.keys))),
      ("Added", names(new, Set(renaming.entities.values), Set(renaming.relationships.values))),
    ]
    let changed = changedBesides.map { words -> Prose in "- \(words.prose)\n" }
    return sides.filter { !$0.1.isEmpty }.map { title, names in
      let rest = names.count - Self.mostNames
      let shown = names.prefix(Self.mostNames) + (rest > 0 ? ["\(rest) more"] : [])
      return "\(title): \(Array(shown).listed("and").prose).\n"
    }
      + (changed.isEmpty
        ? [] : ["Also declared differently:\n\n\(changed.joined())"])
  }

  private static let mostNames = 8

  /// The changed declarations of relationships whose own deletes did not change.
  private var changedBesides: [String] {
    let listed = Set(changes.changes.map { "\($0.entity).\($0.relationship)" })
    return renaming.relationships.sorted { $0.value < $1.value }.compactMap { before, after in
      let declaration = ChangedDeclaration(from: before, to: after, in: self)
      return listed.contains(new.schema.qualifiedName(of: after)) || declaration?.mark != "~"
        ? nil : declaration?.words
    }
  }

  fileprivate func declaration(of change: ModelChange) -> ChangedDeclaration {
    func find(in schema: Schema) -> RelationshipID? {
      schema.entity(change.entity).flatMap { schema.relationship(change.relationship, of: $0) }
    }
    let after = find(in: new.schema)
    let renamed = renaming.relationships
    let before =
      after.map { after in renamed.first { $0.value == after }?.key } ?? find(in: old.schema)
    return ChangedDeclaration(from: before, to: after, in: self)
      ?? ChangedDeclaration(mark: "~", words: "\(change.entity).\(change.relationship)")
  }
}

/// The declaration of a relationship in two models, as a line of a plan.
private struct ChangedDeclaration {
  /// `~` if it changed, `+` if it is new, `-` if it was removed, `=` if only its deletes changed.
  let mark: String
  /// `Trip.stops: nullify → cascade`, or a rule alone.
  let words: String
}

extension ChangedDeclaration {
  /// Compares the declarations; nil if neither model has the relationship.
  fileprivate init?(
    from before: RelationshipID?, to after: RelationshipID?, in pair: ProjectChanges.Pair
  ) {
    let (old, new) = (pair.old.schema, pair.new.schema)
    func rule(_ relationship: RelationshipID, _ schema: Schema) -> String {
      let rule = schema.declaration(of: relationship).deleteRule.rawValue
      return "\(schema.qualifiedName(of: relationship)): \(rule)"
    }
    func parts(_ relationship: RelationshipID, _ schema: Schema) -> [String] {
      let declared = schema.declaration(of: relationship)
      let inverse = schema.inverse(of: relationship).map { inverse in
        "inverse \(schema.qualifiedName(of: inverse.relationship))"
      }
      return [
        schema.qualifiedName(of: relationship), declared.deleteRule.rawValue,
        declared.isOptional ? "optional" : "mandatory", declared.isToMany ? "to-many" : "to-one",
        declared.destination, inverse ?? "no inverse",
      ]
    }
    switch (before, after) {
    case (let before?, let after?):
      let changed = zip(parts(before, old), parts(after, new)).filter { $0 != $1 }
        .map { "\($0) → \($1)" }
      self.init(
        mark: changed.isEmpty ? "=" : "~",
        words: changed.isEmpty
          ? rule(after, new)
          : "\(new.qualifiedName(of: after)): \(changed.joined(separator: ", "))")
    case (nil, let after?): self.init(mark: "+", words: rule(after, new))
    case (let before?, nil): self.init(mark: "-", words: rule(before, old))
    case (nil, nil): return nil
    }
  }
}

extension ChangesReport {
  func sorted(_ impact: ChangeImpact) -> [(pair: ProjectChanges.Pair, change: ModelChange)] {
    changes.compared.flatMap { pair in
      pair.changes.changes.filter { $0.impact == impact }.map { (pair, $0) }
    }
  }

  /// Returns the outcomes of the delete before and after the change, in words.
  func words(_ change: ModelChange, _ pair: ProjectChanges.Pair) -> [String] {
    let outcomes = [(change.before, pair.old), (change.after, pair.new)]
    let words = outcomes.map { outcome, model in
      outcome?.words(under: .named(model.framework)) ?? "–"
    }
    let isSaved = outcomes.allSatisfy { $0.0?.effect == .ok }
    if words[0] != words[1] || !isSaved { return words }
    // What differs is then what survivors lose.
    return zip(words, outcomes).map { words, outcome in
      let lost = (outcome.0?.nullified ?? []).map { "\($0.source).\($0.relationship)" }
      return lost.isEmpty
        ? "\(words) and unlinks nothing"
        : "\(words); \(Array(lost.prefix(3)).listed()) no longer holds it"
    }
  }

  /// A place by the plain path of its file, and the revision in which git has it; nil for what is on
  /// disk.
  func plain(_ location: Location) -> (location: Location, revision: String?) {
    for revision in [revisions?.old, revisions?.new].compactMap(\.self) {
      let prefix = "\(revision):".utf8
      guard location.file.utf8.starts(with: prefix) else { continue }
      let file = String(decoding: location.file.utf8.dropFirst(prefix.count), as: UTF8.self)
      return (Location(file: file, line: location.line, column: location.column), revision)
    }
    return (location, nil)
  }

  /// Returns the releases on which the change applies, and those for which that is unknown; empty
  /// if it applies on all.
  func releases(of change: ModelChange) -> String {
    guard let range = changes.range, !change.places.isEmpty else { return "" }
    return range.words { era in
      guard let place = change.places.first(where: { $0.range.eras.contains(era) }) else {
        return .nothing
      }
      return place.isKnown ? .word("") : .unknown
    }
  }

  /// Returns the location of the relationship in the new model; for a removed one, that of its
  /// entity or the other entity.
  func location(of change: ModelChange, in pair: ProjectChanges.Pair) -> Location? {
    let schema = pair.new.schema
    if let entity = schema.entity(change.entity),
      let relationship = schema.relationship(change.relationship, of: entity),
      let location = pair.new.location(of: relationship)
    {
      return location
    }
    let names = [change.entity, change.deleted]
    return names.lazy.compactMap { name in pair.new.entities.first { $0.name == name } }.first?
      .location
  }
}

extension ChangeImpact {
  static let worstFirst: [ChangeImpact] = [.worse, .review, .better]

  fileprivate var rank: Int { Self.worstFirst.firstIndex(of: self) ?? 0 }

  /// The word that begins a change, in a colour.
  var word: Prose {
    let word: Prose = self == .review ? "needs review" : "\(rawValue)"
    return switch self {
    case .worse: Prose(.marked(.error, word))
    case .review: Prose(.marked(.warning, word))
    case .better: Prose(.marked(.fix, word))
    }
  }

  var title: String {
    switch self {
    case .worse: "Worse"
    case .better: "Better"
    case .review: "Needs review"
    }
  }

  /// The verb behind a number of changes.
  fileprivate func verb(_ count: Int) -> String {
    switch self {
    case .worse, .better: "\(count == 1 ? "is" : "are") \(rawValue)"
    case .review: count == 1 ? "needs review" : "need review"
    }
  }
}

extension Scenario {
  /// The objects that are deleted first, and how: `Item1`, or `Item1, by batch`.
  var deletedObjects: String {
    for step in steps {
      switch step.action {
      case .delete(let objects): return objects.listed()
      case .batchDelete(let entity, let objects, _):
        return "\(objects?.listed() ?? "every \(entity)"), by batch"
      default: continue
      }
    }
    return ""
  }
}
