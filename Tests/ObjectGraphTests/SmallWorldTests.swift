import SmallWorlds
import Testing

@testable import ObjectGraph

/// The full bound is `scripts/exhaustive`'s; this is as much of it as takes seconds.
@Suite("Does the engine do what the definition says, on every small graph?")
struct SmallWorldTests {
  @Test(
    "Every plan, every delete and every inverse is that of the definition",
    arguments: [
      (WorldFamily.onePair, 2, 11), (.selfRelationships, 3, 7),
      (.selfRelationshipsWithoutInverse, 2, 5), (.twoPairs, 1, 211), (.twoPairs, 2, 5_003),
      (.triangles, 1, 101), (.triangles, 2, 1_009),
    ])
  func engineAndDefinitionAgree(_ family: WorldFamily, _ objects: Int, _ step: Int) throws {
    var search = FamilySearch(family, objectsOfEach: objects, graphsForEachLaw: 40)
    for number in stride(from: 0, to: search.shapes.count, by: step) { try search.search(number) }
    #expect(search.counts.schemas > 10 && search.counts.laws > 50, "\(search.counts)")
  }

  @Test(
    "The laws hold on graphs with thousands of objects, too", arguments: Law.allCases)
  func laws(_ law: Law) throws {
    var applied = 0
    for seed in 0..<12 {
      var random = SplitMix64(seed: seed)
      let scene = try RandomScene.make(seed: seed, objectCount: 1_500)
      do {
        if try law.holds(in: scene, using: &random) { applied += 1 }
      } catch let breach as Law.Breach {
        Issue.record("seed \(seed): \(breach)")
      }
    }
    #expect(applied > 0, "no scene says anything of it")
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
