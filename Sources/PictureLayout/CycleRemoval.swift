/// An order of the boxes that few lines go against.
struct CycleRemoval {
  let places: [Int]

  /// Takes boxes that no line enters from the front, boxes that no line leaves from the back, and
  /// where there is neither, the box whose lines prefer the front most.
  init(count: Int, lines: [LayoutGraph.Line]) {
    let lines = lines.filter { $0.from != $0.to }
    let outgoing = Adjacency(count: count, pairs: lines.map { ($0.from, $0.to) })
    let incoming = Adjacency(count: count, pairs: lines.map { ($0.to, $0.from) })
    var outDegrees = (0..<count).map { outgoing[$0].count }
    var inDegrees = (0..<count).map { incoming[$0].count }
    var isTaken = Array(repeating: false, count: count)
    var front: [Int] = []
    var back: [Int] = []
    // Last in, first out: the first box is at the end.
    var sources = (0..<count).reversed().filter { inDegrees[$0] == 0 }
    var sinks = (0..<count).reversed().filter { outDegrees[$0] == 0 && inDegrees[$0] > 0 }

    func take(_ box: Int) {
      isTaken[box] = true
      for other in outgoing[box] where !isTaken[other] {
        inDegrees[other] -= 1
        if inDegrees[other] == 0 { sources.append(other) }
      }
      for other in incoming[box] where !isTaken[other] {
        outDegrees[other] -= 1
        if outDegrees[other] == 0 { sinks.append(other) }
      }
    }

    var left = Array(0..<count)
    while front.count + back.count < count {
      if let box = sinks.popLast() {
        guard !isTaken[box] else { continue }
        back.append(box)
        take(box)
      } else if let box = sources.popLast() {
        guard !isTaken[box] else { continue }
        front.append(box)
        take(box)
      } else {
        left.removeAll { isTaken[$0] }
        guard
          let box = left.max(by: {
            let (first, second) = (outDegrees[$0] - inDegrees[$0], outDegrees[$1] - inDegrees[$1])
            // The first of equals.
            return first != second ? first < second : $0 > $1
          })
        else { break }
        front.append(box)
        take(box)
      }
    }
    var places = Array(repeating: 0, count: count)
    for (place, box) in (front + back.reversed()).enumerated() { places[box] = place }
    self.places = places
  }
}
