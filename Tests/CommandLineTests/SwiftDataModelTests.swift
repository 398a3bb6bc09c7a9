import Foundation
import Testing

@Suite("What does `deleterules model` show of SwiftData source?")
struct SwiftDataModelTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("The @Model classes of a folder are one model, whatever file they are in")
  func folderOfFiles() throws {
    _ = try folder.write(
      """
      import SwiftData
      @Model final class List {
        @Relationship(deleteRule: .cascade) var items: [Entry] = []
      }
      """, to: "App/List.swift")
    _ = try folder.write(
      """
      import SwiftData
      @Model final class Item { var list: List? }
      """, to: "App/More/Item.swift")
    _ = try folder.write("typealias Entry = Item", to: "App/Names.swift")
    let run = try folder.run("model", "App")
    #expect(run.exitCode == 0 && run.errors == "")
    #expect(
      run.output == """
        # App

        2 entities, 2 relationships, swiftData. A rule speaks of deleting the entity at the left.

        | entity | relationship | destination | rule      | inverse          | its rule | note |
        | ------ | ------------ | ----------- | --------- | ---------------- | -------- | ---- |
        | List   | items        | Item *      | cascade   | list (inferred)  | nullify  |      |
        | Item   | list         | List 0..1   | (nullify) | items (inferred) | cascade  |      |

        """)
    let json = try #require(
      JSONSerialization.jsonObject(
        with: folder.run("model", "App", "--format", "json").outputBytes) as? [String: Any])
    let entities = try #require(json["entities"] as? [[String: Any]])
    #expect(entities.map { $0["file"] as? String } == ["App/List.swift", "App/More/Item.swift"])
    let list = try #require(entities[1]["relationships"] as? [[String: Any]])
    #expect(list.map { $0["deleteRule"] as? String } == [nil])
    #expect(list.map { $0["inverseKind"] as? String } == ["inferred"])
  }

  @Test("The current version, or all of them")
  func versions() throws {
    _ = try folder.write(
      """
      import SwiftData
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        @Model class A { var b: B? }
        @Model class B { }
      }
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        @Model class A { }
      }
      """, to: "m.swift")
    let current = try folder.run("model", "m.swift")
    #expect(current.output.hasPrefix("# m.swift, V2\n\n1 entity, 0 relationships, swiftData."))
    let all = try folder.run("model", "m.swift", "--all-versions", "--format", "json")
    let json = try #require(
      JSONSerialization.jsonObject(with: all.outputBytes) as? [String: Any])
    let models = try #require(json["models"] as? [[String: Any]])
    #expect(models.map { $0["version"] as? String } == ["V1", "V2"])
  }

  @Test("What cannot be read with certainty is said with its place, once")
  func findings() throws {
    _ = try folder.write(
      """
      import SwiftData
      @Model class A {
        @Relationship var gone: Gone?
        @Relationship(deleteRule: rule) var b: A?
      }
      """, to: "m.swift")
    let run = try folder.run("model", "m.swift")
    #expect(run.exitCode == 1)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines[0].hasPrefix("m.swift:3:21: error: ") && lines[0].hasSuffix("(unknown_destination)"))
    #expect(lines[1].hasPrefix("m.swift:4:") && lines[1].hasSuffix("(unreadable_argument)"))
  }

  @Test("A one-to-one that was seen to crash is marked, on the side whose deletion crashes")
  func crash() throws {
    _ = try folder.write(
      """
      import SwiftData
      @Model class C { @Relationship(deleteRule: .deny) var d: D? }
      @Model class D { @Relationship(deleteRule: .noAction) var c: C? }
      """, to: "m.swift")
    let lines = try folder.run("model", "m.swift").output.split(separator: "\n")
    let notes = lines.suffix(2).map {
      $0.split(separator: "|").last.map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(
      notes == [
        "deleting this side crashes; dangles when the D is deleted", "deleting this side crashes",
      ])
  }

  @Test("A file that is not UTF-8 is passed over, and refused where it is the only one")
  func encoding() throws {
    _ = try folder.write(
      Data("@Model class A { var x = \"\u{e9}\" }".unicodeScalars.map { UInt8($0.value) }),
      to: "latin.swift")
    let alone = try folder.run("model", "latin.swift")
    #expect(alone.exitCode == 65)
    #expect(alone.errors == "latin.swift: error: the file is not UTF-8, as Swift source is\n")
    _ = try folder.write("import SwiftData\n@Model class B {}", to: "b.swift")
    let both = try folder.run("model", ".")
    #expect(both.exitCode == 0 && both.output.contains("| B "))
    #expect(both.errors.contains("latin.swift: error: the file is not UTF-8"))
  }

  @Test("Swift source without a model is no model")
  func none() throws {
    _ = try folder.write("struct A {} // @Model class B {}", to: "a.swift")
    let run = try folder.run("model", "a.swift")
    #expect(run.exitCode == 65)
    #expect(run.errors == "a.swift: error: found no @Model class in the Swift source\n")
    #expect(try folder.run("model", ".").exitCode == 65)
  }
}
