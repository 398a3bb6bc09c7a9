import ObjectGraph
import SmallWorlds
import Testing

@Suite("Is every graph there once, up to symmetry?")
struct SymmetryTests {
  /// Known numbers: of relations on n things, of symmetric ones, and of n × n tables of zeros and
  /// ones up to the order of rows and columns (A000595, A000666 and A002724 of the Encyclopedia of
  /// Integer Sequences).
  @Test(
    "There are as many as others have counted",
    arguments: [
      ("relations", [2, 10, 104]), ("symmetric relations", [2, 6, 20, 90]),
      ("tables", [2, 7, 36]),
    ])
  func counts(_ kind: String, _ expected: [Int]) throws {
    let schema =
      switch kind {
      case "relations":
        try Schema(.coreData, entities: [Entity("A", relationships: [.toMany("next", "A")])])
      case "symmetric relations":
        try Schema(
          .coreData,
          entities: [
            Entity("A", relationships: [.toMany("peers", "A", inverse: .named("peers"))])
          ])
      default:
        try Schema(
          .coreData, entities: [Entity("A", relationships: [.toMany("bs", "B")]), Entity("B")])
      }
    for (index, count) in expected.enumerated() {
      let worlds = try #require(
        AllWorlds(schema, objectsOfEach: index + 1, atMostPairs: 16, heedingMaximum: false))
      let patterns = WorldPatterns(worlds)
      #expect(patterns.count == count, "\(kind) on \(index + 1)")
      #expect(patterns.countWithoutSymmetry == worlds.count)
    }
  }
}
