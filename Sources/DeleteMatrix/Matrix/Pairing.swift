import ObjectGraph

/// Two entities, one fixture of objects and links, and a row for each pair of delete rules.
public struct Pairing: Sendable {
  /// One pair of rules with what is stated about each operation.
  struct Row: Sendable {
    let rules: [DeleteRule?]
    /// The evidence of a row that nobody observed: derived from the mirrored one, or none at all.
    let leftOut: LeftOut?
    /// What is stated, by operation; an operation without statements was not observed.
    let observations: [Cell.Operation: [Observation]]
    /// Where each operation is written.
    let places: [Cell.Operation: Location]
    let location: Location
  }

  enum LeftOut: String, CaseIterable, Sendable {
    case derived
    case none
  }

  /// The two entities' names: `Q-R`.
  public let name: String
  /// What tells this pairing from the others, in words.
  public let title: String
  /// The framework that the rows speak of.
  public let framework: Framework.Name
  /// Where the observations were published.
  public let sources: [Source]
  /// The two entities, left and right, without rules.
  public let entities: [Entity]
  /// The fixture's objects.
  public let objects: [NamedObject]
  /// The fixture's links.
  public let links: [NamedLink]
  /// Where the pairing is written.
  public let location: Location

  let rows: [Row]
}

extension Pairing {
  /// The first object of an entity: the one that a cell deletes.
  func representative(of entity: String) -> String? {
    objects.first { $0.entity == entity }?.name
  }

  /// The link by which a cell removes an element, for each to-many of the pairing.
  var removals: [NamedLink] {
    entities.flatMap { entity in
      entity.relationships.filter(\.isToMany).compactMap { relationship in
        guard let source = representative(of: entity.name),
          let destination = representative(of: relationship.destination)
        else { return nil }
        return NamedLink(source, relationship.name, destination)
      }
    }
  }

  /// The entities with one row's rules on their relationships.
  func entities(with rules: [DeleteRule?]) -> [Entity] {
    zip(entities, rules).map { entity, rule in
      var entity = entity
      for index in entity.relationships.indices {
        entity.relationships[index].deleteRule = rule ?? .standard
      }
      return entity
    }
  }

  /// What is done in each row: deletes, unlinked deletes, removals.
  var operations: [Cell.Operation] {
    let objects = entities.compactMap { representative(of: $0.name) }
    return objects.map { .delete([$0]) } + objects.map { .deleteUnlinked([$0]) }
      + removals.map { .remove($0) }
  }

  /// Every cell, row by row and in the order of the operations.
  public var cells: [Cell] {
    rows.flatMap { row in operations.map { cell($0, in: row) } }
  }

  private func cell(_ operation: Cell.Operation, in row: Row) -> Cell {
    let rules = row.rules.map { $0?.rawValue ?? "-" }.joined(separator: "+")
    let location = row.places[operation] ?? row.location
    let action: Scenario.Action
    var links = links
    switch operation {
    case .delete(let objects):
      action = .delete(objects)
    case .deleteUnlinked(let objects):
      action = .delete(objects)
      links = []
    case .remove(let link):
      action = .unlink(link)
    case .steps:
      action = .save
    }
    return Cell(
      id: "\(name)/\(rules)/\(operation.idSuffix)", group: name, rules: row.rules,
      operation: operation,
      scenario: Scenario(
        framework: framework, entities: entities(with: row.rules), objects: objects, links: links,
        steps: [Scenario.Step(action, at: location), Scenario.Step(.save, at: location)]),
      observations: row.observations[operation] ?? [], isDerived: row.leftOut == .derived,
      location: location)
  }
}

extension Cell.Operation {
  /// The last part of a cell's id.
  var idSuffix: String {
    switch self {
    case .delete(let objects): "delete-\(objects.joined(separator: "+"))"
    case .deleteUnlinked(let objects): "unlinked/delete-\(objects.joined(separator: "+"))"
    case .remove(let link): "remove-\(link.removalName)"
    case .steps(let number): "step-\(number)"
    }
  }
}

extension NamedLink {
  /// How a removal is named in a row and in a cell's id: `Q1.testR-R1`.
  var removalName: String { "\(source).\(relationship)-\(destination)" }
}
