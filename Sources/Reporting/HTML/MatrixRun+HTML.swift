import CompiledOnce
import DeleteMatrix
import ObjectGraph
import PictureLayout
import Scenarios
import SourceText

extension MatrixRun {
  package var parts: [Page.Part] { parts(withUsual: true) }

  /// The counts of matches, and of what was observed on the releases of the page.
  package var lead: HTML { "<p class=\"lead\">\(counted)</p>\n" }

  /// The cells as a part of a page.
  func parts(withUsual: Bool) -> [Page.Part] {
    let sections = ([self] + others).flatMap(\.sections)
    var cells = CellPictures(
      ofModel: !withUsual, isFolded: withUsual && sections.count > 1,
      on: ([self] + others).flatMap(\.ranges).flatMap(\.eras))
    for section in sections {
      let shown = section.results.filter { withUsual || !$0.isUsual }
      let line = withUsual ? "" : usualLines(of: section.results, isCompared: false)
      cells.add(section, shown, line.html())
    }
    let legend: HTML =
      withUsual ? CellPictures.names + CellPictures.legend : "<p>\(CellPictures.legend)"
    let words = withUsual ? legendPage.html(headingsFrom: 2) : HTML()
    let body: HTML = """
      <h2>\(withUsual ? "Every cell, before and after" : "Every delete of this model")</h2>
      <details class="legend"><summary>How to read it</summary>
      \(legend)\(words)</details>
      \(cells.html)

      """
    let overview = withUsual ? heatMaps : nil
    return (overview.map { [Page.Part(id: "overview", title: "Overview", body: $0)] } ?? [])
      + [Page.Part(id: "matrix", title: "Matrix", body: body)]
  }
}

extension MatrixRun.Section {
  func address(of cell: Cell) -> String {
    let place = [model, framework == .swiftData ? nil : framework.rawValue]
    return (place + [cell.id]).compactMap(\.self).joined(separator: "/").fragment
  }

  /// The address of the pairing's rules within the page.
  var mapAddress: String { "map=\(name.fragment)&framework=\(framework.rawValue)" }
}

/// The cells of matrices with what was stored and what became of it; each picture is drawn once, and
/// each source told once, wherever they are the same.
private struct CellPictures {
  /// Indicates whether the cells are of a reader's model, of which nothing was observed.
  private let isOfModel: Bool
  /// Whether each section opens on demand, as one of many.
  private let isFolded: Bool
  /// All releases of which something is shown, the oldest first.
  private let eras: [Release.Era]
  private var symbols = HTML()
  private var numbers: [HTML: Int] = [:]
  private var layouts: [LayoutGraph: GraphLayout] = [:]
  private var sources: [Source] = []
  private var pairings = HTML()

  init(ofModel isOfModel: Bool, isFolded: Bool, on eras: [Release.Era]) {
    (self.isOfModel, self.isFolded) = (isOfModel, isFolded)
    self.eras = eras.sortedWithoutRepeats()
  }

  var html: HTML {
    let notes = sources.enumerated().map { index, source -> HTML in
      "<li id=\"source=\(index + 1)\">\(source.words.inlineHTML)</li>\n"
    }
    let list: HTML =
      notes.isEmpty
      ? "" : "<details><summary>Sources</summary>\n<ol>\n\(notes.joined())</ol></details>\n"
    return """
      <svg class="d definitions" width="0" height="0" aria-hidden="true">
      \(symbols)</svg>
      <div class="cells" data-releases="\(eras.map { "\($0)" }.joined(separator: "|"))">
      \(pairings)</div>
      \(list)
      """
  }

  mutating func add(_ section: MatrixRun.Section, _ results: [CellResult], _ others: HTML) {
    var cells = HTML()
    for result in results { cells += cell(result, in: section) }
    let model = section.model.map { "\($0): " } ?? ""
    let heading: HTML = """
      <h3>\(model)\(section.name) · \(section.title) \
      <span class="framework">\(section.framework.title)</span></h3>
      """
    let count = results.count == 1 ? "1 cell" : "\(results.count) cells"
    let (start, end): (HTML, HTML) =
      isFolded
      ? (
        "<details><summary>\(heading) <span class=\"count\">\(count)</span></summary>",
        "</details>"
      )
      : (heading, "")
    pairings += """
      <section class="pairing" data-pairing="\(section.name)" \
      data-framework="\(section.framework.rawValue)">
      \(start)
      <div class="grid">
      \(cells)</div>
      \(others)\(end)</section>

      """
  }

  private mutating func cell(_ result: CellResult, in section: MatrixRun.Section) -> HTML {
    let evidence = result.cell.observations.map(\.evidence.rawValue).sortedWithoutRepeats()
    var outcomes = HTML()
    for outcome in result.outcomes { outcomes += figure(outcome, of: result.cell, in: section) }
    if let error = result.error {
      outcomes += "<p>The steps could not be done: \(error.description)</p>\n"
    }
    var sightings = HTML()
    for observation in result.cell.observations { sightings += sighting(observation) }
    let address = section.address(of: result.cell)
    let isOfMap = !isOfModel && section.sides != nil
    let pairing = isOfMap ? "\(section.name), \(section.framework.title): " : ""
    let map: HTML = isOfMap ? " <a href=\"#\(section.mapAddress)\">↑ map</a>" : ""
    let seen: HTML =
      isOfModel ? "" : "<p class=\"seen\">\(result.verdictWords.inlineHTML)\(sightings)</p>\n"
    return """
      <article class="cell\(isOfModel ? "" : " \(result.verdict.rawValue)")" id="cell=\(address)" \
      data-rules="\(result.rules.joined(separator: " "))" \
      data-evidence="\(evidence.isEmpty ? "none" : evidence.joined(separator: " "))" \
      data-verdict="\(result.verdict.rawValue)">
      <h4><a href="#cell=\(address)">\(pairing)\(result.heading)</a>\(map)</h4>
      \(outcomes)\(seen)</article>

      """
  }

