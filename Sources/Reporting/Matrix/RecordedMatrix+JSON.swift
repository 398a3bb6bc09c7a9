import DeleteMatrix
import ModelDeletes
import ObjectGraph
import Scenarios
import SourceText

extension ModelMatrix {
  /// The matrix as a file that can be reviewed, replayed, and compared with later: an outcome on
  /// each line.
  ///
  /// - Returns: JSON in the format of the matrix files, ending with a line break; nil where a cell
  ///   could not be replayed.
  public var recording: String? {
    let sections = run().sections
    guard sections.allSatisfy({ $0.results.allSatisfy { $0.predicted != nil } }) else { return nil }
    let texts = zip(pairings, sections).map { $0.recording(of: $1.results) }
    return """
      {
        "matrix": \(JSONText.string(model).line),
        "framework": \(JSONText.string(framework.rawValue).line),
        "pairings": [
      \(texts.joined(separator: ",\n"))
        ]
      }

      """
  }
}

extension Pairing {
  fileprivate func recording(of results: [CellResult]) -> String {
    let sides = sides.map { side in
      JSONText.object([
        ("entity", .string(side.entity)),
        ("relationship", side.relationship.map { .string($0) } ?? .null),
        ("object", .string(side.object)),
      ])
    }
    let rules = results.first?.cell.rules ?? []
    let members: [(String, JSONText)] = [
      ("pairing", .string(name)), ("title", .string(title)),
      ("entities", .array(entities.map { JSONText($0) })), ("sides", .array(sides)),
      ("objects", JSONText(objects)),
      ("links", .links(links)),
      ("rules", .array(rules.map { $0.map { .string($0.rawValue) } ?? .null })),
    ]
    let lines = members.map { "      \(JSONText.string($0.0).line): \($0.1.line)" }
    let outcomes = ["delete", "unlinked", "remove"].map { key in
      outcomeLines(key, results.filter { $0.cell.operation.key == key })
    }
    return "    {\n\((lines + outcomes).joined(separator: ",\n"))\n    }"
  }

  private func outcomeLines(_ key: String, _ results: [CellResult]) -> String {
    let lines = results.compactMap { result in
      result.predicted.map { outcome -> String in
        let name = JSONText.string(result.cell.operation.nameInRow).line
        return "        \(name): \(JSONText(recording: outcome).line)"
      }
    }
    let body = lines.isEmpty ? "{}" : "{\n\(lines.joined(separator: ",\n"))\n      }"
    return "      \(JSONText.string(key).line): \(body)"
  }
}

extension JSONText {
  /// What is kept of an outcome: everything that a delete does to the objects and references.
  fileprivate init(recording outcome: Outcome) {
    var members: [(String, JSONText)] = [
      ("evidence", .string(Evidence.recorded.rawValue)), ("deleted", .strings(outcome.deleted)),
      ("effect", .string(outcome.effect.rawValue)), ("nullified", .links(outcome.nullified)),
      ("dangling", .links(outcome.dangling)),
    ]
    if let error = outcome.error { members.append(("error", .integer(error.rawValue))) }
    self = .object(members)
  }
}
