import BundledRun
import Conformance
import DeleteMatrix
import ObjectGraph
import Scenarios
import Testing

/// The matrix is worth what it catches: engines that are wrong on purpose must break it.
@Suite("Which cells break when the engine is wrong?")
struct WrongEngineTests {
  @Test("The right engine breaks none")
  func rightEngine() throws {
    try expect(WrongEngine(), breaks: [])
  }

  @Test("A deny rule that also counts blockers which go as well breaks 2 cells")
  func denyCountsWhatGoes() throws {
    let engine = WrongEngine.judging { outcome in
      // Each satisfiedDenies reference becomes a denial.
      outcome.denials
        + outcome.satisfiedDenies.map {
          ObservedState.Refusal(
            .denied, object: $0.source, relationship: $0.relationship, blockers: [$0.destination])
        }
    }
    try expect(
      engine, breaks: ["C-D/cascade+deny/delete-C1", "I-J/cascade+deny/delete-I1"])
  }

  @Test("A deny rule looked at only for the object that was asked for breaks 3 cells")
  func denyOnlyOfTheRequested() throws {
    let engine = WrongEngine.judging { outcome in
      outcome.denials.filter { outcome.requested.contains($0.object ?? "") }
    }
    try expect(
      engine,
      breaks: [
        "O-P/cascade+deny/delete-O1", "Q-R/cascade+deny/delete-Q1", "Q-R/deny+cascade/delete-R1",
      ])
  }

  @Test("References to deleted objects that are swept away by themselves break 49 cells")
  func danglingIsSwept() throws {
    let engine = WrongEngine.sweeping { _, _ in true }
    let deletes = try Bundled.observedDeletes()
    let trapping = try deletes.filter { try $0.state.effect == .trapOnRead }.map(\.cell.id)
    // Half of the crashes are dangling references; the others are denied, and stay so.
    let crashing = [
      "C-D/cascade+noAction/delete-D1", "C-D/nullify+noAction/delete-D1",
      "C-D/deny+noAction/delete-D1", "C-D/noAction+noAction/delete-C1",
      "C-D/noAction+noAction/delete-D1",
    ]
    #expect(trapping.count + crashing.count == 49)
    try expect(engine, breaks: Set(trapping + crashing))
  }

  private func expect(
    _ engine: WrongEngine, breaks expected: Set<String>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let cells = try Bundled.observedDeletes().map(\.cell)
    #expect(cells.count == 124)
    let results = cells.map(Runner(engine).run)
    // An engine that cannot do the steps proves nothing about the matrix.
    #expect(results.filter { $0.verdict == .error }.map(\.cell.id) == [])
    let broken = Set(results.filter { $0.verdict == .mismatch }.map(\.cell.id))
    // Over the wire, the engine that breaks none and the one that breaks most say enough.
    if broken.isEmpty || broken.count > 9 {
      #expect(brokenOverTheWire(by: engine, in: cells) == broken, sourceLocation: sourceLocation)
    }
    #expect(
      broken == expected,
      """
      broken against expectation: \(broken.subtracting(expected).sorted())
      not broken against expectation: \(expected.subtracting(broken).sorted())
      """,
      sourceLocation: sourceLocation)
  }
}

extension WrongEngineTests {
  /// The cells that break where the engine is asked by way of the protocol.
  private func brokenOverTheWire(by engine: WrongEngine, in cells: [Cell]) -> Set<String> {
    let greeting = Greeting(
      Identity(name: "wrong", version: "1", language: "Swift", framework: .swiftData),
      capabilities: Set(Capability.allCases), isShared: true)
    let suite = ConformanceSuite(
      MatrixSuite(), for: greeting, random: cells.map { Trial($0.scenario, [$0]) },
      by: Runner(on: nil))
    let loop = AdapterLoop(engine, as: greeting)
    let results = suite.results { loop.response(to: $0) }
    return Set(results.filter { $0.verdict != .match }.map(\.cell.id))
  }
}
