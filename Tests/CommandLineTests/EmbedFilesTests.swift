import Foundation
import Testing

@Suite("What does the build say of a file that it cannot embed?")
struct EmbedFilesTests {
  private static let program = DeleteRulesProcess.program.deletingLastPathComponent()
    .appendingPathComponent("EmbedFiles-tool").path

  @Test(
    "It names the file, and writes nothing",
    .enabled(if: FileManager.default.isExecutableFile(atPath: program)),
    arguments: ["./text", "./absent"])
  func names(file: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Data([0xFF]), to: "text")
    let run = try folder.shell("'\(Self.program)' out.swift . \(file)")
    #expect(run.exitCode == 1)
    #expect(run.errors.hasPrefix("error: cannot embed '\(file)': "))
    #expect(try folder.names == ["text"])
  }
}
