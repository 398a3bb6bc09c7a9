import SmallWorlds
import Testing

/// The full bounds are for `scripts/prove`; this is as much of them as takes a few seconds.
@Suite("Does the engine do what the definition says, on every small graph?")
struct SmallWorldTests {
  /// How many times as many schemas `scripts/mutation/run` asks for.
  private static let times = asked("WORLDS") ?? 1

  /// Goes through so many schemas of a family, evenly spread.
  private func search(
    _ family: WorldFamily, _ objects: Int, _ schemas: Int, _ aspect: FamilySearch.Aspect
  ) throws -> SearchCounts {
    var search = FamilySearch(family, objectsOfEach: objects, lookingAt: [aspect])
    // A step that shares no divisor with how the schemas are put together.
    let step = max(1, search.shapes.count / (schemas * Self.times)) | 1
    for number in stride(from: 0, to: search.shapes.count, by: step) { try search.search(number) }
    return search.counts
  }

  @Test(
    "Every plan, every delete and every inverse is that of the definition",
    arguments: [
      (WorldFamily.onePair, 2, 3), (.selfRelationships, 2, 4),
      (.selfRelationshipsWithoutInverse, 2, 1), (.twoPairs, 1, 12), (.triangles, 1, 6),
    ])
  func engineAndDefinitionAgree(_ family: WorldFamily, _ objects: Int, _ schemas: Int) throws {
    let counts = try search(family, objects, schemas, .definition)
    #expect(counts.schemas >= schemas && counts.deletes > 50, "\(counts)")
    #expect(counts.batchDeletes > 50, "\(counts)")
  }

  @Test(
    "The laws hold",
    arguments: [(WorldFamily.onePair, 2, 6), (.selfRelationships, 2, 6), (.triangles, 1, 6)])
  func laws(_ family: WorldFamily, _ objects: Int, _ schemas: Int) throws {
    let counts = try search(family, objects, schemas, .laws(everyGraphs: 7))
    #expect(counts.laws > 25, "\(counts)")
  }

  @Test("Every schema is in one shard, which is searched as if by one")
  func shards() async throws {
    #expect(["", "1", "0/2", "3/2", "1/2/3", "a/b", "-1/2", "1/"].allSatisfy { Shard($0) == nil })
    let parts = (1...3).compactMap { Shard("\($0)/3")?.part(of: 10) }
    #expect(parts.joined().sorted() == Array(0..<10))
    let shard = try #require(Shard("2/7000"))
    let search = FamilySearch(.triangles, objectsOfEach: 1)
    let one = try await shard.search(search, workers: 1)
    let four = try await shard.search(search, workers: 4)
    #expect(one == four && one.schemas == 2)
  }

  @Test("A family has every combination, each once")
  func families() {
    let shapes = WorldFamily.allCases.map { ($0, FamilySearch($0).shapes) }
    for (family, shapes) in shapes { #expect(Set(shapes).count == shapes.count, "\(family)") }
    let counts = Dictionary(uniqueKeysWithValues: shapes.map { ($0, $1.count) })
    // 4 rules × 2 cardinalities a side. With an inverse 8 × 8 pairs, without one as many, and 8
    // that lead one way, or 16 where it matters which; within one entity it does not matter which
    // side is the first.
    let between = 64 + 64 + 8
    let within = 36 + 36 + 8 + 8
    let placed = between + 8
    let pairs =
      placed * (placed + 1) + 2 * placed * within + within * (within + 1)
    // With bounds, a to-one has 2 and a to-many 4 variants; without an inverse, both have 2.
    let (bound, loose) = (4 * (2 + 4), 4 * (2 + 2))
    #expect(counts[.onePair] == bound * bound + loose * loose + loose)
    #expect(counts[.twoPairs] == pairs)
    #expect(counts[.triangles] == 24 * 24 * 24)
  }
}
