import Testing

@testable import ModelFiles

@Suite("Which version of a bundle is read?")
struct BundleVersionTests {
  /// A bundle `App.xcdatamodeld` and what is read of it.
  struct Bundle: Sendable, CustomTestStringConvertible {
    let versions: [String]
    /// The text of `.xccurrentversion`; nil for none.
    var current: String?
    let expected: String
    var rules: [ModelFinding.Rule] = []

    var testDescription: String { "\(versions) \(current ?? "")" }
  }

  private static func naming(_ version: String) -> String {
    "<plist><dict><key>_XCCurrentVersionName</key><string>\(version).xcdatamodel</string></dict>"
      + "</plist>"
  }

  @Test(
    "The one that is named; else the one called as the bundle, or the last, and it is said",
    arguments: [
      Bundle(versions: ["Old", "App", "Zoo"], current: naming("Old"), expected: "Old"),
      Bundle(versions: ["Old", "App", "Zoo"], current: naming("Zoo"), expected: "Zoo"),
      Bundle(versions: ["Old"], expected: "Old"),
      Bundle(versions: ["A", "App", "Zoo"], expected: "App", rules: [.uncertainVersion]),
      Bundle(versions: ["V1", "V2", "V3"], expected: "V3", rules: [.uncertainVersion]),
      Bundle(versions: ["V9", "V10"], expected: "V10", rules: [.uncertainVersion]),
      Bundle(versions: ["App 2", "App 10"], expected: "App 10", rules: [.uncertainVersion]),
      Bundle(
        versions: ["V1", "V2"], current: naming("V3"), expected: "V2", rules: [.incompleteModel]),
      Bundle(
        versions: ["A", "App", "Zoo"], current: "{", expected: "App", rules: [.incompleteModel]),
      Bundle(versions: ["V1"], current: naming("V3"), expected: "V1"),
      Bundle(versions: ["V1"], current: "{", expected: "V1"),
    ])
  func current(bundle: Bundle) throws {
    var files = Dictionary(
      uniqueKeysWithValues: bundle.versions.map {
        ("App.xcdatamodeld/\($0).xcdatamodel/contents", "<model><entity name=\"\($0)\"/></model>")
      })
    files["App.xcdatamodeld/.xccurrentversion"] = bundle.current
    let project = try ProjectOfFiles(files).read()
    #expect(project.models.map(\.version) == [bundle.expected])
    #expect(project.models.map { $0.entities.map(\.name) } == [[bundle.expected]])
    #expect(project.models.flatMap(\.findings).map(\.rule) == bundle.rules)
    #expect(project.models.map(\.isCurrent) == [true])
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
