import ModelDeletes
import ObjectGraph
import Reporting
import SourceText
import Testing

@testable import ModelFiles

/// A model from Swift source, or the `contents` of a Core Data model, with its reports.
struct EffectsModel {
  let model: Model

  init(swift source: String) throws {
    let file = SourceFile(path: "App.swift", bytes: Array(source.utf8))
    let stated = try #require(try SwiftDataReading([file]).models().first)
    model = try Model(stated, named: "App.swift", framework: .swiftData)
  }

  init(coreData body: String) throws {
    let text = "<model documentVersion=\"1.0\">\(body)</model>"
    let file = SourceFile(path: "App/contents", bytes: Array(text.utf8))
    model = try Model(
      CoreDataReading(file).stated, named: "App.xcdatamodeld", framework: .coreData)
  }

  /// What deleting one object of an entity can do.
  func text(_ entity: String, _ report: EffectsReport = .markdown) throws -> String {
    let entity = try #require(model.schema.entity(entity))
    return report.text(of: EntityEffects(of: entity, in: model), in: model)
  }

  /// What deleting the objects of an entity does that a file states.
  func text(
    _ entity: String, objects: String, links: String, _ report: EffectsReport = .markdown
  ) throws -> String {
    let entity = try #require(model.schema.entity(entity))
    let text = "{\"objects\": \(objects), \"links\": \(links)}"
    let instances = try Instances(
      file: SourceFile(path: "app.json", bytes: Array(text.utf8)), of: model)
    return try report.text(
      of: InstanceEffects.all(of: entity, in: instances), entity: entity, in: model)
  }

  static let swiftLists = """
    @Model class List {
      @Relationship(deleteRule: .cascade, inverse: \\Item.list) var items: [Item]
      @Relationship(deleteRule: .deny) var owner: User?
    }
    @Model class Item {
      var list: List?
      @Relationship(deleteRule: .cascade, inverse: \\Item.parent) var parts: [Item]
      var parent: Item?
      @Relationship(inverse: \\Tag.items) var tags: [Tag]
      @Relationship(inverse: \\Receipt.item) var receipts: [Receipt]
    }
    @Model class Tag { var items: [Item] }
    @Model class Receipt { var item: Item }
    @Model class Widget { @Relationship(inverse: nil) var item: Item? }
    @Model class User {
      @Relationship(inverse: \\List.owner) var list: List?
    }
    """

  static let coreDataPets = """
    <entity name="Animal" isAbstract="YES"/>
    <entity name="Dog" parentEntity="Animal"><relationship name="toys" optional="YES" toMany="YES" \
    deletionRule="Cascade" destinationEntity="Toy" inverseName="dog" inverseEntity="Dog"/></entity>
    <entity name="Cat" parentEntity="Animal"><relationship name="home" optional="YES" \
    maxCount="1" deletionRule="No Action" destinationEntity="Home" inverseName="cats" \
    inverseEntity="Home"/></entity>
    <entity name="Toy"><relationship name="dog" maxCount="1" deletionRule="Nullify" \
    destinationEntity="Dog" inverseName="toys" inverseEntity="Dog"/></entity>
    <entity name="Home"><relationship name="cats" optional="YES" toMany="YES" minCount="2" \
    deletionRule="Nullify" destinationEntity="Cat" inverseName="home" inverseEntity="Cat"/></entity>
    <entity name="Idea" isAbstract="YES"/>
    """
}
