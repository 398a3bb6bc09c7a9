import Foundation
import SourceText
import Testing

@testable import ModelFiles

@Suite("What does a search pass over?")
struct ExclusionTests {
  @Test(
    "A pattern is a path from the top; without a slash, it is meant anywhere",
    arguments: [
      ("Generated", "Generated", true), ("Generated", "App/Generated", true),
      ("Generated", "App/Generated/A.swift", false), ("/Generated", "App/Generated", false),
      ("/Generated", "Generated", true), ("Generated/", "App/Generated", true),
      ("*.generated.swift", "App/A.generated.swift", true),
      ("App/*.swift", "App/A.swift", true), ("App/*.swift", "App/B/A.swift", false),
      ("App/**/A.swift", "App/A.swift", true), ("App/**/A.swift", "App/B/C/A.swift", true),
      ("App/**", "App/B", true), ("**/B/*", "A/B/C", true), ("**/B/*", "B/C", true),
      ("**/B/*", "B", false), ("A?", "AB", true), ("A?", "A", false), ("**", "A/B", true),
      ("**/**/A", "A", true), ("A/**/B/**/C", "A/B/B/C", true), ("A/**/B/**/C", "A/C", false),
    ])
  func patterns(pattern: String, place: String, fits: Bool) {
    #expect(PathPattern(pattern).matches(place) == fits)
  }

  @Test("The top is git's, or else that of the configuration, or else the folder that is searched")
  func tops() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("ProjectTop-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let outer = ProjectTop.resolved(folder.path)
    for isRepository in [false, true] {
      for made in ["repo/a"] + (isRepository ? ["repo/.git"] : []) {
        try FileManager.default.createDirectory(
          at: folder.appendingPathComponent(made), withIntermediateDirectories: true)
      }
      let configured = ProjectTop(of: ["\(outer)/repo/a"], configured: outer)
      #expect(configured.path == (isRepository ? "\(outer)/repo" : outer) && configured.isProject)
      let plain = ProjectTop(of: ["\(outer)/repo/a"])
      #expect(plain.path == (isRepository ? "\(outer)/repo" : "\(outer)/repo/a"))
      #expect(plain.isProject == isRepository)
    }
  }

  @Test("Folders of tests are passed over, unless they are what is searched")
  func tests() {
    let exclusions = Exclusions(top: ProjectTop(of: ["."]))
    let ofApp = exclusions.passing(under: "App", ignoring: [])
    for name in ["AppTests", "Tests", "Fixtures", "TestFixtures"] {
      #expect(ofApp.reason(toPass: "App/\(name)", named: name, .folder) == .worthSaying)
    }
    #expect(ofApp.reason(toPass: "App/TestsOfApp", named: "TestsOfApp", .folder) == nil)
    #expect(ofApp.reason(toPass: "App/AppTests", named: "AppTests", .file) == nil)
    let ofTests = exclusions.passing(under: "AppTests/Models", ignoring: [])
    #expect(ofTests.reason(toPass: "AppTests/Models/Tests", named: "Tests", .folder) == nil)
    #expect(ofTests.reason(toPass: "AppTests/Models/Pods", named: "Pods", .folder) == .worthSaying)
  }

  @Test("All code is read, unless a file, a pattern or a fault leaves some of it out")
  func allCode() throws {
    let files = [
      "M.swift": "@Model class A {}", "App/O.swift": "", "Pods/P.swift": "",
      "AppTests/T.swift": "import XCTest",
    ]
    let project = ProjectOfFiles(files)
    #expect(try project.read(keepingCode: true).isAllCode)
    #expect(try !project.read(at: "/M.swift", keepingCode: true).isAllCode)
    #expect(try !project.read(keepingCode: true, excluding: ["App/O.swift"]).isAllCode)
    #expect(try project.read(keepingCode: true, excluding: ["Other"]).isAllCode)
    let part = ProjectOfFiles(["App/M.swift": "@Model class A {}", "Shared/S.swift": ""])
    #expect(try part.read(keepingCode: true).isAllCode)
    #expect(try !part.read(at: "/App", keepingCode: true).isAllCode)
    // What lies among the code and is passed over may call it.
    for (place, text, isAll) in [
      ("App/build/V.swift", "", false), ("build/V.swift", "", true), ("App/build/V.h5", "", true),
      ("App/Fixtures/V.swift", "", false), ("App/ABTests/V.swift", "", false),
      ("App/ABTests/Some/V.swift", "import Testing", true), ("App/.made/V.swift", "", false),
      (".made/V.txt", "", true), (".git/V.swift", "", true), ("App/Pods/V.swift", "", true),
    ] {
      let more = ProjectOfFiles(files.merging([place: text]) { first, _ in first })
      #expect(try more.read(keepingCode: true).isAllCode == isAll, "\(place)")
    }
    let broken = ProjectOfFiles(files.merging(["B.swift": "let delete = \""]) { first, _ in first })
    #expect(try !broken.read(keepingCode: true).isAllCode)
  }

