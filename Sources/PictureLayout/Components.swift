/// The parts of a graph that no line connects with each other.
struct Components {
  /// The boxes of each component, in order; the components in the order of their first boxes.
  let boxes: [[Int]]
  let lines: [[Int]]
  let indices: [Int]

  init(count: Int, ends: [(Int, Int)]) {
    var sets = DisjointSets(count: count)
    for (first, second) in ends { sets.unite(first, second) }
    var numbers = Array(repeating: -1, count: count)
    var boxes: [[Int]] = []
    var indices = Array(repeating: 0, count: count)
    for box in 0..<count {
      let root = sets.root(of: box)
      if numbers[root] < 0 {
        numbers[root] = boxes.count
        boxes.append([])
      }
      indices[box] = boxes[numbers[root]].count
      boxes[numbers[root]].append(box)
    }
    var lines = Array(repeating: [Int](), count: boxes.count)
    for (line, end) in ends.enumerated() {
      lines[numbers[sets.root(of: end.0)]].append(line)
    }
    self.boxes = boxes
    self.lines = lines
    self.indices = indices
  }
}

/// Sets of integers that can be united.
struct DisjointSets {
  private var parents: [Int]

  init(count: Int) { parents = Array(0..<count) }

  mutating func root(of index: Int) -> Int {
    var index = index
    while parents[index] != index {
      parents[index] = parents[parents[index]]
      index = parents[index]
    }
    return index
  }

  /// Merges two sets; the smaller of their roots represents the result.
  mutating func unite(_ first: Int, _ second: Int) {
    let (first, second) = (root(of: first), root(of: second))
    parents[max(first, second)] = min(first, second)
  }
}
