import DeleteMatrix
import Foundation
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText
import Testing

@testable import ModelDeletes

/// A recording of one relationship with its inverse.
enum RecordingText {
  static let model = """
    @Model class List { @Relationship(deleteRule: .cascade) var items: [Item] = [] }
    @Model class Item { var list: List? }
    """

  static let pairing = """
    {"pairing": "List.items-Item.list", "title": "1:N",
     "entities": [
      {"name": "List", "relationships": [{"name": "items", "destination": "Item", "toMany": true,
        "deleteRule": "cascade", "inverse": "list"}]},
      {"name": "Item", "relationships": [{"name": "list", "destination": "List"}]}],
     "sides": [{"entity": "List", "relationship": "items", "object": "List1"},
      {"entity": "Item", "relationship": "list", "object": "Item1"}],
     "objects": {"List": ["List1"], "Item": ["Item1", "Item2"]},
     "links": [["List1", "items", "Item1"], ["List1", "items", "Item2"]],
     "rules": ["cascade", "nullify"],
     "delete": {
      "List1": {"evidence": "recorded", "deleted": ["Item1", "Item2", "List1"], "effect": "ok"},
      "Item1": {"evidence": "recorded", "deleted": ["Item1"], "effect": "ok"}},
     "unlinked": {
      "List1": {"evidence": "recorded", "deleted": ["List1"], "effect": "ok"},
      "Item1": {"evidence": "recorded", "deleted": ["Item1"], "effect": "ok"}},
     "remove": {
      "List1.items-Item1": {"evidence": "recorded", "deleted": [], "effect": "ok"}}}
    """

  static func file(_ pairings: String...) -> String {
    "{\"matrix\": \"M.swift\", \"framework\": \"swiftData\", \"pairings\": [\n"
      + "\(pairings.joined(separator: ",\n"))]}"
  }

  static func read(_ text: String) throws(DataError) -> RecordedMatrix {
    try RecordedMatrix(SourceFile(path: "r.json", bytes: Array(text.utf8)))
  }
}

@Suite("What is a recorded matrix?")
struct RecordedMatrixTests {
  private func problems(_ text: String) -> [String] {
    do throws(DataError) {
      _ = try RecordingText.read(text)
      return []
    } catch {
      return error.problems.map { $0.description.replacing("r.json:", with: "") }
    }
  }

  @Test("Pairings with one row each, in the order of the file; perhaps none")
  func reading() throws {
    let recorded = try RecordingText.read(RecordingText.file(RecordingText.pairing))
    #expect(recorded.pairings.map(\.name) == ["List.items-Item.list"])
    #expect(recorded.pairings[0].cells().count == 5)
    #expect(recorded.pairings[0].location.description == "r.json:2:1")
    #expect(try RecordingText.read(RecordingText.file()).pairings.isEmpty)
  }

  @Test("A model of which nothing is tried does not pass")
  func nothing() throws {
    let model = try Model(reading: "@Model class A { var b = 1 }", as: "M.swift")
    let rows = ModelMatrix(model, recorded: try RecordingText.read(RecordingText.file())).rows
    #expect(rows.map { $0.difference != nil } == [true])
    #expect(ModelMatrix(model).rows.isEmpty)
  }

  @Test("A recording of other objects is to be made again")
  func otherObjects() throws {
    let model = try Model(reading: RecordingText.model, as: "M.swift")
    for name in ["Item1", "First"] {
      let text = RecordingText.pairing.replacing("Item1", with: name)
      let matrix = ModelMatrix(model, recorded: try RecordingText.read(RecordingText.file(text)))
      let isTold = matrix.rows.contains {
        $0.difference?.contains("is recorded with other objects; record it again") == true
      }
      #expect(isTold == (name != "Item1"))
    }
  }

