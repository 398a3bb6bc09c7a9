import Foundation
import Testing

@Suite("What does `deleterules matrix MODEL` show?")
struct ModelMatrixTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(MatrixModel.swift, to: "App.swift")
  }

  private func matrix(_ options: String...) throws -> DeleteRulesProcess {
    try folder.run(["matrix", "App.swift"] + options, setting: [])
  }

  @Test("A line for each pair of relationships, with what deleting either side does")
  func swiftData() throws {
    let run = try matrix()
    #expect(run.exitCode == 0 && run.errors == "")
    #expect(try matrix().outputBytes == run.outputBytes)
    let rows = run.lines.filter { $0.hasPrefix("| ") }.dropFirst(2).map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        .joined(separator: " | ")
    }
    #expect(
      rows == [
        "List.items | cascade | Item.list | nullify ★ | List1: takes Item1 and Item2 along | "
          + "Item1: only Item1 goes",
        "Item.children | cascade | Item.parent | nullify ★ | Item1: takes Item2 and Item3 along | "
          + "Item2: only Item2 goes",
        "Item.tags | nullify ★ | Tag.items | nullify ★ | Item1: only Item1 goes | "
          + "Tag1: only Tag1 goes",
        "Tag.colour | nullify ★ | Colour | – | Tag1: only Tag1 goes | "
          + "Colour1: only Colour1 goes; Tag1.colour and Tag2.colour trap",
        "Person.things | nullify ★ | Item.owner | nullify ★ | "
          + "Person1: refused: Item1.owner is empty (1570) and Item2.owner is empty (1570) | "
          + "Item1: only Item1 goes",
        "Person.spouse | nullify ★ | Person.spouse | nullify ★ | Person1: only Person1 goes | "
          + "Person2: only Person2 goes",
        "Person.friends | deny | Person.friends | deny | "
          + "Person1: refused: Person1.friends holds Person3 and Person4 | "
          + "Person3: refused: Person3.friends holds Person1 and Person2",
      ])
    // Only where the mandatory owner itself is emptied may it refuse anything.
    let json = try matrix("--format", "json").object
    for cell in try #require(json["cells"] as? [[String: Any]]) {
      let id = try #require(cell["id"] as? String)
      let violations = (cell["predicted"] as? [String: Any])?["violations"] as? [Any]
      #expect(violations?.isEmpty == true || id.hasPrefix("Person.things-"), "\(id)")
    }
  }

  @Test("Objects are of subentities where an entity is abstract; a side without any is said")
  func coreData() throws {
    try folder.writeModel(MatrixModel.coreData, to: "Pets.xcdatamodeld/Pets.xcdatamodel")
    let run = try folder.run("matrix", "Pets.xcdatamodeld")
    #expect(run.exitCode == 0)
    #expect(run.lines.first == "# What a delete does: Pets.xcdatamodeld (Core Data)")
    #expect(run.lines.filter { $0.hasPrefix("| Home") }.count == 1)
    #expect(run.output.contains("| Home1: refused: Dog1.home holds Home1") == false)
    #expect(run.output.contains("| Home1: takes Dog1 and Dog2 along |"))
    #expect(run.output.contains("| Dog1: refused: Dog1.home holds Home1 |"))
    #expect(
      run.output.contains(
        "- Left out, because no object can be on one of the sides: Home.ghost.\n"))
    let cells = try #require(
      try folder.run("matrix", "Pets.xcdatamodeld", "--format", "json").object["cells"]
        as? [[String: Any]])
    #expect(cells.first?["id"] as? String == "Home.animals-Animal.home/cascade+deny/delete-Home1")
    #expect(cells.first?["framework"] as? String == "coreData")
  }

  @Test("Some cells only, or a refusal with what was meant")
  func only() throws {
    let run = try matrix("--only", "Item.*", "--format", "junit")
    #expect(run.exitCode == 0)
    let suites = try JUnitElements(run.outputBytes).all("testsuite").map { $0["name"] }
    #expect(suites == ["swiftData.Item.children-Item.parent", "swiftData.Item.tags-Tag.items"])
    let none = try matrix("--only", "Item.tag-Tag.items")
    #expect(none.exitCode == 64 && none.output == "")
    #expect(
      none.errors.hasPrefix(
        "deleterules: error: no cell fits 'Item.tag-Tag.items'; did you mean "
          + "'Item.tags-Tag.items'?\n"))
  }

  @Test("Formats for programs have each cell, and count those without a recording as such")
  func formats() throws {
    let json = try matrix("--format", "json").object
    #expect(Set(json.keys) == ["cells", "summary"])
    let cells = try #require(json["cells"] as? [[String: Any]])
    #expect(cells.allSatisfy { $0["verdict"] as? String == "unobserved" })
    #expect(cells.allSatisfy { ($0["location"] as? String)?.hasPrefix("App.swift:") == true })
    let junit = try JUnitElements(matrix("--format", "junit").outputBytes)
    #expect(junit.all("testcase").count == cells.count)
    #expect(junit.all("skipped").count == cells.count)
    #expect(junit.all("testcase").allSatisfy { $0["file"] == "App.swift" })
  }

  @Test("What is wrong with the model is said beside it, and what is not there is refused")
  func input() throws {
    try folder.replace("var colour: Colour?", by: "var colour: Color?", in: "App.swift")
    let run = try matrix()
    #expect(run.exitCode == 0)
    #expect(run.errors.hasPrefix("App.swift:12:") || run.errors.isEmpty, "\(run.errors)")
    #expect(try folder.run("matrix", "absent.swift").exitCode == 66)
    try folder.write("import SwiftData\n@Model class A {}", to: "one.swift")
    let alone = try folder.run("matrix", "one.swift")
    #expect(alone.exitCode == 0)
    #expect(
      alone.output == "# What a delete does: one.swift (SwiftData)\n\n"
        + "The model has no relationship; a delete takes only its own object.\n")
  }
}
