import Foundation
import Testing

@Suite("Where does --output write?")
struct OutputOptionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(
    "The file holds what standard output would, and standard output stays empty",
    arguments: [
      ["--matrices", "file"], ["explain", "A-B/deny+-/delete-A1", "--matrices", "file"], ["schema"],
      ["run", "file.json"],
    ])
  func wholeFile(arguments: [String]) throws {
    try folder.copyMatrix(to: "file.json")
    try folder.copyMatrix(to: "file/A-B.json")
    let expected = try folder.run(arguments)
    let run = try folder.run(arguments + ["--output", "out"])
    #expect(!expected.output.isEmpty)
    #expect(run.exitCode == 0)
    #expect(run.output == "")
    #expect(run.errors == "")
    #expect(try folder.read("out") == expected.output)
  }

  @Test("A longer file that was there is replaced, and nothing else is left behind")
  func replacement() throws {
    try folder.write(String(repeating: "old\n", count: 100_000), to: "out.md")
    let run = try folder.run("schema", "--output", "out.md")
    #expect(run.exitCode == 0)
    #expect(try folder.read("out.md") == folder.run("schema").output)
    #expect(try folder.names == ["out.md"])
  }

  @Test("A link is followed, not replaced")
  func link() throws {
    try folder.write("old", to: "target")
    try folder.link("link", to: "target")
    #expect(try folder.run("schema", "--output", "link").exitCode == 0)
    #expect(try folder.read("target") == folder.run("schema").output)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.url.appendingPathComponent("link").path)
    #expect(attributes[.type] as? FileAttributeType == .typeSymbolicLink)
  }

  @Test("A device stays a device")
  func device() throws {
    let run = try folder.run("schema", "--output", "/dev/null")
    #expect(run.exitCode == 0)
    #expect(run.output == "")
    #expect(run.errors == "")
    let attributes = try FileManager.default.attributesOfItem(atPath: "/dev/null")
    #expect(attributes[.type] as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test("The file is written although something is found, and the exit code still says so")
  func failingRun() throws {
    try folder.write("@Model class A { var b: B? }\n@Model class B {}", to: "m.swift")
    let run = try folder.run("check", "m.swift", "--output", "out.txt")
    #expect(run.exitCode == 1)
    #expect(run.output == "")
    #expect(run.errors.hasSuffix("\nm.swift: 1 error\n"))
    #expect(try folder.read("out.txt").hasPrefix("m.swift:1:22: error: "))
  }

  @Test("Where no result comes about, the file that was there stays as it was")
  func noResult() throws {
    try folder.write("old", to: "out.md")
    try folder.copyMatrix(to: "m/A-B.json")
    let nothing = ["--matrices", "m", "--only", "nothing", "--output", "out.md"]
    #expect(try folder.run(nothing).exitCode == 64)
    #expect(try folder.run("run", "absent.json", "--output", "out.md").exitCode == 66)
    #expect(try folder.read("out.md") == "old")
  }

  @Test("A folder that does not exist is named, and not made")
  func missingFolder() throws {
    let run = try folder.run("schema", "--output", "absent/out.md")
    #expect(run.exitCode == 66)
    #expect(run.output == "")
    #expect(run.errors == "deleterules: error: cannot write 'absent/out.md': no such folder\n")
    #expect(try folder.names == [])
  }

  @Test("A folder is no place to write into")
  func aFolder() throws {
    try folder.makeFolder("out")
    let run = try folder.run("schema", "--output", "out")
    #expect(run.exitCode == 66)
    #expect(run.output == "")
    #expect(run.errors == "deleterules: error: cannot write 'out': it is a folder\n")
    #expect(try folder.names == ["out"])
  }

  @Test("A hyphen is standard output, and with its folder a file of that name")
  func hyphen() throws {
    let run = try folder.run("schema", "--output", "-")
    #expect(run.exitCode == 0)
    #expect(try run.output == folder.run("schema").output)
    #expect(try folder.names == [])
    #expect(try folder.run("schema", "--output", "./-").output == "")
    #expect(try folder.read("-") == run.output)
  }

  @Test("A full disk is no success", .enabled(if: fullDevice), arguments: [true, false])
  func fullDisk(isOption: Bool) throws {
    let program = DeleteRulesProcess.program.path
    let run =
      isOption
      ? try folder.run("schema", "--output", "/dev/full")
      : try folder.shell("'\(program)' schema > /dev/full")
    #expect(run.exitCode == 66)
    #expect(run.errors.hasPrefix("deleterules: error: cannot write "))
    #expect(run.errors.lowercased().contains("no space left"))
  }

  private static var fullDevice: Bool { FileManager.default.fileExists(atPath: "/dev/full") }
}
