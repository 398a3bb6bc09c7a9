import CompiledOnce

/// An arrangement of rectangles without overlaps and with little wasted room.
struct Packing {
  private(set) var origins: [Point]
  private(set) var size = Size(width: 0, height: 0)

  /// Puts high rectangles first, each as far up as it can be, and then as far left.
  init(_ sizes: [Size], width: Int, gap: Int) {
    origins = Array(repeating: Point(x: 0, y: 0), count: sizes.count)
    // What is taken already, from left to right; each part ends where the next begins.
    var skyline: [(x: Int, bottom: Int)] = [(0, 0)]
    let order = sizes.indices.sorted {
      (sizes[$0].height, $1) > (sizes[$1].height, $0)
    }
    for index in order {
      let needed = sizes[index].width
      var best: Point?
      for start in skyline.indices {
        let x = skyline[start].x
        guard x == 0 || x + needed <= width else { break }
        var y = 0
        for part in skyline[start...] {
          guard part.x < x + needed + gap else { break }
          y = max(y, part.bottom)
        }
        if best.map({ y < $0.y }) ?? true { best = Point(x: x, y: y) }
      }
      let origin = best ?? Point(x: 0, y: 0)
      origins[index] = origin
      size.width = max(size.width, origin.x + needed)
      size.height = max(size.height, origin.y + sizes[index].height)
      Self.take(
        origin.x..<(origin.x + needed + gap), to: origin.y + sizes[index].height + gap,
        of: &skyline)
    }
  }

  /// Raises the skyline over a range.
  private static func take(
    _ range: Range<Int>, to bottom: Int, of skyline: inout [(x: Int, bottom: Int)]
  ) {
    var result: [(x: Int, bottom: Int)] = []
    var bottomAfter = 0
    for part in skyline {
      if part.x <= range.upperBound { bottomAfter = part.bottom }
      if part.x < range.lowerBound { result.append(part) }
    }
    result.append((range.lowerBound, bottom))
    if !skyline.contains(where: { $0.x == range.upperBound }) {
      result.append((range.upperBound, bottomAfter))
    }
    result += skyline.filter { $0.x >= range.upperBound }
    skyline = result
  }

  /// Puts rectangles in rows, in their order.
  init(rowsOf sizes: [Size], width: Int, gap: Int) {
    origins = []
    var x = 0
    var top = 0
    var bottom = 0
    for size in sizes {
      if x > 0, x + size.width > width { (x, top) = (0, bottom + gap) }
      origins.append(Point(x: x, y: top))
      self.size.width = max(self.size.width, x + size.width)
      bottom = max(bottom, top + size.height)
      x += size.width + gap
    }
    size.height = bottom
  }
}
