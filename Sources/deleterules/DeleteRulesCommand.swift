import DeleteMatrix
import ModelFiles
import ObjectGraph
import Reporting

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The command line: reads options and files, and hands them to the modules that do the work.
@main
struct DeleteRulesCommand {
  static func main() {
    // Without this the program dies where the reader of its output stops reading.
    signal(SIGPIPE, SIG_IGN)
    do {
      let options = try CommandLineOptions(Array(CommandLine.arguments.dropFirst()))
      exit(try run(options).rawValue)
    } catch let error as CommandError {
      Output.reportError(error.message)
      exit(error.code.rawValue)
    } catch let error as DataError {
      for problem in error.problems { Output.report(problem.description.singleLine) }
      exit(ExitCode.badData.rawValue)
    } catch let error as ModelError {
      let isMissing = error.kind == .noInput
      let message = error.description.singleLine
      if isMissing { Output.reportError(message) } else { Output.report(message) }
      exit(isMissing ? ExitCode.noInput.rawValue : ExitCode.badData.rawValue)
    } catch {
      Output.report("deleterules: internal error: \(error)")
      exit(ExitCode.internalFault.rawValue)
    }
  }

  private static func run(_ options: CommandLineOptions) throws -> ExitCode {
    if options.wantsHelp {
      let help = Help(width: min(Terminal.output.width ?? 100, 100))
      try Output.write(help.text(about: options.helpTopic))
      return .ok
    }
    if options.has(.version) {
      try Output.write("\(Help.version)\n")
      return .ok
    }
    switch options.command {
    case .check, .rules, .diff:
      throw CommandError(message: "not there yet", code: .internalFault)
    case .matrix where !options.arguments.isEmpty, .explain where options.arguments.count > 1:
      throw CommandError(message: "not there yet", code: .internalFault)
    case .matrix where options.has(.compare):
      return try compare(options)
    case .matrix:
      return try report(
        try suite(options), options, pairings: options.framework ?? .swiftData,
        scenarios: options.framework)
    case .run:
      var files: [MatrixSuite.File] = []
      for path in options.arguments { files.append(try InputFiles.file(path)) }
      return try report(try MatrixSuite(files), options, pairings: nil, scenarios: nil)
    case .explain:
      return try explain(options)
    case .model:
      return try show(options)
    case .schema:
      let schema = InputFiles.bundled.first { $0.path.hasSuffix("matrix.schema.json") }
      try deliver(String(decoding: schema?.bytes ?? [], as: UTF8.self), options)
      return .ok
    case .completions:
      guard let shell = options.arguments.first.flatMap({ Shell(rawValue: $0) }) else { break }
      try deliver(Completions(ruleIDs: []).text(for: shell), options)
      return .ok
    case .help: break
    }
    throw CommandError(
      message: "nothing is done for '\(options.command.rawValue)'", code: .internalFault)
  }

  private static func suite(_ options: CommandLineOptions) throws -> MatrixSuite {
    try MatrixSuite(try options[.matrices].map { try InputFiles.folder($0) } ?? InputFiles.bundled)
  }

  private static func report(
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

  private static func compare(_ options: CommandLineOptions) throws -> ExitCode {
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

  private static func explain(_ options: CommandLineOptions) throws -> ExitCode {
    let suite = try suite(options)
    let cells =
      suite.cells(of: options.framework ?? .swiftData)
      + (options.framework == nil ? suite.cells(of: .coreData).filter(\.isOfScenario) : [])
    guard let id = options.arguments.first, let cell = cells.first(where: { $0.id == id }) else {
      let id = options.arguments.first ?? ""
      throw options.usage("no cell is called '\(id)'\(id.suggestion(among: cells.map(\.id)))")
    }
    try deliver(try Explanation(Runner().run(cell)).text, options)
    return .ok
  }

  /// Shows what was read of a model, and says what is wrong with it.
  private static func show(_ options: CommandLineOptions) throws -> ExitCode {
    let path = options.arguments.first ?? ""
    let found = options.has(.allVersions) ? try Model.all(at: path) : try Model.current(at: path)
    let shown = found.models
    let format: ModelReport = try options.format()
    if format.showsOne && shown.count != 1 {
      let names = shown.map { [$0.name, $0.version].compactMap { $0 }.joined(separator: " ") }
      throw options.usage(
        "'--format \(format.rawValue)' draws one model; name one of "
          + names.joined(separator: ", "))
    }
    for refusal in found.leftOut {
      Output.report("\(refusal.description.singleLine); it is passed over")
    }
    try deliver(format.text(of: shown), options)
    let findings = shown.flatMap(\.findings)
    for finding in findings { Output.report(finding.description.singleLine) }
    return findings.contains { $0.severity == .error } ? .failure : .ok
  }

  private static func noCell(
    _ options: CommandLineOptions, fitting pattern: String, among cells: [Cell]
  ) -> CommandError {
    let known = Array(Set(cells.map(\.group))).sorted() + cells.map(\.id)
    return options.usage("no cell fits '\(pattern)'\(pattern.suggestion(among: known))")
  }

  private static func deliver(
    _ text: String, _ options: CommandLineOptions
  ) throws(CommandError) {
    // A file of that name is still reached as './-'.
    if let path = options[.output], path != "-" {
      try Output.write(text, toFile: path)
    } else {
      try Output.write(text)
    }
  }
}
