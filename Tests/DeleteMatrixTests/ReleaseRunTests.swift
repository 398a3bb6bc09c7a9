import DeleteMatrix
import Matrices
import ObjectGraph
import Scenarios
import SourceText
import Testing

@Suite("What holds on which release?")
struct ReleaseRunTests {
  private let suite: MatrixSuite
  private let releases: Releases

  private static let bundled = Result {
    try MatrixSuite(
      BundledMatrices.files.map { SourceFile(path: $0.path, bytes: Array($0.text.utf8)) })
  }

  init() throws {
    suite = try Self.bundled.get()
    releases = try #require(suite.releases)
  }

  @Test("What the library describes without a release is what is presumed of the newest")
  func newest() throws {
    let newest = try #require(releases.eras.last)
    for name in Framework.Name.allCases {
      #expect(releases.descriptions(of: name, on: newest)[0] == .named(name))
    }
  }

  @Test(
    "All that is bundled holds whatever release is asked for, and without a behaviour it does not")
  func observations() throws {
    let oldest = Runner(on: try ReleaseRange("iOS 17.0", in: releases))
    #expect(MatrixRun(suite, by: oldest).failures == [])
    let part = MatrixSuite(
      pairings: suite.pairings.filter {
        ["C-D", "I-J"].contains($0.name) && $0.framework == .swiftData
      },
      scenarios: suite.scenarios.filter { $0.scenario.framework == .swiftData })
    let behaviours = releases.behaviours.filter { $0.framework == .swiftData }
    let needed = behaviours.filter { behaviour in
      let others = releases.behaviours.filter { $0 != behaviour }
      let range = ReleaseRange(
        from: nil, in: Releases(described: releases.described, behaviours: others))
      return !MatrixRun(part, by: Runner(on: range)).failures.isEmpty
    }
    #expect(
      needed.map(\.name) == [
        "inferred_inverse", "unique_conflict_updates", "one_to_one_crash",
        "mandatory_back_reference_crash", "lost_cascade",
      ])
  }

  @Test("A source that names a release is held to that one")
  func namedRelease() throws {
    let file = try #require(suite.scenarios.first { $0.name == "SD-005" })
    func result(_ os: String?) throws -> CellResult {
      let cell = try #require(file.cells.first)
      let seen = try #require(cell.observations.first)
      let source = Source(id: "s", title: "S", environment: Source.Environment(os: os))
      let moved = ScenarioFile(
        name: "moved", title: "Moved", scenario: cell.scenario, sources: [source],
        observations: [
          cell.scenario.steps.count: [Observation(.observed, seen.expectation, source: source)]
        ])
      return Runner(on: ReleaseRange(from: nil, in: releases)).run(moved.cells)[0]
    }
    #expect(try result("iOS 17.2").verdict == .match)
    #expect(try result("iOS 26").verdict == .mismatch)
    let undated = try result(nil)
    #expect(undated.verdict == .match)
    #expect(Set(undated.compared[0].matching.map(\.year)) == [17])
  }

  @Test("Sources contradict each other only about one release")
  func conflicts() throws {
    let scenario = try #require(suite.scenarios.first { $0.name == "SD-005" }).scenario
    func verdict(_ one: String, _ other: String) -> Verdict {
      let sources = [one, other].enumerated().map { index, os in
        Source(id: "\(index)", title: "S", environment: Source.Environment(os: os))
      }
      let observations = [
        Observation(.observed, Expectation(stored: ["c"]), source: sources[0]),
        Observation(.observed, Expectation(stored: []), source: sources[1]),
      ]
      let file = ScenarioFile(
        name: "two", title: "Two", scenario: scenario, sources: sources,
        observations: [scenario.steps.count: observations])
      return Runner(on: ReleaseRange(from: nil, in: releases)).run(file.cells)[0].verdict
    }
    #expect(verdict("iOS 17.2", "iOS 26") == .match)
    #expect(verdict("iOS 17.2", "macOS 14.2") == .conflict)
  }
}
