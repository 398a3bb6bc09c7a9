import CompiledOnce
import DeleteMatrix
import ObjectGraph
import Scenarios
import SourceText

extension MatrixRun {
  package var opening: Prose {
    let frameworks = Framework.Name.allCases.filter { name in
      sections.contains { $0.framework == name }
    }
    let release = ranges.count > 1 ? " on several releases" : range.place
    let subject = frameworks.isEmpty ? "" : ": \(frameworks.map(\.title).listed())\(release)"
    return "\(Prose.heading(1, "What a delete does\(subject)"))\n\n\(countsOfAll)"
  }

  /// The counts, a legend, the result table with a section for each pairing, and what is not known.
  package var page: Prose {
    var parts: [Prose] = [opening]
    // A table is not understood without the legend; a scenario's few lines are.
    if hasTable { parts.append(legend) }
    for section in sections {
      guard let sides = section.sides else { continue }
      parts.append(text(of: section, sides))
    }
    parts += others.compactMap(differences)
    let scenarios = sections.filter { $0.sides == nil }
    if !scenarios.isEmpty {
      parts.append(text(ofScenarios: scenarios, isSummary: scenarios.count < sections.count))
    }
    if !hasTable { parts.append(legend) }
    let unknowns = ranges.isEmpty ? [] : unknowns
    if !unknowns.isEmpty {
      let lines = unknowns.map { "- \($0.prose).\n" as Prose }.joined()
      parts.append("\(Prose.heading(2, "What is not known"))\n\n\(lines)")
    }
    return parts.joined(separator: "\n")
  }

