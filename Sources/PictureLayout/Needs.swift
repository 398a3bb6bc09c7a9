/// The room that the boxes of a component need.
struct Needs {
  /// The size of each box, wider than requested if its lines need that.
  let sizes: [Size]
  /// The lines from each box to itself.
  let loops: [SelfLoops]
  /// The extent of each box with its loops.
  let extents: [BoxExtent]

  init(boxes: [Size], lines: [LayoutGraph.Line], layering: [Int]) {
    var above = Array(repeating: 0, count: boxes.count)
    var below = above
    var loopLines = Array(repeating: [(line: Int, label: Size?)](), count: boxes.count)
    for (index, line) in lines.enumerated() {
      if line.from == line.to {
        loopLines[line.from].append((index, line.label))
      } else {
        let isDown = layering[line.from] < layering[line.to]
        below[isDown ? line.from : line.to] += 1
        above[isDown ? line.to : line.from] += 1
      }
    }
    loops = boxes.indices.map { SelfLoops(lines: loopLines[$0], boxHeight: boxes[$0].height) }
    var sizes = boxes
    for box in boxes.indices {
      let ends = max(above[box], below[box])
      if ends > 1 {
        sizes[box].width = max(sizes[box].width, 2 * Gaps.corner + (ends - 1) * Gaps.port)
      }
      sizes[box].height = loops[box].boxHeight
    }
    self.sizes = sizes
    let loops = self.loops
    extents = sizes.indices.map { box in
      let left = sizes[box].width / 2
      return BoxExtent(
        left: left, right: sizes[box].width - left + loops[box].width, height: loops[box].height)
    }
  }
}
