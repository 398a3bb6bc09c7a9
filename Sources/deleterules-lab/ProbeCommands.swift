import Commands
import Conformance
import DeleteMatrix
import ModelDeletes
import ModelFiles
import ObjectGraph
import Probes
import LaboratoryReports
import Reporting
import Scenarios
import SourceText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Session {
  /// Writes the package that asks SwiftData and Core Data on a Mac.
  func probe() throws -> ExitCode {
    let folder = ProbeFolder(path: options.arguments.first ?? "")
    try folder.check(options)
    let (suite, recording) = try asked()
    let cells = suite.cells(
      of: options.framework, only: options[.only].map { CellPattern($0) }, withBatchDeletes: true)
    if let pattern = options[.only], cells.isEmpty {
      let known = suite.cells(of: options.framework, withBatchDeletes: true)
      throw noCell(fitting: pattern, among: known)
    }
    let package = ProbePackage(
      suite, of: options.framework, only: options[.only],
      as: options.has(.expanded) ? .expanded : .macro, model: recording,
      by: "deleterules-lab \(Tool.version)")
    try folder.write(package)
    remark("\(folder.path.singleLine): run probe.sh there, on a Mac; README.md says more")
    return .ok
  }

  /// Returns the matrices to ask about, or the deletes of a reader's model.
  private func asked() throws -> (suite: MatrixSuite, recording: String?) {
    guard let path = options[.model] else { return (try replayed().suite, nil) }
    let model = try oneModel(at: [path]).model
    let matrix = ModelMatrix(model, on: try releases(for: [model]))
    guard let recording = matrix.recording else {
      throw CommandError(
        message: "\(model.place.singleLine): there is no delete to ask about", code: .badData)
    }
    // As it is read where the answers are judged.
    let file = SourceFile(path: "matrices/deletes.json", bytes: Array(recording.utf8))
    return (try MatrixSuite(withRecordings: [file]), recording)
  }
}

extension Session {
  func importObservations() throws -> ExitCode {
    let matrices = try matrices()
    var runs: [ObservedRun] = []
    var refusals: [String] = []
    for path in options.arguments {
      let file = try InputFiles.file(path)
      for (line, recording) in try Recording.recordings(
        in: file, asking: { try ConformanceSuite(matrices, for: $0, $1) })
      {
        do throws(ImportError) {
          runs.append(try ObservedRun(recording))
        } catch {
          refusals += error.reasons.map { "\(path):\(line):1: error: \($0)".singleLine }
        }
      }
    }
    // What is refused says something of what stands beside it, so that nothing is taken.
    if !refusals.isEmpty {
      throw CommandError(message: refusals.joined(separator: "\n"), code: .badData)
    }
    let observations = Observations(runs, beside: matrices)
    if let folder = options[.into] {
      for file in observations.files { try write(file, into: "\(folder)/probes") }
    }
    try deliver(ObservationsReport(observations, isWritten: options.has(.into)))
    return observations.isFailure ? .failure : .ok
  }

  /// Returns the existing matrices: those in the output folder, or else the bundled ones.
  private func matrices() throws -> MatrixSuite {
    guard let folder = options[.into] else { return try replayed().suite }
    return try MatrixSuite(try InputFiles.folder(folder))
  }

  private func write(_ file: Observations.File, into folder: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw CommandError.noInput("cannot make the folder '\(folder)'")
    }
    let path = "\(folder)/\(file.name)"
    // What is the same stays untouched.
    if let data = FileManager.default.contents(atPath: path), Array(data) == Array(file.text.utf8) {
      return
    }
    try OutputFile(path: path).write(file.text)
  }

  /// Reports which cells were observed.
  func coverage() throws -> ExitCode {
    let suite = try replayed().suite
    try deliver(
      CoverageReport(
        Coverage(suite, of: options.framework, claims: try Ledger.bundled.get().claims)))
    return .ok
  }
}

private struct ProbeFolder {
  let path: String

  /// Refuses a folder that holds something else.
  func check(_ options: CommandLineOptions) throws {
    guard let kind = FileKind(at: path) else { return }
    guard kind == .folder else {
      throw CommandError(
        message: "cannot write '\(path)': it is a file, not a folder".singleLine, code: .noInput)
    }
    let items: [String]
    do {
      items = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw CommandError.noInput("cannot read '\(path)'".singleLine)
    }
    if items.isEmpty || items.contains("probe.settings") { return }
    throw options.usage(
      "'\(path)' holds something else than a probe; name a folder that is not there or is empty"
        .singleLine)
  }

  /// Writes the files, and takes out the classes of an earlier package that this one does not have.
  func write(_ package: ProbePackage) throws {
    let manager = FileManager.default
    let schemas = "Sources/swiftdata-probe/Schemas"
    let kept = Set(package.files.map(\.path))
    for name in (try? manager.contentsOfDirectory(atPath: "\(path)/\(schemas)")) ?? []
    where !kept.contains("\(schemas)/\(name)") {
      try? manager.removeItem(atPath: "\(path)/\(schemas)/\(name)")
    }
    for file in package.files {
      let target = "\(path)/\(file.path)"
      let folder = String(target[..<(target.lastIndex(of: "/") ?? target.startIndex)])
      do {
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
      } catch {
        throw CommandError.noInput("cannot make the folder '\(folder)'".singleLine)
      }
      try OutputFile(path: target).write(file.text)
      if file.isExecutable {
        try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: target)
      }
    }
  }
}
