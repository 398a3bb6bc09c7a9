import Foundation
import Testing

@Suite("Is a file ever left half written?")
struct UnfinishedWriteTests {
  private let folder: TemporaryFolder
  private static let program = DeleteRulesProcess.program.path

  /// A command that writes `out`, and what the file holds before.
  struct Writer: Sendable, CustomTestStringConvertible {
    let command: String
    let old: String

    var testDescription: String { String(command.prefix(40)) }
  }

  private static let writers = [
    Writer(command: "help --format man --output out", old: "old\n"),
    // Not quite a page: the disk has room for a part of what is added.
    Writer(
      command: "check App.swift --format github", old: String(repeating: "old\n", count: 1000)),
  ]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(MatrixModel.swift, to: "App.swift")
  }

  /// Runs a writer whose file is in a folder, after some words of the shell.
  private func write(_ writer: Writer, in place: String, after words: String = "") throws
    -> DeleteRulesProcess
  {
    // The messages go to a pipe, as their file may not grow.
    try folder.shell(
      """
      unset CI; export GITHUB_STEP_SUMMARY='\(place)/out'
      (\(words) '\(Self.program)' \(writer.command.replacing(" out", with: " \(place)/out")) \
      2>&1 >/dev/null; echo "= $?") | cat
      """, with: "/bin/bash")
  }

  @Test("If a file may not become so large, the old one stays", arguments: writers)
  func sizeLimit(writer: Writer) throws {
    try folder.write(writer.old, to: "place/out")
    let run = try write(writer, in: "place", after: "ulimit -f 1;")
    #expect(run.output.hasSuffix("'place/out': File too large\n= 66\n"), "\(run.output)")
    #expect(try folder.read("place/out") == writer.old)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["out"])
  }

  @Test("On a full disk, the old one stays", .enabled(if: SmallDisk.isPossible), arguments: writers)
  func fullDisk(writer: Writer) throws {
    let disk = try SmallDisk(in: folder)
    try folder.write(writer.old, to: "\(disk.name)/out")
    try disk.fill()
    let run = try write(writer, in: disk.name)
    #expect(run.output.hasSuffix("/out': No space left on device\n= 66\n"), "\(run.output)")
    #expect(try folder.read("\(disk.name)/out") == writer.old)
    let names = try FileManager.default.contentsOfDirectory(atPath: disk.path)
    #expect(names.sorted() == ["filling", "out"])
  }

  private var place: String { folder.url.appendingPathComponent("place").path }
}