  private mutating func figure(
    _ seen: CellResult.Outcomes, of cell: Cell, in section: MatrixRun.Section
  ) -> HTML {
    let diagram = Diagram(cell.scenario, seen.outcome, title: cell.id)
    let drawing = DrawnDiagram(diagram, &layouts)
    let (before, after) = (panel(drawing, isBefore: true), panel(drawing, isBefore: false))
    let ends = [seen.eras.first, seen.eras.last].compactMap(\.self)
    let places = ends.compactMap { eras.firstIndex(of: $0) }.map { "\($0)" }
    let names = ends.map { "\($0)" }
    let release = Set(names).count == 2 ? names.joined(separator: " to ") : names.first
    let words = seen.outcome.words(under: .named(section.framework))
    return """
      <figure class="outcome" data-effect="\(seen.outcome.effect.rawValue)" \
      data-releases="\(places.joined(separator: "-"))">
      \(drawing.moments)<span>before</span>\(before)<span>after</span>\(after)</div>
      <figcaption>\(release.map { "<b>\($0)</b>: " as HTML } ?? "")\(words)\
      \(seen.doubts.isEmpty ? "" : " (\(seen.doubts))")</figcaption></figure>

      """
  }

  private mutating func panel(_ drawing: DrawnDiagram, isBefore: Bool) -> HTML {
    let markup = drawing.markup(isBefore: isBefore)
    let number = numbers[markup] ?? numbers.count
    if numbers[markup] == nil {
      numbers[markup] = number
      symbols += "<symbol id=\"p\(number)\">\(markup)</symbol>\n"
    }
    return
      "<svg class=\"d\" \(drawing.frame) aria-hidden=\"true\"><use href=\"#p\(number)\"/></svg>"
  }

  /// Returns the evidence of an observation, its release and a link to its source.
  private mutating func sighting(_ observation: Observation) -> HTML {
    let evidence = observation.evidence.rawValue
    guard let source = observation.source else { return " · \(evidence)" }
    let known = sources.firstIndex(of: source)
    let number = (known ?? sources.count) + 1
    if known == nil { sources.append(source) }
    let place = source.environment.os.map { ", \($0.words)" } ?? ", on an unknown release"
    return " · \(evidence)\(place) <a href=\"#source=\(number)\">[\(number)]</a>"
  }

  static let names: HTML = """
    <p>The letters are two entities: <code>Q-R</code> is a pairing of Q with R, \
    <code>cascade + nullify</code> the rule of Q's relationship and that of R's, and Q1 the first \
    object of Q. A cell with a dashed border was never observed.</p>
    <p>
    """

  static let legend: HTML = """
    The upper picture shows the store before the delete, the lower one after it. Deleted \
    objects are struck out. A thick line is a cascade, a dotted line a cleared reference, a red dashed line a \
    dangling reference, a red line a reference that makes the save fail, and a red box an object whose \
    delete crashes.</p>

    """
}

extension CellResult {
  /// A possible outcome of a cell on some releases; the list of releases is empty if none was requested.
  fileprivate typealias Outcomes = (outcome: Outcome, eras: [Release.Era], doubts: String)

  fileprivate var outcomes: [Outcomes] {
    if releases.isEmpty { return possible.map { ($0, [], "") } }
    return releases.flatMap { part in
      let doubts = part.range.eras.compactMap { doubt(about: part, on: $0)?.rawValue }
      let words = doubts.sortedWithoutRepeats().listed("or")
      let count = part.outcomes.count
      return part.outcomes.map {
        ($0, part.range.eras, count > 1 ? "one of \(count) possible outcomes, \(words)" : words)
      }
    }
  }

  /// The rules of both sides; of a scenario's step, those of its model.
  fileprivate var rules: [String] {
    if cell.operation != nil { return cell.rules.map { $0?.rawValue ?? "–" } }
    let rules = cell.scenario.entities.flatMap(\.relationships).map(\.deleteRule)
    return DeleteRule.allCases.filter(rules.contains).map(\.rawValue)
  }

  /// The title of the cell: the operation, after the rules of its row; for a step, its scenario
  /// and number.
  fileprivate var heading: String {
    if cell.operation == nil { return "\(cell.group), step \(cell.stepCount)" }
    return "\(rules.joined(separator: " + ")): \(cell.title)"
  }
}

extension Source {
  fileprivate var words: Prose {
    let date = published.map { ", \($0)" } ?? ""
    let address = url.map { ", \(Prose(.address($0)))" as Prose } ?? ""
    return "\(title.prose)\(date.prose)\(address)"
  }
}
