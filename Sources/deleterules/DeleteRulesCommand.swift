import DeleteMatrix
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Reporting
import SourceText

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
    Signals.letWritesFail()
    do {
      let options = try CommandLineOptions(try arguments())
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
      Output.report("deleterules: internal error: \("\(error)".singleLine)")
      exit(ExitCode.internalFault.rawValue)
    }
  }

  /// The words after the program's name.
  ///
  /// What is not UTF-8 would silently become the name of another file.
  private static func arguments() throws(CommandError) -> [String] {
    let words = CommandLine.arguments
    for (index, word) in words.enumerated() {
      guard let bytes = CommandLine.unsafeArgv[index], index > 0 else { continue }
      if String(validatingCString: bytes) == nil {
        throw .usage(
          "the argument '\(word)' is not UTF-8; rename the file, or name its folder", of: nil)
      }
    }
    return Array(words.dropFirst())
  }

  private static func run(_ options: CommandLineOptions) throws -> ExitCode {
    if options.wantsHelp {
      if options.form.formats == [ManPage.format] {
        try deliver(ManPage.text, options)
      } else {
        let width = min(Terminal.output.width ?? 100, 100)
        try Output.write(Help.sections(about: options.helpSubject).text(width: width))
      }
      return .ok
    }
    if options.has(.version) {
      try Output.write("\(Help.version)\n")
      return .ok
    }
    try options.checkFiles()
    switch options.command {
    case .matrix where options.form.takesModel: return try modelMatrix(options)
    case .matrix where options.has(.compare): return try compare(options)
    case .matrix where try options.format.showsOne: return try explainCell(options)
    case .matrix: return try bundledMatrix(options)
    case .run:
      var files: [SourceFile] = []
      for path in options.arguments { files.append(try InputFiles.file(path)) }
      return try report(
        try replayed(options, from: files), options, pairings: nil, scenarios: nil)
    case .check: return try check(options)
    case .rules: return try rules(options)
    case .why: return try why(options)
    case .explain where options.form.takesModel: return try explainModel(options)
    case .explain: return try explainCell(options)
    case .diff: return try diff(options)
    case .calls: return try calls(options)
    case .model: return try show(options)
    case .report where options.form.takesModel: return try reportApp(options)
    case .report: return try reportMatrices(options)
    case .conform where options.form.takesProgram: return try conform(options)
    case .conform: return try reportRecordings(options)
    case .adapter: return try adapt(options)
    case .probe: return try probe(options)
    case .import: return try importObservations(options)
    case .coverage: return try coverage(options)
    case .schema:
      let schema = InputFiles.bundled.first { $0.path.hasSuffix("matrix.schema.json") }
      try deliver(String(decoding: schema?.bytes ?? [], as: UTF8.self), options)
      return .ok
    case .completions:
      guard let shell = options.arguments.first.flatMap({ Shell(rawValue: $0) }) else { break }
      try deliver(
        Completions(ruleIDs: CheckRule.allCases.map(\.rawValue)).text(for: shell), options)
      return .ok
    case .help: break
    }
    throw CommandError(
      message: "nothing is done for '\(options.command.rawValue)'", code: .internalFault)
  }

  /// Writes a report in the format that is asked for.
  static func deliver(_ report: some Report, _ options: CommandLineOptions) throws(CommandError) {
    let format = try options.format
    if format == .markdown { return try deliver(report.page, options) }
    guard let text = report.text(as: format) else {
      throw CommandError(
        message: "nobody writes this as '\(format.rawValue)'", code: .internalFault)
    }
    try deliver(text, options)
  }

  /// Writes what people read: for the screen where it is one, and otherwise as markdown.
  static func deliver(_ page: Prose, _ options: CommandLineOptions) throws(CommandError) {
    let isShown = options[.output] == nil || options[.output] == "-"
    let screen = isShown ? Terminal.output.screen : nil
    try deliver(screen.map { $0.text(of: page) } ?? page.markdown, options)
  }

  static func deliver(
    _ text: String, _ options: CommandLineOptions
  ) throws(CommandError) {
    // A file of that name is still reached as './-'.
    if let path = options[.output], path != "-" {
      try OutputFile(path: path).write(text)
    } else {
      try Output.write(text)
    }
  }
}
