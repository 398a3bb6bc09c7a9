import ObjectGraph
import SourceText
import Testing

@testable import ModelFiles

@Suite("Where can no inverse be inferred, because it cannot be told which is meant?")
struct AmbiguousInverseTests {
  private func findings(_ text: String) throws -> [String] {
    let source = SourceFile(path: "m.swift", bytes: Array(text.utf8))
    let stated = try #require(try SwiftDataReading([source]).models().first)
    return try Model(stated, named: "m", framework: .swiftData).findings.map(\.description)
  }

  @Test("Two that could lead back: all three are named, with what could be meant")
  func two() throws {
    let found = try findings(
      """
      @Model class Person { var home: House?; var work: House? }
      @Model class House { var people: [Person] = [] }
      """)
    #expect(
      found == [
        "m.swift:1:27: warning: Person.home: no inverse is inferred, because it cannot be told "
          + "whether House.people and it belong together; name the inverse (ambiguous_inverse)",
        "m.swift:1:45: warning: Person.work: no inverse is inferred, because it cannot be told "
          + "whether House.people and it belong together; name the inverse (ambiguous_inverse)",
        "m.swift:2:26: warning: House.people: no inverse is inferred, because it cannot be told "
          + "whether Person.home or Person.work and it belong together; name the inverse "
          + "(ambiguous_inverse)",
      ])
  }

  @Test("A to-many competes too, though none would be inferred for it")
  func toManyCompetes() throws {
    let found = try findings(
      """
      @Model class A { var x: B?; var ys: [B] = [] }
      @Model class B { var list: [A] = [] }
      """)
    #expect(found.count == 2 && found.allSatisfy { $0.contains("ambiguous_inverse") })
  }

  @Test("One that is named leaves the rest unambiguous, and many-to-many is never inferred")
  func unambiguous() throws {
    #expect(
      try findings(
        #"""
        @Model class Person { var home: House?; var work: House? }
        @Model class House { @Relationship(inverse: \Person.home) var people: [Person] = [] }
        @Model class A { var bs: [B] = [] }
        @Model class B { var one: [A] = []; var two: [A] = [] }
        """#) == [])
  }
}
