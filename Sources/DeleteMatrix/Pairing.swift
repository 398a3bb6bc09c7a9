import ObjectGraph
import Scenarios
import SourceText

/// Two sides of a relationship, one fixture of objects and links, and a row for each pair of delete
/// rules.
///
/// ```swift
/// for pairing in suite.pairings { print(pairing.title, pairing.cells().count) }
/// ```
package struct Pairing: Sendable {
  /// An end of a pairing.
  package struct Side: Hashable, Sendable {
    /// The entity whose objects stand on this side.
    package var entity: String
    /// The entity's relationship to the other side; nil where it has none.
    package var relationship: String?
    /// The object that a cell deletes.
    package var object: String

    package init(entity: String, relationship: String?, object: String) {
      self.entity = entity
      self.relationship = relationship
      self.object = object
    }

    /// `Entity.relationship`, or the entity alone.
    package var title: String { relationship.map { "\(entity).\($0)" } ?? entity }
  }

  /// A pair of rules with the statements about each operation.
  package struct Row: Sendable, Equatable {
    package internal(set) var rules: [DeleteRule?]
    /// The evidence of an unobserved row, derived from the mirrored one or none at all; nil for an
    /// observed row.
    package internal(set) var leftOut: LeftOut?
    /// The statements by operation; an operation without statements was not observed.
    package internal(set) var observations: [Cell.Operation: [Observation]]
    package internal(set) var places: [Cell.Operation: Location]
    package internal(set) var location: Location

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

    /// Whether both state the same, wherever they are written.
    package static func == (one: Row, other: Row) -> Bool {
      one.rules == other.rules && one.leftOut == other.leftOut
        && one.observations == other.observations
    }
  }

  package enum LeftOut: String, CaseIterable, Sendable {
    case derived
    case none
  }

  /// The unique name of the pairing: `Q-R`, or `Note.tags-Tag.notes` in a reader's model.
  package internal(set) var name: String
  package internal(set) var title: String
  package internal(set) var framework: Framework.Name
  /// The releases that it was recorded for; nil for those that are asked for, or else the newest.
  package internal(set) var system: ReleaseSpan?
  /// The first release that has its classes; nil for any.
  let introduction: Release.Era?
  /// The model, with the objects and links that are stored: the two sides' entities, and in a
  /// reader's own model all others.
  var fixture: StatedFixture
  /// The two ends, left and right.
  package internal(set) var sides: [Side]
  package internal(set) var location: Location
  /// Whether it is one of a reader's own model: the only row has the model's own rules.
  package let isOfModel: Bool
  package internal(set) var rows: [Row]

  package init(
    name: String, title: String, framework: Framework.Name, system: ReleaseSpan? = nil,
    from introduction: Release.Era? = nil, sources: [Source] = [], entities: [Entity],
    sides: [Side], objects: [NamedObject],
    links: [NamedLink],
    location: Location, isOfModel: Bool = false, rows: [Row] = []
  ) {
    self.name = name
    self.title = title
    self.framework = framework
    self.system = system
    self.introduction = introduction
    fixture = StatedFixture(sources: sources, entities: entities, objects: objects, links: links)
    self.sides = sides
    self.location = location
    self.isOfModel = isOfModel
    self.rows = rows
  }

  package var sources: [Source] { fixture.sources }
  package var entities: [Entity] { fixture.entities }
  package var objects: [NamedObject] { fixture.objects }
  package var links: [NamedLink] { fixture.links }

  package func with(_ rows: [Row], on system: ReleaseSpan? = nil) -> Pairing {
    var pairing = self
    (pairing.rows, pairing.system) = (rows, system ?? self.system)
    return pairing
  }
}

extension Pairing: Equatable {
  /// Whether both state the same, wherever it is written.
  package static func == (one: Pairing, other: Pairing) -> Bool {
    one.name == other.name && one.title == other.title && one.framework == other.framework
      && one.system == other.system
      && one.fixture == other.fixture && one.sides == other.sides
      && one.isOfModel == other.isOfModel && one.rows == other.rows
  }
}

