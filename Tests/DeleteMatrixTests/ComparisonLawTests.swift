import BundledRun
import ObjectGraph
import Scenarios
import SourceText
import Testing

@testable import DeleteMatrix

@Suite("Does a comparison read the same from both sides?")
struct ComparisonLawTests {
  private static let releases = Result {
    try Releases(
      SourceFile(
        path: "releases.json",
        bytes: Array(
          """
          {"releases": [{"release": "iOS 17.0", "published": null},
            {"release": "iOS 18.0", "published": null}, {"release": "iOS 26.0", "published": null}],
           "behaviours": [{"behaviour": "empty", "framework": "coreData", "when": "deletedRead",
            "then": "empty", "present": "is nil", "absent": "can be read", "seen": [
              {"on": "iOS 17", "happens": true, "evidence": "measured", "source": "one"},
              {"on": "iOS 18", "happens": false, "evidence": "measured", "source": "two"},
              {"on": "iOS 26", "happens": false, "evidence": "measured", "source": "two"}]}]}
          """.utf8)))
  }

  /// A read of a deleted object, which only iOS 17 finds empty, and a save that is alike on all.
  private static let suite = suite(stating: [])

  private static func suite(stating read: [Observation]) -> MatrixSuite {
    let scenario = Scenario(
      framework: .coreData, entities: [Entity("A", attributes: [Attribute("size")])],
      objects: [NamedObject("a", "A")], values: [NamedValue("a", "size", .integer(1))],
      steps: [.hold(["a"]), .delete(["a"]), .save, .read("a", path: ["size"])].map {
        Scenario.Step($0)
      })
    return MatrixSuite(
      scenarios: [
        ScenarioFile(name: "s", title: "S", scenario: scenario, observations: [3: [], 4: read])
      ])
  }

  private static let spans = ["iOS 17", "iOS 18", "iOS 17...iOS 18", "iOS 18...iOS 26", "all"]

  private func comparison(
    _ one: String, _ other: String, in suite: MatrixSuite = suite
  ) throws -> Comparison {
    let releases = try Self.releases.get()
    return Comparison(
      suite, of: .coreData, from: try ReleaseRange(one, in: releases),
      to: try ReleaseRange(other, in: releases))
  }

  private func lines(_ one: String, _ other: String) throws -> [Comparison.Line] {
    try comparison(one, other).lines
  }

  @Test("A differs from B where B differs from A, and nothing differs from itself")
  func symmetry() throws {
    for one in Self.spans {
      #expect(try lines(one, one).allSatisfy { !$0.differs })
      for other in Self.spans {
        let (there, back) = (try lines(one, other), try lines(other, one))
        #expect(there.map(\.differs) == back.map(\.differs), "\(one), \(other)")
        #expect(there.map(\.isUncertain) == back.map(\.isUncertain), "\(one), \(other)")
        #expect(there.map(\.one.cell.id) == back.map(\.other.cell.id))
      }
    }
  }

  @Test(
    "What only one of several releases does differs",
    arguments: [
      ("iOS 17", "iOS 18", true), ("iOS 17", "iOS 17...iOS 18", true),
      ("iOS 18", "iOS 17...iOS 18", true), ("iOS 18", "iOS 18...iOS 26", false),
      ("iOS 17...iOS 18", "all", false), ("iOS 18...iOS 26", "all", true),
    ])
  func differences(one: String, other: String, differs: Bool) throws {
    #expect(try lines(one, other).map(\.differs) == [false, differs])
  }

  @Test("It fails where either side does not come out as stated")
  func failures() throws {
    let stated = Self.suite(
      stating: [Observation(.recorded, ObservedState(reading: .empty))])
    for (one, other, fails) in [
      ("iOS 17", "iOS 17", false), ("iOS 17", "iOS 18", true), ("iOS 18", "iOS 26", true),
    ] {
      #expect(try comparison(one, other, in: stated).isFailure == fails)
      #expect(try comparison(other, one, in: stated).isFailure == fails)
      #expect(try !comparison(one, other).isFailure)
    }
    #expect(try comparison("iOS 17", "iOS 18", in: MatrixSuite()).isFailure)
  }

  @Test("The frameworks differ in the same cells whichever is replayed first")
  func frameworks() throws {
    let suite = try Bundled.suite.get()
    let comparison = Comparison(suite, only: CellPattern("C-D/*/delete-*"))
    let results = Dictionary(
      uniqueKeysWithValues: try Bundled.results(of: .coreData).compactMap { result in
        result.predicted.map { (result.cell.id, $0) }
      })
    #expect(comparison.lines.count > 16)
    for line in comparison.lines where !line.isUncertain {
      let other = try #require(results[line.one.cell.id])
      #expect(line.differs == (line.one.predicted?.comesToTheSame(as: other) == false))
    }
  }
}

@Suite("What counts as observed, and where?")
struct CoverageTests {
  private func observation(
    _ evidence: Evidence, _ id: String, os: String? = nil, store: String? = nil
  ) throws -> Observation {
    Observation(
      evidence, ObservedState(effect: .ok),
      source: Source(
        id: id, title: id,
        environment: Source.Environment(os: try os.map { try StatedReleases($0) }, store: store)))
  }

  /// A scenario whose steps each delete an object; of each some observations.
  private func coverage(_ observations: [Observation]...) -> Coverage {
    let names = observations.indices.map { "a\($0)" }
    let scenario = Scenario(
      framework: .coreData, entities: [Entity("A")], objects: names.map { NamedObject($0, "A") },
      steps: names.map { Scenario.Step(.delete([$0])) })
    let stated = Dictionary(
      uniqueKeysWithValues: observations.enumerated().map { ($0 + 1, $1) })
    return Coverage(
      MatrixSuite(
        scenarios: [ScenarioFile(name: "s", title: "S", scenario: scenario, observations: stated)]))
  }

  @Test("Only what somebody ran is observed", arguments: Evidence.allCases)
  func evidence(evidence: Evidence) throws {
    let coverage = coverage([try observation(evidence, "one", os: "iOS 17.0")], [])
    let counts = try #require(coverage.counts[.coreData])
    #expect(counts.all == 2 && counts.predictedOnly == (evidence == .observed ? 1 : 2))
    #expect(coverage.lines.isEmpty == (evidence != .observed))
    #expect(coverage.counts[.swiftData] == nil)
  }

  @Test("By release and store, the oldest first, with each source and cell once")
  func lines() throws {
    let coverage = coverage(
      [
        try observation(.observed, "b", os: "iOS 18.0", store: "SQLite"),
        try observation(.observed, "a", os: "iOS 18.0", store: "sqlite"),
        try observation(.documented, "c", os: "iOS 18.0", store: "SQLite"),
      ],
      [try observation(.observed, "a", os: "iOS 18.0, iOS 17.0", store: "SQLite")],
      [
        try observation(.observed, "d"),
        try observation(.observed, "e", os: "iOS 18.0", store: "in-memory"),
      ])
    #expect(
      coverage.lines.map {
        "\($0.release ?? "none") \($0.store ?? "none") \($0.observed) \($0.sources)"
      } == [
        #"iOS 17.0 SQLite 1 ["a"]"#, #"iOS 18.0 SQLite 2 ["a", "b"]"#,
        #"iOS 18.0 in memory 1 ["e"]"#, #"none none 1 ["d"]"#,
      ])
  }
}
