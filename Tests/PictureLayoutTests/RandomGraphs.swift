import PictureLayout

/// Numbers that look random and are the same in every run.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// Graphs to lay out, each with a name that says what is special about it.
enum Samples {
  static let box = Size(width: 90, height: 30)
  static let label = Size(width: 110, height: 28)

  /// Graphs of many shapes: sparse and dense, with labels on all, some or no lines, and with loops.
  static func random(seed: Int, boxes: Int? = nil, lines: Int? = nil) -> LayoutGraph {
    var numbers = SeededNumbers(seed: seed)
    let count = boxes ?? Int.random(in: 1...18, using: &numbers)
    let lineCount = lines ?? Int.random(in: 0...(2 * count), using: &numbers)
    let labelled = [0, 30, 100][seed % 3]
    return LayoutGraph(
      boxes: (0..<count).map { _ in
        Size(
          width: Int.random(in: 20...160, using: &numbers),
          height: Int.random(in: 16...80, using: &numbers))
      },
      lines: (0..<lineCount).map { _ in
        LayoutGraph.Line(
          from: Int.random(in: 0..<count, using: &numbers),
          to: Int.random(in: 0..<count, using: &numbers),
          label: Int.random(in: 0..<100, using: &numbers) < labelled
            ? Size(
              width: Int.random(in: 10...200, using: &numbers),
              height: Int.random(in: 8...40, using: &numbers)) : nil)
      },
      direction: seed % 2 == 0 ? .down : .right,
      maximumWidth: seed % 5 == 0 ? 1000 : nil)
  }

  static func graph(
    _ count: Int, _ ends: [(Int, Int)], label: Size? = label,
    direction: LayoutGraph.Direction = .down
  ) -> LayoutGraph {
    LayoutGraph(
      boxes: Array(repeating: box, count: count),
      lines: ends.map { LayoutGraph.Line(from: $0.0, to: $0.1, label: label) },
      direction: direction)
  }

  static let special: [(name: String, graph: LayoutGraph)] = [
    ("empty", graph(0, [])),
    ("one box", graph(1, [])),
    ("a loop", graph(1, [(0, 0)])),
    ("a loop without a label", graph(1, [(0, 0)], label: nil)),
    ("many loops", graph(2, Array(repeating: (0, 0), count: 9) + [(0, 1), (1, 1)])),
    ("many loops to the right", graph(2, Array(repeating: (0, 0), count: 9), direction: .right)),
    ("parallel lines", graph(2, Array(repeating: (0, 1), count: 7))),
    ("parallel lines without labels", graph(2, Array(repeating: (0, 1), count: 7), label: nil)),
    ("two-cycle", graph(2, [(0, 1), (1, 0)])),
    ("two-cycle without labels", graph(2, [(0, 1), (1, 0)], label: nil)),
    ("star", graph(21, (1...20).map { (0, $0) })),
    ("star towards its middle", graph(21, (1...20).map { ($0, 0) }, label: nil)),
    ("complete", graph(8, (0..<8).flatMap { from in (0..<from).map { (from, $0) } })),
    ("chain", graph(20, (1..<20).map { ($0 - 1, $0) })),
    ("ring", graph(16, (0..<16).map { ($0, ($0 + 1) % 16) })),
    ("isolated boxes", graph(30, [])),
    ("components", graph(24, (0..<12).map { (2 * $0, 2 * $0 + 1) })),
    ("components and isolated boxes", graph(24, (0..<6).map { (2 * $0, 2 * $0 + 1) })),
    (
      "wide labels",
      graph(4, [(0, 1), (0, 2), (1, 3), (0, 3)], label: Size(width: 400, height: 60))
    ),
    (
      "boxes without extent",
      LayoutGraph(
        boxes: Array(repeating: Size(width: 0, height: 0), count: 4),
        lines: [(0, 1), (0, 1), (1, 1), (2, 1)].map { LayoutGraph.Line(from: $0.0, to: $0.1) })
    ),
  ]

  /// All graphs that every property is tried on, laid out once.
  static let layouts = all.map {
    (name: $0.name, graph: $0.graph, layout: GraphLayout($0.graph))
  }

  private static let all: [(name: String, graph: LayoutGraph)] =
    special
    + special.filter { ["many loops", "two-cycle", "star", "wide labels"].contains($0.name) }.map {
      sample in
      var graph = sample.graph
      graph.direction = graph.direction == .down ? .right : .down
      return (sample.name + ", turned", graph)
    }
    + (0..<6).map { ("random \($0)", random(seed: $0)) }
    + [("large random", random(seed: 1001, boxes: 18, lines: 27))]
    + (1...2).map { seed in
      // Many parts, which are as wide as their widest box.
      let boxes = random(seed: 10 * seed, boxes: 40, lines: 0).boxes
      let lines = (0..<20).map { LayoutGraph.Line(from: 2 * $0, to: 2 * $0 + 1) }
      return (
        "pairs \(seed)", LayoutGraph(boxes: boxes, lines: lines, maximumWidth: 200 + 100 * seed)
      )
    }
}
