import BundledRun
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
      let rules = cell.rules.reversed().map { $0?.rawValue ?? "-" }.joined(
        separator: "+")
      let operation = try #require(cell.operation)
      let id = "\(cell.group)/\(rules)/\(mirror(operation.idSuffix))"
      let observed = try Bundled.result(id)
      // The article does not try every removal.
      guard let stated = observed.cell.observations.first?.state else {
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

  func callAsFunction(_ expectation: ObservedState) -> ObservedState {
    ObservedState(
      deleted: expectation.deleted?.map { self($0) }.sorted(), effect: expectation.effect,
      nullified: expectation.nullified?.map { self($0) }.sorted(),
      dangling: expectation.dangling?.map { self($0) }.sorted())
  }
}
