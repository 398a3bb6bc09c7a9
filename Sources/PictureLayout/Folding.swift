/// Layers that are not much too wide: boxes with a single line are moved on to the next layer.
struct Folding {
  private(set) var layers: [Int]

  init(boxes: [Size], lines: [LayoutGraph.Line], layers: [Int], maximumWidth: Int?) {
    self.layers = layers
    let leaves = Self.leaves(count: boxes.count, lines: lines)
    /// The width that each box takes of a layer, or of the labels before it.
    let widths = boxes.indices.map { box in
      max(boxes[box].width + Gaps.box, (leaves[box]?.label?.width ?? 0) + Gaps.label)
    }
    let limit = max(
      maximumWidth ?? 0, Self.goodWidth(boxes: boxes, lines: lines, widths: widths))
    push(down: true, leaves: leaves, widths: widths, limit: limit)
    push(down: false, leaves: leaves, widths: widths, limit: limit)
  }

  /// The line of each box that has no other line.
  private static func leaves(count: Int, lines: [LayoutGraph.Line]) -> [LayoutGraph.Line?] {
    var leaves: [LayoutGraph.Line?] = Array(repeating: nil, count: count)
    var degrees = Array(repeating: 0, count: count)
    for line in lines {
      for box in [line.from, line.to] {
        degrees[box] += 1
        leaves[box] = line
      }
    }
    return zip(leaves, degrees).map { $1 == 1 ? $0 : nil }
  }

  /// A width with which all layers together are wider than high, but not much.
  private static func goodWidth(boxes: [Size], lines: [LayoutGraph.Line], widths: [Int]) -> Int {
    let boxHeight = boxes.map(\.height).reduce(0, +) / max(1, boxes.count)
    let labels = lines.compactMap(\.label?.height)
    let labelHeight = labels.reduce(0, +) / max(1, labels.count)
    let height =
      boxHeight + labelHeight + (labels.isEmpty ? 1 : 2) * (2 * Gaps.stub + 2 * Gaps.turn)
    let area = widths.reduce(0, +) * height
    var width = 0
    while width * width < 6 * area { width += 50 }
    return max(width, 8 * height)
  }

  /// Moves boxes out of each layer that is too wide, which lines enter, or leave, from one side
  /// only.
  private mutating func push(
    down: Bool, leaves: [LayoutGraph.Line?], widths: [Int], limit: Int
  ) {
    let count = (layers.max() ?? 0) + 1
    var members = Array(repeating: [Int](), count: count)
    for (box, layer) in layers.enumerated() {
      members[down ? layer : count - 1 - layer].append(box)
    }
    var layer = 0
    while layer < members.count {
      var width = members[layer].reduce(0) { $0 + widths[$1] }
      let movable = members[layer].filter { box in
        guard let line = leaves[box] else { return false }
        let other = line.from == box ? line.to : line.from
        return down ? layers[other] < layers[box] : layers[other] > layers[box]
      }
      var moved: [Int] = []
      let room = movable.reduce(0) { $0 + widths[$1] - Gaps.line }
      // Evenly spread, so that what is moved finds room below what stays.
      let needed = min(movable.count, (width - limit) * movable.count / max(1, room) + 1)
      if width > limit {
        for index in movable.indices.reversed() where moved.count + 1 < members[layer].count {
          let isMoved = (index + 1) * needed / movable.count > index * needed / movable.count
          guard isMoved else { continue }
          // Its line still passes here.
          width -= widths[movable[index]] - Gaps.line
          moved.append(movable[index])
        }
      }
      if !moved.isEmpty {
        members[layer].removeAll { moved.contains($0) }
        if layer + 1 == members.count { members.append([]) }
        members[layer + 1] += moved.reversed()
        for box in moved { layers[box] += down ? 1 : -1 }
      }
      layer += 1
    }
    let least = layers.min() ?? 0
    for box in layers.indices { layers[box] -= least }
  }
}
