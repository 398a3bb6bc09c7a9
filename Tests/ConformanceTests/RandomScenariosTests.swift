import DeleteMatrix
import ObjectGraph
import Scenarios
import Testing

@testable import Conformance

@Suite("What do scenarios by chance ask?")
struct RandomScenariosTests {
  private static let all = RandomScenarios(seed: 3, within: Set(Capability.allCases)).trials(80)

  @Test("The same for the same seed, others for another")
  func seeds() {
    func scenarios(_ seed: Int) -> [Scenario] {
      RandomScenarios(seed: seed, within: Set(Capability.allCases)).trials(5).map(\.scenario)
    }
    #expect(scenarios(3) == Self.all.prefix(5).map(\.scenario))
    #expect(scenarios(3) != scenarios(2))
  }

  @Test("Nothing beyond the capabilities of an implementation, and something of each")
  func capabilities() {
    let few: Set<Capability> = [.toMany, .cascade, .nullify]
    for cell in RandomScenarios(seed: 3, within: few).trials(20).flatMap(\.cells) {
      #expect(Capability.needed(by: Question(cell.scenario, at: [cell.look])).isSubset(of: few))
      #expect(!cell.scenario.entities.isEmpty)
    }
    let needed = Self.all.reduce(into: Set<Capability>()) {
      $0.formUnion(Capability.needed(by: Question($1.scenario, at: $1.cells.map(\.look))))
    }
    #expect(
      needed.isSuperset(of: [
        .toMany, .oneToOne, .manyToMany, .oneWayToOne, .oneWayToMany, .selfRelationship, .cascade,
        .nullify, .deny, .noAction, .mandatory, .counts, .ordered, .link, .severalSaves, .rollback,
      ]))
  }

  @Test("This engine behind the lines agrees with all of them")
  func agreement() throws {
    let suite = try ConformanceSuite(MatrixSuite(), for: .all(), random: Self.all)
    let loop = AdapterLoop(ObjectGraphEngine(), as: .all())
    let results = suite.results { loop.response(to: $0) }
    #expect(results.count == Self.all.count)
    #expect(results.filter { $0.verdict != .match }.map(\.comparisonWords) == [])
    // They would say nothing if everything always went.
    let effects = Set(results.compactMap { $0.predicted?.effect })
    #expect(effects == [.ok, .trapOnRead, .denied, .validationFailed])
  }
}
