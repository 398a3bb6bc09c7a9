import DeleteMatrix
import Foundation
import Scenarios
import SourceText

@testable import Reporting

/// The text of a pairing file: one to-one relationship without an inverse, four rows.
struct PairingText {
  var title = "1:1, one-way"
  var left = "A"
  var right = "B"
  var relationship = "toB"
  var objects = ["A1", "B1"]
  var path = "A-B.json"
  /// What is stated of deleting the left object where the rule is cascade, as JSON.
  var stated = "null"
  /// What is stated of deleting the right object in the same row, as JSON.
  var other = "null"

  var file: SourceFile {
    get throws {
      let (left, right) = (try quoted(objects[0]), try quoted(objects[1]))
      let text = """
        {
          "pairing": \(try quoted("\(self.left)-\(self.right)")), "title": \(try quoted(title)),
          "framework": "swiftData", "sources": [\(source(id: "one")), \(source(id: "two"))],
          "entities": [
            {"name": \(try quoted(self.left)), "relationships": [
              {"name": \(try quoted(relationship)), "destination": \(try quoted(self.right))}]},
            {"name": \(try quoted(self.right))}
          ],
          "objects": {\(try quoted(self.left)): [\(left)], \(try quoted(self.right)): [\(right)]},
          "links": [[\(left), \(try quoted(relationship)), \(right)]],
          "rows": [
            {
              "rules": ["cascade", null],
              "delete": {
                \(left): \(stated),
                \(right): \(other)
              },
              "unlinked": {\(left): null, \(right): null}
            },
            {"rules": ["nullify", null], "evidence": "none"},
            {"rules": ["deny", null], "evidence": "none"},
            {"rules": ["noAction", null], "evidence": "none"}
          ]
        }
        """
      return SourceFile(path: path, bytes: Array(text.utf8))
    }
  }

  /// Replays the pairing alone.
  func run(only pattern: String? = nil) throws -> MatrixRun {
    MatrixRun(try MatrixSuite([file]), only: pattern.map { CellPattern($0) })
  }
}

/// An outcome in a file, in which nothing dangles.
func outcome(
  _ deleted: String, effect: String = "ok", source: String = "one", deviation: String? = nil
) throws -> String {
  let deviation = try deviation.map { ", \"deviation\": \(try quoted($0))" } ?? ""
  return """
    {"evidence": "observed", "source": "\(source)", "deleted": \(deleted), \
    "effect": "\(effect)"\(deviation)}
    """
}

private func source(id: String) -> String {
  """
  {"id": "\(id)", "title": "Source \(id)", "url": "https://example.com/\(id)", \
  "published": null, "environment": {"os": null, "xcode": null, "store": null}}
  """
}

/// A text as JSON, written by Foundation and not by the code that is to be tested.
func quoted(_ text: String) throws -> String {
  String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
}

/// Replays a scenario of which every step's outcome is asked for, and nothing is stated.
func scenario(
  _ framework: String = "coreData", entities: String, objects: String, links: String,
  steps: String, name: String = "scenario", path: String = "scenario.json"
) throws -> MatrixRun {
  let text = """
    {
      "scenario": \(try quoted(name)), "title": "Any", "framework": "\(framework)",
      "sources": [\(source(id: "one"))], "entities": \(entities), "objects": \(objects),
      "links": \(links), "steps": \(steps)
    }
    """
  return MatrixRun(try MatrixSuite([SourceFile(path: path, bytes: Array(text.utf8))]))
}

/// A scenario that cannot be done: what is deleted for good is linked afterwards.
func impossibleScenario(
  object: String = "a", relationship: String = "next", path: String = "scenario.json"
) throws -> MatrixRun {
  let (object, relationship) = (try quoted(object), try quoted(relationship))
  return try scenario(
    entities: "[{\"name\": \"Node\", \"relationships\": "
      + "[{\"name\": \(relationship), \"destination\": \"Node\"}]}]",
    objects: "{\"Node\": [\(object), \"other\"]}", links: "[]",
    steps: "[{\"delete\": [\(object)]}, {\"save\": true},\n"
      + "{\"link\": [\"other\", \(relationship), \(object)], \"expect\": null}]",
    path: path)
}

/// A pairing of which nobody has observed anything, with a to-many to remove an element from.
func toManyPairing(links: String) -> SourceFile {
  let text = """
    {
      "pairing": "A-B", "title": "1:N", "framework": "swiftData", "sources": [],
      "entities": [
        {"name": "A", "relationships": [{"name": "bs", "destination": "B", "toMany": true}]},
        {"name": "B"}
      ],
      "objects": {"A": ["A1"], "B": ["B1"]}, "links": \(links),
      "rows": [
        {"rules": ["cascade", null], "evidence": "none"},
        {"rules": ["nullify", null], "evidence": "none"},
        {"rules": ["deny", null], "evidence": "none"},
        {"rules": ["noAction", null], "evidence": "none"}
      ]
    }
    """
  return SourceFile(path: "A-B.json", bytes: Array(text.utf8))
}
