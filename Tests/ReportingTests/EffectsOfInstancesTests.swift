import Foundation
import Testing

@testable import Reporting

@Suite("How is it written down what a delete of a real object does?")
struct EffectsOfInstancesTests {
  private static let objects = """
    {"List": ["food", "tools"], "Item": ["milk", "eggs", "cap"], "Tag": ["urgent"],
     "Receipt": ["r1"], "Widget": ["home"], "User": ["ann"]}
    """
  private static let links = """
    [["food", "items", "milk"], ["food", "items", "eggs"], ["milk", "parts", "cap"],
     ["cap", "tags", "urgent"], ["r1", "item", "cap"], ["home", "item", "eggs"],
     ["food", "owner", "ann"]]
    """

  private func text(
    _ report: EffectsReport, _ entity: String = "List", objects: String = Self.objects,
    links: String = Self.links
  ) throws -> String {
    try EffectsModel(swift: EffectsModel.swiftLists)
      .text(entity, objects: objects, links: links, report)
  }

  @Test("Sentences with names and counts, a section for each object")
  func markdown() throws {
    #expect(
      try text(.markdown) == """
        # Deleting a List (App.swift)

        ## food

        Would go with it, 3 objects:

        1. milk and eggs (cascade, food.items)
        2. cap (cascade, milk.parts)

        Stays and loses a reference:

        - urgent.items loses cap (nullify, Item.tags)

        Refused, so that nothing changes:

        - food.owner still holds ann (1600; deny, List.owner): delete ann first or with it, take \
        it out of food.owner, or change the rule
        - r1.item would be empty without cap, and must not be (1570): delete r1 first or with it, \
        give it another item, or make Receipt.item optional

        Left dangling:

        - home.item still leads to eggs, because it has no inverse: reading through it traps

        Observed to crash (EXC_BAD_ACCESS) instead:

        - food.owner → ann, one-to-one

        Stays: all 9 objects.

        ## tools

        Goes with it: nothing.

        Stays and loses a reference: nothing.

        Refused: no.

        Left dangling: nothing.

        Stays: 8 of 9 objects.

        """)
  }

  @Test("Many names are cut short in a sentence, and many objects are a table")
  func many() throws {
    let items = (1...30).map { "\"i\($0)\"" }.joined(separator: ",")
    let links = (1...30).map { "[\"l\", \"items\", \"i\($0)\"]" }.joined(separator: ",")
    let objects = "{\"List\": [\"l\"], \"Item\": [\(items)], \"Widget\": [\"w\"]}"
    let list = try text(.markdown, objects: objects, links: "[\(links)]")
    #expect(
      list.contains("1. i1, i2, i3, i4, i5, i6, i7, i8, i9, i10 and 20 more (cascade, l.items)\n"))
    let table = try text(
      .markdown, "Item", objects: objects, links: "[\(links), [\"w\", \"item\", \"i2\"]]")
    #expect(
      table.hasPrefix(
        """
        # Deleting an Item (App.swift)

        30 objects, 0 of the deletes are refused, 1 leaves something dangling.

        | object | goes with it | loses a reference | refused | left dangling | stays |
        | ------ | ------------ | ----------------- | ------- | ------------- | ----- |
        | i1     | 0            | 1                 |         |               | 31    |
        | i2     | 0            | 1                 |         | 1             | 31    |

        """))
    let json = try text(.json, "Item", objects: objects, links: "[\(links)]")
    #expect(json.components(separatedBy: "\"kept\":31").count == 31)
  }

  @Test("Data: every object with everything")
  func json() throws {
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(text(.json).utf8)) as? [String: Any])
    let objects = try #require(json["objects"] as? [[String: Any]])
    #expect(objects.map { $0["object"] as? String } == ["food", "tools"])
    #expect(objects[0]["deleted"] as? [String] == ["food", "milk", "eggs", "cap"])
    let refuses = try #require(objects[0]["refuses"] as? [[String: Any]])
    #expect(refuses.map { $0["code"] as? Int } == [1600, 1570])
    #expect(refuses[1]["lost"] as? [String] == ["cap"])
    #expect(objects[0]["crashes"] as? [[String]] == [["food", "owner", "ann"]])
  }

  @Test("A diagram draws one object, and says so where there are several, or none")
  func diagrams() throws {
    let one = Self.objects.replacing(", \"tools\"", with: "")
    let dot = try text(.dot, objects: one)
    #expect(dot.contains("  n0 [label=\"food\", style=\"rounded,filled,bold\""))
    #expect(dot.contains("  n0 -> n1 [style=bold, label=\"items\\ncascade\"];\n"))
    let mermaid = try text(.mermaid, objects: one)
    #expect(mermaid.contains("  n0 -->|\"owner denied\"| n4\n"))
    let several = #expect(throws: NotOneObject.self) { try text(.dot) }
    #expect(
      several?.description == "'--format dot' draws one object; name one of food and tools")
    let none = #expect(throws: NotOneObject.self) { try text(.mermaid, objects: "{}", links: "[]") }
    #expect(none?.description == "'--format mermaid' draws one object; there is none")
    #expect(
      try text(.markdown, objects: "{}", links: "[]")
        == "# Deleting a List (App.swift)\n\nThere is no such object in the file.\n")
  }
}
