import CompiledOnce

extension LayoutGraph {
  /// Groups vertices that are joined more to each other than to the rest.
  ///
  /// - Parameters:
  ///   - lines: The pairs of vertices that are joined; a vertex joined to itself does not count.
  ///   - count: How many vertices there are, numbered from 0.
  ///   - limit: How many vertices a group may have.
  /// - Returns: The vertices of each group, in order; the groups in the order of their first
  ///   vertices.
  /// - Precondition: The limit is positive, and each line joins vertices below the count.
  package static func clusters(of lines: [(Int, Int)], count: Int, atMost limit: Int) -> [[Int]] {
    precondition(limit > 0, "a group has room for nothing")
    precondition(
      lines.allSatisfy { (0..<count).contains($0.0) && (0..<count).contains($0.1) },
      "a line ends at no vertex")
    var clustering = Clustering(lines: lines, count: count, limit: limit)
    clustering.mergeWhatIsDense()
    clustering.mergeWhatIsSmall()
    clustering.gatherWhatIsLeft()
    return clustering.groups
  }
}

/// Groups that grow by merging two of them.
private struct Clustering {
  /// A merge that would be good at the time when it was found.
  private struct Merge {
    let gain: Int
    let first: Int
    let second: Int
    /// The number of merges of the two groups when this merge was found.
    let version: Int

    /// Whether it is to be done before another.
    func isBetter(than other: Merge) -> Bool {
      (gain, other.first, other.second) > (other.gain, first, second)
    }
  }

  private let limit: Int
  private let lineCount: Int
  private var members: [[Int]]
  /// The number of lines from each group to each other group.
  private var links: [[Int: Int]]
  private var degrees: [Int]
  private var versions: [Int]
  private var heap: [Merge] = []

  init(lines: [(Int, Int)], count: Int, limit: Int) {
    self.limit = limit
    members = (0..<count).map { [$0] }
    links = Array(repeating: [:], count: count)
    degrees = Array(repeating: 0, count: count)
    versions = degrees
    var lineCount = 0
    for (first, second) in lines where first != second {
      links[first][second, default: 0] += 1
      links[second][first, default: 0] += 1
      degrees[first] += 1
      degrees[second] += 1
      lineCount += 1
    }
    self.lineCount = lineCount
  }

  var groups: [[Int]] {
    members.filter { !$0.isEmpty }.map { $0.sorted() }.sorted { ($0.first ?? 0) < ($1.first ?? 0) }
  }

  /// Merges two groups as long as that gives more lines within groups than chance would.
  mutating func mergeWhatIsDense() {
    for first in members.indices {
      for second in links[first].keys.sorted() where first < second { offer(first, second) }
    }
    while let merge = popBest() {
      let version = versions[merge.first] + versions[merge.second]
      guard merge.version == version, fits(merge.first, merge.second) else { continue }
      let group = self.merge(merge.first, merge.second)
      for other in links[group].keys.sorted() { offer(min(group, other), max(group, other)) }
    }
  }

  /// Merges small groups with the group that most lines lead to and that has room for them.
  mutating func mergeWhatIsSmall() {
    var merged = true
    while merged {
      merged = false
      let small = members.indices.filter { isSmall($0) }
        .sorted { (members[$0].count, $0) < (members[$1].count, $1) }
      for group in small where isSmall(group) {
        let other = links[group].keys.filter { fits(group, $0) }.min {
          let (first, second) = (links[group][$0] ?? 0, links[group][$1] ?? 0)
          return (second, members[$0].count, $0) < (first, members[$1].count, $1)
        }
        guard let other else { continue }
        merge(group, other)
        merged = true
      }
    }
  }

  /// Puts small groups together that no line joins, and what nothing is joined to.
  mutating func gatherWhatIsLeft() {
    let isolated = members.indices.filter { degrees[$0] == 0 && !members[$0].isEmpty }
    let small = members.indices.filter { isSmall($0) && degrees[$0] > 0 }
    for groups in [small, isolated] {
      var target: Int?
      for group in groups {
        if let current = target, fits(current, group) {
          target = merge(current, group)
        } else {
          target = group
        }
      }
    }
  }

  private func isSmall(_ group: Int) -> Bool {
    !members[group].isEmpty && 4 * members[group].count <= limit
  }

  private func fits(_ first: Int, _ second: Int) -> Bool {
    !members[first].isEmpty && !members[second].isEmpty
      && members[first].count + members[second].count <= limit
  }

  /// Merges two groups.
  @discardableResult
  private mutating func merge(_ first: Int, _ second: Int) -> Int {
    let (kept, gone) =
      links[first].count >= links[second].count ? (first, second) : (second, first)
    members[kept] += members[gone]
    members[gone] = []
    degrees[kept] += degrees[gone]
    degrees[gone] = 0
    versions[kept] += versions[gone] + 1
    for (other, weight) in links[gone] {
      links[other][gone] = nil
      guard other != kept else { continue }
      links[kept][other, default: 0] += weight
      links[other][kept, default: 0] += weight
    }
    links[gone] = [:]
    return kept
  }

  /// Remembers a merge if it is good.
  private mutating func offer(_ first: Int, _ second: Int) {
    let weight = links[first][second] ?? 0
    let gain = 2 * lineCount * weight - degrees[first] * degrees[second]
    guard gain > 0, fits(first, second) else { return }
    heap.append(
      Merge(
        gain: gain, first: first, second: second, version: versions[first] + versions[second]))
    var child = heap.count - 1
    while child > 0, heap[child].isBetter(than: heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func popBest() -> Merge? {
    guard let best = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return best }
    heap[0] = last
    var parent = 0
    while true {
      var best = parent
      for child in (2 * parent + 1)..<(2 * parent + 3)
      where child < heap.count && heap[child].isBetter(than: heap[best]) {
        best = child
      }
      if best == parent { break }
      heap.swapAt(parent, best)
      parent = best
    }
    return best
  }
}
