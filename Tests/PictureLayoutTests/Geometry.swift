import PictureLayout

/// A place between whole coordinates.
struct ExactPoint {
  var x: Double
  var y: Double

  init(_ point: Point) {
    x = Double(point.x)
    y = Double(point.y)
  }

  init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

extension GraphLayout.Route {
  /// Points on the line, close together.
  var samples: [ExactPoint] {
    var samples = [ExactPoint(start)]
    var last = start
    for segment in segments {
      let points =
        switch segment {
        case .straight(let end): [last, last, end, end].map(ExactPoint.init)
        case .curve(let first, let second, let end):
          [last, first, second, end].map(ExactPoint.init)
        }
      let length = abs(segment.end.x - last.x) + abs(segment.end.y - last.y)
      // Odd, so that no sample is where two curves cross in their middles.
      let steps = max(20, length / 6) | 1
      for step in 1...steps {
        let after = Double(step) / Double(steps)
        let before = 1 - after
        let first = before * before * before
        let second = 3 * before * before * after
        let third = 3 * before * after * after
        let fourth = after * after * after
        let x = first * points[0].x + second * points[1].x + third * points[2].x
        let y = first * points[0].y + second * points[1].y + third * points[2].y
        samples.append(ExactPoint(x: x + fourth * points[3].x, y: y + fourth * points[3].y))
      }
      last = segment.end
    }
    return samples
  }
}

extension Rect {
  /// Whether the two are nearer to each other than a margin.
  func isNear(_ other: Rect, margin: Int) -> Bool {
    x < other.x + other.width + margin && other.x < x + width + margin
      && y < other.y + other.height + margin && other.y < y + height + margin
  }

  /// Whether a place is nearer to this than a margin.
  func isNear(_ point: ExactPoint, margin: Double) -> Bool {
    point.x > Double(x) - margin && point.x < Double(x + width) + margin
      && point.y > Double(y) - margin && point.y < Double(y + height) + margin
  }

  /// Whether a place is on one of its sides.
  func hasOnSide(_ point: Point) -> Bool {
    let isWithin = x <= point.x && point.x <= x + width && y <= point.y && point.y <= y + height
    return isWithin
      && (point.x == x || point.x == x + width || point.y == y || point.y == y + height)
  }
}
