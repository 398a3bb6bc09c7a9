import CLibrary
import Commands
import Conformance
import DeleteMatrix
import Dispatch
import LaboratoryReports
import ObjectGraph
import Reporting
import Scenarios
import SourceText

extension Session {
  /// Compares an adapter with the matrices, or reports on recordings.
  func conform() throws -> ExitCode {
    try options.form.takesProgram ? conformAdapter() : reportRecordings()
  }

  /// Prints the JSON Schema of the files.
  func schema() throws -> ExitCode {
    try deliver(MatrixSchema.text)
    return .ok
  }

  /// Holds a program that speaks the protocol to the matrices.
  private func conformAdapter() throws -> ExitCode {
    let matrices = try replayed().suite
    let known = try knownDeviations()
    let jobs = try options.number(.jobs, in: 1...64) ?? 1
    let timeout = try options.number(.timeout, in: 1...3600) ?? 5
    let choice = Recording.Choice(
      framework: options[.framework], pattern: options[.only],
      randomCount: try options.number(.random, in: 0...1_000_000) ?? 0,
      seed: try options.number(.seed, in: 0...Int(Int32.max)) ?? 1)
    let endings = Signals.endingChildren()
    defer { for ending in endings { ending.cancel() } }
    do {
      let adapter = try AdapterProcess(options.arguments, timeout: Double(timeout))
      let suite = try ConformanceSuite(matrices, for: adapter.greeting, choice)
      if let pattern = options[.only], suite.cellCount == 0 {
        _ = adapter.stop()
        throw noCell(fitting: pattern, among: matrices.cells(of: options.framework))
      }
      let file = RecordingFile(path: options[.output])
      let earlier = try file.earlier(choice, asking: suite)
      if let earlier, earlier.isFinished {
        remark("\(program.name): '\(file.path ?? "")' is finished; nothing was asked")
        _ = adapter.stop()
        return try report(ConformanceRun(earlier, known: known))
      }
      try checkOutputs()
      let lines = try file.opened(after: earlier)
      let isSeen = console.errors.isTerminal && !options.has(.quiet)
      // Each question of a probe takes seconds, and it has classes for those alone that are asked.
      let isProbe = !adapter.greeting.experiments.isEmpty
      let run = try ConformanceRunner(
        suite, known: known, jobs: jobs, shrinking: isProbe ? 0 : 20
      ).run(
        adapter, after: earlier, choice, writing: lines.write
      ) { [console] done, all in
        if isSeen { console.showProgress("\r\(done) of \(all)\(done == all ? "\n" : "")") }
      }
      return try report(run)
    } catch let fault as AdapterFault {
      throw CommandError(
        message: "\(options.arguments[0]): \(fault)".singleLine,
        code: fault.isStart ? .noInput : .badData)
    }
  }

  /// Reports what was recorded: of one who was asked, or of several side by side.
  func reportRecordings() throws -> ExitCode {
    let matrices = try replayed().suite
    let known = try knownDeviations()
    var runs: [ConformanceRun] = []
    for path in options.arguments {
      if !PathKind.isFile(path) {
        let what = PathKind.isFolder(path) ? "a folder, not a recording" : "no such file"
        throw options.usage(
          "\(what): '\(path)'; to ask a program, put '--' before it: "
            + "'deleterules-lab conform -- \(path)'")
      }
      let recording = try Recording(InputFiles.file(path)) {
        try ConformanceSuite(matrices, for: $0, $1)
      }
      guard recording.isFinished else {
        throw CommandError(
          message: "\(path): the run was not finished; 'conform --output \(path)' goes on with it"
            .singleLine, code: .badData)
      }
      if let output = options[.output] {
        guard options.arguments.count == 1 else {
          throw options.usage("'--output' takes the differences of one recording")
        }
        try checkOutputs()
        try OutputFile(path: output).write(recording.differences())
      }
      runs.append(ConformanceRun(recording, known: known))
    }
    if runs.count == 1 { return try report(runs[0]) }
    guard let text = PeersReport(runs).text(as: try options.format) else {
      let known = PeersReport.formats.map(\.rawValue).listed("or")
      throw options.usage(
        "several recordings are written as \(known), not \(try options.format.rawValue)")
    }
    try console.write(try options.format == .json ? enveloped(text) : text)
    return .ok
  }

  private func report(
    _ run: ConformanceRun
  ) throws -> ExitCode {
    // Where the answers go is another matter.
    let format = try options.format
    let screen = format == .markdown ? console.output.screen : nil
    if format != .markdown || !options.has(.quiet) || run.isFailure {
      let text = screen.map { $0.text(of: run.page) } ?? run.text(as: format) ?? ""
      try console.write(format == .json ? enveloped(text) : text)
    }
    for failure in run.failures { console.report(failure) }
    return run.isFailure ? .failure : .ok
  }

