import Foundation
import Testing

@testable import Commands

@Suite("Where does --output write, and what becomes of what was there?")
struct OutputFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func write(_ text: String, to path: String) throws {
    try OutputFile(path: folder.url.appendingPathComponent(path).path).write(text)
  }

  @Test("A file is replaced as a whole, and keeps its permissions", arguments: [0o600, 0o755])
  func replacement(rights: Int) throws {
    try folder.write(String(repeating: "old\n", count: 100_000), to: "out")
    try folder.allow(rights, for: "out")
    try write("new", to: "out")
    #expect(try folder.read("out") == "new")
    #expect(try folder.rights(of: "out") == rights)
    #expect(try folder.names == ["out"])
  }

  @Test("It keeps its owner", .enabled(if: OtherUser.isRoot, "only root can give a file away"))
  func owner() throws {
    try folder.write("old", to: "out")
    try FileManager.default.setAttributes(
      [.ownerAccountID: 65534, .groupOwnerAccountID: 65534],
      ofItemAtPath: folder.url.appendingPathComponent("out").path)
    try write("new", to: "out")
    #expect(try folder.attributes(of: "out")[.ownerAccountID] as? Int == 65534)
    #expect(try folder.attributes(of: "out")[.groupOwnerAccountID] as? Int == 65534)
  }

  @Test("Links are followed, not replaced, even to a file that does not exist yet")
  func links() throws {
    try folder.makeFolder("a/b")
    try folder.link("one", to: "a/two")
    try folder.link("a/two", to: "b/../three")
    try write("new", to: "one")
    #expect(try folder.read("a/three") == "new")
    #expect(try folder.attributes(of: "a/two")[.type] as? FileAttributeType == .typeSymbolicLink)
    #expect(try folder.names == ["a", "one"])
  }

  @Test(
    "A place where nothing can be written is an error, and nothing is left behind",
    arguments: [
      ("loop", "Too many levels of symbolic links"), ("file/out", "Not a directory"),
      ("absent/out", "no such folder"), ("folder", "it is a folder"),
      (String(repeating: "x", count: 300), "File name too long"),
    ])
  func noPlace(path: String, reason: String) throws {
    try folder.link("loop", to: "loop")
    try folder.write("", to: "file")
    try folder.makeFolder("folder")
    let error = #expect(throws: CommandError.self) { try write("new", to: path) }
    #expect(error?.code == .noInput)
    #expect(error?.message.hasSuffix("': \(reason)") == true)
    #expect(try folder.names == ["file", "folder", "loop"])
  }

  @Test("A folder that takes no files is not called absent", .enabled(if: Self.hasProcesses))
  func folderOfTheSystem() throws {
    let error = #expect(throws: CommandError.self) {
      try OutputFile(path: "/proc/x").write("new")
    }
    #expect(error?.message == "cannot write '/proc/x': its folder takes no new files")
    try folder.link("dangling", to: "absent/out")
    let other = #expect(throws: CommandError.self) { try write("new", to: "dangling") }
    #expect(other?.message.hasSuffix("': no such folder") == true)
  }

  private static let hasProcesses = FileManager.default.fileExists(atPath: "/proc/self")

  @Test("A pipe without a reader is an error, not a reason to wait")
  func unreadPipe() throws {
    try folder.makePipe("pipe")
    let error = #expect(throws: CommandError.self) { try write("new", to: "pipe") }
    #expect(error?.message.hasSuffix("': no program reads it; start its reader first") == true)
  }

  @Test("What a killed run has left is removed, what another run has locked is not")
  func leftovers() throws {
    let names = [
      ".deleterules-1-0", ".deleterules-4194303-12", ".deleterules-x-0", ".deleterules.json",
    ]
    for name in names { try folder.write("part", to: name) }
    let busy = open(folder.url.appendingPathComponent(".deleterules-1-0").path, O_RDONLY)
    defer { close(busy) }
    #expect(flock(busy, LOCK_EX) == 0)
    try write("new", to: "out")
    #expect(
      try folder.names == [".deleterules-1-0", ".deleterules-x-0", ".deleterules.json", "out"])
  }

  @Test("A file that was edited since it was read is left as it is")
  func edited() throws {
    try folder.write("edited", to: "out")
    let file = OutputFile(path: folder.url.appendingPathComponent("out").path)
    #expect(try !file.write("fixed", over: Array("read".utf8)))
    #expect(try folder.read("out") == "edited")
    #expect(try file.write("fixed", over: Array("edited".utf8)))
    #expect(try folder.read("out") == "fixed")
    try folder.remove("out")
    #expect(try !file.write("fixed", over: Array("fixed".utf8)))
    #expect(try folder.names.isEmpty)
  }

  @Test("If there is no result, the file stays as it was")
  func noResult() throws {
    try folder.write("old", to: "out.md")
    try folder.copyMatrix(to: "m/A-B.json")
    let nothing = ["--matrices", "m", "--only", "nothing", "--output", "out.md"]
    #expect(try folder.run(nothing).exitCode == 64)
    #expect(try folder.run("run", "absent.json", "--output", "out.md").exitCode == 66)
    #expect(try folder.read("out.md") == "old")
  }

  @Test("The file holds what standard output would, and the exit code stays")
  func sameText() throws {
    try folder.write("@Model class A { var b: B? }\n@Model class B {}", to: "m.swift")
    let shown = try folder.run("check", "m.swift")
    let written = try folder.run("check", "m.swift", "--output", "-x")
    #expect(written.output == "" && written.exitCode == 1 && written.errors == shown.errors)
    #expect(try folder.read("-x") == shown.output)
    let hyphen = try folder.run("check", "m.swift", "--output", "-")
    #expect(hyphen.output == shown.output)
  }

  @Test("A stream that is added to keeps what stood there; a full disk is an error")
  func streams() throws {
    let program = DeleteRulesProcess.program.path
    try folder.write("before\n", to: "out")
    let run = try folder.shell("'\(program)' rules --output /dev/stdout >> out")
    #expect(run.exitCode == 0 && run.errors == "")
    #expect(try folder.read("out") == "before\n" + folder.run("rules").output)
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let full = try folder.shell(
      "'\(program)' rules --output /dev/full; '\(program)' rules > /dev/full")
    #expect(full.exitCode == 66)
    #expect(full.errors.components(separatedBy: "cannot write ").count == 3)
  }

  @Test(
    "A file without write permission stays as it is",
    .enabled(if: OtherUser.isPossible, "needs a user other than root"))
  func locked() throws {
    try folder.write("old", to: "open/locked")
    try folder.write("old", to: "closed/file")
    try folder.allow(0o444, for: "open/locked")
    try folder.allow(0o666, for: "closed/file")
    try folder.allow(0o777, for: "open")
    try folder.allow(0o555, for: "closed")
    defer { try? folder.allow(0o755, for: "closed") }
    for (path, reason) in [
      ("open/locked", "Permission denied"), ("closed/file", "its folder takes no new file"),
    ] {
      let run = try folder.runUnprivileged("rules", "--output", path)
      #expect(run.exitCode == 66)
      #expect(run.errors == "deleterules: error: cannot write '\(path)': \(reason)\n")
      #expect(try folder.read(path) == "old")
    }
  }
}
