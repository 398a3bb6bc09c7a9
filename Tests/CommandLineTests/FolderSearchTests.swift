import Foundation
import Testing

@testable import Commands

@Suite("What if a folder that is searched is not as folders should be?")
struct FolderSearchTests {
  private let folder: TemporaryFolder
  private static let commands = [
    ["check", "App"], ["model", "App"], ["matrix", "App"], ["explain", "App", "List"],
    ["diff", "App", "App"],
  ]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(MatrixModel.swift, to: "App/Models.swift")
  }

  @Test(
    "Links that lead in a circle are followed once, those that lead nowhere told",
    arguments: commands)
  func loops(arguments: [String]) throws {
    let expected = try folder.run(arguments)
    try folder.link("App/self", to: ".")
    try folder.link("App/up", to: "..")
    try folder.link("App/loop.swift", to: "loop.swift")
    try folder.link("App/gone.swift", to: "nowhere.swift")
    try folder.link("App/a", to: "b")
    try folder.link("App/b", to: "a")
    try folder.link("App/Loop.xcdatamodeld", to: ".")
    let run = try folder.run(arguments)
    #expect(run.exitCode == 1)
    let isCheck = arguments[0] == "check"
    #expect(
      isCheck ? run.output.hasSuffix(expected.output) : run.output.hasPrefix(expected.output))
    for name in ["gone.swift", "loop.swift", "a", "b"] {
      let told = "App/\(name):1:1: error: 'App/\(name)' is a link that leads nowhere"
      #expect(run.output.contains(told) && run.errors.contains(told) == !isCheck)
    }
    #expect(run.errors.contains("skipped: up; name a path to read it\n"))
  }

  @Test("A link to a folder around it, which holds more than was asked for, is passed over")
  func around() throws {
    try folder.makeFolder(".git")
    try folder.write("@Model class Other { var name = \"\" }", to: "Other/Models.swift")
    let expected = try folder.run("model", "App")
    try folder.link("App/up", to: "..")
    let run = try folder.run("model", "App")
    #expect(run.output == expected.output && !run.output.contains("Other"))
    #expect(run.errors == "skipped: App/up; name a path to read it\n")
  }

  @Test(
    "The project around the working directory is read, and a file is known by every path to it",
    arguments: ["Package.swift", "App.xcodeproj/project.pbxproj", ".git/HEAD"])
  func above(file: String) throws {
    try folder.write("", to: "Kit/\(file)")
    try folder.write(MatrixModel.swift, to: "Kit/Sources/Model.swift")
    let code = "import SwiftData\nfunc drop(_ list: List, _ c: ModelContext) { c.delete(list) }"
    try folder.write(code, to: "Kit/Sources/Views/Code.swift")
    let here = folder.url.appendingPathComponent("Kit/Sources/Views")
    let path = here.appendingPathComponent("Code.swift").path
    for words in [
      ["explain", "List"], ["explain", "Code.swift:2"], ["explain", "./Code.swift:2"],
      ["explain", "../Views//Code.swift:2"], ["explain", "\(path):2"],
      ["explain", "Sources/Views/Code.swift:2"], ["explain", "Views/Code.swift:2"],
    ] {
      let run = try ProgramRun(.deleterules, words, in: here)
      #expect(run.exitCode == 0 && run.output.contains("List"), "\(words): \(run.errors)")
    }
    let other = try ProgramRun(.deleterules, ["explain", "../Code.swift:2"], in: here)
    #expect(other.exitCode == 64 && other.errors.contains("no such file was read"))
  }

  @Test("A bundle that links to itself is read once; it may be a link itself")
  func bundle() throws {
    try folder.writeModel(MatrixModel.coreData, to: "M.xcdatamodeld/M.xcdatamodel")
    try folder.link("L.xcdatamodeld", to: "M.xcdatamodeld")
    let expected = try folder.run("model", "M.xcdatamodeld")
    #expect(expected.exitCode == 0 && expected.output.contains("| Dog : Animal "))
    try folder.link("M.xcdatamodeld/self", to: ".")
    let run = try folder.run("model", "M.xcdatamodeld", "--all-versions")
    #expect(run.output == expected.output && run.errors == "")
    let link = try folder.run("model", "L.xcdatamodeld")
    // By whatever path it is reached, it is the same model.
    #expect(link.output == expected.output)
    try folder.link("M.xcdatamodeld/N.xcdatamodel", to: ".")
    let loop = try folder.run("model", "M.xcdatamodeld", "--all-versions")
    #expect(loop.exitCode == 1 && loop.output.hasPrefix(expected.output))
    #expect(
      loop.errors.hasPrefix(
        "M.xcdatamodeld/N.xcdatamodel/contents:1:1: error: the model has no file"))
    // With two versions, nothing says which is current.
    #expect(loop.errors.contains("[uncertain_version]"))
    #expect(loop.errors.filter { $0 == "\n" }.count == 2)
  }

  @Test("Two hundred levels are gone through, and more than a path can name are said")
  func manyLevels() throws {
    let deep = String(repeating: "d/", count: 200)
    try folder.write("@Model class Deep { var list: List? }", to: "App/\(deep)Deep.swift")
    let run = try folder.run("model", "App")
    #expect(run.exitCode == 0 && run.errors == "")
    #expect(run.output.contains("| Deep "))
    let name = String(repeating: "x", count: 250)
    let script = "cd App; for i in $(seq 20); do mkdir \(name); cd \(name); done"
    #expect(try folder.shell(script, with: "/bin/bash").exitCode == 0)
    let longer = try folder.run("model", "App")
    #expect(longer.output.hasPrefix(run.output) && longer.exitCode == 1)
    #expect(
      longer.errors.hasSuffix(
        "' is gone, or its path is too long or not UTF-8; rename it [incomplete_model]\n"))
    let matrices = try folder.run("--matrices", "App")
    #expect(matrices.exitCode == 66)
    #expect(matrices.errors.hasSuffix("/\(name)' is too long\n"))
    // Foundation removes nothing whose path it cannot write down.
    #expect(try folder.shell("rm -r App/xx*").exitCode == 0)
  }

  @Test(
    "A folder that may not be read is named: what is in it may matter",
    .enabled(if: OtherUser.isPossible, "needs somebody whom rights hold back"))
  func closedFolder() throws {
    try folder.copyMatrix(to: "matrices/A-B.json")
    try folder.write("{}", to: "matrices/closed/a.json")
    try folder.write("@Model class Hidden {}", to: "App/closed/a.swift")
    for path in ["matrices/closed", "App/closed"] { try folder.allow(0, for: path) }
    defer { for path in ["matrices/closed", "App/closed"] { try? folder.allow(0o700, for: path) } }
    let matrices = try folder.runUnprivileged("--matrices", "matrices")
    #expect(matrices.exitCode == 66)
    #expect(matrices.output == "")
    #expect(
      matrices.errors == "deleterules: error: cannot read the folder 'matrices/closed'\n")
    let model = try folder.runUnprivileged("model", "App")
    #expect(model.exitCode == 1)
    #expect(model.output.contains("| List "))
    #expect(
      model.errors
        == "App/closed:1:1: error: cannot read the folder 'App/closed' [incomplete_model]\n")
  }

  @Test(
    "A file that may not be read is named with the reason",
    .enabled(if: OtherUser.isPossible, "needs somebody whom rights hold back"))
  func closedFile() throws {
    try folder.write("{}", to: "file.json")
    for path in ["file.json", "App/Models.swift"] { try folder.allow(0, for: path) }
    for (arguments, path) in [
      (["run", "file.json"], "file.json"), (["model", "App/Models.swift"], "App/Models.swift"),
    ] {
      let run = try folder.runUnprivileged(arguments[0], arguments[1])
      #expect(run.exitCode == 66)
      #expect(run.errors == "deleterules: error: cannot read '\(path)': Permission denied\n")
    }
    let found = "App/Models.swift:1:1: error: cannot read 'App/Models.swift': Permission denied"
    for command in ["check", "model"] {
      let run = try folder.runUnprivileged(command, "App")
      #expect(run.exitCode == 1)
      #expect((run.output + run.errors).contains("\(found) [unreadable_source]\n"))
    }
  }

  @Test("A handful of descriptors is enough", .enabled(if: SmallDisk.isLinux))
  func fewDescriptors() throws {
    try folder.copyMatrix(to: "matrices/A-B.json")
    let program = DeleteRulesProcess.program.path
    for arguments in ["check App"] {
      let expected = try folder.shell("'\(program)' \(arguments)")
      // The loader itself needs the fourth.
      let run = try folder.shell("ulimit -n 4; exec '\(program)' \(arguments)")
      #expect(run.exitCode == expected.exitCode)
      #expect(run.output == expected.output && run.errors == expected.errors)
    }
  }
}
