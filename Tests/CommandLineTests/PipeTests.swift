import Foundation
import Testing

@Suite("What if nobody reads the output?")
struct PipeTests {
  private static let bash = "/bin/bash"
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.copyMatrix(to: "A-B.json")
    let classes = (0..<300).map { "@Model class A\($0) { var next: A\(($0 + 1) % 300)? }\n" }
    try folder.write("import SwiftData\n" + classes.joined(), to: "large.swift")
  }

  /// What a pipe holds is less than this writes.
  private static let large = ["model", "large.swift", "--format", "json"]

  @Test(
    "A reader that has gone is no failure of ours",
    arguments: [large, ["--help"]])
  func closedPipe(arguments: [String]) throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let errors = try folder.write("", to: "errors")
    let process = Process()
    process.executableURL = DeleteRulesProcess.program
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.standardOutput = pipe.fileHandleForWriting
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    #expect(try folder.read("errors") == "")
  }

  @Test(
    "'head' gets its byte",
    .enabled(if: FileManager.default.isExecutableFile(atPath: bash)))
  func head() throws {
    let program = DeleteRulesProcess.program.path
    let large = Self.large.joined(separator: " ")
    let run = try folder.shell(
      "set -o pipefail; '\(program)' \(large) | head -c 1", with: Self.bash)
    #expect(run.exitCode == 0)
    #expect(run.output == "{")
    #expect(run.errors == "")
  }

  @Test("A standard output that is closed altogether is no success")
  func closedOutput() throws {
    let run = try folder.shell("'\(DeleteRulesProcess.program.path)' rules >&-")
    #expect(run.exitCode == 66)
    #expect(run.errors.hasPrefix("deleterules: error: cannot write to standard output: "))
  }

  @Test("A pipe that is read little by little gets every byte")
  func slowReader() throws {
    let program = DeleteRulesProcess.program.path
    let large = Self.large.joined(separator: " ")
    let run = try folder.shell("'\(program)' \(large) | (dd bs=1 count=1 2>/dev/null; cat)")
    #expect(run.outputBytes.count > 1 << 16, "less than a pipe holds would show nothing")
    #expect(try run.outputBytes == folder.run(Self.large).outputBytes)
  }

  @Test("A pipe that refuses to wait for its reader gets every byte, too")
  func impatientPipe() throws {
    let expected = try folder.run(Self.large).outputBytes
    #expect(expected.count > 1 << 16, "less than a pipe holds would show nothing")
    let pipe = Pipe()
    let process = Process()
    process.executableURL = DeleteRulesProcess.program
    process.arguments = Self.large
    process.currentDirectoryURL = folder.url
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