extension Pairing {
  /// Makes every cell, row by row and in the order of the operations; of batch deletes those of which
  /// something is stated.
  ///
  /// Each time the schema of every row is resolved, so keep what is returned.
  ///
  /// - Returns: The cells. O(rows × entities and their relationships).
  package func cells() -> [Cell] { trials(fitting: nil).flatMap(\.cells) }

  /// The trials, one for each cell that a pattern means, without making all others.
  ///
  /// - Parameters:
  ///   - pattern: Which cells; nil for all.
  ///   - includesBatchDeletes: Whether those of batch deletes are among them of which nothing is
  ///     stated.
  /// - Returns: The trials, row by row and in the order of the operations. O(rows that are meant ×
  ///   entities and their relationships).
  package func trials(
    fitting pattern: CellPattern?, withBatchDeletes includesBatchDeletes: Bool = false
  ) -> [Trial] {
    let (operations, batchDeletes) = (operations, batchDeletes)
    return rows.flatMap { row in
      let batch = batchDeletes.filter {
        includesBatchDeletes || row.observations[$0]?.isEmpty == false
      }
      return trials(of: row, operations + batch, fitting: pattern)
    }
  }

  /// The operations of each row: deletes, unlinked deletes and removals.
  package var operations: [Cell.Operation] {
    let objects = sides.map(\.object)
    return objects.map { .delete($0) } + objects.map { .deleteUnlinked($0) }
      + removals.map { .remove($0) }
  }

  /// The batch deletes of each row, included only if requested or if an outcome is stated for
  /// them.
  package var batchDeletes: [Cell.Operation] { sides.map { .batchDelete($0.object) } }

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

  /// `PAIRING/RULE+RULE/OPERATION`.
  func id(of row: Row, _ operation: Cell.Operation) -> String {
    let rules = row.rules.map { $0?.rawValue ?? "-" }.joined(separator: "+")
    return "\(name)/\(rules)/\(operation.idSuffix)"
  }

  /// The entities with one row's rules on the relationships of the two sides.
  private func entities(with rules: [DeleteRule?]) -> [Entity] {
    var entities = entities
    for (side, rule) in zip(sides, rules) {
      guard let entity = entities.firstIndex(where: { $0.name == side.entity }),
        let relationship = entities[entity].relationships.firstIndex(where: {
          $0.name == side.relationship
        })
      else { continue }
      entities[entity].relationships[relationship].deleteRule = rule ?? .standard
    }
    return entities
  }

  private func trials(
    of row: Row, _ operations: [Cell.Operation], fitting pattern: CellPattern?
  ) -> [Trial] {
    let chosen = operations.map { (id(of: row, $0), $0) }.filter { id, _ in
      pattern?.matches(id, of: name) ?? true
    }
    if chosen.isEmpty { return [] }
    let start = Scenario(
      framework: framework, system: system,
      // A model's app can delete in the context that inserted; its attributes are not part of the matrix.
      circumstances: isOfModel ? Circumstances(hasMandatoryAttribute: false) : .ofPairing,
      entities: entities(with: row.rules), objects: objects, links: links, steps: [])
    return chosen.map { id, operation in
      let location = row.places[operation] ?? row.location
      var links = links
      var actions: [Scenario.Action]
      switch operation {
      case .delete(let object): actions = [.delete([object]), .save]
      case .deleteUnlinked(let object):
        actions = [.delete([object]), .save]
        links = []
      case .remove(let link): actions = [.unlink(link), .save]
      case .batchDelete(let object):
        let entity = sides.first { $0.object == object }?.entity ?? ""
        actions = [.batchDelete(entity: entity, objects: [object], includesSubentities: true)]
      }
      let scenario = start.with(links, steps: actions.map { Scenario.Step($0, at: location) })
      let cell = Cell(
        id: id, group: name, operation: operation, rules: row.rules,
        isDerived: row.leftOut == .derived && operation.key != .batchDelete
          && row.observations[operation] == nil,
        after: actions.count, of: scenario, observations: row.observations[operation] ?? [],
        location: location)
      return Trial(scenario, [cell], from: introduction)
    }
  }
}
