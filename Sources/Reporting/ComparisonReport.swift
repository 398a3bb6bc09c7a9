import DeleteMatrix
import SourceText

/// Both frameworks side by side.
public struct ComparisonReport: Sendable {
  private let comparison: Comparison
  private let lines: [Comparison.Line]

  /// Reports a comparison.
  ///
  /// - Parameters:
  ///   - comparison: The cells under both frameworks.
  ///   - showsAll: Whether cells in which the frameworks agree are shown too.
  public init(_ comparison: Comparison, showsAll: Bool) {
    self.comparison = comparison
    lines = showsAll ? comparison.lines : comparison.lines.filter(\.differs)
  }

  private var count: String {
    let differing = comparison.lines.filter(\.differs).count
    return "\(differing) of \(comparison.lines.count) cells differ."
  }

  /// One table for people; ends with a line break.
  public var markdown: String {
    var table = MarkdownTable(
      header: ["pairing", "left rule", "right rule", "operation", "SwiftData", "Core Data"])
    for line in lines {
      let cell = line.swiftData.cell
      table.rows.append(
        [cell.group.markdown] + (cell.tableEntry?.rules ?? []).map { $0?.markdown ?? "–" }
          + [cell.title.markdown, words(line.swiftData), words(line.coreData)])
    }
    return "# SwiftData beside Core Data\n\n" + (lines.isEmpty ? "" : table.text + "\n")
      + "\(count)\n"
  }

  private func words(_ result: CellResult) -> String {
    (result.outcomeWords + (result.predicted == nil ? " (error)" : "")).markdown
  }

  /// Every line for programs; ends with a line break.
  public var json: String {
    let objects = lines.map { line in
      "  "
        + JSONText.object([
          ("id", .string(line.swiftData.cell.id)), ("differs", .bool(line.differs)),
          ("swiftData", JSONText(line.swiftData)), ("coreData", JSONText(line.coreData)),
        ]).line
    }
    let differing = comparison.lines.filter(\.differs).count
    return "{\"cells\":[\n\(objects.joined(separator: ",\n"))\n],\n"
      + "\"summary\":{\"cells\":\(comparison.lines.count),\"differing\":\(differing)}}\n"
  }
}
