import Foundation
import Testing

@Suite("What if an input is no regular file?")
struct SpecialFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(MatrixModel.swift, to: "App.swift")
    for name in ["pipe", "pipe.swift", "pipes/a.json", "Pipe.xcdatamodel/contents"] {
      try folder.makeFolder((name as NSString).deletingLastPathComponent)
      try folder.makePipe(name)
    }
  }

  @Test(
    "A pipe or a device is refused at once, wherever a file is read",
    arguments: [
      ["run", "pipe"], ["run", "/dev/zero"], ["run", "/dev/null"], ["--matrices", "pipes"],
      ["explain", "A", "--matrices", "pipes"],
      ["check", "App.swift", "--baseline", "pipe"],
      ["check", "App.swift", "--write-baseline", "pipe", "--reason", "r"],
      ["matrix", "App.swift", "--expect", "pipe"],
      ["explain", "App.swift", "List", "--instances", "pipe"],
    ])
  func refused(arguments: [String]) throws {
    let run = try folder.run(arguments)
    #expect(run.exitCode == 66)
    #expect(run.output == "")
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("deleterules: error: '") == true)
    #expect(
      lines.first?.hasSuffix("' is a pipe or a device; expected a file, or /dev/stdin") == true)
  }

  @Test(
    "A model is no pipe either",
    arguments: [
      ["check", "pipe.swift"], ["model", "pipe"], ["diff", "App.swift", "pipe.swift"],
      ["matrix", "pipe.swift"], ["explain", "Pipe.xcdatamodel", "A"],
    ])
  func model(arguments: [String]) throws {
    let run = try folder.run(arguments)
    #expect(run.exitCode == 66)
    #expect(run.output == "")
    #expect(run.errors.hasSuffix(" is no regular file\n"))
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test("A folder with pipes in it is searched all the same, and they are named")
  func folderWithPipes() throws {
    try folder.write(MatrixModel.swift, to: "folder/App.swift")
    try folder.makePipe("folder/pipe.swift")
    let run = try folder.run("model", "folder")
    #expect(run.exitCode == 1)
    #expect(run.output.contains("| List "))
    #expect(
      run.errors
        == "folder/pipe.swift:1:1: error: 'folder/pipe.swift' is no regular file [unreadable_source]\n"
    )
  }

  @Test("What the caller has opened is read, be it a pipe or a file")
  func standardInput() throws {
    let file = Checkout.matrices.appendingPathComponent("swiftData/A-B.json").path
    let program = DeleteRulesProcess.program.path
    let expected = try folder.run("run", file).output
    #expect(expected.contains("A-B"))
    for script in [
      "cat '\(file)' | '\(program)' run /dev/stdin", "'\(program)' run /dev/stdin < '\(file)'",
      "'\(program)' run /dev/fd/7 7< '\(file)'",
    ] {
      let run = try folder.shell(script)
      #expect(run.exitCode == 0, "\(script)")
      #expect(run.errors == "")
      #expect(run.output == expected)
    }
  }

  @Test("A standard input that is closed or a folder is named")
  func noStandardInput() throws {
    let program = DeleteRulesProcess.program.path
    let closed = try folder.shell("'\(program)' run /dev/stdin <&-")
    #expect(closed.exitCode == 66)
    #expect(
      closed.errors == "deleterules: error: cannot read '/dev/stdin': Bad file descriptor\n")
    let aFolder = try folder.shell("'\(program)' run /dev/stdin < pipes")
    #expect(aFolder.exitCode == 66)
    #expect(
      aFolder.errors == "deleterules: error: '/dev/stdin' is a folder; expected a file\n")
  }

  @Test("A file that is too large is refused before it is read")
  func tooLarge() throws {
    try folder.write("", to: "large.json", enlargedTo: 1 << 40)
    let run = try folder.run("run", "large.json")
    #expect(run.exitCode == 65)
    #expect(
      run.errors == "deleterules: error: 'large.json' has more than 256 MB; expected less\n")
  }
}
