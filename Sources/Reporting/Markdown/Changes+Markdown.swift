import CompiledOnce
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension ChangesReport {
  /// The numbers of changes, in one sentence.
  package var summary: String {
    let counts = ChangeImpact.allCases.compactMap { impact in
      let count = changes.count(of: impact)
      return count > 0 ? "\(count) \(impact.words(count))" : nil
    }
    let same = changes.unchangedCount
    let rest = same == 1 ? "1 delete does the same" : "\(same) deletes do the same"
    let calls = ChangeImpact.allCases.compactMap { impact in
      let count = self.calls?.count(of: impact) ?? 0
      return count > 0 ? "\(count) \(impact.words(count))" : nil
    }
    let atCalls = calls.isEmpty ? "" : "; at delete calls, \(calls.listed("and"))"
    return
      "\(counts.isEmpty ? "No delete changed" : counts.listed("and"))\(period); \(rest)\(atCalls)."
  }

  /// A summary, and a table each of what is worse, better, and needs review.
  package var page: Prose {
    if revisions == nil && changes.changedCount == 0 && unread.isEmpty { return "" }
    let place = changes.range.map { ", on \($0.words)" } ?? ""
    let title = Prose.heading(1, "What deletes do differently\(subject.prose)\(place)")
    var parts: [Prose] = ["\(title)\n\n\(summary.prose)\n"]
    for (title, models) in [("New", changes.added), ("Gone", changes.gone)] where !models.isEmpty {
      let names = models.map { "\($0.place) (\($0.framework.rawValue))" }
      parts.append("\(title), with nothing to compare: \(names.listed().prose).\n")
    }
    if !unread.isEmpty { parts.append(unread.unreadList(missing: "changes")) }
    for impact in ChangeImpact.allCases { if let part = section(impact) { parts.append(part) } }
    if let callsSection { parts.append(callsSection) }
    let rows = changes.compared.flatMap(\.changes.changes)
    if rows.contains(where: { $0.before == nil || $0.after == nil }) {
      parts.append("– stands where there is no such relationship, or no such graph.\n")
    }
    return parts.joined(separator: "\n")
  }

  /// Rows of changes to review that are not folded.
  private static let mostOpenRows = 10

  private var period: String {
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

  private func section(_ impact: ChangeImpact) -> Prose? {
    let changes = sorted(impact)
    let isByRelease = changes.contains { !$0.change.places.isEmpty }
    var header: [Prose] = ["", "delete", "linked by", "before", "after"]
    if isByRelease { header.append("releases") }
    if revisions != nil { header.append("where") }
    var table = Table(header: header)
    for (pair, change) in changes {
      var row = [change.title.prose, change.scenario.deletedObjects.prose]
      row.append("\(change.entity).\(change.relationship)".prose)
      row += words(change, pair).map(\.prose)
      if isByRelease { row.append("\(releases(of: change))") }
      if revisions != nil {
        let location = location(of: change, in: pair)
        row.append((location.map { "\($0.file):\($0.line)" } ?? pair.new.place).prose)
      }
      table.rows.append(row)
    }
    if table.rows.isEmpty { return nil }
    let title = impact.title
    if impact == .review, table.rows.count > Self.mostOpenRows {
      return Prose(.folded(title: "\(title): \(table.rows.count)", Prose(table)))
    }
    return "\(Prose.heading(2, "\(title)"))\n\n\(Prose(table))"
  }
}

extension ChangesReport {
  /// The changes with an impact, in the order of the models.
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
    if words[0] != words[1] { return words }
    // What differs is then what survivors lose.
    return zip(words, outcomes).map { words, outcome in
      let lost = (outcome.0?.nullified ?? []).map { "\($0.source).\($0.relationship)" }
      return lost.isEmpty ? words : "\(words); \(Array(lost.prefix(3)).listed()) lost it"
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
  /// The heading of its changes.
  var title: String {
    switch self {
    case .worse: "Worse"
    case .better: "Better"
    case .review: "Needs review"
    }
  }

  /// The words behind a number of changes.
  func words(_ count: Int) -> String {
    switch self {
    case .worse, .better: rawValue
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
