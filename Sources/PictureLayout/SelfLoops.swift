/// The lines from a box to itself, one below the other at the right side of the box.
struct SelfLoops {
  /// The position of a loop, relative to the middle of the box's right side.
  private struct Loop {
    let line: Int
    let label: Size?
    /// The middle between the ends of the loop.
    let port: Int
    /// The middle of the loop at its far end.
    let middle: Int
    /// The distance that the loop extends up and down from its middle.
    let reach: Int
  }

  private let loops: [Loop]
  /// Half as far as the ends of a loop are apart.
  private let opening: Int
  /// The height that the box needs for all ends.
  let boxHeight: Int
  /// The height of the box and everything next to it.
  let height: Int
  /// The width of the room needed to the right of the box.
  let width: Int

  /// Finds room for loops.
  init(lines: [(line: Int, label: Size?)], boxHeight: Int) {
    guard !lines.isEmpty else {
      (loops, opening, self.boxHeight, height, width) = ([], 0, boxHeight, boxHeight, 0)
      return
    }
    self.boxHeight = max(boxHeight, 2 * Self.leastOpening * (2 * lines.count + 1))
    opening = max(
      Self.leastOpening, min(Gaps.port / 2, self.boxHeight / (2 * (2 * lines.count + 1))))
    let heights = lines.map { max($0.label?.height ?? 0, Self.leastHeight) }
    let total = heights.reduce(0, +) + Gaps.stub * (lines.count - 1)
    // Halves are rounded: one more above and below.
    height = max(self.boxHeight, total + 2)
    var loops: [Loop] = []
    var top = -(total / 2)
    for (index, line) in lines.enumerated() {
      loops.append(
        Loop(
          line: line.line, label: line.label,
          port: (2 * index - lines.count + 1) * 2 * opening,
          middle: top + heights[index] / 2,
          reach: min(heights[index] / 2, Self.leastHeight / 2)))
      top += heights[index] + Gaps.stub
    }
    self.loops = loops
    let labelWidth = lines.compactMap(\.label?.width).max() ?? 0
    width = Gaps.stub + Gaps.loop + (labelWidth > 0 ? Self.labelDistance + labelWidth : 0)
  }

  private static let leastOpening = 2
  private static let leastHeight = 20
  private static let labelDistance = 8

  /// The lines, with their indices, at a box.
  func routes(at box: Rect) -> [(line: Int, route: GraphLayout.Route)] {
    let side = box.x + box.width
    let centre = box.y + box.height / 2
    let near = side + Gaps.stub
    let far = near + Gaps.loop
    return loops.map { loop in
      let first = centre + loop.port - opening
      let second = centre + loop.port + opening
      let middle = centre + loop.middle
      let halfway = (near + far) / 2
      let route = GraphLayout.Route(
        start: Point(x: side, y: first),
        segments: [
          .straight(to: Point(x: near, y: first)),
          .curve(
            Point(x: halfway, y: first), Point(x: far, y: middle - loop.reach),
            to: Point(x: far, y: middle)),
          .curve(
            Point(x: far, y: middle + loop.reach), Point(x: halfway, y: second),
            to: Point(x: near, y: second)),
          .straight(to: Point(x: side, y: second)),
        ],
        label: loop.label.map { label in
          Rect(
            x: far + Self.labelDistance, y: middle - label.height / 2, width: label.width,
            height: label.height)
        })
      return (loop.line, route)
    }
  }
}
