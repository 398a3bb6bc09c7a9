import DeleteMatrix
import ModelDeletes
import ModelFiles
import ObjectGraph
import Reporting
import SourceText

extension DeleteRulesCommand {
  static func suite(_ options: CommandLineOptions) throws -> MatrixSuite {
    try MatrixSuite(
      withRecordings: try options[.matrices].map { try InputFiles.folder($0) }
        ?? InputFiles.bundled)
  }

  /// Replays pairings and scenarios.
  static func report(
    _ suite: MatrixSuite, _ options: CommandLineOptions, pairings: Framework.Name?,
    scenarios: Framework.Name?
  ) throws -> ExitCode {
    let run = MatrixRun(
      suite, framework: pairings, scenarioFramework: scenarios,
      only: options[.only].map { CellPattern($0) })
    if let pattern = options[.only], run.sections.isEmpty {
      throw noCell(options, fitting: pattern, among: suite.cells(of: options.framework))
    }
    let format: ReportFormat = try options.format()
    try deliver(format.report.text(of: run), options)
    for failure in run.failures { Output.report(failure) }
    return run.isFailure ? .failure : .ok
  }

  /// Shows both frameworks side by side.
  static func compare(_ options: CommandLineOptions) throws -> ExitCode {
    let suite = try suite(options)
    let comparison = Comparison(suite, only: options[.only].map { CellPattern($0) })
    if let pattern = options[.only], comparison.lines.isEmpty {
      throw noCell(options, fitting: pattern, among: suite.cells(of: .swiftData))
    }
    let report = ComparisonReport(comparison, showsAll: options.has(.all))
    let format: ReportFormat = try options.format()
    try deliver(format == .json ? report.json : report.markdown, options)
    return comparison.isFailure ? .failure : .ok
  }

  /// Shows what deletes do on a reader's own model, keeps that, or compares it with what was kept.
  static func modelMatrix(_ options: CommandLineOptions) throws -> ExitCode {
    if options.has(.record) && Environment.isCI {
      throw options.usage(
        "'--record' is refused where CI is set: record by hand, review the file, and let CI "
          + "compare with '--expect'")
    }
    let model = try oneModel(at: options.arguments[0], options)
    reportErrors(of: model)
    let recorded = try options[.expect].map { try RecordedMatrix(InputFiles.file($0)) }
    var matrix = recorded.map { ModelMatrix(model, recorded: $0) } ?? ModelMatrix(model)
    let chosen = options[.only].map { CellPattern($0) }
    if let chosen { matrix.keepProblems(of: chosen) }
    let run = matrix.run(only: chosen)
    if let pattern = options[.only], run.sections.isEmpty {
      throw noCell(options, fitting: pattern, among: matrix.pairings.flatMap(\.cells))
    }
    if let path = options[.record] {
      guard let recording = matrix.recording else {
        throw CommandError(
          message: "a delete of \(model.name) could not be replayed".singleLine,
          code: .internalFault)
      }
      try OutputFile(path: path).write(recording)
      let count = matrix.pairings.count
      Output.report(
        "\(path.singleLine): \(count) \(count == 1 ? "pairing is" : "pairings are") recorded")
    }
    let format: ReportFormat = try options.format()
    let report = ModelMatrixReport(matrix, run)
    try deliver(format == .markdown ? report.markdown : format.report.text(of: run), options)
    let failures = matrix.failures(of: run)
    for failure in failures { Output.report(failure) }
    return failures.isEmpty ? .ok : .failure
  }

  private static func noCell(
    _ options: CommandLineOptions, fitting pattern: String, among cells: [Cell]
  ) -> CommandError {
    let known = Array(Set(cells.map(\.group))).sorted() + cells.map(\.id)
    return options.usage("no cell fits '\(pattern)'\(pattern.suggestion(among: known))")
  }
}
