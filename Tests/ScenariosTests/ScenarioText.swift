import Scenarios
import SourceText
import Testing

/// A scenario file written out in full, with one line for each step.
struct ScenarioText {
  var framework = "coreData"
  var entities: String
  var objects: String
  var links: String
  var steps: [String]

  /// The line of the first step.
  static let firstStep = 15

  var text: String {
    """
    {
      "scenario": "test",
      "title": "A test",
      "framework": "\(framework)",
      "sources": [
        {
          "id": "article", "title": "Seen", "url": "https://example.org", "published": null,
          "environment": {"os": null, "xcode": null, "store": null}
        }
      ],
      "entities": [\(entities)],
      "objects": \(objects),
      "links": [\(links)],
      "steps": [
        \(steps.joined(separator: ",\n    "))
      ]
    }
    """
  }

  /// What comes of each step after which something is expected, and that.
  struct Replayed {
    let observations: [Observation]
    let answer: Answer

    var outcome: Outcome { get throws { try answer.get() } }
  }

  /// Replays each step after which something is expected.
  func run() throws -> [Replayed] {
    var reading = FileReading(file: "test.json")
    let read = reading.scenario(try JSONParser.parse(Array(text.utf8), file: "test.json"))
    try #require(reading.listedProblems.map(\.description) == [])
    let file = try #require(read)
    let stated = file.observations.sorted { $0.key < $1.key }
    let answers = ObjectGraphEngine().answers(
      to: file.scenario, at: stated.map { Look(after: $0.key) })
    return zip(stated, answers).map { Replayed(observations: $0.value, answer: $1) }
  }

  /// Replays the scenario and expects that all comes out as stated, after that many steps.
  func expectMatches(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let results = try run()
    #expect(results.count == count, sourceLocation: sourceLocation)
    for result in results {
      let outcome = try result.outcome
      #expect(!result.observations.isEmpty, sourceLocation: sourceLocation)
      for observation in result.observations {
        #expect(
          observation.expectation.holds(for: outcome), "\(outcome)",
          sourceLocation: sourceLocation)
      }
    }
  }

  /// The outcome after the last step that expects something.
  func lastOutcome() throws -> Outcome { try #require(try run().last).outcome }

  /// A list with two items, whose deletion it may deny, in Core Data.
  static func list(_ rule: String, isListOptional: Bool = true, _ steps: String...) -> Self {
    ScenarioText(
      entities: """
        {"name": "List", "relationships": [{"name": "items", "destination": "Item", \
        "toMany": true, "inverse": "list", "deleteRule": "\(rule)"}]}, \
        {"name": "Item", "relationships": [{"name": "list", "destination": "List", \
        "inverse": "items", "optional": \(isListOptional)}]}
        """,
      objects: #"{"List": ["L", "M"], "Item": ["I1", "I2"]}"#,
      links: #"["L", "items", "I1"], ["L", "items", "I2"]"#,
      steps: steps)
  }
}

extension String {
  /// A save, as a step that expects something.
  static func save(_ expected: String) -> String {
    #"{"save": true, "expect": {"evidence": "observed", \#(expected)}}"#
  }
}
