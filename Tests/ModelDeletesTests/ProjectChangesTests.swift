import ModelFiles
import Testing

@testable import ModelDeletes

@Suite("Which model is which in two states of a project?")
struct ProjectChangesTests {
  private func models(_ places: [String]) throws -> [Model] {
    try places.map { place in
      let text =
        place.hasSuffix(".swift")
        ? "@Model class A { var b: B? }\n@Model class B { var a: A? }"
        : "<model><entity name=\"A\"/></model>"
      return try Model(reading: text, as: place)
    }
  }

  private func answer(_ old: [String], _ new: [String]) throws -> [[String]] {
    let changes = try ProjectChanges(from: models(old), to: models(new))
    return [
      changes.compared.map { "\($0.old.place) > \($0.new.place)" }, changes.added.map(\.place),
      changes.gone.map(\.place),
    ]
  }

  @Test("That in its place, a bundle of its name, and the only one of SwiftData")
  func pairs() throws {
    #expect(try answer(["A", "B"], ["B", "A"]) == [["B > B", "A > A"], [], []])
    #expect(try answer(["x/A"], ["y/A"]) == [["x/A > y/A"], [], []])
    #expect(try answer(["x/A"], ["y/B"]) == [[], ["y/B"], ["x/A"]])
    #expect(try answer(["x/A", "z/A"], ["y/A"]) == [[], ["y/A"], ["x/A", "z/A"]])
    #expect(try answer(["x/A", "z/A"], ["x/A", "y/A"]) == [["x/A > x/A", "z/A > y/A"], [], []])
    #expect(try answer(["a.swift"], ["A", "b.swift"]) == [["a.swift > b.swift"], ["A"], []])
    #expect(
      try answer(["a.swift", "b.swift"], ["c.swift"]) == [[], ["c.swift"], ["a.swift", "b.swift"]])
    #expect(try answer([], ["A"]) == [[], ["A"], []])
  }

  @Test("What is the same is counted: each side of each relationship once")
  func counts() throws {
    let models = try models(["a.swift"])
    let changes = try ProjectChanges(from: models, to: models)
    #expect(changes.changedCount == 0 && changes.unchangedCount == 2)
  }

  @Test("Of many stores with one set of classes, ten pairs are compared")
  func manyTwins() throws {
    let models = try ["cascade", "nullify", "deny"].flatMap { rule in
      try ["cascade", "deny"].map { other in
        try Model(
          reading: """
            @Model class Trip {
              @Relationship(deleteRule: .\(rule), inverse: \\Stop.trip) var stops: [Stop] = []
              @Relationship(deleteRule: .\(other), inverse: \\Tag.trip) var tags: [Tag] = []
            }
            @Model class Stop { var trip: Trip? }
            @Model class Tag { var trip: Trip? }
            """, as: "\(rule)-\(other).swift")
      }
    }
    #expect(try TwinModels.all(among: models, on: nil).count == 10)
    #expect(try TwinModels.all(among: Array(models.prefix(4)), on: nil).count == 6)
  }
}