  private func enveloped(_ json: String) -> String {
    Envelope(json, of: options.command?.name, without: []).text
  }

  private func knownDeviations() throws -> KnownDeviations {
    guard let path = options[.known] else { return KnownDeviations() }
    return try KnownDeviations(InputFiles.file(path))
  }

  /// Lets this engine speak the protocol.
  func adapt() throws -> ExitCode {
    // It is started once for each scenario, so it reads no more than it needs.
    let described = options.has(.matrices) ? try replayed().suite.releases : nil
    let range = try releases(in: described)
    let framework = options.framework ?? .swiftData
    let description = range.releases.framework(framework, on: range.newest)
    let identity = Identity(
      name: "deleterules", version: Tool.version, language: "Swift", framework: framework,
      system: StatedReleases(Release(range.newest)), store: "in memory")
    let adapter = AdapterLoop(
      ObjectGraphEngine(as: description),
      as: Greeting(identity, capabilities: Set(Capability.allCases), isShared: true))
    while let line = console.readLine() {
      guard try adapter.answer(line, writing: { try console.write($0 + "\n") }) else { break }
    }
    return .ok
  }
}

extension ConformanceSuite {
  /// Makes a suite of the chosen cells and of random scenarios.
  ///
  /// - Throws: A ``CommandError`` where the implementation names a release behind all that are described.
  init(
    _ matrices: MatrixSuite, for greeting: Greeting, _ choice: Recording.Choice
  ) throws(CommandError) {
    let random = RandomScenarios(seed: choice.seed, within: greeting.capabilities)
    do throws(ReleaseError) {
      try self.init(
        matrices, for: greeting,
        framework: choice.framework.flatMap { Framework.Name(rawValue: $0) },
        only: choice.pattern.map { CellPattern($0) }, random: random.trials(choice.randomCount))
    } catch {
      let place = greeting.identity.system?.location.map { "\($0): " } ?? ""
      throw CommandError(
        message: "\(place)the system of \(greeting.identity.title): \(error)".singleLine,
        code: .badData)
    }
  }
}

extension CommandLineOptions {
  /// The whole number that an option is given; nil where it is not.
  fileprivate func number(_ option: Option, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = self[option] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw usage(
        "'\(option.name)' takes a whole number from \(range.lowerBound) to \(range.upperBound); "
          + "got '\(text)'")
    }
    return number
  }
}

/// The file to which answers are written, one per line, as soon as they arrive.
struct RecordingFile {
  /// The file; nil where nothing is kept.
  let path: String?

  /// Returns the recording of an interrupted run; nil if there is none.
  func earlier(_ choice: Recording.Choice, asking suite: ConformanceSuite) throws -> Recording? {
    guard let path, PathKind.isFile(path) else { return nil }
    // It is read to be gone on with, so it may be written.
    let file = try OpenedFiles.$current.withValue(nil) { try InputFiles.file(path) }
    // A run may have been ended while it wrote its first line.
    if Recording(suite, choice).header().utf8.starts(with: file.bytes) { return nil }
    return try Recording(file) { greeting, recorded in
      guard greeting == suite.greeting, recorded == choice else {
        throw CommandError(
          message: "'\(path)' holds another run; name another file, or remove it".singleLine,
          code: .usage)
      }
      return suite
    }.resumable
  }

  /// Opens the file, with what is to be gone on with in it.
  func opened(after earlier: Recording?) throws(CommandError) -> RecordedLines {
    guard let path else { return RecordedLines(descriptor: nil) }
    // What is there stays until what is to take its place is written.
    if let earlier { try OutputFile(path: path).write(earlier.lines()) }
    let flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | (earlier == nil ? O_TRUNC : 0)
    let descriptor = open(path, flags, 0o644)
    guard descriptor >= 0 else {
      throw .noInput("cannot write '\(path)': \(String(cString: strerror(errno)))")
    }
    return RecordedLines(descriptor: Descriptor(number: descriptor))
  }
}

/// Lines on their way into a file.
struct RecordedLines: Sendable {
  let descriptor: Descriptor?

  /// Writes a line; false where that fails.
  @Sendable func write(_ line: String) -> Bool {
    descriptor?.write(line + "\n") ?? 0 == 0
  }
}

private enum PathKind {
  static func isFile(_ path: String) -> Bool { kind(of: path) == S_IFREG }

  static func isFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}

extension Signals {
  /// Lets a signal that ends this program end those that it has started before.
  fileprivate static func endingChildren() -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM, SIGHUP].compactMap { number in
      // Whoever started this may want it to go on, as nohup does.
      if isIgnored(number) { return nil }
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        ChildGroups.endAll()
        signal(number, SIG_DFL)
        kill(getpid(), number)
      }
      source.resume()
      return source
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
    return unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == 1
    #else
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    #endif
  }
}
