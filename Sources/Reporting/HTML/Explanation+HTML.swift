import DeleteMatrix
import Scenarios

extension Explanation {
  /// The objects before and after; nothing but a title where the steps could not be done.
  var diagram: Diagram {
    guard let outcome = result.predicted else {
      return Diagram(.objects, title: result.cell.id, nodes: [])
    }
    return Diagram(result.cell.scenario, outcome, title: result.cell.id)
  }

  package var parts: [Page.Part] {
    let figure = diagram.figure(id: "cell", description: result.outcomeWords)
    return [
      Page.Part(
        id: "report", title: "Cell", body: "\(figure)\(page.untitled.html(headingsFrom: 1))")
    ]
  }
}
