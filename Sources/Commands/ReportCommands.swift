import CompiledOnce
import DeleteCalls
import DeleteMatrix
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Reporting
import Scenarios
import SourceText

extension Session {
  /// Puts all about the deletes of an app on one page.
  func reportApp() throws -> ExitCode {
    let (models, project) = try models(at: options.arguments, keepingCode: true)
    let check = try chosenCheck(of: project)
    let all = try run(check, on: project, besides: try knownBaseline())
    let found = CheckRun(models: all.models, findings: GroupedFindings(all.findings).grouped)
    try reportTwins(among: models, on: check.range)
    let stories = try stories(of: models)
    let changes = try options[.since].map { revision in
      try self.changes(since: revision)
    }
    let paths = options.arguments.isEmpty ? ["."] : options.arguments
    let files = ShownFiles(
      CheckedOutCommit(at: paths), in: console.environment, named: project.place(ofFile:))
    let report = AppReport(
      stories, findings: found.located(by: project.place(ofFile:)),
      calls: ModelCalls(in: project), changes: changes, in: files, without: project.gaps,
      notes: notes)
    try deliver(report)
    return project.isWhole ? .ok : .failure
  }

  /// Puts every cell of the matrices, and who observed what, on one page.
  func reportMatrices() throws -> ExitCode {
    let (suite, _) = try replayed()
    // A page has room for all releases, and a choice of one.
    let described = try suite.releases ?? .known()
    let runner =
      try options.has(.system)
      ? runner(in: described) : Runner(on: ReleaseRange(from: nil, in: described))
    let isOfOne = options.framework != nil
    var run = MatrixRun(
      suite, framework: options.framework ?? .swiftData, scenarioFramework: options.framework,
      includesBatchDeletes: options.has(.batch), by: runner)
    if !isOfOne {
      run.others = [
        MatrixRun(
          suite, framework: .coreData, includesScenarios: false,
          includesBatchDeletes: options.has(.batch), by: runner)
      ]
    }
    try deliver(MatricesReport(run, Coverage(suite, of: options.framework)))
    return .ok
  }
}
