import ObjectGraph
import Scenarios
import SourceText
import Testing

@Suite("What is said of an answer that the format does not allow?")
struct OutcomeReadingTests {
  /// What is said of an answer that has one more member, about a list `L` that holds an item `I`.
  private func problems(_ member: String) throws -> [String] {
    let scenario = Scenario(
      framework: .coreData,
      entities: [
        Entity("List", relationships: [.toMany("items", "Item", inverse: .oneWay)]), Entity("Item"),
      ],
      objects: [NamedObject("L", "List"), NamedObject("I", "Item")],
      links: [NamedLink("L", "items", "I")], steps: [])
    let text = #"{"deleted": [], "kept": ["I", "L"], "effect": "ok", \#(member)}"#
    let node = try JSONParser.parse(Array(text.utf8), file: "f.json")
    var reading = FileReading(file: "f.json")
    _ = reading.outcome(node, of: scenario)
    return reading.listedProblems.map { "\($0.message)" }
  }

  @Test("What took an object over is one other")
  func merged() throws {
    #expect(try problems(#""merged": [["I", "L"]]"#) == [])
    for names in [#""I""#, #""I", "L", "L""#] {
      #expect(
        try problems("\"merged\": [[\(names)]]") == [
          "found an array; expected a new object and the stored one that took it over"
        ])
    }
  }

  @Test("A wrong number of objects is stated, and what it should be", arguments: [1580, 1590])
  func counts(code: Int) throws {
    let violation = #"{"object": "L", "relationship": "items", "code": \#(code)"#
    func missing(_ key: String) -> String {
      "found no \"\(key)\" in a violation; expected it there"
    }
    #expect(try problems(#""violations": [\#(violation), "count": 1, "bound": 2}]"#) == [])
    #expect(try problems(#""violations": [\#(violation), "count": 1}]"#) == [missing("bound")])
    #expect(
      try problems(#""violations": [\#(violation)}]"#) == [missing("count"), missing("bound")])
    let mandatory = violation.replacing("\(code)", with: "1570")
    #expect(try problems(#""violations": [\#(mandatory)}]"#) == [])
  }

  @Test(
    "Every object and relationship is one of the scenario",
    arguments: [
      (#""merged": [["I", "nobody"]]"#, "object"),
      (#""denials": [{"object": "nobody", "relationship": "items", "blockers": ["I"]}]"#, "object"),
      (#""denials": [{"object": "L", "relationship": "x", "blockers": ["I"]}]"#, "relationship"),
      (#""violations": [{"object": "nobody", "relationship": "items", "code": 1570}]"#, "object"),
      (#""violations": [{"object": "L", "relationship": "x", "code": 1570}]"#, "relationship"),
      (#""refusals": [{"code": 1600, "object": "nobody", "explanation": "why"}]"#, "object"),
    ])
  func names(member: String, unknown: String) throws {
    let problem =
      unknown == "object"
      ? #"found the unknown object "nobody"; expected "L" or "I""#
      : #"List has no relationship "x"; expected "items""#
    #expect(try problems(member) == [problem])
  }
}
