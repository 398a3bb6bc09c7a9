import ObjectGraph
@testable import Scenarios
import Testing

@testable import DeleteMatrix

@Suite("What is predicted for the rows that the article leaves out?")
struct DerivedCellTests {
  @Test("A derived cell comes out as the mirror image of the observed one")
  func derivedCellsMirrorObservedOnes() throws {
    var compared: [Summary.Group: Int] = [:]
    for result in try Bundled.results() where result.cell.isDerived {
      let letters = result.cell.group.split(separator: "-").map(String.init)
      let mirror = Mirror(try #require(letters.first), try #require(letters.last))
      let cell = result.cell
      let rules = (cell.tableEntry?.rules ?? []).reversed().map { $0?.rawValue ?? "-" }.joined(
        separator: "+")
      let operation = try #require(cell.tableEntry?.operation)
      let id = "\(cell.group)/\(rules)/\(mirror(operation.idSuffix))"
      let observed = try Bundled.result(id)
      // The article does not try every removal.
      guard let stated = observed.cell.observations.first?.expectation else {
        #expect(Summary.Group(cell) == .removals, "\(cell.id)")
        continue
      }
      let outcome = try result.outcome
      #expect(mirror(stated).holds(for: outcome), "\(cell.id) against \(id)")
      // What nobody could see is mirrored too, where the app crashed.
      let other = try observed.outcome
      #expect(outcome.deleted == other.deleted.map { mirror($0) }.sorted(), "\(cell.id)")
      #expect(outcome.dangling == other.dangling.map { mirror($0) }.sorted(), "\(cell.id)")
      #expect(outcome.nullified == other.nullified.map { mirror($0) }.sorted(), "\(cell.id)")
      compared[Summary.Group(cell), default: 0] += 1
    }
    #expect(compared == [.deletes: 24, .unlinkedDeletes: 24, .removals: 6])
  }

  /// Deletes of the six rows of I-J that the article leaves out; a one-to-many has no mirror image.
  private static let leftOut: [(rules: String, deletion: Predicted, of: String)] = [
    ("nullify+cascade", Predicted(deleted: "I1", .ok), "I1"),
    ("nullify+cascade", Predicted(deleted: "I1 J1", .ok), "J1"),
    ("deny+cascade", Predicted(deleted: "I1", .denied), "I1"),
    ("deny+cascade", Predicted(deleted: "I1 J1", .denied), "J1"),
    ("noAction+cascade", Predicted(deleted: "I1", .trapOnRead, "J1 → I1, J2 → I1"), "I1"),
    ("noAction+cascade", Predicted(deleted: "I1 J1", .trapOnRead, "J2 → I1"), "J1"),
    ("deny+nullify", Predicted(deleted: "I1", .denied), "I1"),
    ("deny+nullify", Predicted(deleted: "J1", .ok), "J1"),
    ("noAction+nullify", Predicted(deleted: "I1", .trapOnRead, "J1 → I1, J2 → I1"), "I1"),
    ("noAction+nullify", Predicted(deleted: "J1", .ok), "J1"),
    ("noAction+deny", Predicted(deleted: "I1", .trapOnRead, "J1 → I1, J2 → I1"), "I1"),
    ("noAction+deny", Predicted(deleted: "J1", .denied), "J1"),
  ]

  @Test("The twelve cells that are nobody's mirror image are predicted by the rules alone")
  func leftOutCells() throws {
    for (rules, expected, object) in Self.leftOut {
      let id = "I-J/\(rules)/delete-\(object)"
      let result = try Bundled.result(id)
      #expect(result.verdict == .unobserved, "\(id)")
      #expect(!result.cell.isDerived, "\(id)")
      let outcome = try result.outcome
      // A denied save also shows what would dangle; the left-out table does not say.
      let dangling = outcome.effect == .denied ? [] : outcome.dangling
      let predicted = Predicted(
        deleted: outcome.deleted.joined(separator: " "), outcome.effect,
        dangling.map { "\($0.source) → \($0.destination)" }.joined(separator: ", "))
      #expect(predicted == expected, "\(id)")
    }
    let ids = Set(Self.leftOut.map { "I-J/\($0.rules)/delete-\($0.of)" })
    let unobserved = try Bundled.results().map(\.cell).filter {
      $0.group == "I-J" && Summary.Group($0) == .deletes && $0.observations.isEmpty
    }
    #expect(ids == Set(unobserved.map(\.id)))
  }

  @Test("What blocks the denied ones is named, and J2 loses its owner where that goes")
  func leftOutDetails() throws {
    let denied = try Bundled.result("I-J/deny+cascade/delete-J1").outcome
    #expect(denied.denials.map(\.object) == ["I1"])
    #expect(denied.denials.map(\.blockers) == [["J2"]])
    #expect(denied.forgiven == [NamedLink("I1", "testJ", "J1")])
    let nullified = try Bundled.result("I-J/nullify+cascade/delete-J1").outcome
    #expect(nullified.nullified == [NamedLink("J2", "testI", "I1")])
  }
}

/// What the rules make of a cell, in a few words.
private struct Predicted: Equatable {
  let deleted: String
  let effect: Effect
  let dangling: String

  init(deleted: String, _ effect: Effect, _ dangling: String = "") {
    self.deleted = deleted
    self.effect = effect
    self.dangling = dangling
  }
}

/// Swaps the letters of both sides in names such as `C1`, `testD` and `delete-D1`.
private struct Mirror {
  private let left: Character
  private let right: Character

  init(_ left: String, _ right: String) {
    self.left = Character(left)
    self.right = Character(right)
  }

  func callAsFunction(_ text: String) -> String {
    String(text.map { $0 == left ? right : $0 == right ? left : $0 })
  }

  func callAsFunction(_ link: NamedLink) -> NamedLink {
    NamedLink(self(link.source), self(link.relationship), self(link.destination))
  }

  func callAsFunction(_ expectation: Scenarios.Expectation) -> Scenarios.Expectation {
    Scenarios.Expectation(
      deleted: expectation.deleted?.map { self($0) }.sorted(), effect: expectation.effect,
      nullified: expectation.nullified?.map { self($0) }.sorted(),
      dangling: expectation.dangling?.map { self($0) }.sorted())
  }
}
