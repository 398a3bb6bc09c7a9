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
    others: [Framework.Name] = [], scenarios: Framework.Name?
  ) throws -> ExitCode {
    let pattern = options[.only].map { CellPattern($0) }
    let runner = Runner(on: try options.releases(in: suite))
    var run = MatrixRun(
      suite, framework: pairings, scenarioFramework: scenarios, only: pattern, by: runner)
    run.others = others.map {
      MatrixRun(suite, framework: $0, includesScenarios: false, only: pattern, by: runner)
    }
    if let pattern = options[.only], run.sections.isEmpty {
      throw noCell(options, fitting: pattern, among: suite.cells(of: options.framework))
    }
    try deliver(run, options)
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
    try deliver(ComparisonReport(comparison, showsAll: options.has(.all)), options)
    return comparison.isFailure ? .failure : .ok
  }

  static func noCell(
    _ options: CommandLineOptions, fitting pattern: String, among cells: [Cell]
  ) -> CommandError {
    let known = Array(Set(cells.map(\.group))).sorted() + cells.map(\.id)
    return options.usage("no cell fits '\(pattern)'\(pattern.suggestion(among: known))")
  }

  /// Says why a cell comes out as it does.
  static func explainCell(_ options: CommandLineOptions) throws -> ExitCode {
    let suite = try suite(options)
    let cells =
      suite.cells(of: options.framework ?? .swiftData)
      + (options.framework == nil ? suite.cells(of: .coreData).filter { $0.tableEntry == nil } : [])
    guard let id = options.arguments.first, let cell = cells.first(where: { $0.id == id }) else {
      let id = options.arguments.first ?? ""
      throw options.usage("no cell is called '\(id)'\(hint(for: id, among: cells.map(\.id)))")
    }
    let runner = Runner(on: try options.releases(in: suite))
    try deliver(try Explanation(runner.run(cell)).page, options)
    return .ok
  }

  /// The id that was meant, or those that begin like the word, or how to name a model's entity.
  private static func hint(for word: String, among ids: [String]) -> String {
    let near = word.suggestion(among: ids)
    if !near.isEmpty { return near }
    let longer = word.isEmpty ? [] : ids.filter { $0.hasPrefix(word) }
    if let first = longer.first {
      return "; \(longer.count) begin like that, such as '\(first)'"
    }
    return word.pathSuggestion
  }
}
