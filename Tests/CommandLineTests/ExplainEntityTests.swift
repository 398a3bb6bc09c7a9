import Foundation
import Testing

@Suite("What does `deleterules explain MODEL ENTITY` say?")
struct ExplainEntityTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      import SwiftData
      @Model class List {
        @Relationship(deleteRule: .cascade) var items: [Item] = []
        @Relationship(deleteRule: .deny) var owners: [Person] = []
      }
      @Model class Item { var list: List? }
      @Model class Person { var list: List? }
      """, to: "App.swift")
    try folder.write(
      """
      {"objects": {"List": ["food", "tools", "forms"], "Item": ["milk", "nail"], "Person": ["ann"]},
       "links": [["food", "items", "milk"], ["nail", "list", "tools"], ["tools", "owners", "ann"]]}
      """, to: "app.json")
  }

  private func explain(_ arguments: String...) throws -> DeleteRulesProcess {
    try folder.run(["explain", "App.swift"] + arguments)
  }

  @Test("Sentences about what goes, what refuses and what is left")
  func markdown() throws {
    let run = try explain("List")
    #expect(run.exitCode == 0 && run.errors == "")
    #expect(run.output.hasPrefix("# Deleting a List (App.swift)\n\nGoes with it:\n\n1. its items"))
    #expect(run.output.contains("\nRefused:\n\n- while a Person"))
    #expect(try explain("List").outputBytes == run.outputBytes)
    let item = try explain("Item")
    #expect(item.exitCode == 0 && item.output.contains("\nRefused: never.\n"))
  }

  @Test("Every format has its beginning, and is the same each time")
  func formats() throws {
    let beginnings = [
      "json": "{", "mermaid": "%% Deleting a List (App.swift)\nflowchart LR\n",
      "dot": "digraph \"Deleting a List (App.swift)\" {\n",
    ]
    for (format, beginning) in beginnings {
      let run = try explain("List", "--format", format)
      #expect(run.exitCode == 0 && run.output.hasPrefix(beginning), "\(format)")
      #expect(try explain("List", "--format", format).outputBytes == run.outputBytes)
    }
    let json = try explain("List", "--format", "json").object
    #expect(json["entity"] as? String == "List" && json["model"] as? String == "App.swift")
    let goes = try #require(json["goes"] as? [[String: Any]])
    #expect(goes.count == 1 && goes[0]["level"] as? Int == 1)
    #expect((json["refuses"] as? [[String: Any]])?.first?["code"] as? Int == 1600)
  }

  @Test("An unknown entity is refused with the one that was meant")
  func unknown() throws {
    let run = try explain("Lits")
    #expect(run.exitCode == 64 && run.output == "")
    #expect(
      run.errors
        == Refusal.usageText(
          "App.swift has no entity 'Lits'; did you mean 'List'?", of: "explain"))
    #expect(try folder.run("explain", "absent.swift", "List").exitCode == 66)
  }

  @Test("An abstract entity is explained by its subentities")
  func abstract() throws {
    try folder.writeModel(
      """
      <entity name="Animal" isAbstract="YES"/><entity name="Idea" isAbstract="YES"/>
      <entity name="Dog" parentEntity="Animal"><relationship name="toys" optional="YES" \
      toMany="YES" deletionRule="Cascade" destinationEntity="Toy" inverseName="dog" \
      inverseEntity="Toy"/></entity>
      <entity name="Toy"><relationship name="dog" optional="YES" maxCount="1" \
      deletionRule="Nullify" destinationEntity="Dog" inverseName="toys" inverseEntity="Dog"/></entity>
      """, to: "Pets.xcdatamodel")
    let animal = try folder.run("explain", "Pets.xcdatamodel", "Animal")
    #expect(animal.exitCode == 0)
    #expect(animal.output.contains("Animal is abstract: each is a Dog."))
    #expect(animal.output.contains("its toys (cascade, Dog.toys)"))
    let idea = try folder.run("explain", "Pets.xcdatamodel", "Idea")
    #expect(idea.exitCode == 0 && idea.output.contains("No object of Idea can exist"))
  }

  @Test("Of objects in a file, each is tried, or those that are asked for")
  func instances() throws {
    let all = try explain("List", "--instances", "app.json")
    #expect(all.exitCode == 0)
    #expect(all.lines.filter { $0.hasPrefix("## ") } == ["## food", "## tools", "## forms"])
    #expect(all.output.contains("milk (cascade, food.items)"))
    #expect(all.output.contains("tools.owners still holds ann (1600; deny, List.owners)"))
    let some = try explain("List", "--instances", "app.json", "--only", "fo*")
    #expect(some.lines.filter { $0.hasPrefix("## ") } == ["## food", "## forms"])
    let json = try explain("List", "--instances=app.json", "--only=food", "--format=json").object
    let objects = try #require(json["objects"] as? [[String: Any]])
    #expect(objects.map { $0["object"] as? String } == ["food"])
    #expect(objects.map { $0["deleted"] as? [String] } == [["food", "milk"]])
    let none = try explain("List", "--instances", "app.json", "--only", "x*")
    #expect(none.exitCode == 64)
    #expect(none.errors.hasPrefix("deleterules: error: no object of List fits 'x*'\n"))
  }

  @Test("Objects are chosen from a file, so there must be one")
  func onlyWithoutInstances() throws {
    let run = try explain("List", "--only", "food")
    #expect(run.exitCode == 64 && run.output == "")
    #expect(
      run.errors
        == Refusal.usageText(
          "'--only' means nothing to 'explain MODEL ENTITY' without '--instances'", of: "explain"))
  }

  @Test(
    "A diagram shows one object, of which there must be one only", arguments: ["dot", "mermaid"])
  func diagrams(format: String) throws {
    let several = try explain("List", "--instances", "app.json", "--format", format)
    #expect(several.exitCode == 64 && several.output == "")
    #expect(
      several.errors
        == Refusal.usageText(
          "'--format \(format)' draws one object; name one of food, tools and forms",
          of: "explain"))
    let one = try explain("List", "--instances=app.json", "--only=food", "--format", format)
    #expect(one.exitCode == 0 && one.output.contains("milk"))
  }

  @Test("What is wrong with the objects is said with its place")
  func brokenInstances() throws {
    try folder.write(
      """
      {"objects": {"Lists": ["a"], "Item": ["milk", "milk"]},
       "links": [["milk", "lst", "milk"], ["milk", "list", "jam"]], "object": {}}
      """, to: "bad.json")
    let run = try explain("List", "--instances", "bad.json")
    #expect(run.exitCode == 65 && run.output == "")
    let errors = run.errors.split(separator: "\n")
    #expect(errors.count >= 4)
    #expect(errors.allSatisfy { $0.hasPrefix("bad.json:") && $0.contains(": error: ") })
    #expect(
      errors[0]
        == "bad.json:1:14: error: found the unknown entity \"Lists\"; did you mean \"List\"?")
    #expect(errors.contains { $0.contains("Item has no relationship \"lst\"") })
    #expect(errors.contains { $0.contains("found the unknown key \"object\"") })
    #expect(try explain("List", "--instances", "absent.json").exitCode == 66)
  }
}
