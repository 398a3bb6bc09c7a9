import ObjectGraph
import SourceText
import Testing

@testable import ModelFiles

@Suite("Which classes are missing?")
struct MissingClassTests {
  @Test("A macro on a relationship to a class that no file declares is an error")
  func macro() throws {
    let text = SwiftDataText(
      "@Model class A { @Relationship(deleteRule: .cascade) var b: [Thing] }")
    #expect(text.rules == ["1:58 unknown_destination"])
    let finding = try #require(text.current?.findings.first)
    #expect(finding.missingClass == "Thing")
    #expect(finding.severity == .error)
    let declared = SwiftDataText("@Model class A { @Relationship var b: [Thing] }; struct Thing {}")
    #expect(declared.current?.findings.map(\.missingClass) == [nil])
  }

  @Test("What leads to a class that a release lacks has no relationship there")
  func absent() throws {
    let whole = try Model(
      reading: """
        @Model class Trip { var name = "" }
        @available(iOS 26, *) @Model class Excursion: Trip {
          @Relationship(inverse: \\Guest.excursion) var guests: [Guest]? = []
        }
        @Model class Guest { var excursion: Excursion?; var trip: Trip? }
        """, as: "M.swift")
    let model = try whole.keeping { $0.systems.isEmpty }
    let relationships = model.entities.flatMap(\.relationships)
    let ids = relationships.map { $0.id.map(model.schema.qualifiedName) }
    #expect(ids == [nil, "Guest.trip"])
  }

  @Test("Without a macro it is a note, once for each class")
  func note() {
    let text = SwiftDataText(
      "@Model class A { var b: [Thing] = []; var c: Thing?; var d: Set<Other> }\n"
        + "@Model class B { var e: Shop.Thing? }")
    #expect(
      text.findings == [
        "0.swift:1:22: note: 'b' is taken for an attribute, because Thing is declared in none of "
          + "the given files; if it is a @Model class, give the path with it, too "
          + "[unknown_destination]",
        "0.swift:1:58: note: 'd' is taken for an attribute, because Other is declared in none of "
          + "the given files; if it is a @Model class, give the path with it, too "
          + "[unknown_destination]",
      ])
    #expect(text.current?.findings.map(\.missingClass) == ["Thing", "Other"])
    #expect(text.attributes == ["b?", "c?", "d"])
  }

  @Test(
    "Nothing is said of what is declared, of the system's, marked as an attribute, or just one",
    arguments: [
      "[String]", "Date?", "[UUID]?", "Data?", "[Double]", "UIImage?", "[CLLocation]", "URL?",
      "Foundation.Date?", "[Calendar.Identifier]", "Other", "[Kind]", "Kind?", "[Own]",
      "[Self.Raw]",
      "[String: Other]", "[(Other, Int)]", "Box<Other>?", "[[Other]]", "[other]",
    ])
  func silence(type: String) {
    let text = SwiftDataText(
      "@Model class A { var b: \(type); @Attribute(.externalStorage) var c: [Other]\n"
        + "enum Kind {}; typealias Own = Int; typealias Raw = [Missing] }\nextension Calendar {}")
    #expect(text.findings == [])
  }

  @Test("A value type of an imported package is no class that is missing")
  func packages() throws {
    for (module, expected) in [("MoneyKit", []), ("SwiftUI", ["Money"])] {
      let files = [
        "A.swift": "import SwiftData\nimport \(module)\n@Model class A { var all: [Money] = [] }"
      ]
      let model = try #require(try ProjectOfFiles(files).read().models.first)
      #expect(model.findings.compactMap(\.missingClass) == expected)
    }
  }

  @Test("Whether another file declares a class is found out")
  func declares() {
    for (text, isDeclared) in [
      ("import SwiftData\n@Model class Thing {}", true), ("@Model class Things {}", false),
      ("class Thing {}", false), ("// @Model\nclass Thing {}", false),
      ("enum V1 { @Model final class Thing {} }", true), ("@Model class A { var b: Thing }", false),
      ("@Model struct Thing {}", false), ("import Lattice\n@Model class Thing {}", false),
    ] {
      let source = SourceFile(path: "a.swift", bytes: Array(text.utf8))
      #expect(SwiftDataReading.declares(class: "Thing", in: source) == isDeclared, "\(text)")
    }
  }
}