  private func text(of section: MatrixRun.Section, _ sides: [String]) -> Prose {
    let results = section.results
    let deletes = results.filter { [.deletes, .batchDeletes].contains(Summary.Group($0.cell)) }
    let table: Prose = deletes.isEmpty ? "" : Prose(table(of: sides, deletes))
    let lines = usualLines(of: results)
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
      guard let one = mine[result.cell.id], !one.possible.isEmpty, !result.possible.isEmpty
      else { continue }
      shared += 1
      let (mine, its) = (one.possible, result.possible)
      let isSame =
        mine.allSatisfy { its.contains(where: $0.comesToTheSame) }
        && its.allSatisfy { mine.contains(where: $0.comesToTheSame) }
      if isSame && !result.verdict.isFailure { continue }
      table.rows.append([
        result.cell.id.prose, one.markedWords(beside: []), result.markedWords(beside: []),
        result.verdictWords,
      ])
    }
    if table.rows.isEmpty { return nil }
    let title = Prose.heading(2, "\(framework), where it differs")
    let notes = other.results.compactMap(note).joined()
    let counts = counts(of: nil, in: other.summary)
    let command: Prose = "deleterules --framework \(other.framework?.rawValue ?? "")"
    let text: Prose = """
      \(title)

      \(Self.count(other.results.count, "cell")): \(counts). \(table.rows.count) of the \(shared) that \
      SwiftData also has can have another result in \(framework); \(code: command) prints all:

      \(Prose(table))
      """
    return notes.isEmpty ? text : text + "\n" + notes
  }

  /// Returns a table with a line for each row, whose cells are adjacent in the results.
  private func table(of sides: [String], _ results: [CellResult]) -> Table {
    var operations: [Cell.Operation] = []
    for operation in results.compactMap(\.cell.operation)
    where !operations.contains(operation) {
      operations.append(operation)
    }
    var table = Table(
      header: sides.map(\.prose) + operations.map(\.title.prose) + ["verdict"])
    var next = results.startIndex
    while next < results.endIndex {
      let rules = results[next].cell.rules
      let row = Array(results[next...].prefix { $0.cell.rules == rules })
      next += row.count
      let outcomes = operations.map { operation in
        row.first { $0.cell.operation == operation }.map { words($0, beside: row) }
          ?? ""
      }
      table.rows.append(
        rules.map { $0?.prose ?? "–" } + outcomes + [verdict(of: row)])
    }
    return table
  }

  /// Returns the outcome of a cell, with its releases if the cells are not all about the same
  /// ones.
  private func words(_ result: CellResult, beside row: [CellResult]) -> Prose {
    guard ranges.count > 1, let first = result.eras.first, let last = result.eras.last else {
      return result.markedWords(beside: row)
    }
    let place = first == last ? "\(first)" : "\(first) to \(last)"
    return "on \(place): \(result.markedWords(beside: row))"
  }

  /// The verdicts of the deletes, and then of the batch deletes: one where they agree.
  private func verdict(of row: [CellResult]) -> Prose {
    let groups = row.grouped { Summary.Group($0.cell) }
    return [Summary.Group.deletes, .batchDeletes].compactMap { group -> Prose? in
      guard let results = groups[group], let first = results.first else { return nil }
      let isOne = Set(results.map { [$0.verdict.rawValue, $0.matchRemark] }).count == 1
      let words = isOne ? first.verdictWords : results.map(\.verdictWords).joined(separator: " / ")
      return group == .batchDeletes && groups.count > 1 ? "batch: \(words)" : words
    }.joined(separator: ", ")
  }

  /// A line each for the unlinked deletes and the removals, which hardly ever do anything of note.
  ///
  /// - Parameters:
  ///   - results: The results.
  ///   - isCompared: Whether they are compared with observations.
  /// - Returns: The lines.
  func usualLines(of results: [CellResult], isCompared: Bool = true) -> Prose {
    let lines: [(String, Summary.Group)] = [
      ("Without links, a delete removes only the requested object", .unlinkedDeletes),
      ("Removing an element ends the link and deletes nothing", .removals),
    ]
    return lines.map { line($0, $1, in: results, isCompared: isCompared) }.joined()
  }

  private func line(
    _ title: String, _ group: Summary.Group, in results: [CellResult], isCompared: Bool
  ) -> Prose {
    let results = results.filter { Summary.Group($0.cell) == group }
    if results.isEmpty { return "" }
    let counts =
      isCompared
      ? counts(of: group, in: Summary(results))
      : "predicted for \(Self.count(results.count, "case"))"
    let unusual = results.filter { !$0.isUsual }
    let exceptions = unusual.map { result -> Prose in
      "\(result.cell.id.prose): \(result.outcomeWords.prose)"
    }
    return "- \(title): \(counts)."
      + (exceptions.isEmpty ? "" : " Except \(exceptions.joined(separator: "; ")).") + "\n"
  }

  /// Returns a line for each step that is looked at; a summary has only those whose verdict needs
  /// attention.
  private func text(ofScenarios sections: [MatrixRun.Section], isSummary: Bool) -> Prose {
    let results = sections.flatMap(\.results)
    let shown =
      isSummary
      ? results.filter { $0.verdict == .match ? $0.matchesByDoubt : $0.verdict != .unobserved }
      : results
    var table = Table(header: ["scenario", "after step", "result", "verdict"])
    for result in shown {
      let (cell, words) = (result.cell, words(result, beside: []))
      table.rows.append([cell.group.prose, "\(cell.stepCount)", words, result.verdictWords])
    }
    let frameworks = sections.map(\.framework.title).sortedWithoutRepeats().listed()
    var text: Prose = "\(Prose.heading(2, "Scenarios"))\n\n"
    text += "\(Self.count(sections.count, "scenario")) (\(frameworks)), "
    text += "\(Self.count(results.count, "step")) checked"
    // Those of scenarios alone are in the summary.
    text += isSummary ? ": \(counts(of: .scenarioSteps, in: Summary(results)))." : "."
    if results.allSatisfy(\.cell.observations.isEmpty) {
      text += " No step states a result; add \(code: "\"expect\"") to a step to compare it."
    }
    let isCut = isSummary && shown.count < results.count
    text += isCut ? " The ones that were observed and do not simply match:\n" : "\n"
    if !shown.isEmpty { text += "\n" + Prose(table) }
    let notes = results.compactMap(note)
    if !notes.isEmpty { text += "\n" + notes.joined() }
    return ranges.isEmpty || sections.count == 1 ? text : text + "\n" + counts(byReleaseOf: results)
  }

  /// Returns the number of steps with each verdict, by the releases that their sources name.
  private func counts(byReleaseOf results: [CellResult]) -> Prose {
    var groups: [String: Summary] = [:]
    var order: [String: Int] = [:]
    let oldest = ranges.first?.releases.eras.first?.year ?? 0
    for (source, results) in results.grouped(by: years) {
      for year in source {
        let title = year.map { $0 < oldest ? "older" : Release.Era.yearText(of: $0) } ?? "none"
        order[title] = year ?? .max
        groups[title, default: Summary([])].add(results)
      }
    }
    let verdicts = Verdict.ofMatrices.filter { verdict in
      verdict == .match || groups.values.contains { $0.count(verdict) > 0 }
    }
    var table = Table(header: ["release that a source names"] + verdicts.map { $0.words.prose })
    for title in groups.keys.sorted(by: { order[$0, default: 0] < order[$1, default: 0] }) {
      let counts = verdicts.map { "\(groups[title]?.count($0) ?? 0)".prose }
      table.rows.append([title.prose] + counts)
    }
    return Prose(table)
  }

  /// The years of the releases that a cell's sources name, each once; nil for a source that names none.
  private func years(of result: CellResult) -> Set<Int?> {
    Set(
      result.cell.observations.flatMap { observation -> [Int?] in
        let named = observation.source?.environment.releases.map(\.era.year) ?? []
        return named.isEmpty ? [nil] : named
      })
  }

  /// Returns a note on a cell; nil if the cell simply matches, or is unobserved.
  private func note(on result: CellResult) -> Prose? {
    if let record = result.matchOfSomeUpdate {
      let place = record.observation.location ?? result.cell.location
      let there = result.predictionThere(record).map { ": \($0)" } ?? ""
      let text =
        "\(place): note: \(result.cell.id) matches some releases of the year that its source names\(there); "
        + "name the update"
      return "- \(text.prose)\n"
    }
    guard result.verdict != .match, result.verdict != .unobserved else { return nil }
    return "- \(result.verdictWords) \(result.cell.id.prose): \(result.account.prose)\n"
  }
}

