@testable import Scenarios
import SourceText
import Testing

@testable import DeleteMatrix

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

  /// Replays each step after which something is expected.
  func run() throws -> [CellResult] {
    let suite = try MatrixSuite([
      SourceFile(path: "test.json", bytes: Array(text.utf8))
    ])
    return Runner().run(suite.cells(of: nil))
  }

  /// Replays the scenario and expects that all comes out as stated, after that many steps.
  func expectMatches(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let results = try run()
    #expect(results.count == count, sourceLocation: sourceLocation)
    for result in results {
      let predicted = result.predicted.map { "\($0)" } ?? "\(result.error?.description ?? "")"
      #expect(
        result.verdict == .match, "\(result.cell.id): \(predicted)",
        sourceLocation: sourceLocation)
    }
  }

  /// The outcome after the last step that expects something.
  func lastOutcome() throws -> Outcome {
    try #require(try run().last).outcome
  }

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
