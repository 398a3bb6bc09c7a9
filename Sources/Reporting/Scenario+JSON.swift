import DeleteMatrix
import ObjectGraph

extension JSONText {
  /// An entity as the matrix files have it; what is as it mostly is, is left out.
  init(_ entity: Entity) {
    var members: [(String, JSONText)] = [("name", .string(entity.name))]
    if let parent = entity.parent { members.append(("parent", .string(parent))) }
    if entity.isAbstract { members.append(("abstract", .bool(true))) }
    if !entity.relationships.isEmpty {
      members.append(("relationships", .array(entity.relationships.map { JSONText($0) })))
    }
    self = .object(members)
  }

  private init(_ relationship: Relationship) {
    var members: [(String, JSONText)] = [
      ("name", .string(relationship.name)), ("destination", .string(relationship.destination)),
    ]
    if relationship.isToMany { members.append(("toMany", .bool(true))) }
    if relationship.isOrdered { members.append(("ordered", .bool(true))) }
    if !relationship.isOptional { members.append(("optional", .bool(false))) }
    if relationship.minCount > 0 { members.append(("minCount", .integer(relationship.minCount))) }
    if relationship.isToMany && relationship.maxCount > 0 {
      members.append(("maxCount", .integer(relationship.maxCount)))
    }
    members.append(("deleteRule", .string(relationship.deleteRule.rawValue)))
    switch relationship.inverse {
    case .unstated: break
    case .oneWay: members.append(("inverse", .null))
    case .named(let name): members.append(("inverse", .string(name)))
    }
    self = .object(members)
  }

  /// Objects by entity: `{"List": ["List1"]}`.
  init(_ objects: [NamedObject]) {
    var byEntity: [(entity: String, names: [String])] = []
    for object in objects {
      if let index = byEntity.firstIndex(where: { $0.entity == object.entity }) {
        byEntity[index].names.append(object.name)
      } else {
        byEntity.append((object.entity, [object.name]))
      }
    }
    self = .object(byEntity.map { ($0.entity, .strings($0.names)) })
  }

  /// A scenario file of deletes and saves, with nothing stated of any step.
  ///
  /// - Parameters:
  ///   - scenario: Some objects and links, of which some are deleted and the rest is saved.
  ///   - name: What the file calls it.
  ///   - title: What it shows.
  init(_ scenario: Scenario, named name: String, title: String) {
    let steps = scenario.steps.compactMap { step -> JSONText? in
      switch step.action {
      case .delete(let objects): .object([("delete", .strings(objects))])
      case .save: .object([("save", .bool(true)), ("expect", .null)])
      default: nil
      }
    }
    self = .object([
      ("scenario", .string(name)), ("title", .string(title)),
      ("framework", .string(scenario.framework.rawValue)), ("sources", .array([])),
      ("entities", .array(scenario.entities.map { JSONText($0) })),
      ("objects", JSONText(scenario.objects)), ("links", .links(scenario.links)),
      ("steps", .array(steps)),
    ])
  }
}
