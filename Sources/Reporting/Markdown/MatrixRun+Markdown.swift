import DeleteMatrix
import ObjectGraph
import Scenarios
import SourceText

extension MatrixRun {
  /// The result table: one section for each pairing, a legend, and the counts.
  package var page: Prose {
    let frameworks = Framework.Name.allCases.filter { name in
      sections.contains { $0.framework == name }
    }
    let release = range.map { " on \($0.newest)" } ?? ""
    let subject = frameworks.isEmpty ? "" : ": \(frameworks.map(\.title).listed())\(release)"
    var parts: [Prose] = ["\(Prose.heading(1, "What a delete does\(subject)"))\n"]
    for section in sections {
      guard let sides = section.sides else { continue }
      parts.append(text(of: section, sides))
    }
    parts += others.compactMap(differences)
    let scenarios = sections.filter { $0.sides == nil }
    if !scenarios.isEmpty {
      parts.append(text(ofScenarios: scenarios, isSummary: scenarios.count < sections.count))
    }
    parts.append(legend)
    parts.append(countsOfAll)
    return parts.joined(separator: "\n")
  }

  private func text(of section: MatrixRun.Section, _ sides: [String]) -> Prose {
    let results = section.results
    let deletes = results.filter { Summary.Group($0.cell) == .deletes }
    let table: Prose = deletes.isEmpty ? "" : Prose(table(of: sides, deletes))
    var lines = line(
      "Unlinked, a delete takes only its own object", .unlinkedDeletes, in: results
    ) {
      $0.effect == .ok && $0.deleted == $0.requested && $0.dangling.isEmpty
    }
    lines += line("Removing an element ends the link and deletes nothing", .removals, in: results) {
      $0.effect == .ok && $0.deleted.isEmpty && !$0.nullified.isEmpty
    }
    let notes = results.compactMap(note).joined()
    let title = Prose.heading(2, "\(section.name.prose) · \(section.title.prose)")
    let parts: [Prose] = ["\(title)\n", table, lines, notes]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The cells of another framework's pairings in which it does something else.
  private func differences(of other: MatrixRun) -> Prose? {
    let mine = Dictionary(
      results.map { ($0.cell.id, $0) }, uniquingKeysWith: { first, _ in first })
    let framework = other.framework?.title ?? ""
    var table = Table(header: ["cell", "SwiftData", framework.prose, "verdict"])
    var shared = 0
    for result in other.results {
      guard let one = mine[result.cell.id], let outcome = one.predicted,
        let its = result.predicted
      else { continue }
      shared += 1
      if outcome.comesToTheSame(as: its) && !result.verdict.isFailure { continue }
      table.rows.append([
        result.cell.id.prose, one.outcomeWords.prose, result.outcomeWords.prose,
        result.verdictWords,
      ])
    }
    if table.rows.isEmpty { return nil }
    let title = Prose.heading(2, "\(framework), where it differs")
    let notes = other.results.compactMap(note).joined()
    let counts = counts(of: nil, in: other.summary)
    let text: Prose = """
      \(title)

      \(other.results.count) cells: \(counts). Of \(shared) that SwiftData has, too, \
      \(table.rows.count) do something else:

      \(Prose(table))
      """
    return notes.isEmpty ? text : text + "\n" + notes
  }

  /// One line for each row, whose cells stand together in the results.
  private func table(of sides: [String], _ results: [CellResult]) -> Table {
    var titles: [String] = []
    for result in results where !titles.contains(result.cell.title) {
      titles.append(result.cell.title)
    }
    var table = Table(
      header: sides.map(\.prose) + titles.map(\.prose) + ["verdict"])
    var next = results.startIndex
    while next < results.endIndex {
      let rules = results[next].cell.tableEntry?.rules ?? []
      let row = results[next...].prefix { $0.cell.tableEntry?.rules == rules }
      next = row.endIndex
      let outcomes = titles.map { title in
        row.first { $0.cell.title == title }.map { $0.outcomeWords.prose } ?? ""
      }
      table.rows.append(
        rules.map { $0?.prose ?? "–" } + outcomes + [verdict(of: Array(row))])
    }
    return table
  }

  private func verdict(of row: [CellResult]) -> Prose {
    let verdicts = Set(row.map(\.verdict))
    if verdicts.count == 1, let first = row.first { return first.verdictWords }
    return row.map(\.verdictWords).joined(separator: " / ")
  }

  private func line(
    _ title: String, _ group: Summary.Group, in results: [CellResult],
    isUsual: (Outcome) -> Bool
  ) -> Prose {
    let results = results.filter { Summary.Group($0.cell) == group }
    if results.isEmpty { return "" }
    let counts = counts(of: group, in: Summary(results))
    let unusual = results.filter { !($0.predicted.map(isUsual) ?? false) }
    let exceptions = unusual.map { result -> Prose in
      "\(result.cell.id.prose): \(result.outcomeWords.prose)"
    }
    return "- \(title): \(counts)."
      + (exceptions.isEmpty ? "" : " Except \(exceptions.joined(separator: "; ")).") + "\n"
  }

  /// One line for each step about which something is stated; in a summary, only for those whose
  /// verdict is worth a look.
  private func text(ofScenarios sections: [MatrixRun.Section], isSummary: Bool) -> Prose {
    let results = sections.flatMap(\.results)
    let shown = isSummary ? results.filter { $0.verdict != .match } : results
    var table = Table(header: ["scenario", "after step", "what has come of it", "verdict"])
    for result in shown {
      guard case .step(let number) = result.cell.origin else { continue }
      table.rows.append([
        result.cell.group.prose, "\(number)", result.outcomeWords.prose, result.verdictWords,
      ])
    }
    let frameworks = Set(sections.map(\.framework.title)).sorted().listed()
    var text: Prose = "\(Prose.heading(2, "Scenarios"))\n\n"
    let scenarios = sections.count == 1 ? "1 scenario" : "\(sections.count) scenarios"
    text += "\(scenarios) (\(frameworks)), \(results.count) steps looked at: "
    text += "\(counts(of: .scenarioSteps, in: Summary(results)))."
    text += isSummary && shown.count < results.count ? " Those that do not simply match:\n" : "\n"
    if !shown.isEmpty { text += "\n" + Prose(table) }
    let notes = results.compactMap(note)
    return text + (notes.isEmpty ? "" : "\n" + notes.joined())
  }

  /// What a reader must know of a cell that is not simply as stated or unobserved.
  private func note(on result: CellResult) -> Prose? {
    guard result.verdict != .match, result.verdict != .unobserved else { return nil }
    return "- \(result.verdictWords) \(result.cell.id.prose): \(result.account.prose)\n"
  }
}

extension MatrixRun {
  private var legend: Prose {
    let sentences: Prose = """
      \(Prose.heading(2, "How to read it"))

      - Each side's rule speaks about deleting that side's object; ★ marks the default, – a side
        without a relationship. The deleted object is the first of its entity.
      - \(emphasis: "only X goes"): nothing else is deleted. \
      \(emphasis: "takes Y along"): a cascade deletes Y too.
      - \(emphasis: "X.y traps"): X survives and still refers to a deleted object; \
      reading through it traps.
        \(emphasis: "X.y cannot be fulfilled"): the same in Core Data, where \
      \(code: "shouldDeleteInaccessibleFaults"), on
        by default, makes it a deleted object without values instead of an exception.
      - \(emphasis: "refused: X.y holds Z"): a deny rule refuses the save. \
      A list may show X gone already, but the
        store still has everything.
      - \(emphasis: "crashes"): the delete itself crashes.
      - \(emphasis: "match"): as somebody observed it. \
      \(emphasis: "unobserved"): nobody ran it, so this is a prediction only;
        \(emphasis: "derived"): it is the mirror image of a row that somebody ran. \
      \(emphasis: "mismatch"): not as observed.
        Where the two deletes of a row differ, both verdicts are given.
      - \(emphasis: "conflict"): the sources disagree. \
      \(emphasis: "known deviation"): not as observed, and the file says why.

      """
    return Prose(.flowing(sentences))
  }

