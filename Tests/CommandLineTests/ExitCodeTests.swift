import Foundation
import Testing

@testable import Commands

/// What a gate in CI depends on: each case has an input on which a slip of the command line turns red into
/// green, or the reverse.
@Suite("Does a command end with the code that its findings ask for?")
struct ExitCodeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The files, by their paths; of a path that ends with a slash, a folder.
    let files: [String: String]
    /// The working directory.
    var folder = "."
    let words: String
    let code: Int32
    /// A text that the streams have, or must not have after an exclamation mark.
    var says: [String] = []
  }

  private static let manyToMany = """
    import SwiftData
    @Model class Note { var tags: [Tag] = [] }
    @Model class Tag { var notes: [Note] = [] }
    """

  private static let cases = [
    Case(
      testDescription: "A dry run of fixes counts what was found",
      files: ["M.swift": manyToMany], words: "check . --fix --dry-run", code: 1,
      says: ["+@Model class Note { @Relationship(inverse: \\Tag.notes)"]),
    Case(
      testDescription: "A dry run of fixes passes if there is nothing to fix",
      files: ["M.swift": "@Model class Note { var name = \"\" }"],
      words: "check . --fix --dry-run", code: 0),
    Case(
      testDescription: "A model that cannot be read is reported whatever rule is asked for",
      files: [
        "App.xcdatamodeld/App.xcdatamodel/contents": "<model><entity",
        "M.swift": "@Model class Note { var name = \"\" }",
      ],
      words: "check . --rule deny_on_child", code: 1, says: ["incomplete_model"]),
    Case(
      testDescription: "A rule that is asked for is checked though the configuration disables it",
      files: [
        ".deleterules.json": #"{"disabled": {"many_to_many_without_inverse": "later"}}"#,
        "M.swift": manyToMany,
      ],
      words: "check --rule many_to_many_without_inverse", code: 1, says: ["error: "]),
    Case(
      testDescription: "A rule that the configuration disables is not checked",
      files: [
        ".deleterules.json": #"{"disabled": {"many_to_many_without_inverse": "later"}}"#,
        "M.swift": manyToMany,
      ],
      words: "check", code: 0),
    Case(
      testDescription: "A configuration above the repository does not count",
      files: [
        "outer/.deleterules.json":
          #"{"disabled": {"many_to_many_without_inverse": "not here"}}"#,
        "outer/repo/.git/": "", "outer/repo/src/M.swift": manyToMany,
      ],
      folder: "outer/repo", words: "check src", code: 1, says: ["error: "]),
    Case(
      testDescription: "Of several deployment targets the oldest counts",
      files: [
        ".git/": "",
        "Package.swift": #"let package = Package(platforms: [.iOS("17.0"), .macOS("26.0")])"#,
        "M.swift": """
        import SwiftData
        @Model class Record {
          @Relationship(deleteRule: .cascade, inverse: \\Photo.record) var photos: [Photo] = []
        }
        @Model class Photo { var record: Record }
        """,
      ],
      words: "check .", code: 1, says: ["mandatory_back_reference_crash"]),
    Case(
      testDescription: "A baseline that is written anew keeps its reasons",
      files: [
        "M.swift": manyToMany,
        "b.json": """
        {"silenced": [{"rule": "many_to_many_without_inverse", "model": "M.swift", "entity": "Note",
          "relationship": "tags", "reason": "why"}]}
        """,
      ],
      words: "check M.swift --write-baseline b.json --reason new", code: 0),
    Case(
      testDescription: "An entry of the baseline that fits no call fails",
      files: [
        "M.swift": "@Model class Note { var name = \"\" }",
        "b.json": """
        {"silenced": [{"rule": "delete_call", "model": "M.swift", "entity": "Note",
          "relationship": null, "caller": "gone", "reason": "why"}]}
        """,
      ],
      words: "calls M.swift --baseline b.json", code: 1, says: ["is no longer found"]),
    Case(
      testDescription: "A stale entry is as bad as the configuration says",
      files: [
        ".deleterules.json":
          #"{"severity": {"stale_baseline_entry": "note"}, "baseline": "b.json"}"#,
        "M.swift": "@Model class Note { var name = \"\" }",
        "b.json": """
        {"silenced": [{"rule": "deny_on_child", "model": "M.swift", "entity": "Note",
          "relationship": "tags", "reason": "why"}]}
        """,
      ],
      words: "check", code: 0, says: ["is no longer found"]),
    Case(
      testDescription: "A model that cannot be read fails, beside others that can",
      files: [
        "App.xcdatamodeld/App.xcdatamodel/contents": "<model><entity", "M.swift": manyToMany,
      ],
      words: "model .", code: 1, says: ["Note", "incomplete_model"]),
    Case(
      testDescription: "The end of a file's name is not its name",
      files: [
        "M.swift": manyToMany,
        "BigView.swift": "import SwiftData\nfunc f(_ n: Note, _ c: ModelContext) { c.delete(n) }",
      ],
      words: "explain View.swift:2", code: 64, says: ["no such file was read"]),
  ]

  @Test("As its files say", arguments: cases)
  func code(example: Case) throws {
    let folder = try written(example.files)
    let run = try ProgramRun(
      .deleterules, example.words.split(separator: " ").map(String.init),
      in: folder.url.appendingPathComponent(example.folder))
    #expect(run.exitCode == example.code, "\(run.output)\(run.errors)")
    for text in example.says { #expect((run.output + run.errors).contains(text), "\(run.output)") }
    if example.files["b.json"] != nil { #expect(try folder.read("b.json").contains(#""why""#)) }
  }

  @Test("Without NEW, 'diff' compares the current version with the one before it")
  func comparedVersions() throws {
    func contents(_ rule: String) -> String {
      """
      <model><entity name="A"><relationship name="bs" optional="YES" toMany="YES" \
      deletionRule="\(rule)" destinationEntity="B" inverseName="a" inverseEntity="B"/></entity>\
      <entity name="B"><relationship name="a" optional="YES" maxCount="1" deletionRule="Nullify" \
      destinationEntity="A" inverseName="bs" inverseEntity="A"/></entity></model>
      """
    }
    let folder = try written([
      "App.xcdatamodeld/V1.xcdatamodel/contents": contents("Cascade"),
      "App.xcdatamodeld/V2.xcdatamodel/contents": contents("Nullify"),
      "App.xcdatamodeld/V3.xcdatamodel/contents": contents("No Action"),
      "App.xcdatamodeld/.xccurrentversion": """
      <plist><dict><key>_XCCurrentVersionName</key><string>V3.xcdatamodel</string></dict></plist>
      """,
    ])
    let run = try folder.run("diff", "App.xcdatamodeld", "--format", "json")
    #expect(run.exitCode == 1)
    let before = run.output.components(separatedBy: #""before":"#).dropFirst().first ?? ""
    #expect(before.hasPrefix(#"{"deleted":["A1"],"kept":["B1"]"#), "\(run.output)")
  }

  @Test("Whoever waits for JSON is told in JSON why there is no answer")
  func failureAsJSON() throws {
    let folder = try TemporaryFolder()
    let run = try folder.run("check", "nowhere", "--format", "json")
    #expect(run.exitCode == 66)
    #expect(
      run.output.hasPrefix(#"{"version":"1.0.0","command":"check","problems":[{"rule":null,"#))
    #expect(run.output.hasSuffix("\"result\":null\n}\n"))
  }

  @Test(
    "A command line that makes no sense is refused, and says what it lacks",
    arguments: [
      ("chek .", "did you mean 'check'?"), ("check . --nope", "unknown option '--nope'"),
      ("check . --format pdf", "unknown value 'pdf' for '--format'"),
      ("check . --format", "'--format' needs a value"), ("check . --format=", "needs a value"),
      ("check . --strict=yes", "'--strict' takes no value"),
      ("check . --strict --strict", "'--strict' is given twice"),
      ("check . --format json --format text", "'--format' is given twice"),
      ("check . --rule deny_on_child,", "needs a value on both sides of each comma"),
      ("check . --rule ,deny_on_child", "needs a value on both sides of each comma"),
      ("check . --rule deny_on_child,,deny_on_both_sides", "on both sides of each comma"),
      ("check . --rule deny_on_chld", "did you mean 'deny_on_child'?"),
      ("check . --dry-run", "means nothing without '--fix'"),
      ("check . --compare", "'--compare' means nothing to 'check'"),
      ("matrix --compare x", "'--compare' takes two releases"),
      ("matrix --compare --framework coreData", "shows both frameworks"),
      ("matrix --compare x y --system z", "'--compare' names its releases"),
      ("matrix --compare --format junit", "is written as markdown or json"),
      ("rules a b", "unexpected argument 'b'"), ("diff", "'diff' takes"),
      ("completions csh", "unknown value 'csh'"), ("conform", "is a command of 'deleterules-lab'"),
    ])
  func usage(words: String, says: String) throws {
    let folder = try written(["M.swift": Self.manyToMany])
    let run = try folder.run(words.split(separator: " ").map(String.init))
    #expect(run.exitCode == 64 && run.output == "")
    #expect(run.errors.contains(says), "\(run.errors)")
  }

  @Test(
    "'--fail-on' says how bad a change must be",
    arguments: [
      // What is worse, and what is to be reviewed.
      (".cascade", ".nullify", ["worse": 1, "review": 1, "never": 0]),
      (".deny", ".cascade", ["worse": 0, "review": 1, "never": 0]),
      (".nullify", ".cascade", ["worse": 0, "review": 0, "never": 0]),
    ])
  func thresholds(old: String, new: String, codes: [String: Int32]) throws {
    let model = """
      @Model class List { @Relationship(deleteRule: RULE) var items: [Item] = [] }
      @Model class Item { var list: List? }
      """
    let folder = try written([
      "old/M.swift": model.replacing("RULE", with: old),
      "new/M.swift": model.replacing("RULE", with: new),
    ])
    for (threshold, code) in codes {
      let run = try folder.run("diff", "old/M.swift", "new/M.swift", "--fail-on", threshold)
      #expect(run.exitCode == code, "\(threshold): \(run.output)")
    }
    let run = try folder.run("diff", "old/M.swift", "new/M.swift")
    #expect(run.exitCode == codes["worse"])
  }

  @Test("A recording is held to releases that it is of")
  func recordedReleases() throws {
    let folder = try written(["M.swift": Self.manyToMany])
    func matrix(_ option: String, _ system: String) throws -> ProgramRun {
      try folder.run("matrix", "M.swift", option, "r.json", "--system", system)
    }
    #expect(try matrix("--record", "iOS 26").exitCode == 0)
    #expect(try matrix("--expect", "iOS 26").exitCode == 0)
    let other = try matrix("--expect", "iOS 18")
    #expect(other.exitCode == 64 && other.errors.contains("is recorded for iOS 26"))
  }

  @Test("What is remarked is remarked once, however often the project is read")
  func remarks() throws {
    let folder = try written([
      "M.swift": Self.manyToMany, "Pods/P.swift": Self.manyToMany,
      "Package.swift": #"let package = Package(platforms: [.iOS("17.0")])"#,
    ])
    let lines = try folder.run("check", ".", "--fix").errors.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("passed over: Pods") })
    #expect(lines.contains { $0.hasPrefix("releases: iOS 17.0") })
    #expect(Set(lines).count == lines.count, "\(lines)")
  }

  @Test("'explain' lists a call under the model whose class it deletes")
  func callsOfOneModel() throws {
    let folder = try written([
      "New.swift": """
      import SwiftData
      @Model final class List { var name = "" }
      func remove(_ list: List, from context: ModelContext) { context.delete(list) }
      """,
      "Old.xcdatamodeld/Old.xcdatamodel/contents":
        #"<model><entity name="List" representedClassName="OldList"/></model>"#,
    ])
    let run = try folder.run("explain", ".", "List", "--format", "json")
    let reports = run.output.components(separatedBy: #""framework":"#).dropFirst()
    let counts = reports.map { $0.components(separatedBy: #""file":"New.swift""#).count - 1 }
    #expect(reports.count == 2 && counts.sorted() == [0, 1], "\(run.output)")
  }

  private func written(_ files: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (path, text) in files {
      if path.hasSuffix("/") {
        try folder.makeFolder(path)
      } else {
        try folder.write(text, to: path)
      }
    }
    return folder
  }
}
