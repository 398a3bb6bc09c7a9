import ObjectGraph
import Scenarios
import Testing

private typealias Stated = ObservedState

private let link = NamedLink("A1", "toB", "B1")

/// The outcome of a delete of boxes that hold balls.
private func predicted(
  _ effect: Effect, _ deleted: [String], requested: [String]? = nil, dangling: [NamedLink] = [],
  refusals: [ObservedState.Refusal] = []
) -> Outcome {
  var outcome = Outcome(deleted: deleted, kept: [], effect: effect)
  outcome.requested = requested ?? deleted
  outcome.dangling = dangling
  outcome.refusals = refusals
  return outcome
}

private func broken(
  _ object: String, _ relationship: String, _ kind: ObjectGraph.Violation.Kind
) -> ObservedState.Refusal {
  ObservedState.Refusal(kind, object: object, relationship: relationship)
}

@Suite("How is an outcome put into words?")
struct WordsTests {
  @Test(
    "An article fits how a name is read, letter by letter or as a word",
    arguments: [
      "an RSSFeedItem", "an SKU", "an HTTPRequest", "an MKItem", "an XAxis", "an SQLQuery", "an X",
      "an HSet", "an Item", "an Upload", "an ABTest", "a URL", "a User", "a UIImage", "a UUID",
      "a Feed", "a Set", "a Meal", "a TShirt", "a CDTrip", "a NASA", "a NASAPhoto", "a Unit", "a T",
    ])
  func article(_ words: String) {
    #expect(words.split(separator: " ").last.map { String($0).withArticle } == words)
  }

  @Test(
    "What goes, each reference that traps once, and what refuses the save by Core Data's number",
    arguments: [
      (predicted(.ok, ["b1"]), "deletes only b1"),
      (predicted(.ok, ["b1", "b2"]), "deletes only b1 and b2"),
      (predicted(.ok, ["b1", "b2", "x"], requested: ["x"]), "also deletes b1 and b2"),
      (predicted(.ok, []), "deletes nothing"),
      (
        predicted(
          .trapOnRead, ["b1", "b2"],
          dangling: [NamedLink("x", "balls", "b1"), NamedLink("x", "balls", "b2")]),
        "deletes only b1 and b2; x.balls cannot be fulfilled"
      ),
      (
        predicted(
          .trapOnRead, ["x"], dangling: [NamedLink("b1", "box", "x"), NamedLink("b2", "box", "x")]),
        "deletes only x; b1.box and b2.box cannot be fulfilled"
      ),
      (
        predicted(
          .denied, ["x"],
          refusals: [.init(.denied, object: "x", relationship: "balls", blockers: ["b1", "b2"])]),
        "save fails: x.balls holds b1 and b2"
      ),
      (
        predicted(
          .validationFailed, ["x"],
          refusals: ["b1", "b2", "b3"].map { broken($0, "box", .missing) }),
        "save fails: b1.box is empty (1570), b2.box is empty (1570) and b3.box is empty (1570)"
      ),
      (
        predicted(
          .validationFailed, ["b1"],
          refusals: [broken("x", "balls", .tooFew(count: 2, minimum: 3))]),
        "save fails: x.balls holds 2, at least 3 (1580)"
      ),
      (
        predicted(
          .validationFailed, ["b1"],
          refusals: [broken("x", "balls", .tooMany(count: 2, maximum: 1))]),
        "save fails: x.balls holds 2, at most 1 (1590)"
      ),
      // Nothing else matters then.
      (predicted(.crash, ["x"]), "crashes"),
    ])
  func outcomes(outcome: Outcome, words: String) {
    #expect(outcome.words(under: .coreData) == words)
  }

  @Test(
    "What is stated is put the same way, as far as it is stated",
    arguments: [
      (Stated(deleted: ["A1"], effect: .ok), "deletes only A1"),
      (Stated(effect: .ok), "nothing else happens"),
      (Stated(effect: .trapOnRead), "reading a reference crashes"),
      (
        Stated(deleted: ["A1"], effect: .trapOnRead, dangling: [link]),
        "deletes only A1; reading A1.toB crashes"
      ),
      (
        Stated(deleted: ["A1"], effect: .denied),
        "deletes only A1; the save fails because of a deny rule"
      ),
      (
        Stated(effect: .validationFailed), "the save fails because an object is invalid"
      ),
      (Stated(deleted: ["A1", "B1"], effect: .crash), "also deletes B1; crashes"),
      (Stated(effect: .ok, nullified: [link]), "A1.toB → B1 is cleared"),
    ])
  func expectations(expectation: ObservedState, words: String) {
    #expect(expectation.words(requested: ["A1"], under: .swiftData) == words)
  }
}
