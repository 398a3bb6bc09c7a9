import BundledRun
import ObjectGraph
import SourceText
import Testing

@testable import DeleteMatrix

@Suite("What does a whole run come to?")
struct MatrixRunTests {
  private func suite(_ files: (path: String, text: String)...) throws -> MatrixSuite {
    try MatrixSuite(files.map { SourceFile(path: $0.path, bytes: Array($0.text.utf8)) })
  }

  private func manifest(_ counts: String) -> (path: String, text: String) {
    ("manifest.json", #"{"pinned": \#(counts)}"#)
  }

  @Test("The manifest pins what the article has, and that is there")
  func bundled() throws {
    let suite = try Bundled.suite.get()
    let pins = try #require(suite.pins[.swiftData])
    #expect([pins.rows, pins.deletes, pins.unlinkedDeletes, pins.removals] == [62, 124, 124, 70])
    for framework in Framework.Name.allCases {
      #expect(suite.pinProblems(of: framework) == [])
      #expect(suite.pins[framework] != nil)
    }
  }

  @Test("One framework's pairings may be asked for, and beside them all scenarios or one's")
  func frameworks() throws {
    let suite = try suite(
      ("a.json", SoundFile.oneWay.text), ("b.json", SoundFile.scenario.text))
    func names(_ framework: Framework.Name?, _ scenarios: Framework.Name?) -> [String] {
      MatrixRun(suite, framework: framework, scenarioFramework: scenarios).sections.map(\.name)
    }
    #expect(names(nil, nil) == ["A-B", "refusal"])
    #expect(names(.swiftData, nil) == ["A-B", "refusal"])
    #expect(names(.swiftData, .swiftData) == ["A-B"])
    #expect(names(.coreData, .coreData) == ["refusal"])
    #expect(MatrixRun(suite, includesScenarios: false).sections.map(\.name) == ["A-B"])
  }

  @Test("A run without any cell is a failure, however it came about")
  func noCells() throws {
    let empty = MatrixRun(try suite())
    #expect(empty.isFailure)
    #expect(empty.results.isEmpty && empty.sections.isEmpty && empty.summary.count() == 0)
    let bundled = try Bundled.suite.get()
    #expect(MatrixRun(bundled, only: CellPattern("M-N")).isFailure)
    let oneWay = try suite((SoundFile.oneWay.path, SoundFile.oneWay.text))
    #expect(MatrixRun(oneWay, framework: .coreData).isFailure)
    #expect(!MatrixRun(oneWay, framework: .swiftData).isFailure)
  }

  @Test("Each count that differs from the pinned one is a sentence, and fails the run")
  func pins() throws {
    let pairing = (path: SoundFile.oneWay.path, text: SoundFile.oneWay.text)
    let right = #"{"swiftData": {"rows": 1, "deletes": 2, "unlinkedDeletes": 0, "removals": 0}}"#
    let run = MatrixRun(try suite(pairing, manifest(right)))
    #expect(run.pinProblems == [])
    #expect(!run.isFailure)
    let wrong = #"{"swiftData": {"rows": 2, "deletes": 3, "unlinkedDeletes": 1, "removals": 4}}"#
    let failing = MatrixRun(try suite(pairing, manifest(wrong)))
    #expect(failing.isFailure)
    #expect(failing.results.filter(\.verdict.isFailure).isEmpty)
    #expect(
      failing.pinProblems == [
        "found 1 observed rows for swiftData; the manifest pins 2",
        "found 2 observed deletes for swiftData; the manifest pins 3",
        "found 0 observed deletes of unlinked objects for swiftData; the manifest pins 1",
        "found 0 removals in observed rows for swiftData; the manifest pins 4",
      ])
  }

  @Test("A framework that is pinned and has no file is missed; one that is not asked for is not")
  func pinsOfAnotherFramework() throws {
    let pairing = (path: SoundFile.oneWay.path, text: SoundFile.oneWay.text)
    let pins = #"{"coreData": {"rows": 0, "deletes": 8, "unlinkedDeletes": 0, "removals": 0}}"#
    let suite = try suite(pairing, manifest(pins))
    let sentence = "found 0 observed deletes for coreData; the manifest pins 8"
    #expect(MatrixRun(suite).pinProblems == [sentence])
    #expect(MatrixRun(suite, framework: .coreData).pinProblems == [sentence])
    #expect(MatrixRun(suite, framework: .swiftData).pinProblems == [])
    #expect(suite.pinProblems(of: .swiftData) == [])
  }