  @Test("Every problem is named at its place")
  func problems() {
    let text = RecordingText.file(RecordingText.pairing)
    #expect(problems(text) == [])
    #expect(
      problems(text.replacing("swiftData", with: "swiftDat")).contains {
        $0.hasPrefix("1:36: error: ") && $0.contains("did you mean \"swiftData\"?")
      })
    #expect(
      problems(text.replacing("\"title\"", with: "\"titel\"")).contains {
        $0.hasPrefix("2:37: error: found the unknown key \"titel\"")
      })
    #expect(
      problems(text.replacing("\"relationship\": \"items\"", with: "\"relationship\": \"item\""))
        .contains("7:12: error: List has no relationship \"item\"; did you mean \"items\"?"))
    #expect(
      problems(text.replacing("\"object\": \"Item1\"", with: "\"object\": \"Item3\"")).contains {
        $0.hasPrefix("8:3: error: found the unknown object \"Item3\"")
      })
    #expect(
      problems(
        text.replacing("\"effect\": \"ok\"}},\n \"unl", with: "\"effect\": \"oke\"}},\n \"unl")
      )
      .count == 1)
    let twice = RecordingText.file(RecordingText.pairing, RecordingText.pairing)
    #expect(
      problems(twice) == [
        "20:1: error: found the pairing List.items-Item.list again; it stands first in line 2"
      ])
  }

  @Test(
    "What is recorded is read back as the same value",
    arguments: [
      ("Lists.swift", RecordingText.model),
      (
        "Every rule.swift",
        """
        @Model class Note {
          @Relationship(deleteRule: .noAction) var tags: [Tag] = []
          @Relationship(deleteRule: .deny) var folder: Folder
          @Relationship(inverse: nil) var cover: Picture?
        }
        @Model class Tag { @Relationship(deleteRule: .cascade) var notes: [Note] = [] }
        @Model class Folder { var notes: [Note] = []; var within: Folder? }
        @Model class Picture { var `größe 🖼️`: [Tag] = [] }
        """
      ),
      ("Nothing.swift", "@Model class A { var x = 1 }"),
      (
        "App \"1\".xcdatamodel/contents",
        """
        <model>
        <entity name="Animal" isAbstract="YES"><attribute name="name" optional="YES" \
        attributeType="String"/></entity>
        <entity name="Dog" parentEntity="Animal"><relationship name="toys" toMany="YES" \
        minCount="1" maxCount="3" deletionRule="Cascade" destinationEntity="Toy" \
        inverseName="dog" inverseEntity="Dog"/><relationship name="home" optional="YES" \
        maxCount="1" deletionRule="No Action" destinationEntity="Home"/></entity>
        <entity name="Toy"><relationship name="dog" maxCount="1" deletionRule="Deny" \
        destinationEntity="Dog" inverseName="toys" inverseEntity="Toy"/></entity>
        <entity name="Home"/>
        </model>
        """
      ),
    ])
  func roundTrip(path: String, text: String) throws {
    let matrix = ModelMatrix(try Model(reading: text, as: path))
    let recorded = try #require(matrix.recorded)
    #expect(recorded.pairings.isEmpty == text.hasPrefix("@Model class A"))
    #expect(recorded.pairings.allSatisfy { !$0.cells().contains(where: \.observations.isEmpty) })
    let again = try RecordingText.read(recorded.text)
    #expect(again == recorded)
    #expect(again.text == matrix.recording)
  }

  @Test("A recording has all that each delete did, and is held to each part of it")
  func contents() throws {
    let text = """
      @Model class List {
        @Relationship(deleteRule: .nullify, inverse: \\Item.list) var items: [Item] = []
        @Relationship(deleteRule: .deny, inverse: \\User.lists) var owner: User?
        @Relationship(deleteRule: .noAction, inverse: \\Tag.list) var tags: [Tag] = []
      }
      @Model class Item { var list: List? }
      @Model class User { var lists: [List] = [] }
      @Model class Tag { var list: List? }
      """
    let model = try Model(reading: text, as: "M.swift")
    let matrix = ModelMatrix(model)
    let recorded = try #require(matrix.recorded)
    let outcomes = matrix.run().results.compactMap(\.predicted)
    let stated = recorded.pairings.flatMap { $0.cells().flatMap(\.observations) }
    try #require(outcomes.count == stated.count)
    for (outcome, observation) in zip(outcomes, stated) {
      let expectation = observation.state
      #expect(observation.evidence == .recorded)
      #expect(expectation.deleted == outcome.deleted && expectation.effect == outcome.effect)
      #expect(expectation.nullified == outcome.nullified)
      #expect(expectation.dangling == outcome.dangling && expectation.error == outcome.error)
    }
    #expect(outcomes.contains { !$0.nullified.isEmpty } && outcomes.contains { $0.error != nil })
    #expect(outcomes.contains { !$0.dangling.isEmpty })
    // Each other rule does something else to what was recorded.
    for rule in [".cascade", ".deny", ".noAction"] {
      let changed = try Model(
        reading: text.replacing("(deleteRule: .nullify", with: "(deleteRule: \(rule)"),
        as: "M.swift")
      #expect(ModelMatrix(changed, recorded: recorded).run().isFailure, "\(rule)")
    }
    #expect(!ModelMatrix(model, recorded: recorded).run().isFailure)
  }

  @Test("What is another kind of file, or not there, is refused")
  func others() {
    #expect(!problems("{\"silenced\": []}").isEmpty)
    let scenario = """
      {"scenario": "s", "title": "t", "framework": "swiftData", "sources": [], "entities": [],
       "objects": {}, "links": [], "steps": []}
      """
    #expect(problems(scenario).count == 1)
    let file = SourceFile(path: "x.schema.json", bytes: Array("{}".utf8))
    #expect(throws: DataError.self) { try RecordedMatrix(file) }
    #expect(throws: DataError.self) { try RecordedMatrix(at: "absent/r.json") }
  }
}
