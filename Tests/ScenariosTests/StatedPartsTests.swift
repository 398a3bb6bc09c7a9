import ObjectGraph
import Scenarios
import Testing

@Suite("Is each part that an expectation states compared?")
struct StatedPartsTests {
  typealias Stated = ObservedState

  /// A part of an expectation with two values that exclude each other, and how an outcome has the
  /// first.
  private struct Part: Sendable {
    let name: String
    let one: Stated
    let other: Stated
    let assign: @Sendable (inout Outcome) -> Void
  }

  private static let link = NamedLink("a", "b", "c")
  private static let fetch = SortedFetch(of: "A", by: "name")

  private static let parts = [
    Part(name: "deleted", one: Stated(deleted: ["d"]), other: Stated(deleted: ["d", "e"])) {
      $0.deleted = ["d"]
    },
    Part(name: "kept", one: Stated(kept: ["k"]), other: Stated(kept: [])) { $0.kept = ["k"] },
    Part(name: "effect", one: Stated(effect: .denied), other: Stated(effect: .crash)) {
      $0.effect = .denied
    },
    Part(name: "nullified", one: Stated(nullified: [link]), other: Stated(nullified: [])) {
      $0.nullified = [link]
    },
    Part(name: "dangling", one: Stated(dangling: [link]), other: Stated(dangling: [])) {
      $0.dangling = [link]
    },
    Part(name: "stored", one: Stated(stored: ["s"]), other: Stated(stored: [])) {
      $0.stored = ["s"]
    },
    Part(name: "isDeleted", one: Stated(isDeleted: ["i"]), other: Stated(isDeleted: [])) {
      $0.isDeleted = ["i"]
    },
    Part(name: "reading", one: Stated(reading: .trap), other: Stated(reading: .empty)) {
      $0.reading = .trap
    },
    Part(
      name: "error", one: Stated(error: .deniedDelete),
      other: Stated(error: .missingMandatoryProperty)
    ) { $0.error = .deniedDelete },
    Part(
      name: "references", one: Stated(references: [NamedReferences("a", "b", ["c"])]),
      other: Stated(references: [NamedReferences("a", "b", [])])
    ) { $0.references = [NamedReferences("a", "b", ["c"])] },
    Part(
      name: "values", one: Stated(values: [NamedValue("a", "n", .integer(1))]),
      other: Stated(values: [NamedValue("a", "n", .integer(2))])
    ) { $0.values = [NamedValue("a", "n", .integer(1))] },
    Part(
      name: "fetched", one: Stated(fetched: [FetchedObjects(fetch, finds: ["a"])]),
      other: Stated(fetched: [FetchedObjects(fetch, finds: ["c"])])
    ) { $0.fetched = [FetchedObjects(fetch, finds: ["a"])] },
  ]

  @Test("The table has every part")
  func parts() {
    #expect(ObservedState.Field.allCases.map { "\($0)" } == Self.parts.map(\.name))
  }

  @Test("Two expectations contradict each other where both state a part and differ in it")
  func contradictions() {
    for part in Self.parts {
      #expect(part.one.contradicts(part.other), "\(part.name)")
      #expect(part.other.contradicts(part.one), "\(part.name)")
      for other in Self.parts {
        #expect(!part.one.contradicts(other.one), "\(part.name), \(other.name)")
        if part.name != other.name {
          #expect(!part.one.contradicts(other.other), "\(part.name), \(other.name)")
        }
      }
      #expect(!part.one.contradicts(Stated()) && !Stated().contradicts(part.one), "\(part.name)")
    }
  }

  @Test("An expectation holds where the outcome has the stated part, whatever else it has")
  func holds() {
    var whole = Outcome(deleted: [], kept: [], effect: .ok)
    for part in Self.parts { part.assign(&whole) }
    #expect(Stated().holds(for: whole))
    for part in Self.parts {
      #expect(part.one.holds(for: whole), "\(part.name)")
      #expect(!part.other.holds(for: whole), "\(part.name)")
      var single = Outcome(deleted: [], kept: [], effect: .ok)
      #expect(!part.one.holds(for: single), "\(part.name)")
      part.assign(&single)
      #expect(part.one.holds(for: single), "\(part.name)")
    }
  }

  @Test("Two outcomes come to the same where they have the same consequences, whatever they hold")
  func sameConsequences() {
    let consequences: Set = ["deleted", "effect", "nullified", "dangling", "isDeleted", "reading"]
    let plain = Outcome(deleted: [], kept: [], effect: .ok)
    let denial = ObservedState.Refusal(.denied, object: "a", relationship: "b")
    let violation = ObservedState.Refusal(.missing, object: "a", relationship: "b")
    let others = [
      Part(name: "denials", one: Stated(), other: Stated()) { $0.refusals = [denial] },
      Part(name: "violations", one: Stated(), other: Stated()) { $0.refusals = [violation] },
      Part(name: "merged", one: Stated(), other: Stated()) { $0.merged = [["a", "c"]] },
    ]
    for part in Self.parts + others {
      var changed = plain
      part.assign(&changed)
      let isSame = !consequences.contains(part.name) && !others.contains { $0.name == part.name }
      #expect(plain.comesToTheSame(as: changed) == isSame, "\(part.name)")
      #expect(changed.comesToTheSame(as: plain) == isSame, "\(part.name)")
      #expect(changed.comesToTheSame(as: changed), "\(part.name)")
    }
  }

  @Test("What goes is told beside the effect only where nothing really goes")
  func hiddenDeletes() {
    for effect in Effect.allCases {
      var outcome = Outcome(deleted: ["a"], kept: [], effect: effect)
      outcome.requested = ["a"]
      let hidden = Stated(deleted: ["a", "b"]).hiddenDifferences(from: outcome)
      #expect(hidden.isEmpty == [.ok, .trapOnRead].contains(effect), "\(effect)")
    }
  }

  @Test("About another object, relationship, attribute or fetch nothing is contradicted")
  func others() {
    let pairs = [
      (
        Stated(references: [NamedReferences("a", "b", ["c"])]),
        [NamedReferences("x", "b", []), NamedReferences("a", "x", [])].map {
          Stated(references: [$0])
        }
      ),
      (
        Stated(values: [NamedValue("a", "n", .integer(1))]),
        [NamedValue("x", "n", .integer(2)), NamedValue("a", "x", .integer(2))].map {
          Stated(values: [$0])
        }
      ),
      (
        Stated(fetched: [FetchedObjects(Self.fetch, finds: ["a"])]),
        [
          Stated(
            fetched: [
              FetchedObjects(SortedFetch(of: "A", by: "name", isAscending: false), finds: ["c"])
            ])
        ]
      ),
    ]
    for (one, others) in pairs {
      for other in others { #expect(!one.contradicts(other) && !other.contradicts(one)) }
    }
  }
}
