import Foundation
import Testing

@testable import Commands

@Suite("Can an output destroy what is read?")
struct OverwrittenInputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.copyMatrix(to: "matrices/swiftData/A-B.json")
    try folder.write(MatrixModel.swift, to: "App/App.swift")
    try folder.write("<model>\(MatrixModel.coreData)</model>", to: "M.xcdatamodel/contents")
    try folder.copyMatrix(to: "file.json")
    try folder.write("{\"objects\": {}, \"links\": []}", to: "objects.json")
    try folder.link("link", to: "App/App.swift")
    try FileManager.default.linkItem(
      at: folder.url.appendingPathComponent("file.json"),
      to: folder.url.appendingPathComponent("hard.json"))
  }

  @Test(
    "A file that is read is not written over, however it is named",
    arguments: [
      ["check", "App", "--output", "App/App.swift"], ["check", "App", "--output", "link"],
      ["check", "App/App.swift", "--output", "./App//App.swift"],
      ["check", "App", "--write-baseline", "App/App.swift", "--reason", "r"],
      ["model", "M.xcdatamodel", "--output", "M.xcdatamodel/contents"],
      ["model", ".", "--output", "M.xcdatamodel/contents"],
      ["diff", "App", "link", "--output", "App/App.swift"],
      ["matrix", "App", "--record", "App/App.swift"],
      ["matrix", "App", "--expect", "file.json", "--output", "file.json"],
      ["explain", "App", "List", "--instances", "objects.json", "--output", "objects.json"],
      ["check", "App", "--baseline", "objects.json", "--output", "objects.json"],
      ["run", "file.json", "--output", "hard.json"], ["run", "file.json", "--output", "file.json"],
      ["--matrices", "matrices", "--output", "matrices/swiftData/A-B.json"],
      ["rules", "--output", "App/App.swift"], ["run", "file.json", "--output", "link"],
      ["completions", "zsh", "--output", "M.xcdatamodel/contents"],
      ["explain", "A-B/cascade+-/delete-A1", "--output", "App/App.swift"],
    ])
  func refused(arguments: [String]) throws {
    let before = try contents
    let run = try folder.run(arguments)
    #expect(run.exitCode == 64)
    #expect(run.output == "")
    #expect(run.errors.contains("would write over '"))
    #expect(try contents == before)
  }

  @Test(
    "What is read without being named is not written over: by its path, a link or a hard link",
    arguments: [".deleterules.json", "../Package.swift", "../App.xcodeproj/project.pbxproj"])
  func unnamed(path: String) throws {
    try folder.makeFolder("project/.git")
    try folder.makeFolder("project/App")
    let app = folder.url.appendingPathComponent("project/App")
    try folder.write(MatrixModel.swift, to: "project/App/Model.swift")
    let texts = [
      ".deleterules.json": "{\"exclude\": [\"Tests\"]}",
      "../Package.swift": "let package = Package(platforms: [.iOS(.v17)])\n",
      "../App.xcodeproj/project.pbxproj": "IPHONEOS_DEPLOYMENT_TARGET = 17.0;\n",
    ]
    let text = try #require(texts[path])
    try folder.write(text, to: "project/App/\(path)")
    try folder.link("project/App/link", to: path)
    try FileManager.default.linkItem(
      at: app.appendingPathComponent(path), to: app.appendingPathComponent("hard"))
    for words in [
      ["check", "--output", path], ["check", "--fix", "--output", path],
      ["check", "--output", "link"], ["check", "--output", "hard"],
      ["matrix", ".", "--record", path], ["calls", "--output", path],
      ["check", "--write-baseline", path, "--reason", "r"],
    ] {
      let run = try ProgramRun(.deleterules, words, in: app)
      #expect(run.exitCode == 64, "\(words): \(run.errors)")
      #expect(try folder.read("project/App/\(path)") == text)
    }
  }

  @Test("Nothing is added to a file that is read")
  func summary() throws {
    let run = try ProgramRun(
      .deleterules, ["check", "App", "--format", "github"], in: folder.url,
      environment: ["GITHUB_STEP_SUMMARY": "App/App.swift"])
    #expect(run.exitCode == 64)
    #expect(try folder.read("App/App.swift") == MatrixModel.swift)
  }

  @Test("A file is not written over of which a revision is read")
  func revision() throws {
    let git = "git -c user.name=a -c user.email=a@b"
    let made = try folder.shell("git init -q . && \(git) add -A && \(git) commit -qm one")
    #expect(made.exitCode == 0)
    let run = try folder.run("diff", "HEAD..HEAD", "App", "--output", "App/App.swift")
    #expect(run.exitCode == 64)
    #expect(try folder.read("App/App.swift") == MatrixModel.swift)
  }

  @Test("The known differences of a conformance run are not written over")
  func knownDifferences() throws {
    try folder.write("[]", to: "known.json")
    let run = try folder.runLaboratory(
      "conform", "--known", "known.json", "--output", "known.json", "--", "true")
    #expect(run.exitCode == 64 && run.errors.contains("would write over 'known.json'"))
    #expect(try folder.read("known.json") == "[]")
  }

  @Test("Two results do not go into one file")
  func twoResults() throws {
    try folder.link("other", to: "r.json")
    for output in ["r.json", "./r.json", "other"] {
      try folder.write("old", to: "r.json")
      let run = try folder.run(["matrix", "App", "--record", "r.json", "--output", output])
      #expect(run.exitCode == 64)
      #expect(
        run.errors.hasPrefix(
          "deleterules: error: '--output' and '--record' name the same file, 'r.json'\n"))
      #expect(try folder.read("r.json") == "old")
    }
    try folder.remove("r.json")
    let absent = try folder.run([
      "matrix", "App", "--record", "r.json", "--output", "App/../r.json",
    ])
    #expect(absent.exitCode == 64)
  }

  @Test(
    "What only lies beside the input is written",
    arguments: [
      ["check", "App", "--output", "App/findings.txt"],
      ["--matrices", "matrices", "--output", "matrices/RESULTS.md"],
      ["matrix", "App", "--record", "App/deletes.json", "--output", "App/deletes.md"],
      ["matrix", "App", "--record", "/dev/null", "--output", "/dev/null"],
    ])
  func allowed(arguments: [String]) throws {
    for _ in 0..<2 { #expect(try folder.run(arguments).exitCode < 2) }
  }

  @Test("A baseline may be written over by its successor")
  func baseline() throws {
    let write = ["check", "App", "--write-baseline", "b.json", "--reason", "r"]
    #expect(try folder.run(write).exitCode == 0)
    #expect(try folder.run(write + ["--baseline", "b.json"]).exitCode == 0)
  }

  @Test("The project's baseline is written over by nothing else, even where it is not read")
  func configuredBaseline() throws {
    try folder.write("{\"baseline\": \"b.json\"}", to: ".deleterules.json")
    let write = ["check", "App", "--write-baseline", "b.json", "--reason", "r"]
    #expect(try folder.run(write).exitCode == 0)
    #expect(try folder.run(write).exitCode == 0)
    let text = try folder.read("b.json")
    for words in [["matrix", "App", "--record"], ["model", "App", "--output"]] {
      let run = try folder.run(words + ["App/../b.json"])
      #expect(run.exitCode == 64 && run.errors.contains("'App/../b.json', which is the project's"))
      #expect(try folder.read("b.json") == text)
    }
  }

  private var contents: [String: Data] {
    get throws {
      var contents: [String: Data] = [:]
      for path in try FileManager.default.subpathsOfDirectory(atPath: folder.url.path) {
        contents[path] = FileManager.default.contents(
          atPath: folder.url.appendingPathComponent(path).path)
      }
      return contents
    }
  }
}
