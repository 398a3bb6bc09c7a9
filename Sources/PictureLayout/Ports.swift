import CompiledOnce

/// The positions of the lines' ends on the upper and lower sides of the boxes.
struct Ports {
  private struct End {
    let line: Int
    /// The vertex in the next layer that the line connects to.
    let other: Int
  }

  /// The position where each line leaves its upper box; 0 for a line from a box to itself.
  private(set) var upper: [Int]
  /// The position where each line meets its lower box.
  private(set) var lower: [Int]

  /// Puts the ends of the lines as near as they can be to where the lines lead.
  init(graph: LayeredGraph, ordering: Ordering, centres: [Int], widths: [Int]) {
    upper = Array(repeating: 0, count: graph.chains.count)
    lower = upper
    var leaving = Array(repeating: [End](), count: widths.count)
    var arriving = leaving
    for (line, chain) in graph.chains.enumerated() {
      guard chain.count > 1, let top = chain.first, let bottom = chain.last else { continue }
      leaving[top].append(End(line: line, other: chain[1]))
      arriving[bottom].append(End(line: line, other: chain[chain.count - 2]))
    }
    func sides(_ vertex: Int) -> ClosedRange<Int> {
      guard widths.indices.contains(vertex) else { return centres[vertex]...centres[vertex] }
      let left = centres[vertex] - widths[vertex] / 2
      let inset = min(Gaps.corner, widths[vertex] / 2)
      return (left + inset)...max(left + inset, left + widths[vertex] - inset)
    }
    func places(of ends: [End], at box: Int, wishes: [Int]) -> [Int] {
      let sides = sides(box)
      let gap =
        ends.count < 2
        ? 0 : min(Gaps.port, (sides.upperBound - sides.lowerBound) / (ends.count - 1))
      return Self.spread(wishes, apart: gap, within: sides)
    }
    /// Lines to the same box keep their order at both ends.
    func sort(_ ends: inout [End]) {
      ends.sort {
        (ordering.places[$0.other], $0.line) < (ordering.places[$1.other], $1.line)
      }
    }
    for box in widths.indices {
      sort(&leaving[box])
      let wishes = leaving[box].map { end in
        let sides = sides(end.other)
        return min(max(centres[box], sides.lowerBound), sides.upperBound)
      }
      for (end, place) in zip(leaving[box], places(of: leaving[box], at: box, wishes: wishes)) {
        upper[end.line] = place
      }
    }
    for box in widths.indices {
      sort(&arriving[box])
      let wishes = arriving[box].map { end in
        widths.indices.contains(end.other) ? upper[end.line] : centres[end.other]
      }
      for (end, place) in zip(arriving[box], places(of: arriving[box], at: box, wishes: wishes)) {
        lower[end.line] = place
      }
    }
  }

  /// Places in order that are far enough apart, and as near to what is wished as they can be.
  private static func spread(
    _ wishes: [Int], apart gap: Int, within sides: ClosedRange<Int>
  ) -> [Int] {
    // Wishes that contradict the order are pooled, and each pool is put at its average.
    var pools: [(sum: Int, count: Int)] = []
    for (index, wish) in wishes.enumerated() {
      pools.append((wish - index * gap, 1))
      while pools.count > 1 {
        let last = pools[pools.count - 1]
        let before = pools[pools.count - 2]
        guard before.sum * last.count > last.sum * before.count else { break }
        pools.removeLast(2)
        pools.append((before.sum + last.sum, before.count + last.count))
      }
    }
    let least = sides.lowerBound
    let most = max(least, sides.upperBound - gap * max(0, wishes.count - 1))
    var places: [Int] = []
    for pool in pools {
      let average = pool.sum / pool.count
      for _ in 0..<pool.count {
        places.append(min(max(average, least), most) + places.count * gap)
      }
    }
    return places
  }
}
