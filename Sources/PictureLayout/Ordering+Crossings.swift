extension Ordering {
  func countCrossings() -> Int {
    var count = 0
    var ends: [Int] = []
    var tree: [Int] = []
    for layer in layers.indices.dropFirst() {
      ends.removeAll(keepingCapacity: true)
      for vertex in layers[layer - 1] {
        let first = ends.count
        for other in graph.below[vertex] { ends.append(places[other]) }
        ends.sortTail(from: first)
      }
      // How many of the earlier lines end further right is summed up in a tree.
      var size = 1
      while size < layers[layer].count { size *= 2 }
      tree.removeAll(keepingCapacity: true)
      tree.append(contentsOf: repeatElement(0, count: 2 * size))
      for end in ends {
        var node = end + size
        tree[node] += 1
        while node > 1 {
          if node % 2 == 0 { count += tree[node + 1] }
          node /= 2
          tree[node] += 1
        }
      }
    }
    return count
  }
}

extension [Int] {
  /// Sorts the members from an index on: mostly few.
  mutating func sortTail(from first: Int) {
    guard count - first > 1 else { return }
    if count - first > 16 {
      self[first...].sort()
      return
    }
    for index in (first + 1)..<count {
      var place = index
      let value = self[index]
      while place > first, self[place - 1] > value {
        self[place] = self[place - 1]
        place -= 1
      }
      self[place] = value
    }
  }
}
