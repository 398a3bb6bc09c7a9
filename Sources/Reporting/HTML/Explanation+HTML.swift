import DeleteMatrix
import ObjectGraph
import Scenarios

extension Explanation {
  /// The objects before and after, for one of the possible outcomes; nothing but a title where the
  /// steps could not be done.
  var diagram: Diagram { diagrams.first ?? Diagram(.objects, title: result.cell.id, nodes: []) }

  private var diagrams: [Diagram] {
    let count = result.possible.count
    return result.possible.enumerated().map { index, outcome in
      let place = count > 1 ? ", possible outcome \(index + 1) of \(count)" : ""
      return Diagram(result.cell.scenario, outcome, title: result.cell.id + place)
    }
  }

  package var parts: [Page.Part] {
    let figures = diagrams.enumerated().map { index, diagram in
      diagram.figure(
        id: index == 0 ? "cell" : "cell-\(index + 1)",
        description: result.possible[index].words(under: .named(result.cell.scenario.framework)))
    }
    return [
      Page.Part(
        id: "report", title: "Cell",
        body: "\(figures.joined())\(page.untitled.html(headingsFrom: 1))")
    ]
  }
}
