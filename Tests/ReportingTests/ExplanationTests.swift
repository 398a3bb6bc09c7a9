import DeleteMatrix
import ObjectGraph
import Scenarios
import Testing

@testable import Reporting

@Suite("What does an explanation say where it is not all well?")
struct ExplanationTests {
  private static let id = "A-B/cascade+-/delete-A1"

  private func explanation(_ stated: String) throws -> String {
    let run = try PairingText(stated: stated).run(only: Self.id)
    return try Explanation(#require(run.results.first)).page.markdown
  }

  @Test("A mismatch shows what is predicted, what is stated, and the verdict in bold")
  func mismatch() throws {
    #expect(
      try explanation(outcome("[\"A1\"]")) == """
        # A-B/cascade+-/delete-A1

        - A.toB: to-one B, cascade, no inverse

        1. A1 is deleted.
        2. A1.toB is cascade: B1 is also deleted.
        3. The save succeeds, and no reference dangles.

        Predicted: also deletes B1. Deleted: A1 and B1. Kept: nothing.
        Stated: deletes only A1 (observed: Source one, no date, environment not stated, \
        https://example.com/one)
        Verdict: **mismatch** (A-B.json:15:9)

        """)
  }

  @Test("A survivor that becomes invalid is a step of the chain")
  func violation() throws {
    let run = try scenario(
      entities: """
        [{"name": "Owner", "relationships": [
          {"name": "pets", "destination": "Pet", "toMany": true, "inverse": "owner"}]},
         {"name": "Pet", "relationships": [
          {"name": "owner", "destination": "Owner", "optional": false, "inverse": "pets"}]}]
        """,
      objects: "{\"Owner\": [\"ann\"], \"Pet\": [\"rex\"]}",
      links: "[[\"ann\", \"pets\", \"rex\"]]",
      steps: "[{\"delete\": [\"ann\"]}, {\"save\": true, \"expect\": null}]")
    let text = try Explanation(#require(run.results.first)).page.markdown
    #expect(
      text.contains(
        """
        1. ann is deleted.
        2. rex.owner loses ann: ann.pets is nullify and has this inverse.
        3. rex.owner is empty (1570): the save fails.

        Predicted: save fails: rex.owner is empty (1570). Deleted: ann. Kept: rex.
        Observed: never, as far as is known.

        """))
  }

  /// What is explained of the last step of a SwiftData scenario on a release.
  private func chain(
    _ entities: String, _ objects: String, _ links: String, _ steps: String,
    on system: String? = nil
  ) throws -> [String] {
    let run = try scenario(
      "swiftData", entities: entities, objects: objects, links: links, steps: steps)
    let cell = try #require(run.results.last).cell
    let range = try system.map { try ReleaseRange($0, in: .known()) }
    let text = try Explanation(Runner(on: range).run(cell)).page.markdown
    return text.split(separator: "\n").filter { $0.first?.isNumber == true }.map {
      String($0.drop { $0 != " " }.dropFirst())
    }
  }

  private static let pair = """
    [{"name": "A", "relationships": [
       {"name": "b", "destination": "B", "deleteRule": "RULE", "inverse": "a"}]},
     {"name": "B", "relationships": [{"name": "a", "destination": "A", "optional": OPTIONAL}]}]
    """

  @Test(
    "A crash is told by what makes it: a one-to-one that is left, or what a cascade takes, or neither",
    arguments: [
      ("deny", true, "iOS 17.5", "A one-to-one relationship with an inverse is"),
      ("cascade", false, "iOS 18", "b requires a, whose cascade deletes it"),
      ("cascade", false, "iOS 26", "The save succeeds, and no reference dangles."),
    ])
  func crashes(rule: String, isOptional: Bool, system: String, sentence: String) throws {
    let entities = Self.pair.replacing("RULE", with: rule).replacing(
      "OPTIONAL", with: "\(isOptional)")
    let steps = try chain(
      entities, "{\"A\": [\"a\"], \"B\": [\"b\"]}", "[[\"a\", \"b\", \"b\"]]",
      "[{\"delete\": [\"a\"]}, {\"save\": true, \"expect\": null}]", on: system)
    #expect(steps.last?.hasPrefix(sentence) == true, "\(steps)")
  }

