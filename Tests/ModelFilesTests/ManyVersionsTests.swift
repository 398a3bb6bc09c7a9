import ObjectGraph
import SourceText
import Testing

@testable import ModelFiles

@Suite("Which of many versions and classes are read, and how many are too many?")
struct ManyVersionsTests {
  private func versions(_ count: Int, _ members: String = "") -> String {
    (0..<count).map { "enum V\($0): VersionedSchema { \(members) }\n" }.joined()
  }

  private func classes(_ count: Int) -> String {
    (0..<count).map { "@Model class A\($0) {}\n" }.joined()
  }

  private func models(_ text: String, all: Bool) throws(ModelError) -> [StatedModel] {
    let source = SourceFile(path: "a.swift", bytes: Array(text.utf8))
    return try SwiftDataReading([source]).models(allVersions: all)
  }

  private func refusal(_ text: String, all: Bool) -> String? {
    do throws(ModelError) {
      _ = try models(text, all: all)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("Only the current version is made, where only that is wanted")
  func current() throws {
    let text =
      versions(2, "@Model class A {}") + "enum V2: VersionedSchema {\n"
      + "static let versionIdentifier = Schema.Version(2, 0, 0)\n@Model class A {}\n}"
    #expect(try models(text, all: false).map(\.version) == ["V2"])
    #expect(try models(text, all: true).map(\.version) == ["V0", "V1", "V2"])
    #expect(try models(text, all: true).map(\.isCurrent) == [false, false, true])
  }

  @Test("The current one of many versions does not cost what all of them would")
  func currentOfMany() throws {
    let text = versions(2000) + classes(2000)
    let model = try #require(try models(text, all: false).first)
    #expect(model.entities.count == 2000)
    #expect(model.version == "V1999")
    #expect(model.findings == [])
  }

  @Test("More versions than any model has are refused, where all are wanted")
  func tooManyVersions() {
    #expect(refusal(versions(1000) + classes(1), all: true) == nil)
    #expect(
      refusal(versions(1001) + classes(1), all: true)
        == "a.swift:1001:1: error: one of 1001 versions of a model; expected at most 1000; "
        + "read fewer files at once")
  }

  @Test("Many versions that each have many classes are refused, where all are wanted")
  func tooMuchInAll() {
    #expect(
      refusal(versions(101) + classes(1000), all: true)
        == "a.swift:101:1: error: one of 101 versions of a model, which have more than 100000 "
        + "entities, properties and findings in all; read fewer files at once")
  }

  @Test("More classes than any project has are refused")
  func tooManyClasses() {
    let text = String(repeating: "@Model class A {}\n", count: 10_001)
    let sources = ["a.swift", "b.swift"].map { SourceFile(path: $0, bytes: Array(text.utf8)) }
    #expect {
      try SwiftDataReading(sources).models(allVersions: false)
    } throws: { error in
      "\(error)"
        == "b.swift:10000:8: error: one of 20002 @Model classes; expected at most 20000; read "
        + "fewer files at once"
    }
  }
}
