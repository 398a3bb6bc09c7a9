import SourceText
import Testing

@testable import ModelFiles

@Suite("Which version of a bundle is read?")
struct BundleVersionTests {
  /// A bundle `App.xcdatamodeld` and what is read of it.
  struct Bundle: Sendable, CustomTestStringConvertible {
    let versions: [String]
    /// The text of `.xccurrentversion`; nil for none.
    var current: String?
    /// The version that an Xcode project states; nil without a project.
    var project: String?
    let expected: String
    var rules: [ModelFinding.Rule] = []

    var testDescription: String { "\(versions) \(current ?? "") \(project ?? "")" }
  }

  private static func naming(_ version: String) -> String {
    "<plist><dict><key>_XCCurrentVersionName</key><string>\(version).xcdatamodel</string></dict>"
      + "</plist>"
  }

  @Test(
    "The one that is named; else the one that the project states, or the newest, and it is said",
    arguments: [
      Bundle(versions: ["Old", "App", "Zoo"], current: naming("Old"), expected: "Old"),
      Bundle(versions: ["Old", "App", "Zoo"], current: naming("Zoo"), expected: "Zoo"),
      Bundle(versions: ["Old"], expected: "Old"),
      Bundle(versions: ["A", "App", "Zoo"], expected: "Zoo", rules: [.uncertainVersion]),
      Bundle(versions: ["App", "App 10", "App 2"], expected: "App 10", rules: [.uncertainVersion]),
      Bundle(versions: ["V1", "V2"], project: "V1", expected: "V1"),
      Bundle(
        versions: ["V1", "V2"], current: "<plist><dict/></plist>", project: "V1", expected: "V1"),
      Bundle(versions: ["V1", "V2"], current: naming("V2"), project: "V1", expected: "V2"),
      Bundle(versions: ["V1", "V2"], current: naming("V3"), project: "V1", expected: "V1"),
      Bundle(
        versions: ["V1", "V2"], project: "V3", expected: "V2", rules: [.uncertainVersion]),
      Bundle(versions: ["V1", "V2", "V3"], expected: "V3", rules: [.uncertainVersion]),
      Bundle(versions: ["V9", "V10"], expected: "V10", rules: [.uncertainVersion]),
      Bundle(versions: ["M v 4", "M v2"], expected: "M v 4", rules: [.uncertainVersion]),
      Bundle(versions: ["App 2", "App 10"], expected: "App 10", rules: [.uncertainVersion]),
      Bundle(
        versions: ["V1", "V2"], current: naming("V3"), expected: "V2", rules: [.incompleteModel]),
      Bundle(
        versions: ["A", "App", "Zoo"], current: "{", expected: "Zoo", rules: [.incompleteModel]),
      Bundle(versions: ["V1"], current: naming("V3"), expected: "V1"),
      Bundle(versions: ["V1"], current: "{", expected: "V1"),
    ])
  func current(bundle: Bundle) throws {
    var files = Dictionary(
      uniqueKeysWithValues: bundle.versions.map {
        ("App.xcdatamodeld/\($0).xcdatamodel/contents", "<model><entity name=\"\($0)\"/></model>")
      })
    files["App.xcdatamodeld/.xccurrentversion"] = bundle.current
    files["App.xcodeproj/project.pbxproj"] = bundle.project.map {
      """
      { objects = { P = { isa = PBXProject; mainGroup = G; }; G = { isa = PBXGroup; children = (M); };
      M = { isa = XCVersionGroup; path = App.xcdatamodeld; children = (V); currentVersion = V; };
      V = { isa = PBXFileReference; path = \($0).xcdatamodel; sourceTree = "<group>"; }; }; }
      """
    }
    let project = try ProjectOfFiles(files).read()
    #expect(project.models.map(\.version) == [bundle.expected])
    #expect(project.models.map { $0.entities.map(\.name) } == [[bundle.expected]])
    #expect(project.models.flatMap(\.findings).map(\.rule) == bundle.rules)
    #expect(project.models.map(\.isCurrent) == [true])
  }