  @Test(
    "What replaces an object whose delete is pending crashes itself",
    arguments: [
      (
        "nullify", true,
        "[{\"delete\": [\"b\"]}, {\"set\": [\"a\", \"b\", \"c\"], "
          + "\"expect\": null}]"
      ),
      // A cascade that a release accepts is not to blame.
      (
        "cascade", false,
        "[{\"delete\": [\"x\"]}, {\"delete\": [\"b\"]}, "
          + "{\"link\": [\"a\", \"b\", \"c\"], \"expect\": null}]"
      ),
    ])
  func replaced(rule: String, isOptional: Bool, steps: String) throws {
    let entities = Self.pair.replacing("RULE", with: rule).replacing(
      "OPTIONAL", with: "\(isOptional)")
    let steps = try chain(
      entities, "{\"A\": [\"a\", \"x\"], \"B\": [\"b\", \"c\", \"y\"]}",
      "[[\"a\", \"b\", \"b\"], [\"x\", \"b\", \"y\"]]", steps, on: "iOS 26")
    #expect(
      steps.contains(
        "a.b gets another object while the delete of its old one is not saved: "
          + "SwiftData was observed to crash there."))
  }

  @Test("A reference that was taken out before the delete is not lost by it")
  func takenOutBefore() throws {
    let entities = Self.pair.replacing("RULE", with: "nullify").replacing("OPTIONAL", with: "true")
    let steps = try chain(
      entities, "{\"A\": [\"a\", \"x\"], \"B\": [\"b\", \"y\"]}",
      "[[\"a\", \"b\", \"b\"], [\"x\", \"b\", \"y\"]]",
      "[{\"unlink\": [\"a\", \"b\", \"b\"]}, {\"delete\": [\"y\"]}, {\"save\": true, \"expect\": null}]"
    )
    #expect(
      steps.filter { $0.contains(" loses ") } == [
        "x.b loses y: y.a is nullify and has this inverse."
      ])
  }

  @Test(
    "A read says what is read of what, and what it finds",
    arguments: [
      (
        "{\"delete\": [\"b\"]}", "[\"b\", \"a\"]",
        "b.a is read while the delete of b is not saved: the read crashes."
      ),
      (
        "{\"rollback\": true}", "[\"b\", \"a\"]",
        "b.a is read while b exists: the read finds what was there."
      ),
      (
        "{\"hold\": [\"b\"]}, {\"delete\": [\"b\"]}, {\"save\": true}", "[\"b\", \"a\"]",
        "b.a is read while b is deleted: the read crashes."
      ),
      (
        "{\"hold\": [\"b\"]}, {\"batchDelete\": \"B\"}", "[\"b\"]",
        "The identifier of b is read while a batch delete removed the row of b: the read finds what was "
          + "there."
      ),
    ])
  func reads(before: String, read: String, sentence: String) throws {
    let entities = Self.pair.replacing("RULE", with: "nullify").replacing("OPTIONAL", with: "true")
    let steps = try chain(
      entities, "{\"A\": [\"a\"], \"B\": [\"b\"]}", "[[\"a\", \"b\", \"b\"]]",
      "[\(before), {\"read\": \(read), \"expect\": null}]")
    #expect(steps.last == sentence, "\(steps)")
  }

  @Test("A removal says where the link ends, or that there is none")
  func removal() throws {
    for (links, first, predicted) in [
      ("[[\"A1\", \"bs\", \"B1\"]]", "B1 is removed from A1.bs.", "The link ends at A1.bs. "),
      ("[]", "B1 is not in A1.bs: there is nothing to remove.", "The save succeeds"),
    ] {
      let suite = try MatrixSuite([toManyPairing(links: links)])
      let cell = try #require(
        suite.cells(of: .swiftData).first { $0.id == "A-B/deny+-/remove-A1.bs-B1" })
      let explanation = try Explanation(Runner().run(cell)).page.markdown
      #expect(explanation.contains("\n1. \(first)\n2. \(predicted)"))
    }
  }
}
