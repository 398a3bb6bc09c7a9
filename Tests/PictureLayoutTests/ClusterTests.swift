import PictureLayout
import Testing

@Suite("Is what is linked closely put together?")
struct ClusterTests {
  private func lines(seed: Int, count: Int, lines: Int) -> [(Int, Int)] {
    var numbers = SeededNumbers(seed: seed)
    return (0..<lines).map { _ in
      (Int.random(in: 0..<count, using: &numbers), Int.random(in: 0..<count, using: &numbers))
    }
  }

  @Test("Each vertex is in one group that is not too large", arguments: 0..<20)
  func eachVertexIsInOneGroupThatIsNotTooLarge(seed: Int) {
    let count = 1 + seed * 3
    let limit = 1 + seed % 13
    let lines = lines(seed: seed, count: count, lines: seed * 4)
    let groups = LayoutGraph.clusters(of: lines, count: count, atMost: limit)
    #expect(groups.flatMap { $0 }.sorted() == Array(0..<count))
    #expect(groups.allSatisfy { !$0.isEmpty && $0.count <= limit && $0 == $0.sorted() })
    #expect(groups.compactMap(\.first) == groups.compactMap(\.first).sorted())
    #expect(LayoutGraph.clusters(of: lines, count: count, atMost: limit) == groups)
  }

  @Test("Dense parts become groups")
  func densePartsBecomeGroups() {
    // Four complete parts in a ring, whose vertices are mixed.
    let parts = 4
    let size = 6
    let inner = (0..<parts).flatMap { part in
      (0..<size).flatMap { first in
        (0..<first).map { (part + parts * first, part + parts * $0) }
      }
    }
    let ring = (0..<parts).map { ($0, ($0 + 1) % parts) }
    let groups = LayoutGraph.clusters(of: inner + ring, count: parts * size, atMost: 10)
    #expect(groups == (0..<parts).map { part in (0..<size).map { part + parts * $0 } })
  }

  @Test("What nothing is joined to is together")
  func whatNothingIsJoinedToIsTogether() {
    let groups = LayoutGraph.clusters(of: [(1, 3), (5, 5)], count: 6, atMost: 4)
    #expect(groups == [[0, 2, 4, 5], [1, 3]])
  }

  @Test("A star is cut into groups")
  func aStarIsCutIntoGroups() {
    let groups = LayoutGraph.clusters(of: (1..<50).map { (0, $0) }, count: 50, atMost: 12)
    #expect(groups.count <= 6)
  }
}
