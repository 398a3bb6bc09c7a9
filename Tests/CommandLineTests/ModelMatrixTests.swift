import Foundation
import Testing

/// A SwiftData model with every kind of relationship.
enum MatrixModel {
  static let swift = #"""
    import SwiftData
    @Model class List {
      @Relationship(deleteRule: .cascade, inverse: \Item.list) var items: [Item] = []
    }
    @Model class Item {
      var list: List?
      @Relationship(deleteRule: .cascade, inverse: \Item.parent) var children: [Item] = []
      var parent: Item?
      @Relationship(inverse: \Tag.items) var tags: [Tag] = []
      var owner: Person
    }
    @Model class Tag { var items: [Item] = []; var colour: Colour? }
    @Model class Colour { var name = "" }
    @Model class Person {
      @Relationship(inverse: \Item.owner) var things: [Item]? = []
      @Relationship(inverse: \Person.spouse) var spouse: Person?
      @Relationship(deleteRule: .deny, inverse: \Person.friends) var friends: [Person] = []
    }
    """#

  /// An abstract entity whose subentities have relationships of its kind.
  static let coreData = """
    <entity name="Animal" isAbstract="YES"><relationship name="home" optional="YES" maxCount="1" \
    deletionRule="Deny" destinationEntity="Home" inverseName="animals" inverseEntity="Home"/>
    </entity>
    <entity name="Dog" parentEntity="Animal"/>
    <entity name="Home"><relationship name="animals" optional="YES" toMany="YES" \
    deletionRule="Cascade" destinationEntity="Animal" inverseName="home" inverseEntity="Animal"/>
    <relationship name="ghost" optional="YES" maxCount="1" deletionRule="Nullify" \
    destinationEntity="Ghost"/></entity>
    <entity name="Ghost" isAbstract="YES"/>
    """
}

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

@Suite("Does a recording keep what deletes do?")
struct ModelRecordingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(MatrixModel.swift, to: "App.swift")
  }

  private func record(_ variables: String...) throws -> DeleteRulesProcess {
    try folder.run(["matrix", "App.swift", "--record", "r.json"], setting: variables)
  }

  private func expect(_ options: String...) throws -> DeleteRulesProcess {
    try folder.run(["matrix", "App.swift", "--expect", "r.json"] + options, setting: ["CI=true"])
  }

  /// Records, changes the model, and returns what is then said on standard error.
  private func differences(_ text: String, _ other: String) throws -> [String] {
    _ = try record()
    try folder.replace(text, by: other, in: "App.swift")
    let run = try expect()
    #expect(run.exitCode == 1)
    #expect(run.output.contains("## Against the recording\n\n- "))
    #expect(try expect().errors == run.errors)
    return run.errors.split(separator: "\n").map(String.init)
  }

  @Test("Right after recording everything is as recorded, in each format")
  func same() throws {
    let recording = try record()
    #expect(recording.exitCode == 0)
    #expect(recording.errors == "r.json: 7 pairings are recorded\n")
    let text = try folder.read("r.json")
    _ = try record()
    #expect(try folder.read("r.json") == text)
    let run = try expect()
    #expect(run.exitCode == 0 && run.errors == "")
    #expect(run.output.hasSuffix("## Against the recording\n\nEverything is as recorded.\n"))
    let cells = try #require(try expect("--format", "json").object["cells"] as? [[String: Any]])
    #expect(cells.allSatisfy { $0["verdict"] as? String == "match" } && cells.count > 30)
    let junit = try JUnitElements(expect("--format", "junit").outputBytes)
    #expect(junit.all("testsuites").first?["failures"] == "0")
    #expect(junit.all("skipped").isEmpty)
    #expect(junit.all("testcase").allSatisfy { $0["file"] == "r.json" })
  }

  @Test("It is a file that `run` replays, and that the JSON Schema accepts")
  func file() throws {
    _ = try record()
    let run = try folder.run("run", "r.json")
    #expect(run.exitCode == 0 && run.errors == "")
    let schema = SchemaCheck(try folder.run("schema").object)
    let json = try JSONSerialization.jsonObject(with: Data(folder.read("r.json").utf8))
    #expect(schema.accepts(json))
    try folder.replace("\"effect\":", by: "\"efect\":", in: "r.json")
    let broken = try JSONSerialization.jsonObject(with: Data(folder.read("r.json").utf8))
    #expect(!schema.accepts(broken))
  }

  @Test("A model without a relationship is recorded and compared too")
  func withoutRelationships() throws {
    try folder.write("import SwiftData\n@Model class A {}\n@Model class B {}", to: "App.swift")
    #expect(try record().exitCode == 0)
    #expect(try expect().exitCode == 0)
    try folder.replace("A {}", by: "A { var b: B? }", in: "App.swift")
    let run = try expect()
    #expect(run.exitCode == 1)
    #expect(run.errors == "App.swift:2:22: error: A.b-B is not in the recording\n")
  }

  @Test("Another rule is a difference with the place where it is recorded")
  func rule() throws {
    #expect(
      try differences(".cascade, inverse: \\Item.list", ".deny, inverse: \\Item.list") == [
        "r.json:14:9: error: mismatch in List.items-Item.list/deny+nullify/delete-List1: "
          + "recorded: takes Item1 and Item2 along (r.json:14:18); "
          + "now: refused: List1.items holds Item1 and Item2"
      ])
  }

  @Test("Another cardinality is a difference, although the same object goes")
  func cardinality() throws {
    let lines = try differences("var parent: Item?", "var parent: [Item] = []")
    #expect(lines.count > 0)
    #expect(lines.allSatisfy { $0.hasPrefix("r.json:") })
    #expect(lines[0].contains("mismatch in Item.children-Item.parent/cascade+nullify/delete-Item1"))
  }

  @Test("Without its inverse a relationship is another one")
  func inverse() throws {
    let line = try folder.read("App.swift").components(separatedBy: "\n")
      .firstIndex { $0.contains("var tags") }
    #expect(line == 8)
    #expect(
      try differences("@Relationship(inverse: \\Tag.items) ", "") == [
        "App.swift:9:7: error: Item.tags-Tag is not in the recording",
        "App.swift:12:24: error: Tag.items-Item is not in the recording",
        "r.json:45:5: error: Item.tags-Tag.items is recorded, but the model no longer has it",
      ])
  }

  @Test("A relationship that came or went is a difference at its place")
  func relationships() throws {
    #expect(
      try differences("var name = \"\"", "var tag: Tag?")
        == ["App.swift:12:48: error: Tag.colour-Colour.tag is not in the recording"]
        + ["r.json:66:5: error: Tag.colour-Colour is recorded, but the model no longer has it"])
    try folder.write(MatrixModel.swift, to: "App.swift")
    #expect(
      try differences("; var colour: Colour?", "") == [
        "r.json:66:5: error: Tag.colour-Colour is recorded, but the model no longer has it"
      ])
    try folder.write(MatrixModel.swift, to: "App.swift")
    #expect(
      try differences("var name = \"\"", "var item: Item?") == [
        "App.swift:13:27: error: Colour.item-Item is not in the recording"
      ])
  }

  @Test("Of some cells, only what differs in them is said")
  func only() throws {
    _ = try record()
    try folder.replace("var name = \"\"", by: "var item: Item?", in: "App.swift")
    try folder.replace("; var colour: Colour?", by: "", in: "App.swift")
    let run = try expect("--only", "List.*")
    #expect(run.exitCode == 0 && run.errors == "")
    #expect(try expect("--only", "Colour.*").exitCode == 1)
  }

  @Test("Nothing is recorded where nobody can look at it, as in CI")
  func refusedInCI() throws {
    let run = try record("CI=true")
    #expect(run.exitCode == 64 && run.output == "")
    #expect(run.errors.hasPrefix("deleterules: error: '--record' is refused where CI is set: "))
    #expect(try folder.names == ["App.swift"])
    #expect(try record("CI=").exitCode == 0)
  }

  @Test("A broken recording is refused with the place of what is wrong")
  func broken() throws {
    _ = try record()
    let text = try folder.read("r.json")
    func errors(_ text: String, _ code: Int32 = 65) throws -> String {
      try folder.write(text, to: "r.json")
      let run = try expect()
      #expect(run.exitCode == code && run.output == "", "\(text.prefix(40))")
      return run.errors
    }
    #expect(
      try errors(text.replacing("  \"pairings\":", with: "  \"x\": 1, \"pairings\":"))
        == "r.json:4:3: error: found the unknown key \"x\" in a recorded matrix; expected "
        + "\"matrix\", \"framework\", \"pairings\" or \"$schema\"\n")
    #expect(
      try errors(text.replacing("\"delete\"", with: "\"delet\"")).contains(
        "r.json:13:7: error: found the unknown key \"delet\" in a pairing"))
    #expect(
      try errors(text.replacing("{\"entity\":\"List\"", with: "{\"entity\":\"Lists\"")).contains(
        "r.json:9:17: error: found the unknown entity \"Lists\"; did you mean \"List\"?"))
    let scenario = """
      {"scenario": "s", "title": "t", "framework": "swiftData", "sources": [],
       "entities": [{"name": "A"}], "objects": {"A": ["a"]}, "links": [],
       "steps": [{"delete": ["a"], "expect": null}]}
      """
    #expect(
      try errors(scenario) == "r.json:1:1: error: this is no recorded matrix; "
        + "'deleterules matrix MODEL --record FILE' writes one\n")
    #expect(try errors("{").hasPrefix("r.json:1:"))
    try folder.remove("r.json")
    let missing = try expect()
    #expect(missing.exitCode == 66)
    #expect(missing.errors == "deleterules: error: no such file: 'r.json'\n")
    let nowhere = try folder.run(
      ["matrix", "App.swift", "--record", "none/r.json"], setting: [])
    #expect(nowhere.exitCode == 66)
  }
}

/// Looks at JSON as the printed JSON Schema demands, independently of the program's own reader.
struct SchemaCheck {
  private let root: [String: Any]

  init(_ root: [String: Any]) { self.root = root }

  func accepts(_ value: Any) -> Bool { accepts(value, root) }

  private func accepts(_ value: Any, _ schema: Any) -> Bool {
    guard let schema = schema as? [String: Any] else { return schema as? Bool ?? false }
    let definitions = root["$defs"] as? [String: Any] ?? [:]
    if let reference = schema["$ref"] as? String {
      let name = String(reference.dropFirst("#/$defs/".count))
      guard let definition = definitions[name], accepts(value, definition) else { return false }
    }
    if let choices = schema["enum"] as? [NSObject], !choices.contains(where: { $0.isEqual(value) })
    {
      return false
    }
    if let constant = schema["const"] as? NSObject, !constant.isEqual(value) { return false }
    if let any = schema["anyOf"] as? [Any], !any.contains(where: { accepts(value, $0) }) {
      return false
    }
    if let one = schema["oneOf"] as? [Any], one.count(where: { accepts(value, $0) }) != 1 {
      return false
    }
    if let type = schema["type"] {
      let types = type as? [String] ?? [type as? String ?? ""]
      if !types.contains(where: { isValue(value, ofType: $0) }) { return false }
    }
    if let object = value as? [String: Any] { return acceptsMembers(of: object, schema) }
    if let array = value as? [Any] { return acceptsElements(of: array, schema) }
    if let text = value as? String, let least = schema["minLength"] as? Int {
      return text.count >= least
    }
    return true
  }

  private func isValue(_ value: Any, ofType type: String) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "null": value is NSNull
    case "boolean": value is Bool
    case "integer", "number": value is NSNumber
    default: false
    }
  }

  private func acceptsMembers(of object: [String: Any], _ schema: [String: Any]) -> Bool {
    let required = schema["required"] as? [String] ?? []
    let properties = schema["properties"] as? [String: Any] ?? [:]
    return required.allSatisfy { object[$0] != nil }
      && object.allSatisfy { key, member in
        let rule = properties[key] ?? schema["additionalProperties"]
        let isNamed = schema["propertyNames"].map { accepts(key, $0) } ?? true
        return isNamed && (rule.map { accepts(member, $0) } ?? true)
      }
  }

  private func acceptsElements(of array: [Any], _ schema: [String: Any]) -> Bool {
    if let least = schema["minItems"] as? Int, array.count < least { return false }
    if let most = schema["maxItems"] as? Int, array.count > most { return false }
    let prefix = schema["prefixItems"] as? [Any] ?? []
    return array.enumerated().allSatisfy { index, element in
      let rule: Any? = index < prefix.count ? prefix[index] : schema["items"]
      return rule.map { accepts(element, $0) } ?? true
    }
  }
}
