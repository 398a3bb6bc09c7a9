import CompiledOnce
import DeleteMatrix
import ModelCheck
import ModelFiles
import Reporting
import Scenarios
import SourceText

/// A run of a program: its options, and the console that receives the output.
///
/// Values that several steps of a command need are resolved once.
package final class Session {
  package let program: Program
  package let options: CommandLineOptions
  package let console: Console

  init(_ options: CommandLineOptions, of program: Program, on console: Console) {
    self.program = program
    self.options = options
    self.console = console
  }

  private var remarks: Set<String> = []

  /// Reports a remark once, unless `--quiet` is given.
  package func remark(_ message: String) {
    if !options.has(.quiet), remarks.insert(message).inserted { console.report(message) }
  }

  /// The facts about the app's stores that bear on the answer.
  private(set) var notes: [Envelope.Note] = []

  /// Reports a fact about the app's stores, which an answer in JSON and a page have, too.
  func note(_ message: String, at location: Location? = nil) {
    notes.append(Envelope.Note(message, at: location))
    let place = location.map { "\($0): " } ?? ""
    remark("\(place)\(message)".singleLine)
  }

  /// The configuration around the command's paths, read once.
  private lazy var configuration = Result { try options.findConfiguration() }

  /// The nearest configuration above the paths of the command line, or else above the working
  /// directory, up to the top of the repository; nil without one, or with `--no-config`.
  var configured: ConfiguredProject? { get throws { try configuration.get() } }
}

extension Session {
  /// Reports how many findings have no annotation on GitHub.
  func remarkWithoutAnnotation(_ count: Int, _ thing: String) {
    if count == 0 { return }
    remark(
      "\(count == 1 ? "1 \(thing) has" : "\(count) \(thing)s have") no annotation; the summary of the "
        + "step has \(count == 1 ? "it" : "all"), where GITHUB_STEP_SUMMARY is set")
  }

  package func deliver(_ report: some Report) throws(CommandError) {
    let format = try options.format
    if format == .markdown {
      return try deliver(report.page, asMarkdown: report.text(as: .markdown))
    }
    guard let text = report.text(as: format) else {
      throw CommandError(
        message: "this report has no format '\(format.rawValue)'", code: .internalFault)
    }
    if format == .json { return try deliver(json: text, without: report.problems) }
    try deliver(text, isCommands: format == .github)
  }

  func deliver(
    json: String, without problems: [Envelope.Problem] = []
  ) throws(CommandError) {
    try deliver(Envelope(json, of: options.command?.name, without: problems, notes: notes).text)
  }

  /// Writes prose: laid out on a terminal, and otherwise as markdown.
  ///
  /// - Parameters:
  ///   - page: The text for a terminal.
  ///   - markdown: The text elsewhere, where it differs.
  /// - Throws: An error if the text cannot be written.
  func deliver(_ page: Prose, asMarkdown markdown: String? = nil) throws(CommandError) {
    let isShown = options[.output] == nil || options[.output] == "-"
    let screen = isShown ? console.output.screen : nil
    try deliver(screen.map { $0.text(of: page) } ?? markdown ?? page.markdown)
  }

  /// Writes a text to the file that `--output` names, or to standard output.
  package func deliver(_ text: String, isCommands: Bool = false) throws(CommandError) {
    // A file of that name is still reached as './-'.
    if let path = options[.output], path != "-" {
      try checkOutputs()
      let isStream = OpenDescriptor(path) != nil && !isCommands
      try OutputFile(path: path).write(isStream ? text.withoutWorkflowCommands : text)
    } else {
      try console.write(text, isCommands: isCommands)
    }
  }
}

extension Session {
  /// Replays the bundled matrices, or shows what deletes do in models.
  func matrix() throws -> ExitCode {
    if options.form.takesModel { return try modelMatrix() }
    _ = try configured
    if options.has(.compare) { return try compare() }
    return try options.format.showsOne ? explainCell() : bundledMatrix()
  }

  func replayFiles() throws -> ExitCode {
    var files: [SourceFile] = []
    for path in options.arguments { files.append(try InputFiles.file(path)) }
    let replayed = try replayed(from: files)
    for source in replayed.suite.sources {
      guard let system = source.environment.os, system.releases.isEmpty else { continue }
      remark(
        "the source '\(source.id.singleLine)' names no release ('\(system.words.singleLine)'), so what it "
          + "observed counts for all of them")
    }
    return try report(replayed, pairings: nil, scenarios: nil)
  }

  /// Explains a cell, or the deletes of a model.
  func explain() throws -> ExitCode {
    try options.form.takesModel ? explainModel() : explainCell()
  }

  /// Writes a page about the deletes of an app, or about the bundled matrices.
  func report() throws -> ExitCode {
    try options.form.takesModel ? reportApp() : reportMatrices()
  }

  func help() throws -> ExitCode {
    if options[.format] == Format.json.rawValue {
      try deliver(json: Help(of: program).json)
    } else if options.form.formats.contains(ManPage.format) {
      try deliver(ManPage(of: program).text)
    } else {
      let word = options.arguments.first
      try showHelp(about: word.flatMap { Help.Subject(named: $0, in: program) } ?? .everything)
    }
    return .ok
  }

  func showHelp(about subject: Help.Subject) throws(CommandError) {
    let width = min(console.output.width ?? 100, 100)
    try console.write(Help(of: program).sections(about: subject).text(width: width))
  }

  /// Prints the script that completes command lines in a shell.
  func completions() throws -> ExitCode {
    guard let shell = options.arguments.first.flatMap({ Shell(rawValue: $0) }) else {
      throw options.usage("'completions' takes one SHELL")
    }
    try deliver(shell.script(of: program.name))
    return .ok
  }
}
