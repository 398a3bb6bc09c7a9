import ObjectGraph
import Scenarios
import SourceText

/// Two sides of a relationship, one fixture of objects and links, and a row for each pair of delete
/// rules.
public struct Pairing: Sendable {
  /// One end of what is paired.
  public struct Side: Hashable, Sendable {
    /// The entity whose objects stand on this side.
    public let entity: String
    /// The entity's relationship to the other side; nil where it has none.
    public let relationship: String?
    /// The object that a cell deletes.
    public let object: String

    /// Names an end.
    ///
    /// - Parameters:
    ///   - entity: The entity that declares the relationship, or that is its destination.
    ///   - relationship: The relationship to the other side, if any.
    ///   - object: The object that a cell deletes.
    package init(entity: String, relationship: String?, object: String) {
      self.entity = entity
      self.relationship = relationship
      self.object = object
    }

    /// `Entity.relationship`, or the entity alone.
    public var title: String { relationship.map { "\(entity).\($0)" } ?? entity }
  }

  /// One pair of rules with what is stated about each operation.
  package struct Row: Sendable {
    package let rules: [DeleteRule?]
    /// The evidence of a row that nobody observed: derived from the mirrored one, or none at all.
    package let leftOut: LeftOut?
    /// What is stated, by operation; an operation without statements was not observed.
    package let observations: [Cell.Operation: [Observation]]
    /// Where each operation is written.
    package let places: [Cell.Operation: Location]
    package let location: Location

    package init(
      rules: [DeleteRule?], leftOut: LeftOut? = nil,
      observations: [Cell.Operation: [Observation]] = [:],
      places: [Cell.Operation: Location] = [:], location: Location
    ) {
      self.rules = rules
      self.leftOut = leftOut
      self.observations = observations
      self.places = places
      self.location = location
    }
  }

  package enum LeftOut: String, CaseIterable, Sendable {
    case derived
    case none
  }

  /// What tells this pairing from all others: `Q-R`, or `Note.tags-Tag.notes` of a reader's model.
  public let name: String
  /// What tells this pairing from the others, in words.
  public let title: String
  /// The framework that the rows speak of.
  public let framework: Framework.Name
  /// Where the observations were published.
  public let sources: [Source]
  /// The model: the two sides' entities, and in a reader's own model all others.
  public let entities: [Entity]
  /// The two ends, left and right.
  public let sides: [Side]
  /// The fixture's objects.
  public let objects: [NamedObject]
  /// The fixture's links.
  public let links: [NamedLink]
  /// Where the pairing is written.
  public let location: Location
  /// Whether it is one of a reader's own model: the only row has the model's own rules.
  package let isOfModel: Bool
  package let rows: [Row]

  package init(
    name: String, title: String, framework: Framework.Name, sources: [Source] = [],
    entities: [Entity], sides: [Side], objects: [NamedObject], links: [NamedLink],
    location: Location, isOfModel: Bool = false, rows: [Row] = []
  ) {
    self.name = name
    self.title = title
    self.framework = framework
    self.sources = sources
    self.entities = entities
    self.sides = sides
    self.objects = objects
    self.links = links
    self.location = location
    self.isOfModel = isOfModel
    self.rows = rows
  }

  /// The same pairing with other rows.
  package func with(_ rows: [Row]) -> Pairing {
    Pairing(
      name: name, title: title, framework: framework, sources: sources, entities: entities,
      sides: sides, objects: objects, links: links, location: location, isOfModel: isOfModel,
      rows: rows)
  }
}

extension Pairing {
  /// The link by which a cell takes something out, for each to-many.
  ///
  /// The article did not set any to-one to nil; of a reader's own model this is done where there is
  /// no to-many.
  package var removals: [NamedLink] {
    let links = sides.compactMap { side -> (link: NamedLink, isToMany: Bool)? in
      guard let relationship = side.relationship, let other = sides.first(where: { $0 != side }),
        let declared = declaration(of: side)
      else { return nil }
      return (NamedLink(side.object, relationship, other.object), declared.isToMany)
    }
    let toManys = links.filter(\.isToMany)
    return (toManys.isEmpty && isOfModel ? Array(links.prefix(1)) : toManys).map(\.link)
  }

  private func declaration(of side: Side) -> Relationship? {
    entities.first { $0.name == side.entity }?.relationships.first { $0.name == side.relationship }
  }

  /// The entities with one row's rules on the relationships of the two sides.
  func entities(with rules: [DeleteRule?]) -> [Entity] {
    var entities = entities
    for (side, rule) in zip(sides, rules) {
      guard let entity = entities.firstIndex(where: { $0.name == side.entity }),
        let relationship = entities[entity].relationships.firstIndex(where: {
          $0.name == side.relationship
        })
      else { continue }
      let rule = rule ?? .standard
      // Entities that stay as they are keep sharing their storage, which is quick to compare.
      if entities[entity].relationships[relationship].deleteRule != rule {
        entities[entity].relationships[relationship].deleteRule = rule
      }
    }
    return entities
  }

  /// What is done in each row: deletes, unlinked deletes, removals.
  package var operations: [Cell.Operation] {
    let objects = sides.map(\.object)
    return objects.map { .delete([$0]) } + objects.map { .deleteUnlinked([$0]) }
      + removals.map { .remove($0) }
  }

  /// Every cell, row by row and in the order of the operations.
  public var cells: [Cell] {
    rows.flatMap { row in
      let entities = entities(with: row.rules)
      return operations.map { cell($0, in: row, entities) }
    }
  }

  private func cell(_ operation: Cell.Operation, in row: Row, _ entities: [Entity]) -> Cell {
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
        framework: framework, entities: entities, objects: objects, links: links,
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
