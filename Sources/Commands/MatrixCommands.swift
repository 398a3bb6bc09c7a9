import CompiledOnce
import DeleteMatrix
import ModelDeletes
import ModelFiles
import ObjectGraph
import Reporting
import Scenarios
import SourceText

extension Session {
  /// Returns the matrices to replay, and a runner for the releases.
  package func replayed() throws -> (suite: MatrixSuite, runner: Runner) {
    if let folder = options[.matrices] {
      return try replayed(from: try InputFiles.folder(folder))
    }
    // A word that names no release is refused before all is read.
    let runner = try runner(in: nil)
    return (try InputFiles.bundledMatrices, runner)
  }

  /// Returns the matrices in a reader's own files, and a runner for the releases, which these
  /// files may describe.
  func replayed(
    from files: [SourceFile]
  ) throws -> (suite: MatrixSuite, runner: Runner) {
    let suite = try MatrixSuite(withRecordings: files)
    return (suite, try runner(in: suite.releases))
  }

  /// Replays the pairings, or the cell that is named, and all scenarios.
  func bundledMatrix() throws -> ExitCode {
    let code = try report(
      try replayed(), pairings: options.framework ?? .swiftData,
      others: options.framework == nil ? [.coreData] : [], scenarios: options.framework)
    if options.isBare {
      let table =
        console.output.screen == nil ? "" : "'deleterules matrix' prints the result table; "
      remark(
        "\(table)'deleterules check' checks the app in this folder; "
          + "'deleterules help' lists all commands")
    }
    return code
  }

  /// The cells that are meant: those that fit a pattern, or the one that is named.
  private func chosen() -> String? {
    options[.only]
      ?? options.arguments.first.flatMap { options.command?.name == Command.matrix.name ? $0 : nil }
  }

  func report(
    _ replayed: (suite: MatrixSuite, runner: Runner),
    pairings: Framework.Name?, others: [Framework.Name] = [], scenarios: Framework.Name?
  ) throws -> ExitCode {
    let suite = replayed.suite
    let chosen = chosen()
    let pattern = chosen.map { CellPattern($0) }
    var run = MatrixRun(
      suite, framework: pairings, scenarioFramework: scenarios,
      includesBatchDeletes: options.has(.batch), only: pattern, by: replayed.runner)
    run.others = others.map {
      MatrixRun(
        suite, framework: $0, includesScenarios: false, includesBatchDeletes: options.has(.batch),
        only: pattern, by: replayed.runner)
    }
    if let chosen, run.sections.isEmpty {
      let cells = suite.cells(of: options.framework, withBatchDeletes: true)
      throw noCell(fitting: chosen, among: cells)
    }
    if options.isBare, let screen = console.output.screen {
      try console.write(screen.text(of: run.opening))
    } else {
      try deliver(run)
    }
    for failure in run.failures { console.report(failure) }
    return run.isFailure ? .failure : .ok
  }

  /// Shows both frameworks, or two releases of one, side by side.
  func compare() throws -> ExitCode {
    let suite = try replayed().suite
    let pattern = options[.only].map { CellPattern($0) }
    let comparison: Comparison
    if let compared = try comparedReleases(in: suite.releases) {
      comparison = Comparison(
        suite, of: options.framework ?? .swiftData, from: compared.one, to: compared.other,
        only: pattern)
    } else {
      comparison = Comparison(suite, only: pattern, on: try releases(in: suite.releases))
    }
    if let pattern = options[.only], comparison.lines.isEmpty {
      throw noCell(fitting: pattern, among: suite.cells(of: comparison.one.framework))
    }
    try deliver(ComparisonReport(comparison, showsAll: options.has(.all)))
    return comparison.isFailure ? .failure : .ok
  }

  package func noCell(
    fitting pattern: String, among cells: [Cell]
  ) -> CommandError {
    let batchDeletes = cells.filter { Summary.Group($0) == .batchDeletes }
    if batchDeletes.contains(where: CellPattern(pattern).matches) {
      return options.usage("'\(pattern)' fits batch deletes only; add '--batch'")
    }
    let known = Array(Set(cells.map(\.group))).sorted() + cells.map(\.id)
    return options.usage("no cell fits '\(pattern)'\(pattern.suggestion(among: known))")
  }

  /// Says why a cell comes out as it does.
  func explainCell() throws -> ExitCode {
    // The word may have been meant for the project, which is not read where its configuration is broken.
    _ = try configured
    let (suite, runner) = try replayed()
    func cells(_ pattern: CellPattern?) -> [Cell] {
      suite.cells(of: options.framework ?? .swiftData, only: pattern, withBatchDeletes: true)
        + (options.framework == nil
          ? suite.cells(of: .coreData, only: pattern).filter { $0.operation == nil } : [])
    }
    let id = options.arguments.first ?? ""
    // As a pattern, an id means itself and perhaps others.
    guard let cell = cells(CellPattern(id)).first(where: { $0.id == id }) else {
      throw options.usage(
        "no cell is called '\(id)'\(hint(for: id, among: cells(nil)))")
    }
    try deliver(try Explanation(runner.run(cell)))
    return .ok
  }

  /// The id that was meant, or those that begin like the word, or how to name a model's entity.
  private func hint(
    for word: String, among cells: [Cell]
  ) -> String {
    let near = word.suggestion(among: cells.map(\.id))
    if !near.isEmpty { return near }
    // As many as are listed where batch deletes are not asked for.
    let ids = cells.filter { Summary.Group($0) != .batchDeletes }.map(\.id)
    let longer = word.isEmpty ? [] : ids.filter { $0.hasPrefix(word) }
    if let first = longer.first {
      return "; \(longer.count) begin like that, such as '\(first)'"
    }
    // What lies in a folder that is no project is nothing that anybody asked about.
    let isInProject = !word.contains("/") && (try? isInProject) == true
    let around = isInProject ? try? Project(reading(at: [])) : nil
    // A relationship is explained with the entity that has it.
    let entity = word.split(separator: ".").first.map(String.init) ?? word
    if around?.models.contains(where: { $0.schema.entity(entity) != nil }) == true {
      let which = entity == word ? "it" : entity
      return "; \(which) is an entity: did you mean 'deleterules explain . \(entity)'?"
    }
    let entities = around?.models.flatMap { $0.entities.map(\.name) } ?? []
    if let entity = closest(to: word, among: entities) {
      return "; did you mean the entity of 'deleterules explain . \(entity)'?"
    }
    return word.pathSuggestion
  }
}
