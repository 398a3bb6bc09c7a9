import BundledRun
import DeleteMatrix
import ObjectGraph
import Scenarios
import SourceText
import Testing

@Suite("What holds on which release?")
struct ReleaseRunTests {
  private let suite: MatrixSuite
  private let releases: Releases

  init() throws {
    suite = try Bundled.suite.get()
    releases = try #require(suite.releases)
  }

  @Test(
    "What the library describes without a release is what is presumed of the newest, or disputed")
  func newest() throws {
    #expect(try Releases.known() == releases)
    let newest = try #require(releases.eras.last)
    for name in Framework.Name.allCases {
      var presumed = releases.framework(name, on: newest)
      // On reads of what is deleted sources disagree, and an app is described at its worst.
      for condition in [Framework.Condition.deletedRead, .pendingRead] {
        guard let behaviour = releases.behaviour(condition, of: name) else { continue }
        presumed.behaviours[condition] = behaviour.consequence
      }
      #expect(presumed == .named(name))
    }
  }

  @Test("All that is bundled holds whatever release is asked for")
  func observations() throws {
    let pairings = suite.pairings.filter {
      ["C-D", "I-J"].contains($0.name) && $0.framework == .swiftData
    }
    let parts =
      suite.scenarios.map { MatrixSuite(scenarios: [$0]) }
      + pairings.map { MatrixSuite(pairings: [$0]) }
    let oldest = Runner(on: try ReleaseRange("iOS 17.0", in: releases))
    #expect(parts.flatMap { MatrixRun($0, by: oldest).failures } == [])
  }

  @Test("A source that names a release is held to that one")
  func namedRelease() throws {
    let file = try #require(suite.scenarios.first { $0.name == "SD-005" })
    func result(_ os: String?) throws -> CellResult {
      let cell = try #require(file.trial.cells.first)
      let seen = try #require(cell.observations.first)
      let source = Source(
        id: "s", title: "S",
        environment: Source.Environment(os: try os.map { try StatedReleases($0) }))
      let moved = ScenarioFile(
        name: "moved", title: "Moved", scenario: cell.scenario, sources: [source],
        observations: [
          cell.scenario.steps.count: [Observation(.observed, seen.state, source: source)]
        ])
      return Runner(on: ReleaseRange(from: nil, in: releases)).run(moved.trial)[0]
    }
    #expect(try result("iOS 17.2").verdict == .match)
    #expect(try result("iOS 26").verdict == .mismatch)
    let undated = try result(nil)
    #expect(undated.verdict == .match)
    #expect(Set(undated.compared[0].matching.map(\.year)) == [17])
  }

