import Foundation

@testable import CommandLineProgram
@testable import Commands
@testable import LaboratoryProgram

/// A run of a program inside this process: what it wrote, and its exit code.
struct ProgramRun {
  let outputBytes: Data
  let errors: String
  let exitCode: Int32

  var output: String { String(decoding: outputBytes, as: UTF8.self) }

  /// Runs a program in a folder, with nothing on standard input and only the variables that are given.
  init(
    _ program: Program, _ arguments: [String], in folder: URL,
    environment: [String: String] = [:], output terminal: Terminal = .none,
    errors errorTerminal: Terminal = .none
  ) throws {
    let output = CapturedStream()
    let errors = CapturedStream()
    let console = Console(
      environment: environment, output: terminal, errors: errorTerminal, readLine: { nil },
      writeOutput: output.write, writeErrors: errors.write)
    exitCode = try WorkingDirectory.within(folder) { program.run(arguments, on: console).rawValue }
    outputBytes = output.bytes
    self.errors = String(decoding: errors.bytes, as: UTF8.self)
  }
}

/// A stream whose text is kept.
private final class CapturedStream: @unchecked Sendable {
  private let lock = NSLock()
  private var data = Data()

  var bytes: Data { lock.withLock { data } }

  @Sendable func write(_ text: String) -> Int32 {
    lock.withLock { data.append(contentsOf: text.utf8) }
    return 0
  }
}

/// The working directory, which a process has once: commands read relative paths from it, so they run
/// one after the other.
private enum WorkingDirectory {
  private static let lock = NSLock()

  static func within<Result>(_ folder: URL, _ work: () throws -> Result) throws -> Result {
    try lock.withLock {
      let before = FileManager.default.currentDirectoryPath
      guard FileManager.default.changeCurrentDirectoryPath(folder.path) else {
        throw CocoaError(.fileNoSuchFile)
      }
      defer { _ = FileManager.default.changeCurrentDirectoryPath(before) }
      return try work()
    }
  }
}

extension TemporaryFolder {
  /// Runs the program with this folder as the working directory.
  func run(_ arguments: String...) throws -> ProgramRun { try run(arguments) }

  func run(_ arguments: [String]) throws -> ProgramRun {
    try ProgramRun(.deleterules, arguments, in: url)
  }

  /// Runs the laboratory's program in this folder.
  func runLaboratory(_ arguments: String...) throws -> ProgramRun {
    try ProgramRun(.laboratory, arguments, in: url)
  }
}
