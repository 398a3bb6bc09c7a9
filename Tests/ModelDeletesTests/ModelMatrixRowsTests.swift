import DeleteMatrix
import Foundation
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText
import Testing

@testable import ModelDeletes

@Suite("Is each delete of a model a test case?")
struct ModelMatrixRowsTests {
  private func matrix(_ text: String, recorded: String? = nil) throws -> ModelMatrix {
    let model = try Model(reading: text, as: "M.swift")
    guard let recorded else { return ModelMatrix(model) }
    return ModelMatrix(model, recorded: try RecordingText.read(recorded))
  }

  /// The objects and links of the first pairing, as `A1 A2 | B1 | A1.bs → B1`.
  private func fixture(_ text: String) throws -> [String] {
    let pairing = try #require(try matrix(text).pairings.first)
    return pairing.objects.map(\.name) + pairing.links.map(\.description)
  }

  private static let recording = RecordingText.file(RecordingText.pairing)

  @Test("Without a recording, a row says what comes of a delete")
  func unrecorded() throws {
    let rows = try matrix(RecordingText.model).rows
    #expect(
      rows.map { "\($0): \($0.outcome)" } == [
        "List.items-Item.list/cascade+nullify/delete-List1: also deletes Item1 and Item2",
        "List.items-Item.list/cascade+nullify/delete-Item1: deletes only Item1",
        "List.items-Item.list/cascade+nullify/unlinked/delete-List1: deletes only List1",
        "List.items-Item.list/cascade+nullify/unlinked/delete-Item1: deletes only Item1",
        "List.items-Item.list/cascade+nullify/remove-List1.items-Item1: deletes nothing",
      ])
    #expect(rows.allSatisfy { $0.difference == nil })
    #expect(try matrix("@Model class A { var x = 1 }").rows.isEmpty)
  }

  @Test("As recorded, or the difference with the place of the recording")
  func recorded() throws {
    let same = try matrix(RecordingText.model, recorded: Self.recording)
    #expect(same.rows.count == 5 && same.rows.allSatisfy { $0.difference == nil })
    let changed = try matrix(
      RecordingText.model.replacing(".cascade", with: ".deny"), recorded: Self.recording)
    let differences = changed.rows.filter { $0.difference != nil }
    #expect(differences.map(\.id) == ["List.items-Item.list/deny+nullify/delete-List1"])
    #expect(differences[0].difference?.contains("recorded: also deletes Item1 and Item2") == true)
    #expect(differences[0].difference?.contains("r.json:13:") == true)
  }

  @Test("A rule that does the same is no difference")
  func sameBehaviour() throws {
    let explicit = RecordingText.model.replacing(
      "var list", with: "@Relationship(deleteRule: .nullify) var list")
    #expect(
      try matrix(explicit, recorded: Self.recording).rows.allSatisfy { $0.difference == nil })
  }

  @Test("What came has a difference in each of its rows, and what went a row of its own")
  func problems() throws {
    let added = try matrix(
      RecordingText.model + "\n@Model class Tag { var item: Item? }", recorded: Self.recording)
    let new = added.rows.filter { $0.difference != nil }
    #expect(new.count == 5)
    #expect(new.allSatisfy { $0.id.hasPrefix("Tag.item-Item/") })
    #expect(new[0].difference == "M.swift:3:24: error: Tag.item-Item is not in the recording")
    let gone = try matrix("@Model class A { var x = 1 }", recorded: Self.recording).rows
    #expect(gone.map(\.id) == ["List.items-Item.list"])
    #expect(gone[0].outcome == "is recorded, but the model no longer has it")
    #expect(
      gone[0].difference == "r.json:2:1: error: List.items-Item.list is recorded, but the model no "
        + "longer has it")
  }

  @Test("Read from files, as a test of one's own does")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("deleterules-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (model, recording) = (folder.path + "/M.swift", folder.path + "/r.json")
    try Data("import SwiftData\n\(RecordingText.model)".utf8).write(to: URL(fileURLWithPath: model))
    try Data(Self.recording.utf8).write(to: URL(fileURLWithPath: recording))
    let rows = try ModelMatrix(at: model, recorded: recording).rows
    #expect(rows.count == 5 && rows.allSatisfy { $0.difference == nil })
    #expect(throws: DataError.self) { try ModelMatrix(at: model, recorded: model + "x") }
    #expect(throws: ModelError.self) { try ModelMatrix(at: model + "x", recorded: recording) }
  }

  @Test("Objects stand on both sides as in the article, whatever the relationship is")
  func fixtures() throws {
    #expect(
      try fixture("@Model class A { var b: B? }\n@Model class B { var a: A? }")
        == ["A1", "B1", "A1.b → B1"])
    #expect(
      try fixture("@Model class B { var a: A? }\n@Model class A { var bs: [B] = [] }")
        == ["A1", "B1", "B2", "A1.bs → B1", "A1.bs → B2"])
    #expect(
      try fixture("@Model class A { var b: B? }\n@Model class B { var x = 1 }")
        == ["A1", "A2", "B1", "A1.b → B1", "A2.b → B1"])
    #expect(
      try fixture("@Model class A { var bs: [B] = [] }\n@Model class B { var x = 1 }")
        == ["A1", "B1", "B2", "A1.bs → B1", "A1.bs → B2"])
    #expect(
      try fixture("@Model class P { @Relationship(inverse: \\P.spouse) var spouse: P? }")
        == ["P1", "P2", "P1.spouse → P2"])
    #expect(
      try fixture("@Model class P { @Relationship(inverse: \\P.friends) var friends: [P] = [] }")
        == [
          "P1", "P2", "P3", "P4", "P1.friends → P3", "P1.friends → P4", "P2.friends → P3",
          "P2.friends → P4",
        ])
  }

  @Test("What is mandatory elsewhere refuses nothing in another relationship's rows")
  func mandatory() throws {
    let matrix = try matrix(
      """
      @Model class List { var items: [Item] = [] }
      @Model class Item { var list: List?; var owner: Owner }
      @Model class Owner { @Relationship(inverse: \\Item.owner) var items: [Item]? = [] }
      """)
    #expect(matrix.pairings.map(\.name) == ["List.items-Item.list", "Owner.items-Item.owner"])
    let refused = matrix.rows.filter { $0.outcome.contains("fails") }.map(\.id)
    #expect(!refused.isEmpty && refused.allSatisfy { $0.hasPrefix("Owner.items-Item.owner/") })
  }
}