  @Test("A run fails with each of its parts: cells, pins, and those of other frameworks")
  func failingParts() throws {
    let scenario = SoundFile.scenario.text
    let failing = scenario.replacing(#""effect": "denied""#, with: #""effect": "ok""#)
    let pins = #"{"coreData": {"rows": 9, "deletes": 0, "unlinkedDeletes": 0, "removals": 0}}"#
    let good = MatrixRun(try suite((SoundFile.scenario.path, scenario)))
    let bad = MatrixRun(try suite((SoundFile.scenario.path, failing)))
    let pinned = MatrixRun(try suite(manifest(pins)), framework: .coreData)
    let own = MatrixRun(try suite((SoundFile.scenario.path, scenario), manifest(pins)))
    #expect(good.failures == [] && bad.failures.count == 1 && pinned.failures.count == 2)
    for (own, other, count) in [
      (good, good, 0), (good, bad, 1), (bad, good, 1), (bad, bad, 2),
      // That the other framework has no cell is no failure of its own.
      (good, pinned, 1), (own, good, 1), (own, bad, 2), (good, MatrixRun(try suite()), 0),
    ] {
      var run = own
      run.others = [other]
      #expect(run.failures.count == count && run.isFailure == (count > 0))
      let joined = MatrixRun(joining: [("M", run), ("N", good)])
      #expect(joined.failures.count == count)
    }
  }

  @Test("A part of the matrices is not held to the pinned counts")
  func pattern() throws {
    let wrong = #"{"swiftData": {"rows": 2, "deletes": 3, "unlinkedDeletes": 1, "removals": 4}}"#
    let suite = try suite((SoundFile.oneWay.path, SoundFile.oneWay.text), manifest(wrong))
    #expect(MatrixRun(suite).pinProblems.count == 4)
    #expect(MatrixRun(suite, only: CellPattern("A-B")).pinProblems == [])
    #expect(!MatrixRun(suite, only: CellPattern("A-B")).isFailure)
  }

  @Test("Only the cells that a pattern means are run, and only their sections are there")
  func chosenCells() throws {
    let suite = try Bundled.suite.get()
    let run = MatrixRun(suite, framework: .swiftData, only: CellPattern("Q-R/deny+*/delete-?1"))
    #expect(run.sections.map(\.name) == ["Q-R"])
    // The star stands for "/unlinked" too.
    #expect(run.results.count == 16)
    let oneWay = MatrixRun(suite, only: CellPattern("A-B"))
    #expect(oneWay.sections.map(\.framework) == [.coreData, .swiftData])
    #expect(oneWay.results.count == 32)
  }

  @Test("Sections come in the order of the paths, the scenarios after the pairings")
  func sections() throws {
    let run = MatrixRun(
      try suite(
        ("a.json", SoundFile.scenario.text), ("z.json", SoundFile.oneWay.text),
        ("m.json", SoundFile.manyToMany.text)))
    #expect(run.sections.map(\.name) == ["Q-R", "A-B", "refusal"])
    #expect(run.sections.map(\.framework) == [.swiftData, .swiftData, .coreData])
    #expect(run.sections.map(\.sides) == [["Q.r", "R.q"], ["A.b", "B"], nil])
    #expect(run.sections.last?.title == "A list that holds items is not deleted")
    #expect(run.results.map(\.cell.id).suffix(2) == ["refusal/step-8", "refusal/step-9"])
  }

  @Test("Results are counted by verdict and by the kind of operation")
  func summary() throws {
    let scenario = SoundFile.scenario.text
      .replacing(#""effect": "denied""#, with: #""effect": "ok""#)
      .replacing(#", "expect": null"#, with: "")
    let text = SoundFile.oneWay.text.replacing(
      #"{"A1": null, "B1": null}"#,
      with: #"{"A1": {"evidence": "observed", "deleted": ["A1"], "effect": "crash"}, "B1": null}"#)
    let run = MatrixRun(
      try suite(("a.json", text), ("b.json", SoundFile.manyToMany.text), ("c.json", scenario)))
    let summary = run.summary
    #expect(run.isFailure)
    #expect(summary.count() == 114)
    #expect(Summary.Group.allCases.map { summary.count(in: $0) } == [40, 40, 32, 1, 1])
    #expect(summary.count(.match, in: .deletes) == 4)
    #expect(summary.count(.mismatch, in: .unlinkedDeletes) == 1)
    #expect(summary.count(.mismatch, in: .scenarioSteps) == 1)
    #expect(summary.count(.mismatch) == 2)
    #expect(summary.count(.error) == 0)
    #expect(summary.derived == 2)
  }
}
