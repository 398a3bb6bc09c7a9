import DeleteMatrix
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText
import Testing

@Suite("What does deleting an object of a file do?")
struct InstancesTests {
  private func schema() throws -> Schema {
    try Schema(
      .coreData,
      entities: [
        Entity(
          "List",
          relationships: [
            .toMany("items", "Item", deleteRule: .cascade, inverse: .named("list")),
            .toOne("owner", "User", deleteRule: .deny),
          ]),
        Entity(
          "Item",
          relationships: [
            .toOne("list", "List", inverse: .named("items")),
            .toMany("tags", "Tag", inverse: .named("items")),
          ]),
        Entity(
          "Tag",
          relationships: [
            .toMany("items", "Item", isOptional: false, minCount: 1, inverse: .named("tags"))
          ]),
        Entity("Widget", relationships: [.toOne("item", "Item")]),
        Entity("User"),
      ])
  }

  private func instances(_ text: String) throws -> Instances {
    try Instances(
      file: SourceFile(path: "app.json", bytes: Array(text.utf8)), of: schema())
  }

  private func problems(_ text: String) -> [String] {
    do {
      _ = try instances(text)
      return []
    } catch let error as DataError {
      return error.problems.map { "\($0)".replacing("app.json:", with: "") }
    } catch {
      return ["\(error)"]
    }
  }

  private static let sound = """
    {"objects": {"List": ["food", "empty"], "Item": ["milk", "eggs", "nails"],
       "Tag": ["urgent", "cheap"], "Widget": ["home"], "User": ["ann"]},
     "links": [["food", "items", "milk"], ["eggs", "list", "food"], ["milk", "tags", "urgent"],
       ["nails", "tags", "cheap"], ["cheap", "items", "eggs"], ["home", "item", "eggs"],
       ["food", "owner", "ann"]]}
    """

  @Test("A one-to-one that is denied or left dangling crashes", arguments: DeleteRule.allCases)
  func crashes(rule: DeleteRule) throws {
    let text = """
      @Model class A { @Relationship(deleteRule: .\(rule.rawValue), inverse: \\B.a) var b: B? }
      @Model class B { var a: A? }
      """
    let objects = #"{"objects": {"A": ["a"], "B": ["b"]}, "links": [["a", "b", "b"]]}"#
    let instances = try Instances(
      file: SourceFile(path: "o.json", bytes: Array(objects.utf8)),
      of: Model(reading: text, as: "M.swift"))
    let effects = try InstanceEffects(deleting: "a", in: instances)
    let isLeft = rule == .deny || rule == .noAction
    #expect(effects.steps(.crashes).map(\.relationship) == (isLeft ? ["b"] : []))
  }

  @Test("Exact names, level by level")
  func names() throws {
    let effects = try InstanceEffects(deleting: "food", in: instances(Self.sound))
    #expect(effects.entity == "List")
    #expect(effects.deleted == ["food", "milk", "eggs"])
    let cascades = effects.steps(.alsoDeleted)
    #expect(cascades.map(\.level) == [1])
    #expect(cascades.map(\.object) == ["food"])
    #expect(cascades.map(\.relationship) == ["items"])
    #expect(cascades.map(\.others) == [["milk", "eggs"]])
    #expect(effects.steps(.unlinked).map(\.link) == [NamedLink("cheap", "items", "eggs")])
    #expect(effects.steps(.unlinked).map(\.cause) == ["Item.tags"])
    #expect(effects.steps(.blocked).map(\.object) == ["food"])
    #expect(effects.steps(.blocked).map(\.others) == [["ann"]])
    let invalid = effects.steps(.madeInvalid)
    #expect(invalid.map(\.object) == ["urgent"], "cheap still holds the nails")
    #expect(invalid.map(\.others) == [["milk"]])
    #expect(invalid.map(\.violation) == [.tooFew(count: 0, minimum: 1)])
    #expect(effects.steps(.leftDangling).map(\.link) == [NamedLink("home", "item", "eggs")])
    #expect(effects.steps(.leftDangling).map(\.rule) == [nil])
    #expect(effects.keptCount == 6)
    #expect(effects.isRefused)
  }

  @Test("What a deny rule keeps does not dangle", arguments: DeleteRule.allCases)
  func deniedReferences(rule: DeleteRule) throws {
    let schema = try Schema(
      .coreData,
      entities: [
        Entity(
          "List",
          relationships: [.toMany("items", "Item", deleteRule: rule, inverse: .named("list"))]),
        Entity("Item", relationships: [.toOne("list", "List", inverse: .named("items"))]),
      ])
    let text = #"{"objects": {"List": ["l"], "Item": ["i"]}, "links": [["l", "items", "i"]]}"#
    let instances = try Instances(
      file: SourceFile(path: "app.json", bytes: Array(text.utf8)), of: schema)
    let effects = try InstanceEffects(deleting: "l", in: instances)
    let link = NamedLink("i", "list", "l")
    let dangling = effects.steps(.leftDangling)
    #expect(dangling.map(\.link) == (rule == .noAction ? [link] : []))
    #expect(dangling.allSatisfy { $0.rule == rule && $0.cause == "List.items" })
    #expect(effects.steps(.unlinked).map(\.link) == (rule == .nullify ? [link] : []))
    let denials = effects.steps(.blocked)
    #expect(denials.map(\.qualifiedName) == (rule == .deny ? ["List.items"] : []))
    #expect(denials.map(\.others) == (rule == .deny ? [["i"]] : []))
    #expect(effects.deleted == (rule == .cascade ? ["l", "i"] : ["l"]))
    #expect(effects.isRefused == (rule == .deny) && effects.keptCount == 2 - effects.deleted.count)
  }

