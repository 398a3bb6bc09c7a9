import DeleteMatrix
import ObjectGraph
import Scenarios
import Testing

@testable import Reporting

@Suite("How is an outcome put into words?")
struct WordsTests {
  /// The words for the last step of a scenario with boxes that hold balls.
  private func words(
    box: String = "\"inverse\": \"box\"", ball: String = "\"inverse\": \"balls\"",
    links: Int = 3, steps: String
  ) throws -> String {
    let names = ["b1", "b2", "b3"].prefix(links)
    let run = try scenario(
      entities: """
        [{"name": "Box", "relationships": [
          {"name": "balls", "destination": "Ball", "toMany": true, \(box)}]},
         {"name": "Ball", "relationships": [{"name": "box", "destination": "Box", \(ball)}]}]
        """,
      objects: "{\"Box\": [\"x\"], \"Ball\": [\"b1\", \"b2\", \"b3\"]}",
      links: "[\(names.map { "[\"x\", \"balls\", \"\($0)\"]" }.joined(separator: ", "))]",
      steps: steps)
    return try #require(run.results.last).outcomeWords
  }

  private func deleting(_ names: String) -> String {
    "[{\"delete\": [\(names)]}, {\"save\": true, \"expect\": null}]"
  }

  @Test("ok: what goes alone, together, or along")
  func ok() throws {
    #expect(try words(steps: deleting("\"b1\"")) == "only b1 goes")
    #expect(try words(steps: deleting("\"b1\", \"b2\"")) == "only b1 and b2 go")
    let cascade = "\"inverse\": \"box\", \"deleteRule\": \"cascade\""
    #expect(try words(box: cascade, steps: deleting("\"x\"")) == "takes b1, b2 and b3 along")
    #expect(try words(steps: "[{\"save\": true, \"expect\": null}]") == "nothing goes")
  }

  @Test("trapOnRead: each reference once, however many deleted objects it leads to")
  func trapOnRead() throws {
    let noAction = "\"inverse\": \"balls\", \"deleteRule\": \"noAction\""
    #expect(
      try words(ball: noAction, steps: deleting("\"b1\", \"b2\""))
        == "only b1 and b2 go; x.balls cannot be fulfilled")
    let box = "\"inverse\": \"box\", \"deleteRule\": \"noAction\""
    #expect(
      try words(box: box, links: 2, steps: deleting("\"x\""))
        == "only x goes; b1.box and b2.box cannot be fulfilled")
  }

  @Test("denied: what still holds what")
  func denied() throws {
    let deny = "\"inverse\": \"box\", \"deleteRule\": \"deny\""
    #expect(
      try words(box: deny, steps: deleting("\"x\", \"b3\"")) == "refused: x.balls holds b1 and b2")
  }

  @Test("validationFailed: which survivor has too little or too much, with Core Data's number")
  func validationFailed() throws {
    let mandatory = "\"inverse\": \"balls\", \"optional\": false"
    #expect(
      try words(ball: mandatory, steps: deleting("\"x\""))
        == "refused: b1.box is empty (1570), b2.box is empty (1570) and b3.box is empty (1570)")
    let atLeast = "\"inverse\": \"box\", \"minCount\": 3"
    #expect(
      try words(box: atLeast, steps: deleting("\"b1\""))
        == "refused: x.balls holds 2, at least 3 (1580)")
    let atMost = "\"inverse\": \"box\", \"maxCount\": 1"
    #expect(
      try words(box: atMost, steps: deleting("\"b1\""))
        == "refused: x.balls holds 2, at most 1 (1590)")
  }

  @Test("crash: only that, because nothing else matters then")
  func crash() throws {
    let run = try scenario(
      "swiftData",
      entities: """
        [{"name": "A", "relationships": [
          {"name": "b", "destination": "B", "deleteRule": "deny"}]},
         {"name": "B", "relationships": [{"name": "a", "destination": "A"}]}]
        """,
      objects: "{\"A\": [\"a\"], \"B\": [\"b\"]}", links: "[[\"a\", \"b\", \"b\"]]",
      steps: "[{\"delete\": [\"a\"], \"expect\": null}]")
    #expect(run.results.map(\.outcomeWords) == ["crashes"])
  }

  @Test(
    "What is stated is put the same way, as far as it is stated",
    arguments: [
      ("\"deleted\": [\"A1\"], \"effect\": \"ok\"", "only A1 goes"),
      ("\"deleted\": null, \"effect\": \"ok\"", "nothing else happens"),
      ("\"deleted\": null, \"effect\": \"trapOnRead\"", "a reference traps"),
      (
        "\"deleted\": [\"B1\"], \"effect\": \"trapOnRead\", "
          + "\"dangling\": [[\"A1\",\"toB\",\"B1\"]]",
        "only B1 goes; A1.toB traps"
      ),
      (
        "\"deleted\": [\"A1\"], \"effect\": \"denied\"",
        "only A1 goes; the save is refused by a deny rule"
      ),
      (
        "\"deleted\": null, \"effect\": \"validationFailed\"",
        "the save is refused, an object being invalid"
      ),
      ("\"deleted\": [\"A1\", \"B1\"], \"effect\": \"crash\"", "takes B1 along; crashes"),
      (
        "\"deleted\": null, \"effect\": \"ok\", \"nullified\": [[\"A1\",\"toB\",\"B1\"]]",
        "A1.toB → B1 is gone"
      ),
    ])
  func expectation(members: String, words: String) throws {
    let isOfB = members.contains("[\"B1\"]")
    let stated = "{\"evidence\": \"observed\", \"source\": \"one\", \(members)}"
    let pairing = isOfB ? PairingText(other: stated) : PairingText(stated: stated)
    let name = isOfB ? "B1" : "A1"
    let result = try #require(pairing.run(only: "A-B/cascade+-/delete-\(name)").results.first)
    let expectation = try #require(result.cell.observations.first).expectation
    #expect(expectation.words(requested: [name], under: .swiftData) == words)
  }
}
