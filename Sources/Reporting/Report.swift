import DeleteMatrix

/// A way of writing down a run.
public protocol Report {
  /// Writes a run.
  ///
  /// - Parameter run: The results of a run.
  /// - Returns: The text, ending with a line break; the same for the same run.
  func text(of run: MatrixRun) -> String
}

/// The ways of writing down a run, by the names that the command line knows.
public enum ReportFormat: String, CaseIterable, Sendable {
  /// Tables for people, in a terminal or rendered.
  case markdown
  /// Every cell for programs.
  case json
  /// Every cell as a test case, for CI.
  case junit

  /// What writes the format.
  public var report: any Report {
    switch self {
    case .markdown: MarkdownReport()
    case .json: JSONReport()
    case .junit: JUnitReport()
    }
  }
}