  @Test(
    "The current version of a bundle that the project does not list besides others is no question",
    arguments: [
      (["App/M", "App/N"], [ModelFinding.Rule.unlistedModel]),
      (["App/N"], [.uncertainVersion]), (["App/M"], [.unlistedModel]),
    ])
  func unlistedVersions(bundles: [String], rules: [ModelFinding.Rule]) throws {
    var files: [String: String] = [:]
    for version in ["V1", "V2"] {
      files["Old/O.xcdatamodeld/\(version).xcdatamodel/contents"] =
        "<model><entity name=\"\(version)\"/></model>"
    }
    for bundle in bundles {
      files["\(bundle).xcdatamodeld/A.xcdatamodel/contents"] = "<model><entity name=\"A\"/></model>"
    }
    files["App.xcodeproj/project.pbxproj"] = """
      { objects = { P = { isa = PBXProject; mainGroup = G; };
      G = { isa = PBXGroup; path = App; sourceTree = "<group>"; children = (\(bundles.contains("App/M") ? "M" : "")); };
      M = { isa = XCVersionGroup; path = M.xcdatamodeld; }; }; }
      """
    let models = try ProjectOfFiles(files).read().models
    let found = models.flatMap(\.findings)
    #expect(found.map(\.rule) == rules, "\(found)")
    #expect(models.contains { $0.version == "V2" })
    if rules == [.unlistedModel] {
      #expect(
        found.map(\.message) == [
          "the Xcode project lists App/M.xcdatamodeld and not this model; of its versions, V2, the newest by name, is taken"
        ])
    }
  }

  @Test(
    "A bundle that the project around it does not list is left out if it lists one of the same name",
    arguments: [
      (["App/M", "Old/M"], ["App/M"], ["Old/M"]),
      (["App/M", "Old/N"], ["App/M", "Old/N"], []),
      (["Old/M", "Older/M"], ["Old/M", "Older/M"], []),
      (["App/M", "Kit/Sources/M"], ["App/M", "Kit/Sources/M"], []),
      (["App/M", "Folder/Kit/M"], ["App/M", "Folder/Kit/M"], []),
    ])
  func unlisted(bundles: [String], read: [String], leftOut: [String]) throws {
    var files = Dictionary(
      uniqueKeysWithValues: bundles.map {
        ("\($0).xcdatamodeld/A.xcdatamodel/contents", "<model><entity name=\"A\"/></model>")
      })
    files["Kit/Package.swift"] = ""
    files["App.xcodeproj/project.pbxproj"] = """
      { objects = { P = { isa = PBXProject; mainGroup = G; };
      G = { isa = PBXGroup; children = (A, F); };
      A = { isa = PBXGroup; path = App; sourceTree = "<group>"; children = (M); };
      M = { isa = XCVersionGroup; path = M.xcdatamodeld; };
      F = { isa = PBXFileReference; lastKnownFileType = folder; path = Folder; }; }; }
      """
    let models = try ProjectOfFiles(files).read().models
    #expect(models.map(\.place) == read.map { "\($0).xcdatamodeld" })
    let findings = models.flatMap(\.findings)
    #expect(findings.map(\.location.file) == leftOut.map { "main:\($0).xcdatamodeld" })
    #expect(findings.allSatisfy { $0.rule == .unlistedModel })
  }
}

@Suite("For which model does a class's prepareForDeletion count?")
struct NearestHookTests {
  /// Models with an entity Note in some folders, and a class Note in another one.
  private func modelsWithHook(of folder: String, _ folders: [String]) throws -> [String] {
    var files = Dictionary(
      uniqueKeysWithValues: folders.map {
        (
          "\($0)M.xcdatamodeld/M.xcdatamodel/contents",
          "<model><entity name=\"Note\" representedClassName=\"Note\"/></model>"
        )
      })
    files["\(folder)Note.swift"] =
      "class Note: NSManagedObject { override func prepareForDeletion() { pages = nil } }"
    return try ProjectOfFiles(files).read().models.filter { $0.deleteHooks["Note"] != nil }
      .map(\.place)
  }

  @Test("For the models that share the most folders with it, wherever these lie")
  func nearest() throws {
    let all = ["", "A/", "A/B/", "C/"]
    #expect(try modelsWithHook(of: "A/B/", all) == ["A/B/M.xcdatamodeld"])
    #expect(try modelsWithHook(of: "A/B/D/", all) == ["A/B/M.xcdatamodeld"])
    #expect(try modelsWithHook(of: "C/", all) == ["C/M.xcdatamodeld"])
    #expect(
      try modelsWithHook(of: "A/", all) == ["A/B/M.xcdatamodeld", "A/M.xcdatamodeld"])
    #expect(try modelsWithHook(of: "E/", ["A/", "C/"]).count == 2)
    #expect(try modelsWithHook(of: "C/", ["A/"]) == ["A/M.xcdatamodeld"])
  }

  @Test("In Objective-C as well, whether or not the code is wanted", arguments: [false, true])
  func objectiveC(keepsCode: Bool) throws {
    let project = try ProjectOfFiles([
      "M.xcdatamodeld/M.xcdatamodel/contents":
        "<model><entity name=\"Note\" representedClassName=\"Note\"/></model>",
      "Note.m": "@implementation Note\n- (void)prepareForDeletion { self.pages = nil; }\n@end",
    ]).read(keepingCode: keepsCode)
    #expect(project.models.map { $0.deleteHooks["Note"]?.handled } == [["pages"]])
  }

  @Test("Of two classes of one name the nearer one counts")
  func nearestClass() throws {
    func file(_ property: String) -> String {
      "class Note: NSManagedObject { override func prepareForDeletion() { \(property) = nil } }"
    }
    let project = try ProjectOfFiles([
      "A/B/M.xcdatamodeld/M.xcdatamodel/contents":
        "<model><entity name=\"Note\" representedClassName=\"Note\"/></model>",
      "A/A.swift": file("far"), "A/B/Note.swift": file("near"), "A/C/Note.swift": file("other"),
    ]).read()
    #expect(project.models.map { $0.deleteHooks["Note"]?.handled } == [["near"]])
  }
}
