import Testing

@testable import ModelFiles

@Suite("Where can no inverse be inferred, because it cannot be told which is meant?")
struct AmbiguousInverseTests {
  private func findings(_ text: String) throws -> [String] {
    try Model(reading: text, as: "m.swift").findings.map(\.description)
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
