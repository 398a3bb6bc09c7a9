import ObjectGraph
import Scenarios
import SourceText
import Testing

@testable import DeleteMatrix

@Suite("Which cells has a scenario, and what comes of them?")
struct ScenarioCellTests {
  private static let stated = #"{"evidence": "observed", "deleted": [], "effect": "ok"}"#

  /// The results of the sound scenario with a change, and the lines on which something is expected.
  private func results(
    _ old: String, _ new: String
  ) throws -> (results: [CellResult], lines: [Int]) {
    let text = SoundFile.scenario.text.replacing(old, with: new)
      .replacing(#""expect": null"#, with: #""expect": [\#(Self.stated), \#(Self.stated)]"#)
    let suite = try MatrixSuite([SourceFile(path: "test.json", bytes: Array(text.utf8))])
    let lines = text.split(separator: "\n").enumerated().filter { $1.contains("expect") }
    return (Runner().run(suite.trials(of: nil)), lines.map { $0.offset + 1 })
  }

  @Test("There is one cell for each step after which something is stated, numbered from 1")
  func cells() throws {
    let (results, lines) = try results(
      #"{"delete": ["L"]}"#, #"{"delete": ["L"], "expect":  null}"#)
    let cells = results.map(\.cell)
    #expect(cells.map(\.id) == ["refusal/step-7", "refusal/step-8", "refusal/step-9"])
    #expect(Set(cells.map(\.group)) == ["refusal"])
    #expect(cells.map(\.operation) == [nil, nil, nil])
    #expect(cells.map(\.stepCount) == [7, 8, 9])
    #expect(cells.map(\.location.description) == lines.map { "test.json:\($0):5" })
    #expect(results.map(\.verdict) == [.unobserved, .match, .match])
    #expect(cells.map(\.observations.count) == [0, 1, 2])
    #expect(Summary(results).count(in: .scenarioSteps) == 3)
  }

  @Test("A step that fails is an error of every later cell, and of none before it")
  func laterCells() throws {
    let (results, lines) = try results(
      #"{"set": ["I2", "list", "L"]}"#,
      """
      {"insert": {"List": ["M"]}, "expect":  null},
      {"set": ["I2", "list", ["L", "M"]]}
      """)
    #expect(results.map(\.verdict) == [.unobserved, .error, .error])
    let failing = lines[0] + 1
    #expect(results.map { $0.error?.location?.line } == [nil, failing, failing])
    #expect(results.map { $0.predicted == nil } == [false, true, true])
  }

  @Test("What an object holds is stated in any order, unless the relationship has one")
  func heldOrder() throws {
    for isOrdered in [false, true] {
      let text = """
        {"scenario": "s", "title": "S", "framework": "coreData",
         "sources": [{"id": "one", "title": "One", "url": null, "published": null,
          "environment": {"os": null, "xcode": null, "store": null}}],
         "entities": [{"name": "B"}, {"name": "A", "relationships": [
          {"name": "bs", "destination": "B", "toMany": true, "ordered": \(isOrdered)}]}],
         "objects": {"A": ["a"], "B": ["b1", "b2"]},
         "links": [["a", "bs", "b1"], ["a", "bs", "b2"]],
         "steps": [{"save": true, "expect": {"evidence": "observed", "deleted": [],
          "effect": "ok", "references": [["a", "bs", ["b2", "b1"]]]}}]}
        """
      let suite = try MatrixSuite([SourceFile(path: "s.json", bytes: Array(text.utf8))])
      let results = Runner().run(suite.trials(of: nil))
      #expect(results.map(\.verdict) == [isOrdered ? .mismatch : .match])
    }
  }

  @Test(
    "A save that passes and leaves a reference dangling is ok where a later step says what a read finds",
    arguments: [
      ("ok", #""effect": "trapOnRead", "read": "trap""#, [Verdict.match, .match]),
      ("ok", #""effect": "ok", "read": "readable""#, [.match, .mismatch]),
      ("ok", #""effect": "trapOnRead""#, [.mismatch, .match]),
      ("trapOnRead", #""effect": "trapOnRead", "read": "trap""#, [.match, .match]),
      ("denied", #""effect": "trapOnRead", "read": "trap""#, [.mismatch, .match]),
      ("crash", #""effect": "trapOnRead", "read": "trap""#, [.mismatch, .match]),
    ])
  func laterRead(effect: String, read: String, verdicts: [Verdict]) throws {
    let text = """
      {"scenario": "s", "title": "S", "framework": "swiftData",
       "sources": [{"id": "one", "title": "One", "url": null, "published": null,
        "environment": {"os": "iOS 26", "xcode": null, "store": "SQLite"}}],
       "store": "sqlite", "entities": [
        {"name": "A", "relationships": [{"name": "b", "destination": "B", "inverse": null}]},
        {"name": "B", "attributes": [{"name": "name"}]}],
       "objects": {"A": ["a"], "B": ["b"]}, "links": [["a", "b", "b"]], "values": [["b", "name", "x"]],
       "steps": [{"delete": ["b"]},
        {"save": true, "expect": {"evidence": "observed", "deleted": null, "effect": "\(effect)"}},
        {"read": ["a", "b", "name"], "expect": {"evidence": "observed", "deleted": null, \(read)}}]}
      """
    let suite = try MatrixSuite([SourceFile(path: "s.json", bytes: Array(text.utf8))])
    let results = Runner(on: ReleaseRange(newestIn: try Releases.known()))
      .run(suite.trials(of: nil))
    #expect(results.map(\.verdict) == verdicts)
  }

  @Test("What is wrong before the first step is an error at the scenario")
  func scenariosInCode() {
    let scenario = Scenario(
      framework: .swiftData, entities: [Entity("A", relationships: [.toOne("b", "C")])],
      objects: [], steps: [Scenario.Step(.save)])
    let file = ScenarioFile(
      name: "s", title: "s", scenario: scenario, observations: [1: []],
      at: Location(file: "f", line: 3, column: 1))
    let result = Runner().run(file.trial)[0]
    #expect(result.verdict == .error)
    #expect(
      result.error?.description
        == "f:3:1: error: A.b: the destination 'C' is no entity of this schema")
  }
}
