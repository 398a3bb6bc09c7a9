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
      // Each forgiven reference becomes a denial.
      outcome.denials
        + outcome.forgiven.map {
          Outcome.Denial(
            object: $0.source, relationship: $0.relationship, blockers: [$0.destination])
        }
    }
    try expect(
      engine, breaks: ["C-D/cascade+deny/delete-C1", "I-J/cascade+deny/delete-I1"])
  }

  @Test("A deny rule looked at only for the object that was asked for breaks 3 cells")
  func denyOnlyOfTheRequested() throws {
    let engine = WrongEngine.judging { outcome in
      outcome.denials.filter { outcome.requested.contains($0.object) }
    }
    try expect(
      engine,
      breaks: [
        "O-P/cascade+deny/delete-O1", "Q-R/cascade+deny/delete-Q1", "Q-R/deny+cascade/delete-R1",
      ])
  }

  /// What breaks where O-P has an inverse or behaves as if it had: all nullify rules.
  private static let nullifyWithoutInverse: Set = [
    "O-P/cascade+nullify/delete-O1", "O-P/cascade+nullify/delete-P1",
    "O-P/nullify+nullify/delete-O1", "O-P/nullify+nullify/delete-P1",
    "O-P/nullify+deny/delete-O1", "O-P/nullify+noAction/delete-O1",
  ]

  @Test("A nullify rule that clears references though there is no inverse breaks 6 cells")
  func nullifyWithoutAnInverse() throws {
    let engine = WrongEngine.sweeping { reference, scenario in
      // What a deleted object may hold by nullify lets go of it, by whatever relationship.
      let (gone, survivor) = (reference.destination, reference.source)
      return scenario.entities.first { $0.name == scenario.entity(of: gone) }?.relationships
        .contains {
          $0.deleteRule == .nullify && $0.destination == scenario.entity(of: survivor)
        } ?? false
    }
    try expect(engine, breaks: Self.nullifyWithoutInverse)
  }

  @Test("An inverse inferred for N:N breaks 6 cells")
  func manyToManyIsInferred() throws {
    // Declared on one side, as if it had been inferred; the article's pairings have one at most.
    let engine = WrongEngine.changing { relationship, id, schema in
      let back = schema.relationships.filter {
        schema.source(of: $0) == schema.destination(of: id)
          && schema.declaration(of: $0).isToMany && schema.inverse(of: $0) == nil
      }
      guard relationship.isToMany, schema.inverse(of: id) == nil, let other = back.first, id < other
      else { return }
      relationship.inverse = .named(schema.declaration(of: other).name)
    }
    try expect(engine, breaks: Self.nullifyWithoutInverse)
  }

  /// Every delete whose nullify rule needs an inverse that nobody declared.
  private static let nullifyByInferredInverse: Set = [
    "C-D/cascade+nullify/delete-D1", "C-D/nullify+nullify/delete-C1",
    "C-D/nullify+nullify/delete-D1", "C-D/nullify+deny/delete-C1",
    "C-D/nullify+noAction/delete-C1", "I-J/cascade+nullify/delete-J1",
    "I-J/nullify+nullify/delete-I1", "I-J/nullify+nullify/delete-J1",
    "I-J/nullify+deny/delete-I1", "I-J/nullify+noAction/delete-I1",
  ]

  @Test("No inverse inferred for 1:1 and 1:N, by the rules alone, breaks 10 cells")
  func rulesInferNothing() throws {
    let engine = WrongEngine.changing { relationship, id, schema in
      // A nullify rule that clears nothing does what no action does.
      if schema.inverse(of: id)?.kind == .inferred && relationship.deleteRule == .nullify {
        relationship.deleteRule = .noAction
      }
    }
    try expect(engine, breaks: Self.nullifyByInferredInverse)
  }

  private static let inferringNothing = WrongEngine.changing { relationship, id, schema in
    if schema.inverse(of: id)?.kind == .inferred { relationship.inverse = .oneWay }
  }

  @Test("As the files link from one side, no inverse at all breaks 20: nothing fills in the other")
  func nothingIsInferred() throws {
    // The files link from C and from I. Without an inverse D and J hold nothing, so their rules
    // have nothing to cascade to, to deny for or to leave dangling, and nothing clears C and I.
    let deletesFromTheEmptySide = try Bundled.observedDeletes().map(\.cell.id).filter {
      $0.hasSuffix("delete-D1") || $0.hasSuffix("delete-J1")
    }
    // I1 still refers to J1 and nothing takes that away, as was seen where J has the rule noAction.
    let asStated = Set([
      "I-J/cascade+noAction/delete-J1", "I-J/nullify+noAction/delete-J1",
      "I-J/deny+noAction/delete-J1", "I-J/noAction+noAction/delete-J1",
    ])
    // Deleting C or I still finds what they hold, but nothing leads back that could dangle, and
    // what is denied is no longer labelled a crash: a one-to-one with an inverse crashed.
    let deletesFromTheOtherSide = [
      "C-D/deny+deny/delete-C1", "C-D/deny+noAction/delete-C1", "C-D/noAction+noAction/delete-C1",
      "I-J/noAction+noAction/delete-I1",
    ]
    let broken = Set(deletesFromTheEmptySide + deletesFromTheOtherSide).subtracting(asStated)
    #expect(broken.count == 20)
    try expect(Self.inferringNothing, breaks: broken)
  }

  @Test("Linked from both sides, none inferred breaks 10 cells by nullify and 10 labelled a crash")
  func nothingIsInferredThoughLinkedFromBothSides() throws {
    let deletes = try Bundled.observedDeletes()
    let cells = try deletes.map { try $0.cell.linkedFromBothSides }
    let crashing = try deletes.filter { try $0.expectation.effect == .crash }.map(\.cell.id)
    #expect([Self.nullifyByInferredInverse.count, crashing.count] == [10, 10])
    try expect(WrongEngine(), breaks: [], in: cells)
    try expect(
      Self.inferringNothing, breaks: Self.nullifyByInferredInverse.union(crashing), in: cells)
  }

  @Test("References to deleted objects that are swept away by themselves break 49 cells")
  func danglingIsSwept() throws {
    let engine = WrongEngine.sweeping { _, _ in true }
    let deletes = try Bundled.observedDeletes()
    let trapping = try deletes.filter { try $0.expectation.effect == .trapOnRead }.map(\.cell.id)
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
    _ engine: WrongEngine, breaks expected: Set<String>, in cells: [Cell]? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let cells = try cells ?? Bundled.observedDeletes().map(\.cell)
    #expect(cells.count == 124)
    let results = Runner(engine).run(cells)
    // An engine that cannot do the steps proves nothing about the matrix.
    #expect(results.filter { $0.verdict == .error }.map(\.cell.id) == [])
    let broken = Set(results.filter { $0.verdict == .mismatch }.map(\.cell.id))
    #expect(brokenOverTheWire(by: engine, in: cells) == broken, sourceLocation: sourceLocation)
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
    let suite = ConformanceSuite(MatrixSuite(), for: greeting, random: cells)
    let loop = AdapterLoop(engine, as: greeting)
    let results = suite.results { loop.response(to: $0) }
    return Set(results.filter { $0.verdict != .match }.map(\.cell.id))
  }
}

extension Cell {
  /// The cell with each link stated from the other side too, where SwiftData infers an inverse.
  fileprivate var linkedFromBothSides: Cell {
    get throws {
      Cell(
        id: id, group: group, origin: origin,
        scenario: scenario.with(links: try scenario.linksFromBothSides),
        observations: observations, location: location)
    }
  }
}