  @Test("All objects of an entity in the order of the file, or those whose names fit")
  func all() throws {
    let instances = try instances(Self.sound)
    let item = try #require(instances.schema.entity("Item"))
    let all = InstanceEffects.all(of: item, in: instances)
    #expect(all.map(\.object) == ["milk", "eggs", "nails"])
    let some = InstanceEffects.all(of: item, in: instances, fitting: CellPattern("*s"))
    #expect(some.map(\.object) == ["eggs", "nails"])
  }

  @Test("An unknown object is an error that names the one that was meant")
  func unknownObject() throws {
    let error = #expect(throws: UnknownInstance.self) {
      try InstanceEffects(deleting: "mlik", in: instances(Self.sound))
    }
    #expect(error?.description == "no object is called 'mlik'; did you mean 'milk'?")
  }

  @Test("A whole scenario file will do, and what it says of the rest does not matter")
  func scenario() throws {
    let names = try instances(
      """
      {"$schema": "x", "scenario": "s", "title": "t", "framework": "swiftData", "sources": [],
       "entities": [{"name": "Other"}], "objects": {"User": ["ann"]}, "links": [],
       "values": [], "steps": [{"delete": ["ann"]}]}
      """
    ).names
    #expect(names == ["ann"])
  }

  @Test("All problems at once, each with its place and what was meant")
  func problems() throws {
    let found = problems(
      """
      {"objects": {"Lits": ["a"], "List": ["food", "food"], "Item": ["milk", 3]},
       "link": [],
       "framework": "coredata",
       "links": [["food", "items", "mlik"], ["food", "itmes", "milk"],
         ["food", "items", "milk"], ["food", "items", "milk"], ["food", "owner", "milk"],
         ["food"]]}
      """)
    #expect(
      found == [
        "1:14: error: found the unknown entity \"Lits\"; did you mean \"List\"?",
        "1:46: error: found the object \"food\" again",
        "1:72: error: found the number 3; expected a name",
        "2:2: error: found the unknown key \"link\" in an instances file; did you mean \"links\"?",
        "3:15: error: found \"coredata\"; did you mean \"coreData\"?",
        "4:12: error: found the unknown object \"mlik\"; did you mean \"milk\"?",
        "4:39: error: List has no relationship \"itmes\"; did you mean \"items\"?",
        "5:31: error: found the link food.items → milk again",
        "5:58: error: List.owner holds objects of User; found milk",
        "6:4: error: found an array; expected a reference: "
          + "[\"object\", \"relationship\", \"object\"]",
      ])
    #expect(
      problems("{}") == [
        "1:1: error: found no \"objects\" in an instances file; expected it there",
        "1:1: error: found no \"links\" in an instances file; expected it there",
      ])
  }

  @Test("A second object where there is room for one is a problem, from either end")
  func noRoom() {
    let found = problems(
      """
      {"objects": {"List": ["food", "tools"], "Item": ["milk"]},
       "links": [["food", "items", "milk"],
         ["milk", "list", "food"],
         ["tools", "items", "milk"]]}
      """)
    #expect(
      found == [
        "4:4: error: found tools in milk.list, which holds one object at most; "
          + "in line 2 that is food"
      ])
  }

  @Test("What should make sense where it is stated is looked at: framework and entities")
  func entities() {
    #expect(
      problems("{\"objects\": {}, \"links\": [], \"entities\": [{\"nam\": \"A\"}]}") == [
        "1:43: error: found no \"name\" in an entity; expected it there",
        "1:44: error: found the unknown key \"nam\" in an entity; did you mean \"name\"?",
      ])
    #expect(
      problems(
        """
        {"objects": {}, "links": [],
         "entities": [{"name": "A", "relationships": [{"name": "b", "destination": "B"}]}]}
        """
      ).count == 1)
  }

  @Test("A file with thousands of objects and links is read and planned")
  func big() throws {
    let count = 2_000
    var text = "{\"objects\": {\"List\": ["
    text += (0..<count).map { "\"list \($0)\"" }.joined(separator: ",") + "], \"Item\": ["
    text += (0..<count).map { "\"item \($0)\"" }.joined(separator: ",") + "]}, \"links\": ["
    text += (0..<count).map { "[\"list \($0 / 10)\", \"items\", \"item \($0)\"]" }
      .joined(separator: ",")
    let instances = try instances(text + "]}")
    let effects = try InstanceEffects(deleting: "list 7", in: instances)
    #expect(effects.deleted.count == 11)
    #expect(effects.keptCount == 2 * count - 11)
    let item = try #require(instances.schema.entity("Item"))
    #expect(
      InstanceEffects.all(of: item, in: instances, fitting: CellPattern("item ?")).count == 10)
  }
}
