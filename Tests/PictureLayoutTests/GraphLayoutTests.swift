import PictureLayout
import Testing

@Suite("Does every layout keep boxes, labels and lines apart?")
struct GraphLayoutTests {
  private static let layouts = Samples.layouts

  /// A tree with some more lines, so large that its places are found in another way.
  private static let large = Samples.graph(
    360, (1..<360).map { (($0 - 1) / 3, $0) } + (0..<4).map { ($0, 359 - $0) })

  @Test("Boxes and labels stay apart")
  func boxesAndLabelsStayApart() {
    let large = (name: "large", graph: Self.large, layout: GraphLayout(Self.large))
    for (name, graph, layout) in Self.layouts + [large] {
      let things = layout.boxes + layout.lines.compactMap(\.label)
      for (index, thing) in things.enumerated() {
        for other in things[..<index] where thing.isNear(other, margin: 8) {
          Issue.record("\(name): \(thing) and \(other) of \(graph)")
        }
      }
    }
  }

  @Test("A line has room to turn between its boxes, and a loop with its label beside its box")
  func linesHaveRoom() {
    for (name, graph, layout) in Self.layouts {
      for (line, route) in zip(graph.lines, layout.lines) {
        let isDown = graph.direction == .down
        if line.from != line.to {
          let ends = [line.from, line.to].map { layout.boxes[$0] }
            .map { isDown ? ($0.y, $0.height) : ($0.x, $0.width) }.sorted { $0 < $1 }
          let room = ends[1].0 - ends[0].0 - ends[0].1
          #expect(room >= 2 * Gaps.stub + Gaps.turn, "\(name): \(line)")
        } else if let label = route.label, isDown {
          for (box, frame) in layout.boxes.enumerated() where box != line.from {
            #expect(!label.isNear(frame, margin: Gaps.box), "\(name): \(box)")
          }
        }
      }
    }
  }

  @Test("What no line joins stands further apart")
  func whatNoLineJoinsStandsFurtherApart() {
    for (name, graph, layout) in Self.layouts {
      var parts = Array(graph.boxes.indices)
      for line in graph.lines {
        let (one, other) = (parts[line.from], parts[line.to])
        parts = parts.map { $0 == one ? other : $0 }
      }
      let linked = Set(graph.lines.flatMap { [$0.from, $0.to] })
      for (one, box) in layout.boxes.enumerated() {
        for (other, otherBox) in layout.boxes[..<one].enumerated() where parts[one] != parts[other]
        {
          let areAlone = linked.isDisjoint(with: [one, other])
          #expect(
            !box.isNear(otherBox, margin: areAlone ? Gaps.box : Gaps.component),
            "\(name): \(one) and \(other)")
        }
      }
    }
  }

  @Test("Boxes are as large as asked for or larger where lines end")
  func boxesAreAsLargeAsAskedForOrLargerWhereLinesEnd() {
    for (name, graph, layout) in Self.layouts {
      #expect(layout.boxes.count == graph.boxes.count)
      for (box, (asked, frame)) in zip(graph.boxes, layout.boxes).enumerated() {
        #expect(frame.width >= asked.width && frame.height >= asked.height, "\(name)")
        let ends = graph.lines.filter { $0.from == box || $0.to == box }.count
        if ends < 2 { #expect(frame.width == asked.width, "\(name)") }
        let loops = graph.lines.filter { $0.from == box && $0.to == box }.count
        if loops == 0, graph.direction == .down { #expect(frame.height == asked.height, "\(name)") }
      }
      #expect(layout.lines.count == graph.lines.count)
      for (line, route) in zip(graph.lines, layout.lines) {
        #expect(route.label?.width == line.label?.width, "\(name)")
        #expect(route.label?.height == line.label?.height, "\(name)")
      }
    }
  }

  @Test("Lines keep away from other boxes and labels")
  func linesKeepAwayFromOtherBoxesAndLabels() {
    for (name, graph, layout) in Self.layouts {
      for (index, route) in layout.lines.enumerated() {
        let line = graph.lines[index]
        let samples = route.samples
        for (box, frame) in layout.boxes.enumerated() {
          // Its own boxes it may touch, but not enter.
          let margin = box == line.from || box == line.to ? -0.01 : 7.9
          if let sample = samples.first(where: { frame.isNear($0, margin: margin) }) {
            Issue.record("\(name): line \(index) passes box \(box) at \(sample)")
          }
        }
        for (other, otherRoute) in layout.lines.enumerated() where other != index {
          guard let label = otherRoute.label else { continue }
          if let sample = samples.first(where: { label.isNear($0, margin: 7.9) }) {
            Issue.record("\(name): line \(index) passes the label of \(other) at \(sample)")
          }
        }
      }
    }
  }

  @Test("Lines lead from their first box to their last one")
  func linesLeadFromTheirFirstBoxToTheirLastOne() {
    for (name, graph, layout) in Self.layouts {
      for (line, route) in zip(graph.lines, layout.lines) {
        #expect(layout.boxes[line.from].hasOnSide(route.start), "\(name)")
        #expect(layout.boxes[line.to].hasOnSide(route.end), "\(name)")
        guard case .straight(let first)? = route.segments.first,
          case .straight? = route.segments.last
        else {
          Issue.record("\(name): an end is not straight")
          continue
        }
        #expect((first.x == route.start.x) != (first.y == route.start.y), "\(name)")
      }
    }
  }

  @Test("Lines end at different places")
  func linesEndAtDifferentPlaces() {
    for (name, _, layout) in Self.layouts {
      let ends = layout.lines.flatMap { [$0.start, $0.end] }
      #expect(Set(ends).count == ends.count, "\(name)")
      #expect(Set(layout.lines.map(\.segments)).count == layout.lines.count, "\(name)")
    }
  }

  @Test("A label is at its line")
  func aLabelIsAtItsLine() {
    for (name, _, layout) in Self.layouts {
      for route in layout.lines {
        guard let label = route.label else { continue }
        #expect(route.samples.contains { label.isNear($0, margin: 9) }, "\(name)")
      }
    }
  }

  @Test("Everything is within the picture")
  func everythingIsWithinThePicture() {
    for (name, _, layout) in Self.layouts {
      for rect in layout.boxes + layout.lines.compactMap(\.label) {
        #expect(rect.x >= 0 && rect.y >= 0, "\(name)")
        #expect(rect.x + rect.width <= layout.size.width, "\(name)")
        #expect(rect.y + rect.height <= layout.size.height, "\(name)")
      }
      for sample in layout.lines.flatMap(\.samples) {
        #expect(sample.x >= 0 && sample.x <= Double(layout.size.width), "\(name)")
        #expect(sample.y >= 0 && sample.y <= Double(layout.size.height), "\(name)")
      }
    }
  }

  @Test("The same graph gives the same layout")
  func theSameGraphGivesTheSameLayout() {
    for (name, graph, layout) in Self.layouts.suffix(5).prefix(2) {
      #expect(GraphLayout(graph) == layout, "\(name)")
    }
  }
}
