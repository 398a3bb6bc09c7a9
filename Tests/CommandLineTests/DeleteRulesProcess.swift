import Foundation

/// One run of the built program: what it wrote, and how it ended.
struct DeleteRulesProcess {
  let outputBytes: Data
  let errors: String
  /// The exit code; negative for the signal that ended it.
  let exitCode: Int32

  var output: String { String(decoding: outputBytes, as: UTF8.self) }

  /// The program that was built together with these tests.
  static var program: URL { products.appendingPathComponent("deleterules") }

  /// The laboratory's program, likewise.
  static var laboratory: URL { products.appendingPathComponent("deleterules-lab") }

  private static var products: URL {
    #if os(macOS)
    let bundle = Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" } ?? .main
    return bundle.bundleURL.deletingLastPathComponent()
    #else
    return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    #endif
  }

  /// Runs a program to its end.
  ///
  /// The streams go to files, which never fill up: nothing needs to be drained while it runs.
  init(
    _ arguments: [String], in folder: URL, program: URL = program, seconds: Int = 120
  ) throws {
    let scratch = try TemporaryFolder()
    let (output, errors) = (try scratch.write("", to: "out"), try scratch.write("", to: "err"))
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    // A program that never ends must fail its test and not hold up all others; it inherits a mask
    // that blocks every gentler signal.
    let pid = process.processIdentifier
    let deadline = DispatchWorkItem { kill(pid, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: deadline)
    process.waitUntilExit()
    deadline.cancel()
    let status = process.terminationStatus
    exitCode = process.terminationReason == .exit ? status : -status
    outputBytes = try Data(contentsOf: output)
    self.errors = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
  }
}

extension TemporaryFolder {
  /// Runs a shell's script with this folder as the working directory.
  func shell(_ script: String, with shell: String = "/bin/sh") throws -> DeleteRulesProcess {
    try DeleteRulesProcess(["-c", script], in: url, program: URL(fileURLWithPath: shell))
  }
}