extension MatrixRun {
  private static let titles: [(Summary.Group, String)] = [
    (.deletes, "deletes"), (.unlinkedDeletes, "unlinked deletes"), (.removals, "removals"),
    (.batchDeletes, "batch deletes"), (.scenarioSteps, "scenario steps"),
  ]

  /// The title of the counts of a group, with the framework if only its pairings are counted.
  private func title(of group: Summary.Group, _ words: String) -> String {
    let framework = group == .scenarioSteps ? nil : framework?.title
    return framework.map { "\($0), \(words)" } ?? words.capitalizedSentence
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  var hasTable: Bool { sections.contains { $0.sides != nil } }

  /// The counts of deletes and steps, and of what was observed on the releases of the table, in a line.
  var counted: String {
    let groups = Self.titles.filter { group, _ in
      [.deletes, .scenarioSteps].contains(group) && summary.count(in: group) > 0
    }
    let lines = groups.map { "\(title(of: $0, $1)): \(counts(of: $0, in: summary))" }
    return (lines + (observedCounts.map { ["Observed on \($0)\(countOfUnknown)"] } ?? []))
      .joined(separator: " — ")
  }

  var countsOfAll: Prose {
    var text: Prose = "\(Prose.heading(2, "Summary"))\n\n"
    for (group, words) in Self.titles where summary.count(in: group) > 0 {
      text += "- \(title(of: group, words)): \(counts(of: group, in: summary)).\n"
    }
    for other in others where !other.results.isEmpty {
      text += "- \(other.framework?.title ?? ""): "
      text += "\(counts(of: nil, in: other.summary)).\n"
    }
    text += knowledge
    if sections.isEmpty { text += "- \(Prose.failure("No cell was run."))\n" }
    for problem in pinProblems { text += "- \(Prose.failure(problem.prose))\n" }
    return text
  }

  /// The number of results that were observed on the releases of the table; nil where it is of none.
  private var observedCounts: String? {
    guard !ranges.isEmpty, !sections.isEmpty else { return nil }
    func count(_ noun: String, _ isMeant: (CellResult) -> Bool) -> String? {
      let (seen, all) = (observedThere.count(where: isMeant), results.count(where: isMeant))
      return all == 0 ? nil : "\(seen == 0 ? "none" : "\(seen)") of \(Self.count(all, noun))"
    }
    let counts = [
      count("cell") { $0.cell.operation != nil }, count("step") { $0.cell.operation == nil },
    ].compactMap { $0 }.listed()
    return "\(range?.words ?? "the releases that each is about"): \(counts)"
  }

  /// The number of results that were observed without naming a release; empty if there are none.
  private var countOfUnknown: String {
    let count = results.count { result in
      let sources = result.cell.observations.map(\.source?.environment.releases)
      return !sources.isEmpty && sources.allSatisfy { $0?.isEmpty ?? true }
    }
    return count == 0 ? "" : ", and \(count) on a release that no source names"
  }

  /// The counts of observed and of uncertain results on the releases of the table.
  private var knowledge: Prose {
    guard let observedCounts else { return "" }
    var text: Prose = "- Observed on \(observedCounts); "
    text += "observations from other releases are compared where they may apply.\n"
    for (versions, releases) in carriedOver {
      text +=
        "- Observations carry over to \(releases.listed().prose), whose frameworks have the same "
      text += "versions as where they were made: \(versions.prose).\n"
    }
    let uncertain = results.count(where: \.isUncertain)
    if uncertain > 0 {
      text += uncertain == 1 ? "- 1 result relies" : "- \(uncertain) results rely"
      text += " on behaviour that is not confirmed on this release.\n"
    }
    return text
  }

  /// The releases of the table to which observations carry over, by the versions of the frameworks.
  private var carriedOver: [(versions: String, releases: [String])] {
    var found: [String: Set<Release>] = [:]
    for result in results {
      for environment in result.cell.observations.compactMap(\.source?.environment) {
        guard let versions = environment.frameworks else { continue }
        let asked = environment.carriedOver.filter { result.eras.contains($0.era) }
        if !asked.isEmpty { found[versions, default: []].formUnion(asked) }
      }
    }
    return found.sorted { $0.key < $1.key }.map { versions, releases in
      (versions, releases.sorted { $0.era < $1.era }.map { "\($0)" })
    }
  }

  private func counts(of group: Summary.Group?, in summary: Summary) -> String {
    let always: [Verdict] = [.match, .mismatch]
    let parts = Verdict.ofMatrices.compactMap { verdict -> String? in
      let count = summary.count(verdict, in: group)
      guard count > 0 || always.contains(verdict) else { return nil }
      let derived = verdict == .unobserved && group == .deletes ? summary.derived : 0
      let doubts = verdict == .match ? summary.matchesByDoubt(in: group) : 0
      let remark =
        derived > 0
        ? " (\(derived) derived by symmetry)" : doubts > 0 ? " (\(doubts) of them untested)" : ""
      return "\(count) \(verdict.words)\(remark)"
    }
    return parts.joined(separator: ", ")
  }
}

extension Framework.Name {
  package var title: String {
    switch self {
    case .swiftData: "SwiftData"
    case .coreData: "Core Data"
    }
  }
}

extension CellResult {
  /// Whether an unlinked delete takes only its own object, or a removal ends the link and deletes nothing;
  /// of any other cell, nothing is usual.
  var isUsual: Bool {
    !possible.isEmpty
      && possible.allSatisfy { outcome in
        guard outcome.effect == .ok else { return false }
        return switch Summary.Group(cell) {
        case .unlinkedDeletes: outcome.deleted == outcome.requested && outcome.dangling.isEmpty
        case .removals: outcome.deleted.isEmpty && !outcome.nullified.isEmpty
        default: false
        }
      }
  }