  @Test("A file that git-crypt has encrypted is named as that")
  func encrypted() throws {
    let project = try ProjectOfFiles([
      "M.swift": "@Model class A {}", "Secrets.swift": "\0GITCRYPT\0abc", "Other.swift": "\0abc",
    ]).read(keepingCode: true)
    let messages = project.unread.map(\.finding.message)
    #expect(messages.count == 2)
    #expect(messages.contains { $0.contains("encrypted by git-crypt") })
    #expect(messages.contains { $0.contains("NUL") })
  }

  @Test("Whether a store may be in memory follows from the code of a whole program")
  func memory() throws {
    let app = "@main struct M: App {}"
    for (text, mayBe) in [
      (app, false), ("", true), (app + "\nlet c = C(isStoredInMemoryOnly: isTest)", true),
      (app + "\nlet url = URL(filePath: \"/dev/null\")", true),
    ] {
      let project = try ProjectOfFiles(["M.swift": "@Model class A {}", "A.swift": text]).read(
        keepingCode: true)
      #expect(project.models.map(\.mayBeInMemory) == [mayBe])
    }
  }

  @Test("What is hidden or excluded is passed over in silence, what git ignores is not")
  func reasons() {
    let passing = Exclusions(top: ProjectTop(of: ["."]), patterns: ["Old"])
      .passing(under: "App", ignoring: ["Made", "B/C.swift"])
    #expect(passing.reason(toPass: "App/.git", named: ".git", .folder) == .hidden)
    #expect(passing.reason(toPass: "App/.build", named: ".build", .folder) == .worthSaying)
    #expect(passing.reason(toPass: "App/Old", named: "Old", .folder) == .excluded([0]))
    #expect(passing.reason(toPass: "App/Made", named: "Made", .folder) == .worthSaying)
    #expect(passing.reason(toPass: "App/B/C.swift", named: "C.swift", .file) == .worthSaying)
    #expect(passing.reason(toPass: "App/B", named: "B", .folder) == nil)
  }

  @Test(
    "Where models stand in skipped folders only, these are named",
    arguments: [
      (["Tests/M.swift"], "found data models only in Tests, which is skipped; name that path"),
      (["App/AppTests/M.swift", "App/main.swift"], "only in App/AppTests, which is skipped"),
      (["UITests/M.swift", "Tests/M.swift"], "only in Tests and UITests, which are skipped"),
      // Nothing of the kind, or only in the code of others.
      (["Tests/main.swift"], "found no data model: "),
      (["Pods/A/M.swift"], "found no data model: "),
    ])
  func modelsInSkipped(places: [String], words: String) throws {
    let files = Dictionary(
      uniqueKeysWithValues: places.map {
        ($0, $0.hasSuffix("M.swift") ? "import SwiftData\n@Model class A {}" : "print(1)")
      })
    do {
      _ = try ProjectOfFiles(files).read()
      Issue.record("a model was found in \(places)")
    } catch {
      #expect(error.description.contains(words), "\(error)")
    }
    // Beside a model that is read, nothing hides one.
    var both = files
    both["App/Model.swift"] = "import SwiftData\n@Model class B {}"
    #expect(try ProjectOfFiles(both).read().models.map { $0.entities.map(\.name) } == [["B"]])
  }
}
