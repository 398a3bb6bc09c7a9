import PictureLayout
import Testing

@Suite("Is a layout easy to read?")
struct ShapeTests {
  @Test("An owner is above what it owns")
  func anOwnerIsAboveWhatItOwns() {
    let layout = GraphLayout(Samples.graph(4, [(2, 0), (2, 1), (0, 3)]))
    #expect(layout.boxes[2].y < layout.boxes[0].y)
    #expect(layout.boxes[2].y < layout.boxes[1].y)
    #expect(layout.boxes[0].y < layout.boxes[3].y)
  }

  @Test("A parent is above the middle of its children")
  func aParentIsAboveTheMiddleOfItsChildren() {
    for children in 1...6 {
      let layout = GraphLayout(Samples.graph(children + 1, (1...children).map { (0, $0) }))
      let middles = layout.boxes.map { 2 * $0.x + $0.width }
      let average = (middles[1...].min()! + middles[1...].max()!) / 2
      #expect(abs(middles[0] - average) <= 4)
    }
  }

  @Test("A chain is straight")
  func aChainIsStraight() {
    let layout = GraphLayout(Samples.graph(20, (1..<20).map { ($0 - 1, $0) }))
    #expect(Set(layout.boxes.map(\.x)).count == 1)
    #expect(layout.lines.allSatisfy { $0.segments.count == 1 })
  }

  @Test("Rows are not wider than asked for where each component fits")
  func rowsAreNotWiderThanAskedForWhereEachComponentFits() {
    for width in [300, 600, 1500] {
      var graph = Samples.graph(50, (0..<15).map { (2 * $0, 2 * $0 + 1) })
      graph.maximumWidth = width
      #expect(GraphLayout(graph).size.width <= width)
    }
  }

  @Test("Many components make a picture of sensible proportions")
  func manyComponentsMakeAPictureOfSensibleProportions() {
    let layout = GraphLayout(Samples.graph(120, (0..<30).map { (2 * $0, 2 * $0 + 1) }))
    #expect(layout.size.width > layout.size.height)
    #expect(layout.size.width < 3 * layout.size.height)
  }

  @Test("A star is not in one row")
  func aStarIsNotInOneRow() {
    let layout = GraphLayout(Samples.graph(41, (1...40).map { (0, $0) }))
    #expect(layout.crossings == 0)
    #expect(layout.size.width < 41 * 130 * 2 / 3)
    #expect(layout.boxes[1...].allSatisfy { $0.y > layout.boxes[0].y })
  }
}