  var verdictWords: Prose {
    if verdict.isFailure { return .failure("\(verdict.words)") }
    return verdict == .unobserved && cell.isDerived
      ? "unobserved, derived" : "\("\(verdict.words)\(matchRemark)".prose)"
  }
}

extension CellResult {
  /// Returns the outcome of the cell, for a row with other cells; a batch delete is shortened, as
  /// `explain` gives its reasons.
  func words(beside row: [CellResult]) -> String {
    guard case .batchDelete(let object) = cell.operation else { return outcomeWords }
    let ordinary = row.first { $0.cell.operation == .delete(object) }
    if ordinary?.outcomeWords == outcomeWords { return "the same" }
    return predicted?.error == .saveConflicts
      ? "fails (\(ErrorCode.saveConflicts.rawValue))" : outcomeWords
  }
}

extension CellResult {
  /// The outcome for a row with other cells, marked by the worst that is possible.
  func markedWords(beside row: [CellResult]) -> Prose {
    let words = words(beside: row).prose
    let effects = Set(possible.map(\.effect))
    let mark: Prose.Mark? =
      !effects.isDisjoint(with: [.crash, .trapOnRead])
      ? .error : effects.isDisjoint(with: [.denied, .validationFailed]) ? nil : .warning
    return mark.map { Prose(.marked($0, words)) } ?? words
  }
}

extension Cell {
  /// The operation of the cell, or its step, in words.
  var title: String { operation?.title ?? "step \(stepCount)" }
}

extension Cell.Operation {
  fileprivate var title: String {
    switch self {
    case .delete(let object): "delete \(object)"
    case .deleteUnlinked(let object): "delete \(object), unlinked"
    case .remove(let link):
      "remove \(link.destination) from \(link.source).\(link.relationship)"
    case .batchDelete(let object): "batch \(object)"
    }
  }
}
