import SourceText

/// A pattern for the cells to run: an id, a group's name, or either with `*` and `?`.
///
/// ```swift
/// MatrixRun(suite, only: CellPattern("Q-R/deny+*"))
/// ```
public struct CellPattern: Sendable {
  private let pattern: TextPattern

  /// Makes a pattern.
  ///
  /// - Parameter pattern: A cell's id, a pairing's or scenario's name, or either with `*` for any
  ///   characters and `?` for one.
  public init(_ pattern: String) {
    self.pattern = TextPattern(pattern)
  }

  /// Returns true if the pattern matches a cell.
  ///
  /// - Parameter cell: Any cell.
  /// - Returns: True if the whole id or the whole name of its group matches.
  public func matches(_ cell: Cell) -> Bool { matches(cell.id, of: cell.group) }

  func matches(_ id: String, of group: String) -> Bool { matches(id) || matches(group) }

  package func matches(_ text: String) -> Bool { pattern.matches(text) }
}
