import Foundation
import Testing

@Suite("Is a file ever left half written?")
struct UnfinishedWriteTests {
  private let folder: TemporaryFolder
  private static let program = DeleteRulesProcess.program.path

  /// A command that writes, the file it writes, and what the file holds before.
  struct Writer: Sendable, CustomTestStringConvertible {
    let command: String
    let old: String

    var testDescription: String { String(command.prefix(40)) }
  }

  private static let writers = [
    Writer(command: "schema --output out", old: "old\n"),
    Writer(command: "matrix App.swift --record out", old: "old\n"),
    Writer(
      command:
        "check App.swift --write-baseline out --reason \(String(repeating: "r", count: 2000))",
      old: "{\"silenced\": []}\n"),
    // Not quite a page: the disk has room for some of what is added.
    Writer(
      command: "check App.swift --format github", old: String(repeating: "old\n", count: 1000)),
  ]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(MatrixModel.swift, to: "App.swift")
  }

  private func write(
    _ writer: Writer, in place: String
  ) throws -> DeleteRulesProcess {
    try folder.shell(
      """
      unset CI; export GITHUB_STEP_SUMMARY='\(place)/out'
      '\(Self.program)' \
      \(writer.command.replacing(" out", with: " \(place)/out"))
      """)
  }

  @Test("Each of them writes, where there is room", arguments: writers)
  func room(writer: Writer) throws {
    try folder.write(writer.old, to: "place/out")
    #expect(try write(writer, in: "place").exitCode < 2)
    #expect(try folder.read("place/out").count > 150)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["out"])
  }

  @Test("Where a file may not become so large, the old one stays", arguments: writers)
  func sizeLimit(writer: Writer) throws {
    // Bash counts in kilobytes. What the program says goes to a pipe, as its file may not grow.
    try folder.write(writer.old, to: "place/out")
    let run = try folder.shell(
      """
      unset CI; export GITHUB_STEP_SUMMARY=place/out
      (ulimit -f 1; '\(Self.program)' \
      \(writer.command.replacing(" out", with: " place/out")) 2>&1 >/dev/null; echo "= $?") | cat
      """, with: "/bin/bash")
    #expect(run.output.hasSuffix("= 66\n"), "\(run.output)")
    #expect(run.output.contains("'place/out': File too large\n"))
    #expect(run.output.filter { $0 == "\n" }.count == 2)
    #expect(try folder.read("place/out") == writer.old)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["out"])
  }

  @Test("On a full disk, the old one stays", .enabled(if: SmallDisk.isPossible), arguments: writers)
  func fullDisk(writer: Writer) throws {
    let disk = try SmallDisk(in: folder)
    try folder.write(writer.old, to: "\(disk.name)/out")
    try disk.fill()
    let run = try write(writer, in: disk.name)
    #expect(run.exitCode == 66)
    #expect(run.errors.hasPrefix("deleterules: error: cannot "))
    #expect(run.errors.hasSuffix("'\(disk.name)/out': No space left on device\n"))
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
    #expect(try folder.read("\(disk.name)/out") == writer.old)
    let names = try FileManager.default.contentsOfDirectory(atPath: disk.path)
    #expect(names.sorted() == ["filling", "out"])
  }

  @Test("A full standard output is no success", .enabled(if: SmallDisk.isPossible))
  func fullStandardOutput() throws {
    let disk = try SmallDisk(in: folder)
    try disk.fill()
    let run = try folder.shell("'\(Self.program)' schema > \(disk.name)/out")
    #expect(run.exitCode == 66)
    #expect(
      run.errors
        == "deleterules: error: cannot write to standard output: No space left on device\n")
  }

  private var place: String { folder.url.appendingPathComponent("place").path }
}
