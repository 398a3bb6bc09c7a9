import Foundation
import Testing

@Suite("What if nobody reads the output?")
struct PipeTests {
  private static let bash = "/bin/bash"
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(
    "A reader that has gone is no failure of ours",
    arguments: [[], ["--format", "json"], ["--format", "junit"], ["--help"], ["schema"]])
  func closedPipe(arguments: [String]) throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let errors = try folder.write("", to: "errors")
    let process = Process()
    process.executableURL = DeleteRulesProcess.program
    process.arguments = arguments
    process.standardOutput = pipe.fileHandleForWriting
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    #expect(try folder.read("errors") == "")
  }

  @Test(
    "'head' gets its line",
    .enabled(if: FileManager.default.isExecutableFile(atPath: bash)))
  func head() throws {
    let program = DeleteRulesProcess.program.path
    let run = try folder.shell("set -o pipefail; '\(program)' | head -1", with: Self.bash)
    #expect(run.exitCode == 0)
    #expect(run.output == "# What a delete does: SwiftData and Core Data on iOS 27.0\n")
    #expect(run.errors == "")
  }

  @Test("A standard output that is closed altogether is no success")
  func closedOutput() throws {
    let run = try folder.shell("'\(DeleteRulesProcess.program.path)' >&-")
    #expect(run.exitCode == 66)
    #expect(run.errors.hasPrefix("deleterules: error: cannot write to standard output: "))
  }

  @Test("A pipe that is read little by little gets every byte")
  func slowReader() throws {
    let program = DeleteRulesProcess.program.path
    let run = try folder.shell("'\(program)' --format json | (dd bs=1 count=1 2>/dev/null; cat)")
    #expect(run.outputBytes.count > 1 << 16, "less than a pipe holds would show nothing")
    #expect(try run.outputBytes == folder.run("--format", "json").outputBytes)
  }

  @Test("A pipe that refuses to wait for its reader gets every byte, too")
  func impatientPipe() throws {
    let expected = try folder.run("--format", "json").outputBytes
    #expect(expected.count > 1 << 16, "less than a pipe holds would show nothing")
    let pipe = Pipe()
    let process = Process()
    process.executableURL = DeleteRulesProcess.program
    process.arguments = ["--format", "json"]
    process.standardOutput = pipe
    #expect(fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFL, O_NONBLOCK) == 0)
    try process.run()
    try pipe.fileHandleForWriting.close()
    // The program is to find the pipe full.
    var waiting = Int32()
    while waiting < 1 << 14 && process.isRunning {
      #expect(ioctl(pipe.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &waiting) == 0)
    }
    // Not to the end of the pipe, which another test's program may hold open meanwhile.
    #expect(try pipe.fileHandleForReading.read(upToCount: expected.count) == expected)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
