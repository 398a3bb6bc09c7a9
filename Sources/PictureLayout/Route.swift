extension GraphLayout {
  /// The route of a line, from its `from` to its `to`.
  ///
  /// It begins and ends with a straight piece at a right angle to the side of the box, so that an
  /// end can be drawn there.
  package struct Route: Equatable, Sendable {
    package enum Segment: Hashable, Sendable {
      case straight(to: Point)
      /// A cubic Bézier curve with its two control points.
      case curve(Point, Point, to: Point)

      package var end: Point {
        switch self {
        case .straight(let end), .curve(_, _, let end): end
        }
      }

      func map(_ transform: (Point) -> Point) -> Segment {
        switch self {
        case .straight(let end): .straight(to: transform(end))
        case .curve(let first, let second, let end):
          .curve(transform(first), transform(second), to: transform(end))
        }
      }
    }

    /// The point where the line leaves the side of its first box.
    package var start: Point
    /// The pieces, each of which begins where the one before it ends.
    package var segments: [Segment]
    /// The rectangle of the label: in the middle of the line and drawn over it, or next to a line
    /// from a box to itself.
    package var label: Rect?

    /// The point where the line meets the side of its last box.
    package var end: Point { segments.last?.end ?? start }

    /// The same line from its end to its start.
    package var reversed: Route {
      var segments: [Segment] = []
      var points = [start]
      for segment in self.segments { points.append(segment.end) }
      for (segment, point) in zip(self.segments, points).reversed() {
        switch segment {
        case .straight: segments.append(.straight(to: point))
        case .curve(let first, let second, _): segments.append(.curve(second, first, to: point))
        }
      }
      return Route(start: end, segments: segments, label: label)
    }

    /// The line with each of its points replaced, and its label.
    func map(_ point: (Point) -> Point, _ rect: (Rect) -> Rect) -> Route {
      Route(
        start: point(start), segments: segments.map { $0.map(point) }, label: label.map(rect))
    }

    /// Adds a straight piece, unless it has no length.
    mutating func goStraight(to point: Point) {
      guard point != end else { return }
      if case .straight(let last)? = segments.last {
        let before = segments.count > 1 ? segments[segments.count - 2].end : start
        // Straight pieces on one line are one piece.
        if (before.x == last.x && last.x == point.x) || (before.y == last.y && last.y == point.y) {
          segments.removeLast()
        }
      }
      segments.append(.straight(to: point))
    }

    /// Adds a piece that goes down, and sideways where it must.
    mutating func turn(to point: Point) {
      let start = end
      guard start.x != point.x else { return goStraight(to: point) }
      let middle = (start.y + point.y) / 2
      segments.append(
        .curve(Point(x: start.x, y: middle), Point(x: point.x, y: middle), to: point))
    }
  }
}
