import Foundation
import Testing

@Suite("What does an output keep of what was there?")
struct OutputPlaceTests {
  private let folder: TemporaryFolder
  private let schema: String
  private static let program = DeleteRulesProcess.program.path

  init() throws {
    folder = try TemporaryFolder()
    schema = try folder.run("schema").output
    #expect(schema.count > 1000)
  }

  @Test("Its rights", arguments: [0o600, 0o640, 0o666, 0o755])
  func rights(rights: Int) throws {
    try folder.write("old", to: "out")
    try folder.allow(rights, for: "out")
    #expect(try folder.run("schema", "--output", "out").exitCode == 0)
    #expect(try folder.read("out") == schema)
    #expect(try folder.rights(of: "out") == rights)
  }

  @Test("A new file has the rights that the caller's mask leaves", arguments: ["022", "077"])
  func mask(mask: String) throws {
    let run = try folder.shell("umask \(mask); '\(Self.program)' schema --output out")
    #expect(run.exitCode == 0)
    #expect(try folder.rights(of: "out") == 0o666 & ~(Int(mask, radix: 8) ?? 0))
  }

  @Test("Its owner", .enabled(if: OtherUser.isRoot, "only root can give a file away"))
  func owner() throws {
    try folder.write("old", to: "out")
    try FileManager.default.setAttributes(
      [.ownerAccountID: 65534, .groupOwnerAccountID: 65534],
      ofItemAtPath: folder.url.appendingPathComponent("out").path)
    #expect(try folder.run("schema", "--output", "out").exitCode == 0)
    #expect(try folder.read("out") == schema)
    #expect(try folder.attributes(of: "out")[.ownerAccountID] as? Int == 65534)
    #expect(try folder.attributes(of: "out")[.groupOwnerAccountID] as? Int == 65534)
  }

  @Test("Links, through any number of them, also to what is not there yet")
  func links() throws {
    try folder.makeFolder("a/b")
    try folder.link("one", to: "a/two")
    try folder.link("a/two", to: "b/../three")
    #expect(try folder.run("schema", "--output", "one").exitCode == 0)
    #expect(try folder.read("a/three") == schema)
    #expect(try folder.attributes(of: "one")[.type] as? FileAttributeType == .typeSymbolicLink)
    #expect(try folder.attributes(of: "a/two")[.type] as? FileAttributeType == .typeSymbolicLink)
    #expect(try folder.attributes(of: "a/three")[.type] as? FileAttributeType == .typeRegular)
    #expect(try folder.names == ["a", "one"])
  }

  @Test("What stood before in a stream that is added to")
  func addedTo() throws {
    try folder.write("before\n", to: "out")
    let run = try folder.shell("'\(Self.program)' schema --output /dev/stdout >> out")
    #expect(run.exitCode == 0 && run.errors == "")
    #expect(try folder.read("out") == "before\n\(schema)")
    let other = try folder.shell("'\(Self.program)' schema --output /dev/fd/5 5>> out")
    #expect(other.exitCode == 0 && other.errors == "" && other.output == "")
    #expect(try folder.read("out") == "before\n\(schema)\(schema)")
  }

  @Test("A pipe, whose reader gets everything")
  func pipe() throws {
    try folder.makePipe("pipe")
    let run = try folder.shell(
      "cat pipe > copy & exec 3<> pipe; '\(Self.program)' schema --output pipe; exec 3>&-; wait")
    #expect(run.exitCode == 0 && run.errors == "")
    #expect(try folder.read("copy") == schema)
    #expect(try folder.attributes(of: "pipe")[.type] as? FileAttributeType != .typeRegular)
  }

  @Test("A pipe that nobody reads is no reason to wait")
  func unreadPipe() throws {
    try folder.makePipe("pipe")
    let run = try DeleteRulesProcess(
      ["schema", "--output", "pipe"], in: folder.url, seconds: 20)
    #expect(run.exitCode == 66)
    #expect(
      run.errors
        == "deleterules: error: cannot write 'pipe': nobody reads it; start its reader first\n")
  }

  @Test(
    "A place where nothing can be written is named, and nothing is left behind",
    arguments: [
      ("loop", "Too many levels of symbolic links"), ("file/out", "Not a directory"),
      ("new/", "no such folder"), (String(repeating: "x", count: 300), "File name too long"),
      (String(repeating: "x/", count: 3000), "File name too long"),
      ("absent/a\nb\u{1B}[2J\u{202E}", "no such folder"),
    ])
  func noPlace(path: String, reason: String) throws {
    try folder.link("loop", to: "loop")
    try folder.write("", to: "file")
    let run = try folder.run("schema", "--output", path)
    #expect(run.exitCode == 66)
    #expect(run.output == "")
    let shown = path.replacing("\n", with: "\\n").replacing("\u{1B}", with: "\\u{1b}")
      .replacing("\u{202E}", with: "\\u{202e}")
    #expect(run.errors == "deleterules: error: cannot write '\(shown)': \(reason)\n")
    #expect(try folder.names == ["file", "loop"])
  }

  @Test(
    "What is locked stays as it is",
    .enabled(if: OtherUser.isPossible, "needs somebody whom rights hold back"))
  func locked() throws {
    try folder.write("old", to: "open/locked")
    try folder.write("old", to: "closed/file")
    try folder.allow(0o444, for: "open/locked")
    try folder.allow(0o666, for: "closed/file")
    try folder.allow(0o777, for: "open")
    try folder.allow(0o555, for: "closed")
    for (path, reason) in [
      ("open/locked", "Permission denied"), ("closed/file", "its folder takes no new file"),
      ("closed/new", "Permission denied"),
    ] {
      let run = try folder.runUnprivileged("schema", "--output", path)
      #expect(run.exitCode == 66)
      #expect(run.errors == "deleterules: error: cannot write '\(path)': \(reason)\n")
    }
    #expect(try folder.runUnprivileged("schema", "--output", "open/new").exitCode == 0)
    try folder.allow(0o755, for: "closed")
    #expect(try folder.read("open/locked") == "old")
    #expect(try folder.read("closed/file") == "old")
    #expect(try folder.names == ["closed", "open"])
  }
}
