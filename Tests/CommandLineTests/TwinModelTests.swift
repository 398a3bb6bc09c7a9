import Foundation
import Testing

@Suite("Are two stores with one set of classes told apart by what differs?")
struct TwinModelTests {
  private func model(_ rule: String) -> String {
    """
    <model>
      <entity name="List">
        <relationship name="items" optional="YES" toMany="YES" deletionRule="\(rule)"
          destinationEntity="Item" inverseName="list" inverseEntity="List"/>
        <relationship name="owner" optional="YES" maxCount="1" deletionRule="No Action"
          destinationEntity="Owner" inverseName="lists" inverseEntity="Owner"/>
      </entity>
      <entity name="Item">
        <relationship name="list" optional="YES" maxCount="1" deletionRule="Nullify"
          destinationEntity="List" inverseName="items" inverseEntity="List"/>
      </entity>
      <entity name="Owner">
        <relationship name="lists" optional="YES" toMany="YES" deletionRule="Nullify"
          destinationEntity="List" inverseName="owner" inverseEntity="List"/>
      </entity>
    </model>
    """
  }

  private func folder(_ rules: String...) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, rule) in zip(["Cloud", "Local"], rules) {
      try folder.write(model(rule), to: "\(name).xcdatamodel/contents")
    }
    return folder
  }

  @Test(
    "The one difference is reported with what a delete does differently",
    arguments: ["check", "model"])
  func difference(command: String) throws {
    let errors = try folder("Nullify", "Cascade").run(command, ".").errors
    #expect(
      errors.contains("List.items is nullify in Cloud.xcdatamodel, is cascade in Local.xcdatamodel")
    )
    #expect(
      errors.contains(
        "deleting a List that List.items links: deletes only List1 in Cloud.xcdatamodel, "
          + "also deletes Item1 in Local.xcdatamodel"))
    #expect(!errors.contains("List.owner"))
  }

  @Test(
    "What is wrong with a class of both stores is said once",
    arguments: ["calls", "model"])
  func once(command: String) throws {
    let folder = try TemporaryFolder()
    let shared = "@Model final class Item { @Relationship(deleteRule: .keep) var next: Item? }"
    let stores = ["V1", "V2"].map { version in
      """
      enum \(version): VersionedSchema {
        static var models: [any PersistentModel.Type] { [List.self] }
        @Model final class List { var items: [Item] = [] }
      }
      func open\(version)() throws { let c = try ModelContainer(for: \(version).List.self) }
      """
    }
    try folder.write(
      (["import SwiftData", shared] + stores).joined(separator: "\n"), to: "Stores.swift")
    let run = try folder.run(command, ".")
    for text in command == "model" ? [run.errors, run.output] : [run.errors] {
      let lines = text.split(separator: "\n")
      #expect(lines.count { $0.contains("Stores.swift:2:") } == 1, "\(lines)")
    }
  }

  @Test("A delete that only one of them has is no difference, and JSON has what differs")
  func oneSided() throws {
    let folder = try folder("Nullify", "Cascade")
    let more = """
      <entity name="Owner"><relationship name="boss" optional="YES" maxCount="1" deletionRule="Deny"
        destinationEntity="Owner" inverseName="staff" inverseEntity="Owner"/>
      <relationship name="staff" optional="YES" toMany="YES" deletionRule="Nullify"
        destinationEntity="Owner" inverseName="boss" inverseEntity="Owner"/>
      """
    let local = model("Cascade").replacing("<entity name=\"Owner\">", with: more)
    try folder.write(local, to: "Local.xcdatamodel/contents")
    let errors = try folder.run("check", ".").errors
    #expect(errors.contains("Owner.boss is in Local.xcdatamodel only"))
    #expect(!errors.contains("–"))
    let output = try folder.run("check", ".", "--format", "json").output
    #expect(
      output.contains("\"notes\":[{\"message\":\"Cloud.xcdatamodel and Local.xcdatamodel have"))
  }

  @Test("A finding of both models is one, and names the other place; one of either stays")
  func shared() throws {
    let output = try folder("Nullify", "Cascade").run("check", ".").output
    let findings = output.split(separator: "\n").filter { $0.hasSuffix("]") }
    #expect(findings.count { $0.contains("[no_action_leaves_dangling]") } == 1)
    #expect(findings.count { $0.contains("deleting a List leaves its Item") } == 1)
    #expect(
      output.contains(
        "List.owner in Local.xcdatamodel (Local.xcdatamodel/contents:5:5) has the same problem"))
  }

  @Test("Models of other entities, or that differ in most, are no such pair")
  func others() throws {
    let folder = try folder("Nullify", "Nullify")
    try folder.write(
      model("Nullify").replacing("Owner", with: "Person"), to: "Local.xcdatamodel/contents")
    let run = try folder.run("check", ".")
    #expect(!run.errors.contains("have the same entities"))
    #expect(run.output.components(separatedBy: "[no_action_leaves_dangling]").count == 3)
  }

  private static let versions = """
    import SwiftData
    enum SchemaV1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Trip.self, Stop.self] }
      @Model class Trip { @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = [] }
      @Model class Stop { var trip: Trip? }
    }
    enum SchemaV2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Trip.self, Stop.self] }
      @Model class Trip { @Relationship(inverse: \\Stop.trip) var stops: [Stop] = [] }
      @Model class Stop { var trip: Trip? }
    }
    """

  @Test("'diff' compares two versions of a schema by their names, in either direction")
  func versions() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.versions, to: "App/Model.swift")
    let worse = try folder.run("diff", "SchemaV1", "SchemaV2", "App")
    #expect(worse.exitCode == 1 && worse.output.contains("SchemaV1 → SchemaV2"))
    #expect(worse.output.contains("1 change to the model is worse"))
    let better = try folder.run("diff", "SchemaV2", "SchemaV1")
    #expect(better.exitCode == 0 && better.output.contains("1 change to the model is better"))
    let unknown = try folder.run("diff", "SchemaV1", "SchemaV3", "App")
    #expect(unknown.exitCode == 64)
    #expect(
      unknown.errors.contains(
        "no version of a model is called 'SchemaV3'; found SchemaV1 and SchemaV2"))
    let mistyped = try folder.run("diff", "Here", "There", "App")
    #expect(mistyped.errors.contains("'Here' isn't a file or a folder"))
  }
}
