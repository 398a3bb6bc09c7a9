import DeleteMatrix
import ObjectGraph
import Scenarios
import SourceText

/// The known deviations of an implementation, with their reasons.
///
/// ```json
/// {"known": [{"cells": "C-D/deny+*", "reason": "a denied delete empties the relationship (#12)"}]}
/// ```
public struct KnownDeviations: Sendable {
  /// A reason that applies to all cells that a pattern matches.
  public struct Entry: Sendable {
    /// The pattern for the ids of the cells.
    public let pattern: String
    /// Whose cells; nil for those of both frameworks, which may have the same ids.
    public let framework: Framework.Name?
    /// Why they differ.
    public let reason: String
    /// The location of the entry.
    public let location: Location
  }

  /// The entries, in the order of the file.
  public let entries: [Entry]

  /// States nothing.
  public init() { entries = [] }

  /// Reads a file, strictly.
  ///
  /// - Parameter file: JSON, as in the example.
  /// - Throws: A `DataError` with every problem.
  public init(_ file: SourceFile) throws(DataError) {
    entries = try FileReading.value(in: file) { reading, node in
      reading.members(node, of: .known).map { members in
        reading.list(members["known"], expected: "an array of what is known") {
          $0.knownDeviation($1)
        }
      }
    }
  }

  /// The first entry that means a cell; nil where none does.
  ///
  /// - Parameter cell: A cell of the run.
  /// - Returns: The entry.
  public func entry(for cell: Cell) -> Entry? {
    entries.first {
      CellPattern($0.pattern).matches(cell)
        && ($0.framework ?? cell.scenario.framework) == cell.scenario.framework
    }
  }
}

extension FormatObject {
  package static let known = FormatObject(
    "knownDeviations", "a list of what is known to differ",
    "What an implementation is known to do otherwise.",
    [.schema, .required("known", .list(.object(knownDeviation)))])
  fileprivate static let knownDeviation = FormatObject(
    "knownDeviation", "an entry of what is known to differ",
    "Cells that are known to differ, and why.",
    [
      .required("cells", .name, "A cell's id or a pairing, with * and ?."),
      .optional("framework", Notation.framework.shape), .required("reason", .name),
    ])
}

extension FileReading {
  fileprivate mutating func knownDeviation(_ node: JSONNode) -> KnownDeviations.Entry? {
    guard let members = members(node, of: .knownDeviation) else { return nil }
    let pattern = string(members["cells"], expected: "a cell's id, with * and ?")
    let reason = string(members["reason"], expected: "why they differ")
    let framework = choice(members["framework"], Framework.Name.self)
    guard let pattern, let reason else { return nil }
    return KnownDeviations.Entry(
      pattern: pattern, framework: framework, reason: reason, location: node.location)
  }
}
