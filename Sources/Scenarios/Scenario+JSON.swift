import ObjectGraph
import SourceText

extension JSONText {
  /// An entity as the matrix files have it; what is as it mostly is, is left out.
  package init(_ entity: Entity) {
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
  package init(_ objects: [NamedObject]) {
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
  package init(_ scenario: Scenario, named name: String, title: String) {
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

extension JSONText {
  package init(_ outcome: Outcome) {
    self = .object([
      ("deleted", .strings(outcome.deleted)),
      ("kept", .strings(outcome.kept)),
      ("effect", .string(outcome.effect.rawValue)),
      ("nullified", .links(outcome.nullified)),
      ("dangling", .links(outcome.dangling)),
      (
        "denials",
        .array(
          outcome.denials.map {
            .object([
              ("object", .string($0.object)), ("relationship", .string($0.relationship)),
              ("blockers", .strings($0.blockers)),
            ])
          })
      ),
      ("stored", .strings(outcome.stored)),
      ("error", outcome.error.map { .integer($0.rawValue) } ?? .null),
      ("merged", .array(outcome.merged.map { .strings($0) })),
      (
        "violations",
        .array(
          outcome.violations.map {
            .object([
              ("object", .string($0.object)), ("relationship", .string($0.relationship)),
              ("code", .integer($0.kind.code.rawValue)),
            ])
          })
      ),
    ])
  }

  package init(_ link: NamedLink) {
    self = .strings([link.source, link.relationship, link.destination])
  }

  package static func links(_ links: [NamedLink]) -> JSONText {
    .array(links.map { JSONText($0) })
  }
}