  @Test("A cell says what comes of it on each release, and a scenario which releases it means")
  func parts() throws {
    let cell = try #require(
      suite.cells(of: .swiftData).first { $0.id == "C-D/deny+deny/delete-C1" })
    let all = Runner(on: ReleaseRange(from: nil, in: releases)).run(cell)
    #expect(
      all.releases.map { "\($0.range.span) \($0.isKnown) \($0.outcomes.map(\.effect.rawValue))" }
        == [
          "iOS 17.0...iOS 17.5 true [\"crash\"]",
          "iOS 17.6...iOS 27.2 false [\"crash\", \"denied\", \"ok\"]",
        ])
    #expect(
      all.outcomeWords
        == "crashes on iOS 17 and macOS 14; disputed from iOS 26 on; untested on iOS 18 and macOS 15"
    )
    #expect(all.isUncertain && all.predicted == nil)
    #expect(all.possible.map(\.effect) == [.crash, .denied, .ok])
    let asked = Runner(on: try ReleaseRange("iOS 17.0", in: releases))
    #expect(asked.run(cell).outcomeWords == "crashes")
    let scenario = Scenario(
      framework: .swiftData, system: try ReleaseSpan("iOS 17.2"),
      entities: cell.scenario.entities, objects: cell.scenario.objects, links: cell.scenario.links,
      steps: cell.scenario.steps)
    func result(_ runner: Runner, _ scenario: Scenario) -> CellResult {
      runner.run(
        ScenarioFile(name: "s", title: "S", scenario: scenario, observations: [2: []]).trial)[0]
    }
    #expect(
      result(Runner(in: releases), scenario).releases.map(\.range.span.description) == ["iOS 17.2"])
    #expect(
      result(asked, scenario).releases.map(\.range.span.description) == ["iOS 17.0"])
    let later = Scenario(
      framework: .swiftData, system: try ReleaseSpan("iOS 31"), entities: [Entity("A")],
      objects: [NamedObject("a", "A")], steps: [Scenario.Step(.delete(["a"]))])
    let file = ScenarioFile(name: "l", title: "L", scenario: later, observations: [1: []])
    let failed = Runner(in: releases).run(file.trial)[0]
    #expect(failed.verdict == .error)
    #expect(
      failed.account
        == "l:1:1: error: the system of the scenario: iOS 31 is newer than every "
        + "known release; the newest is iOS 27")
    let run = MatrixRun(
      MatrixSuite(
        scenarios: [
          ScenarioFile(name: "s", title: "S", scenario: scenario, observations: [2: []]), file,
        ]), by: Runner(in: releases))
    #expect(run.ranges.map(\.span.description) == ["iOS 17.2"])
    #expect(run.range == run.ranges[0])
  }

  @Test("Where cells are about several releases, what was seen is counted for the ones of each")
  func severalReleases() throws {
    let file = try #require(suite.scenarios.first { $0.name == "SD-005" })
    let cell = try #require(file.trial.cells.first)
    let seen = try #require(cell.observations.first)
    func scenario(_ name: String, on system: String?) throws -> ScenarioFile {
      let scenario = try Scenario(
        framework: .swiftData, system: system.map { try ReleaseSpan($0) },
        entities: cell.scenario.entities, objects: cell.scenario.objects,
        links: cell.scenario.links, steps: cell.scenario.steps)
      return ScenarioFile(
        name: name, title: name, scenario: scenario,
        observations: [cell.scenario.steps.count: [seen]])
    }
    let files = try [
      scenario("seen", on: "iOS 17.0"), scenario("same", on: "macOS 14.0"),
      scenario("elsewhere", on: "iOS 18.2"), scenario("newest", on: nil),
    ]
    let run = MatrixRun(MatrixSuite(scenarios: files), by: Runner(in: releases))
    #expect(run.ranges.map(\.span.description) == ["iOS 17.0", "iOS 18.2", "iOS 27.2"])
    #expect(run.range == nil && run.observedThere.map(\.cell.group) == ["seen", "same"])
  }

  @Test("Releases on which something else is read are not the same")
  func comparedReadings() throws {
    let text = """
      {"releases": [{"release": "iOS 17.0", "published": null},
        {"release": "iOS 18.0", "published": null}],
       "behaviours": [{"behaviour": "empty", "framework": "coreData", "when": "deletedRead",
        "then": "empty", "present": "is nil", "absent": "can be read", "seen": [
          {"on": "iOS 17", "happens": true, "evidence": "measured", "source": "one"},
          {"on": "iOS 18", "happens": false, "evidence": "measured", "source": "another"}]}]}
      """
    let releases = try Releases(SourceFile(path: "releases.json", bytes: Array(text.utf8)))
    let scenario = Scenario(
      framework: .coreData, entities: [Entity("A", attributes: [Attribute("size")])],
      objects: [NamedObject("a", "A")], values: [NamedValue("a", "size", .integer(1))],
      steps: [.hold(["a"]), .delete(["a"]), .save, .read("a", path: ["size"])].map {
        Scenario.Step($0)
      })
    let file = ScenarioFile(
      name: "s", title: "S", scenario: scenario, observations: [3: [], 4: []])
    let compared = Comparison(
      MatrixSuite(scenarios: [file]), of: .coreData, from: try ReleaseRange("iOS 17", in: releases),
      to: ReleaseRange(newestIn: releases))
    #expect(compared.lines.map(\.differs) == [false, true])
    // A record is of each release; somebody who names none saw it on one.
    for (evidence, verdict) in [(Evidence.recorded, Verdict.mismatch), (.observed, .match)] {
      let seen = ScenarioFile(
        name: "s", title: "S", scenario: scenario,
        observations: [4: [Observation(evidence, ObservedState(reading: .empty))]])
      let run = { (range: ReleaseRange) in Runner(on: range).run(seen.trial)[0].verdict }
      #expect(run(ReleaseRange(from: nil, in: releases)) == verdict)
      #expect(run(try ReleaseRange("iOS 17", in: releases)) == .match)
    }
  }

  @Test("What was recorded holds where it is presumed on every release of which it was")
  func records() throws {
    let cell = try #require(
      suite.cells(of: .swiftData).first { $0.id == "C-D/deny+deny/delete-C1" })
    func result(_ observations: [Observation], on text: String?) throws -> CellResult {
      let file = ScenarioFile(
        name: "s", title: "S", scenario: cell.scenario, observations: [2: observations])
      return Runner(on: try text.map { try ReleaseRange($0, in: releases) }).run(file.trial)[0]
    }
    let crash = Observation(.recorded, ObservedState(effect: .crash))
    let denied = Observation(
      .recorded, ObservedState(effect: .denied), system: try ReleaseSpan("iOS 17.0...iOS 17.2"))
    #expect(try result([crash], on: "all").verdict == .match)
    #expect(try result([crash], on: nil).verdict == .match)
    // Another record names these releases, so that the first does not speak of them.
    let both = try result([crash, denied], on: "iOS 17")
    #expect(both.verdict == .mismatch)
    #expect(
      both.compared.map { "\($0.eras.count) \($0.matching.count) \($0.holds)" }
        == ["4 4 true", "3 0 false"])
    #expect(
      both.account.hasSuffix(
        "; now on iOS 17.0 to iOS 17.2: crashes"))
    #expect(try result([crash, denied], on: "iOS 18").verdict == .match)
    #expect(try result([crash, denied], on: nil).verdict == .match)
    #expect(try result([denied], on: "iOS 18").verdict == .unobserved)
    #expect(try result([denied], on: nil).verdict == .unobserved)
  }

  @Test("Two releases stand beside each other; what nobody knows is not said to be the same")
  func comparison() throws {
    let cells = ["C-D/deny+deny/delete-C1", "C-D/cascade+nullify/delete-C1"]
    let part = MatrixSuite(
      pairings: suite.pairings.filter { $0.name == "C-D" },
      scenarios: suite.scenarios.filter { $0.name == "SD-005" })
    func lines(_ one: String, _ other: String) throws -> [String] {
      Comparison(
        part, from: try ReleaseRange(one, in: releases), to: try ReleaseRange(other, in: releases)
      ).lines.filter { cells.contains($0.one.cell.id) || $0.one.cell.operation == nil }.map {
        "\($0.one.cell.id) \($0.differs) \($0.isUncertain)"
      }
    }
    let last = try #require(part.scenarios.first?.trial.cells.last?.id)
    #expect(
      try lines("iOS 17", "iOS 26") == [
        "\(cells[1]) false false", "\(cells[0]) false true", "\(last) true false",
      ])
    #expect(
      try lines("iOS 17.0", "iOS 17.5") == [
        "\(cells[1]) false false", "\(cells[0]) false false", "\(last) false true",
      ])
    let frameworks = Comparison(part, on: try ReleaseRange("iOS 17.5", in: releases))
    #expect(frameworks.lines.contains { $0.one.cell.id == cells[0] && $0.differs })
    #expect(frameworks.one.framework == .swiftData && frameworks.other.framework == .coreData)
    let coreData = Comparison(
      part, of: .coreData, from: try ReleaseRange("iOS 17", in: releases),
      to: try ReleaseRange("iOS 26", in: releases))
    #expect(!coreData.lines.isEmpty && !coreData.lines.contains { $0.differs || $0.isUncertain })
  }

  @Test("A match says on which release it is one, and whether anybody knows")
  func matchRemarks() throws {
    func result(_ id: String) throws -> CellResult {
      let cells = suite.scenarios.flatMap(\.trial.cells)
      let cell = try #require(cells.first { $0.id == id })
      return Runner(in: releases).run(cell)
    }
    let crash = try result("SD-060/step-2")
    #expect(crash.verdict == .match && crash.outcomeWords == "also deletes p")
    #expect(crash.matchRemark == " on iOS 18 and macOS 15")
    #expect(crash.account.hasSuffix("; predicted there: crashes on iOS 18 and macOS 15"))
    let held = try result("coredata-held-object/step-4")
    #expect(held.verdict == .match && held.matchesByDoubt && held.matchRemark == ", untested")
    let sure = try result("SD-046/step-2")
    #expect(sure.verdict == .match && sure.matchRemark.isEmpty)
    let summary = Summary([crash, held, sure])
    #expect(summary.count(.match) == 3 && summary.matchesByDoubt() == 1)
  }

  @Test(
    "What is unknown is one of several outcomes: a statement agrees with each, a record with all",
    arguments: [
      (.observed, [.crash], .match, true), (.observed, [.trapOnRead], .match, true),
      (.observed, [.ok], .mismatch, false), (.recorded, [.crash], .match, true),
      (.recorded, [.trapOnRead], .match, true), (.recorded, [.trapOnRead, .crash], .match, false),
      (.recorded, [.crash, .ok], .mismatch, false),
    ] as [(Evidence, [Effect], Verdict, Bool)])
  func oneOf(evidence: Evidence, effects: [Effect], verdict: Verdict, byDoubt: Bool) throws {
    let cell = try #require(
      suite.cells(of: .swiftData).first { $0.id == "C-D/noAction+noAction/delete-C1" })
    let source = Source(
      id: "s", title: "S", environment: Source.Environment(os: try StatedReleases("iOS 27.2")))
    let file = ScenarioFile(
      name: "s", title: "S", scenario: cell.scenario,
      observations: [
        cell.scenario.steps.count: effects.map {
          Observation(
            evidence, ObservedState(effect: $0), source: evidence == .observed ? source : nil)
        }
      ])
    let result = Runner(on: try ReleaseRange("iOS 27.2", in: releases)).run(file.trial)[0]
    #expect(result.predicted == nil && result.possible.map(\.effect) == [.crash, .trapOnRead])
    #expect(result.verdict == verdict && result.matchesByDoubt == byDoubt)
    #expect(
      result.outcomeWords
        == "one of: crashes, or deletes only C1; reading D1.testC crashes (untested)")
  }

  @Test(
    "A crash may come with the delete or with its save",
    arguments: [
      ("iOS 18", [Effect.ok, .crash], [Verdict.match, .match]),
      ("iOS 18", [.crash, .crash], [.match, .match]), ("iOS 18", [.ok, .ok], [.match, .mismatch]),
      ("iOS 26", [.ok, .crash], [.match, .mismatch]),
    ])
  func crashSteps(system: String, effects: [Effect], verdicts: [Verdict]) throws {
    let file = try #require(suite.scenarios.first { $0.name == "SD-060" })
    let source = Source(
      id: "s", title: "S", environment: Source.Environment(os: try StatedReleases(system)))
    let observations = effects.enumerated().map { index, effect in
      (index + 1, [Observation(.observed, ObservedState(effect: effect), source: source)])
    }
    let told = ScenarioFile(
      name: "s", title: "S", scenario: file.scenario,
      observations: Dictionary(uniqueKeysWithValues: observations))
    let results = Runner(on: try ReleaseRange("iOS 18", in: releases)).run(told.trial)
    #expect(results.map(\.verdict) == verdicts)
    #expect(results[0].outcomeWords.hasPrefix("one of: crashes, or "), "\(results[0].outcomeWords)")
    #expect(results[1].outcomeWords == "crashes")
  }

  @Test(
    "A source that names a year matches one of its releases, and the match says so",
    arguments: [
      ("iOS 17", [], .match, true), ("macOS Sonoma", [], .match, true),
      ("iOS 17.0", [], .match, false), ("iOS 17.0", ["c"], .mismatch, false),
      ("iOS 26", [], .mismatch, false), ("iOS 26", ["c"], .match, false),
    ] as [(String, [String], Verdict, Bool)])
  func years(system: String, others: [String], verdict: Verdict, isOfYear: Bool) throws {
    let file = try #require(suite.scenarios.first { $0.name == "SD-005" })
    let source = Source(
      id: "s", title: "S", environment: Source.Environment(os: try StatedReleases(system)))
    let count = file.scenario.steps.count
    let told = ScenarioFile(
      name: "s", title: "S", scenario: file.scenario,
      observations: [
        count: [Observation(.observed, ObservedState(deleted: ["p"] + others), source: source)]
      ])
    let result = Runner(in: releases).run(told.trial)[0]
    #expect(result.verdict == verdict && (result.matchOfSomeUpdate != nil) == isOfYear)
    #expect(result.matchRemark.hasSuffix(", update not named") == isOfYear)
  }

  @Test("What rests on a behaviour that is disputed for its release is a conflict")
  func disputes() throws {
    let file = try #require(suite.scenarios.first { $0.name == "NR-029" })
    let result = Runner(on: ReleaseRange(from: nil, in: releases)).run(file.trial)[1]
    #expect(result.verdict == .conflict)
    #expect(result.outcomeWords.contains("(disputed) on iOS 26"))
    #expect(
      result.disputes == [
        "sources disagree about reading a nullified relationship (nullified_reference_stays; "
          + "seen on iOS 26.0 and a release that is not named (an in-memory store), not on iOS 26)"
      ])
    #expect(
      releases.behaviour(.deletedAgain, of: .swiftData)?.seen
        == "seen on macOS 26 and iOS 27 (not loaded), not on macOS 26 (loaded)")
  }

  @Test("A cell names what may change it among what nobody knows")
  func unknownConditions() throws {
    let cell = try #require(
      suite.cells(of: .swiftData).first { $0.id == "C-D/deny+deny/delete-C1" })
    let newest = Runner(on: ReleaseRange(newestIn: releases)).run(cell)
    #expect(
      newest.outcomeWords
        == "one of: crashes, or save fails: C1.testD holds D1, or deletes only C1 (disputed)")
    #expect(newest.releases.map(\.unknown) == [[.oneToOneLeft, .denied]])
  }

  @Test("Sources contradict each other only about one release")
  func conflicts() throws {
    let scenario = try #require(suite.scenarios.first { $0.name == "SD-005" }).scenario
    func verdict(_ one: String, _ other: String, reversed: Bool = false) throws -> Verdict {
      let sources = try [one, other].enumerated().map { index, os in
        Source(
          id: "\(index)", title: "S",
          environment: Source.Environment(os: try StatedReleases(os)))
      }
      let observations = [
        Observation(.observed, ObservedState(stored: ["c"]), source: sources[0]),
        Observation(.observed, ObservedState(stored: []), source: sources[1]),
      ]
      let file = ScenarioFile(
        name: "two", title: "Two", scenario: scenario, sources: sources,
        observations: [scenario.steps.count: reversed ? observations.reversed() : observations])
      return Runner(on: ReleaseRange(from: nil, in: releases)).run(file.trial)[0].verdict
    }
    // A source that names no release may be right about another one.
    for (one, other, expected) in [
      ("iOS 17.2", "iOS 26", Verdict.match), ("iOS 17.2", "macOS 14.2", .conflict),
      ("iOS 17.2", "2026", .match), ("2024", "iOS 26", .match), ("2024", "2026", .match),
    ] {
      #expect(try verdict(one, other) == expected, "\(one), \(other)")
      #expect(try verdict(one, other, reversed: true) == expected, "\(one), \(other)")
    }
  }
}
