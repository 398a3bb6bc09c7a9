import ModelFiles
import ObjectGraph
import Scenarios
import SourceText
import SwiftSource
import Testing

@testable import ModelCheck

@Suite("Which relationships make a batch delete fail?")
struct BatchDeleteTests {
  private func findings(
    _ text: String, _ check: Check = Check(for: [.batchDeletes])
  ) throws -> [String] {
    try check.findings(in: Model(reading: text, as: "M.swift")).map {
      "\($0.severity.rawValue) \($0.rule.rawValue) \($0.entity ?? "").\($0.relationship ?? "")"
    }
  }

  private static let trips = """
    @Model class Trip { @Relationship(deleteRule: .cascade) var stops: [Stop] = [] }
    @Model class Stop { var trip: Trip? }
    """

  @Test("Only where it is asked for, and by its name")
  func occasion() throws {
    #expect(try findings(Self.trips, Check()) == [])
    #expect(try findings(Self.trips) == ["note batch_delete_fails Stop.trip"])
    #expect(try findings(Self.trips, Check(rules: [.batchDeleteFails])).count == 1)
  }

  @Test("Where an ordinary delete is refused as well, a batch delete fails with another error")
  func refused() throws {
    let mandatory = """
      @Model class Trip { @Relationship(inverse: \\Stop.trip) var stops: [Stop]? = [] }
      @Model class Stop { var trip: Trip }
      """
    #expect(
      try findings(mandatory) == [
        "note batch_delete_fails Trip.stops", "warning nullify_breaks_mandatory Trip.stops",
      ])
    let pets = """
      @Model class Owner {
        @Relationship(deleteRule: .cascade, inverse: \\Pet.owner) var pet: Pet
      }
      @Model class Pet { var owner: Owner? }
      """
    #expect(
      try findings(pets).filter { $0.contains("Pet.owner") } == [
        "note batch_delete_fails Pet.owner", "note nullify_breaks_mandatory Pet.owner",
      ])
    // Both sides fail by batch: one finding.
    let both = mandatory.replacing("[Stop]?", with: "[Stop]")
    #expect(
      try findings(both) == [
        "note batch_delete_fails Trip.stops", "warning nullify_breaks_mandatory Trip.stops",
      ])
  }

  @Test(
    "A fault that a call in the code shows is told there, and not once more in the model",
    arguments: [
      ("Stop", ["warning batch_call_fails Stop.trip"]),
      ("Trip", ["note batch_delete_fails Stop.trip"]),
      // What holds the rows may be gone by then.
      ("Trip.self); try c.delete(model: Stop", ["note batch_call_fails Stop.trip"]),
      // What still holds the rows is deleted too late.
      ("Stop.self); try c.delete(model: Trip", ["warning batch_call_fails Stop.trip"]),
      (
        "Log.self); for t in try c.fetch(FetchDescriptor<Trip>()) { t.stops.removeAll() }\n"
          + "try c.save(); try c.delete(model: Stop",
        ["note batch_call_fails Stop.trip"]
      ),
    ])
  func atCall(entity: String, expected: [String]) throws {
    let text =
      "\(Self.trips)\nfunc f(_ c: ModelContext) throws { try c.delete(model: \(entity).self) }"
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check(for: [.batchDeletes]).findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    #expect(
      found.map {
        "\($0.severity.rawValue) \($0.rule.rawValue) \($0.entity ?? "").\($0.relationship ?? "")"
      } == expected)
  }

  @Test(
    "The batch deletes that one call does are one finding for readers, and those of two calls are two",
    arguments: [
      (
        "for t in [Stop.self, Bill.self] as [any PersistentModel.Type] { try c.delete(model: t) }",
        ["the call also fails for 1 more entity, because of Stop.trip"]
      ),
      ("try c.delete(model: Stop.self); try c.delete(model: Bill.self)", ["", ""]),
    ])
  func grouped(body: String, expected: [String]) throws {
    let text = """
      @Model class Trip {
        @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
        @Relationship(deleteRule: .cascade, inverse: \\Bill.trip) var bills: [Bill] = []
      }
      @Model class Stop { var trip: Trip? }
      @Model class Bill { var trip: Trip? }
      func f(_ c: ModelContext) throws { \(body) }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check(rules: [.batchCallFails], for: [.batchDeletes]).findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    let grouped = GroupedFindings(found).grouped
    #expect(found.count == 2 && grouped.count == expected.count)
    for (finding, fact) in zip(grouped, expected) {
      #expect(finding.facts.contains { $0.contains("the call also") } == !fact.isEmpty)
      #expect(fact.isEmpty || finding.facts.contains(fact))
    }
  }

  @Test("Both sides of a many-to-many are one finding, and a hook does not help")
  func both() throws {
    let tags = """
      @Model class Note { @Relationship(inverse: \\Tag.notes) var tags: [Tag] = [] }
      @Model class Tag { var notes: [Note] = [] }
      """
    #expect(try findings(tags) == ["note batch_delete_fails Note.tags"])
    let found = try Check(for: [.batchDeletes]).findings(in: Model(reading: tags, as: "M.swift"))
    let witness = try #require(found.first?.witness)
    #expect(found[0].message.hasSuffix("; Tag.notes (line 2) has the same problem"))
    #expect(witness.outcome.error == .saveConflicts && witness.outcome.deleted == [])
    #expect(
      witness.scenario.steps.map(\.action) == [
        .batchDelete(entity: "Note", objects: ["Note1"], includesSubentities: true)
      ])
  }
}
