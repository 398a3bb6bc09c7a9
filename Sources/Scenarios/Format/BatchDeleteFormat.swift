import ObjectGraph
import SourceText

// Batch deletes as files have them.

extension FormatObject {
  package static let batchDelete = FormatObject(
    "batchDelete", "a batch delete", required: ["entity"], optional: ["objects", "subentities"])
}

extension FileReading {
  /// An entity's name, or `{"entity": "Item", "objects": ["a"], "subentities": false}`.
  mutating func batchDelete(_ node: JSONNode, in fixture: Fixture) -> Scenario.Action? {
    if case .object = node.content {
      guard let members = members(node, of: .batchDelete) else { return nil }
      let isSound = problemCount
      let entity = entity(members["entity"], in: fixture)
      let names = members["objects"].map { objectNames($0, in: fixture) }
      let includesSubentities = bool(members["subentities"]) ?? true
      guard let entity, problemCount == isSound else { return nil }
      for (name, place) in zip(names ?? [], members["objects"]?.elements ?? []) {
        check(name, at: place, isOf: entity, orSubentity: includesSubentities, in: fixture)
      }
      guard problemCount == isSound else { return nil }
      return .batchDelete(
        entity: entity.name, objects: names, includesSubentities: includesSubentities)
    }
    guard case .string = node.content else {
      report(node, expected: "an entity's name, or a batch delete, an object")
      return nil
    }
    return entity(node, in: fixture).map {
      .batchDelete(entity: $0.name, objects: nil, includesSubentities: true)
    }
  }

  /// The names of declared objects; those that are not are reported.
  mutating func objectNames(_ node: JSONNode, in fixture: Fixture) -> [String] {
    list(node, expected: "an array of objects") { reading, node in
      reading.string(node, expected: "an object's name").flatMap {
        reading.checkObject($0, at: node.location, in: fixture) ? $0 : nil
      }
    }
  }

  private mutating func entity(_ node: JSONNode?, in fixture: Fixture) -> Entity? {
    guard let node, let name = string(node, expected: "an entity's name") else { return nil }
    let entity = fixture.entity(name)
    if entity == nil { reportUnknownEntity(name, at: node.location, in: fixture) }
    return entity
  }

  /// Reports an object that is none of the entity whose rows are asked for.
  private mutating func check(
    _ name: String, at node: JSONNode, isOf entity: Entity, orSubentity: Bool, in fixture: Fixture
  ) {
    guard let found = fixture.entity(of: name), found.name != entity.name,
      !(orSubentity && fixture.isKind(found, of: entity.name))
    else { return }
    report(
      node.location,
      "a batch delete of \(entity.name.singleLine) cannot name \(name.singleLine), "
        + "which is \(found.name.singleLine.withArticle)")
  }
}

extension JSONText {
  /// The short form where everything of an entity is asked for.
  init(batchDeleting entity: String, _ objects: [String]?, includingSubentities: Bool) {
    if objects == nil && includingSubentities {
      self = .string(entity)
      return
    }
    let names = objects.map { [("objects", JSONText.strings($0))] } ?? []
    let subentities: [(String, JSONText)] =
      includingSubentities ? [] : [("subentities", .bool(false))]
    self = .object([("entity", .string(entity))] + names + subentities)
  }
}

extension JSONNode {
  fileprivate var elements: [JSONNode] {
    if case .array(let elements) = content { return elements }
    return []
  }
}
