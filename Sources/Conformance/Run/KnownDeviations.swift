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
    public internal(set) var pattern: String
    /// Whose cells; nil for those of both frameworks, which may have the same ids.
    public internal(set) var framework: Framework.Name?
    /// Why they differ.
    public internal(set) var reason: String
    /// The location of the entry.
    public internal(set) var location: Location
  }

  /// The entries, in the order of the file.
  public internal(set) var entries: [Entry]

  /// States nothing.
  public init() { entries = [] }

  /// Reads a file, strictly.
  ///
  /// - Parameter file: JSON, as in the example.
  /// - Throws: A `DataError` with every problem.
  public init(_ file: SourceFile) throws(DataError) {
    self = try FileReading.value(in: file) { $0.value($1, of: Self.format) }
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

extension KnownDeviations {
  package static let format = FileFormat(
    "knownDeviations", "a list of what is known to differ",
    "What an implementation is known to do otherwise.", blank: KnownDeviations(), isFile: true,
    [
      .required(
        "known", \.entries,
        .list(of: .object(Entry.format), expected: "an array of what is known"))
    ])
}

extension KnownDeviations.Entry {
  fileprivate static let format = FileFormat(
    "knownDeviation", "an entry of what is known to differ",
    "Cells that are known to differ, and why.",
    blank: KnownDeviations.Entry(pattern: "", framework: nil, reason: "", location: .start(of: "")),
    at: { $0.location = $1 },
    [
      .required(
        "cells", \.pattern, .text("a cell's id, with * and ?"),
        "A cell's id or a pairing, with * and ?."),
      .stated("framework", \.framework, .framework),
      .required("reason", \.reason, .text("why they differ")),
    ])
}
