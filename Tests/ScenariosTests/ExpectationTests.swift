import ObjectGraph
import Scenarios
import Testing

@Suite("When can two expectations not both hold?")
struct ExpectationTests {
  private typealias Stated = Scenarios.Expectation

  /// Each part of an expectation by itself, with two values.
  private static let parts: [[Stated]] = {
    let links = [[NamedLink("a", "r", "b")], []]
    let names = [["a"], []]
    let (effects, readings) = ([Effect.ok, .crash], [Outcome.Reading.trap, .empty])
    let errors = [ErrorCode.deniedDelete, .saveConflicts]
    var parts: [[Stated]] = [names.map { Stated(deleted: $0) }]
    parts.append(effects.map { Stated(effect: $0) })
    parts.append(links.map { Stated(nullified: $0) })
    parts.append(links.map { Stated(dangling: $0) })
    parts.append(names.map { Stated(stored: $0) })
    parts.append(names.map { Stated(isDeleted: $0) })
    parts.append(readings.map { Stated(reading: $0) })
    parts.append(errors.map { Stated(error: $0) })
    parts.append(names.map { Stated(references: [NamedReferences("a", "r", $0)]) })
    parts.append([1, 2].map { Stated(values: [NamedValue("a", "x", .integer($0))]) })
    parts.append(
      names.map { Stated(fetched: [FetchedObjects(SortedFetch(of: "A", by: "x"), finds: $0)]) })
    return parts
  }()

  @Test("Where both state a part, and differ in it")
  func contradictions() {
    for (number, part) in Self.parts.enumerated() {
      for (otherNumber, other) in Self.parts.enumerated() {
        for (one, two) in part.flatMap({ one in other.map { (one, $0) } }) {
          #expect(one.contradicts(two) == (number == otherNumber && one != two), "\(one) \(two)")
        }
      }
    }
  }
}