  private var countsOfAll: Prose {
    let titles: [(Summary.Group, String)] = [
      (.deletes, "Deletes"), (.unlinkedDeletes, "Unlinked deletes"), (.removals, "Removals"),
      (.scenarioSteps, "Scenario steps"),
    ]
    var text: Prose = "\(Prose.heading(2, "Summary"))\n\n"
    for (group, title) in titles where summary.count(in: group) > 0 {
      text += "- \(title): \(counts(of: group, in: summary)).\n"
    }
    for other in others where !other.results.isEmpty {
      text += "- \(other.framework?.title ?? ""): "
      text += "\(counts(of: nil, in: other.summary)).\n"
    }
    text += knowledge
    if sections.isEmpty { text += "- \(Prose.strong("No cell was run."))\n" }
    for problem in pinProblems { text += "- \(Prose.strong(problem.prose))\n" }
    return text
  }

  /// What is known of the release that the table speaks of.
  private var knowledge: Prose {
    guard let range, !sections.isEmpty else { return "" }
    let observed = observedOnNewest.count
    let release = range.newest.description
    let count = observed == 0 ? "none" : "\(observed)"
    var text: Prose = "- Observed on \(release): \(count) of \(results.count) cells and steps; "
    text += "what was seen elsewhere is held to the releases that it may speak of.\n"
    let uncertain = results.lazy.filter(\.isUncertain).map(\.cell.scenario.framework)
    if uncertain.isEmpty { return text }
    let names = Set(uncertain)
    let behaviours = range.releases.behaviours.filter { behaviour in
      names.contains(behaviour.framework) && !behaviour.standing(on: range.newest).isKnown
    }
    text += "- \(uncertain.count) cells and steps rest on what nobody dated that far.\n"
    for behaviour in behaviours {
      text += "- Not known for \(release): \(behaviour.name.prose) (\(behaviour.seen.prose)).\n"
    }
    return text
  }

  private func counts(of group: Summary.Group?, in summary: Summary) -> String {
    let always: [Verdict] = [.match, .mismatch]
    let parts = Verdict.allCases.compactMap { verdict -> String? in
      let count = summary.count(verdict, in: group)
      guard count > 0 || always.contains(verdict) else { return nil }
      let derived = verdict == .unobserved && group == .deletes ? summary.derived : 0
      let remark = derived > 0 ? " (\(derived) derived by symmetry)" : ""
      return "\(count) \(verdict.words)\(remark)"
    }
    return parts.joined(separator: ", ")
  }
}

extension Framework.Name {
  var title: String {
    switch self {
    case .swiftData: "SwiftData"
    case .coreData: "Core Data"
    }
  }
}

extension CellResult {
  /// The verdict, in bold where it is a failure.
  var verdictWords: Prose {
    if verdict.isFailure { return .strong("\(verdict.words)") }
    return verdict == .unobserved && cell.tableEntry?.isDerived == true
      ? "unobserved, derived" : "\(verdict.words)"
  }
}

extension Cell {
  /// What is done, in words.
  var title: String {
    switch origin {
    case .step(let number): "step \(number)"
    case .table(let entry):
      switch entry.operation {
      case .delete(let objects): "delete \(objects.listed())"
      case .deleteUnlinked(let objects): "delete \(objects.listed()), unlinked"
      case .remove(let link):
        "remove \(link.destination) from \(link.source).\(link.relationship)"
      }
    }
  }
}
