import SourceText

/// Which cells to run: an id, a group's name, or either with `*` and `?`.
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

  /// Whether a cell is meant.
  ///
  /// - Parameter cell: Any cell.
  /// - Returns: True where the whole id or the whole name of its group fits.
  public func matches(_ cell: Cell) -> Bool { matches(cell.id, of: cell.group) }

  /// Whether the cell of an id in a group is meant.
  func matches(_ id: String, of group: String) -> Bool { matches(id) || matches(group) }

  /// Whether a whole text fits.
  package func matches(_ text: String) -> Bool { pattern.matches(text) }
}
