import DeleteMatrix
import ObjectGraph
import Scenarios

/// An overview of the pairings: the rules of both sides against each other, with a letter and a colour for
/// each delete.
extension MatrixRun {
  /// The overview, a table for each pairing; nil without pairings.
  var heatMaps: HTML? {
    let sections = ([self] + others).flatMap(\.sections).filter { $0.sides != nil }
    let maps = Framework.Name.allCases.compactMap { framework -> HTML? in
      let maps = sections.filter { $0.framework == framework }.compactMap(heatMap)
      return maps.isEmpty
        ? nil
        : """
        <h3>\(framework.title)</h3>
        <div class="maps">
        \(maps.joined())</div>

        """
    }
    if maps.isEmpty { return nil }
    let shown = Set(sections.flatMap(deletes).map(Heat.init))
    let letters = Heat.allCases.filter(shown.contains).map { heat -> HTML in
      "<li><span class=\"heat \(heat.rawValue)\">\(heat.letter)</span> \(heat.words)</li>\n"
    }
    return """
      <h2>What each pair of rules does</h2>
      <p>A row is the rule of the first side (↓), a column that of the second (→); – is a side without a \
      relationship. Each cell: the delete of the first side's object, then of the second's. Choose one for \
      its picture.</p>
      <ul class="heats">
      \(letters.joined())</ul>
      \(maps.joined())
      """
  }

  private func heatMap(of section: Section) -> HTML? {
    let deletes = deletes(in: section)
    guard let sides = section.sides, !deletes.isEmpty else { return nil }
    let columns = deletes.map { rule($0, 1) }.withoutRepeats
    let rows = deletes.map { rule($0, 0) }.withoutRepeats.map { row -> HTML in
      let cells = columns.map { column -> HTML in
        let there = deletes.filter { rule($0, 0) == row && rule($0, 1) == column }
        return "<td>\(there.map { letter($0, in: section) }.joined(separator: " "))</td>"
      }
      return "<tr><th scope=\"row\">\(row)</th>\(cells.joined())</tr>\n"
    }
    let heads = columns.map { "<th scope=\"col\">\($0)</th>" as HTML }
    return """
      <div class="scroll" id="\(section.mapAddress)"><table>
      <caption>\(section.name) · \(section.title)</caption>
      <thead><tr><td>\(sides[0]) ↓<br/>\(sides[1]) →</td>\(heads.joined())</tr></thead>
      <tbody>
      \(rows.joined())</tbody>
      </table></div>

      """
  }

  private func deletes(in section: Section) -> [CellResult] {
    section.results.filter { Summary.Group($0.cell) == .deletes }
  }

  private func rule(_ result: CellResult, _ side: Int) -> String {
    let rules = result.cell.rules
    return rules.indices.contains(side) ? rules[side]?.rawValue ?? "–" : "–"
  }

  private func letter(_ result: CellResult, in section: Section) -> HTML {
    let heat = Heat(result)
    let words = "\(result.cell.title): \(result.outcomeWords)"
    return """
      <a class="heat \(heat.rawValue)" href="#cell=\(section.address(of: result.cell))" \
      title="\(words)" aria-label="\(words)">\(heat.letter)</a>
      """
  }
}

/// The result of a delete, in a letter.
private enum Heat: String, CaseIterable {
  case ok
  case taken
  case refused
  case dangling
  case crash
  case unknown

  init(_ result: CellResult) {
    let heats = Set(result.possible.map(Heat.init))
    self = heats.count == 1 ? heats.first ?? .unknown : .unknown
  }

  private init(_ outcome: Outcome) {
    switch outcome.effect {
    case .ok: self = outcome.deleted.count > outcome.requested.count ? .taken : .ok
    case .trapOnRead: self = .dangling
    case .denied, .validationFailed: self = .refused
    case .crash: self = .crash
    }
  }

  var letter: String {
    switch self {
    case .ok: "·"
    case .taken: "+"
    case .refused: "F"
    case .dangling: "D"
    case .crash: "C"
    case .unknown: "?"
    }
  }

  var words: String {
    switch self {
    case .ok: "deletes only the object"
    case .taken: "also deletes others"
    case .refused: "the save fails"
    case .dangling: "leaves a dangling reference"
    case .crash: "crashes"
    case .unknown: "not certain: more than one result is possible, or none is known"
    }
  }
}

extension Array where Element: Equatable {
  var withoutRepeats: [Element] {
    reduce(into: []) { found, each in if !found.contains(each) { found.append(each) } }
  }
}
