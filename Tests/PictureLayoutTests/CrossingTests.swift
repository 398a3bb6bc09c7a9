import PictureLayout
import Testing

@Suite("Do few lines cross, and is that what is counted?")
struct CrossingTests {
  /// Counts how often the drawn lines cross.
  private func drawnCrossings(_ layout: GraphLayout) -> Int {
    let lines = layout.lines.map(\.samples)
    var count = 0
    for (index, line) in lines.enumerated() {
      for other in lines[..<index] {
        for (start, end) in zip(line, line.dropFirst()) {
          for (otherStart, otherEnd) in zip(other, other.dropFirst())
          where side(start, end, otherStart) * side(start, end, otherEnd) < 0
            && side(otherStart, otherEnd, start) * side(otherStart, otherEnd, end) < 0
          {
            count += 1
          }
        }
      }
    }
    return count
  }

  /// At which side of a line a place is.
  private func side(_ start: ExactPoint, _ end: ExactPoint, _ point: ExactPoint) -> Double {
    (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)
  }

  @Test("Crossings are what is drawn", arguments: 0..<6)
  func crossingsAreWhatIsDrawn(seed: Int) {
    let graph = Samples.random(seed: seed, boxes: 3 + seed % 9)
    let layout = GraphLayout(graph)
    // Where three lines cross in one place, samples may miss one.
    #expect(abs(drawnCrossings(layout) - layout.crossings) <= layout.crossings / 10)
  }

  @Test("Trees have no crossings")
  func treesHaveNoCrossings() {
    for count in [2, 7, 40] {
      let graph = Samples.graph(count, (1..<count).map { (($0 - 1) / 2, $0) })
      #expect(GraphLayout(graph).crossings == 0)
      let caterpillar = Samples.graph(
        count, (1..<count).map { ($0 % 3 == 0 ? $0 - 3 : $0 - $0 % 3, $0) })
      #expect(GraphLayout(caterpillar).crossings == 0)
    }
  }

  @Test("Loops and parallel lines have no crossings")
  func loopsAndParallelLinesHaveNoCrossings() {
    for (name, _, layout) in Samples.layouts
    where name.contains("loop") || name.contains("parallel") {
      #expect(layout.crossings == 0, "\(name)")
    }
  }

  @Test("A planar grid has few crossings")
  func aPlanarGridHasFewCrossings() {
    let side = 5
    var ends: [(Int, Int)] = []
    for box in 0..<side * side {
      if box % side < side - 1 { ends.append((box, box + 1)) }
      if box / side < side - 1 { ends.append((box, box + side)) }
    }
    #expect(GraphLayout(Samples.graph(side * side, ends)).crossings <= 2)
  }

  @Test("The order of layers is improved until few lines cross")
  func theOrderOfLayersIsImprovedUntilFewLinesCross() {
    let crossings = (0..<2).map {
      GraphLayout(Samples.random(seed: $0, boxes: 20, lines: 28)).crossings
    }
    #expect(crossings.reduce(0, +) <= 7, "\(crossings)")
  }
}
