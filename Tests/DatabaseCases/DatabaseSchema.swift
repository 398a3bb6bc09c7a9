import ObjectGraph

/// A schema of the engine together with how tables store it.
struct DatabaseSchema {
  /// What of SQL it takes to say the same.
  enum Kind: String, CaseIterable {
    /// The clauses of foreign keys alone.
    case keys
    /// These, and join tables.
    case joins
    /// Triggers as well: all rules on either side.
    case triggers
  }

  /// A relationship as it is stored.
  struct Place {
    let bond: Int
    let isBack: Bool
  }

  let kind: Kind
  let schema: Schema
  /// The names of the entities, which are those of their tables.
  let names: [String]
  let bonds: [Bond]
  private let places: [RelationshipID: Place]

  init(
    _ kind: Kind, _ framework: Framework, names: [String], bonds: [Bond]
  ) throws(SchemaError) {
    var entities = names.map { Entity($0) }
    for bond in bonds {
      let isDeclaredTwice = framework.declaresInverseOn == .bothSides
      entities[bond.owner].relationships.append(
        Self.declaration(
          of: bond.ahead, isToMany: !bond.isKey, names[bond.target],
          bond.back.map { .named($0.name) } ?? .oneWay))
      guard let back = bond.back, !bond.isOwnInverse else { continue }
      entities[bond.target].relationships.append(
        Self.declaration(
          of: back, isToMany: !bond.isUnique, names[bond.owner],
          isDeclaredTwice ? .named(bond.ahead.name) : .unstated))
    }
    self.kind = kind
    self.names = names
    self.bonds = bonds
    schema = try Schema(framework, entities: entities)
    var places: [RelationshipID: Place] = [:]
    for id in schema.relationships {
      let name = schema.declaration(of: id).name
      for (number, bond) in bonds.enumerated() {
        if bond.ahead.name == name {
          places[id] = Place(bond: number, isBack: false)
        } else if bond.back?.name == name {
          places[id] = Place(bond: number, isBack: true)
        }
      }
    }
    self.places = places
  }

  private static func declaration(
    of end: Bond.End, isToMany: Bool, _ destination: String, _ inverse: Relationship.Inverse
  ) -> Relationship {
    let isOptional = end.minCount == 0
    guard isToMany else {
      return .toOne(
        end.name, destination, isOptional: isOptional, deleteRule: end.rule, inverse: inverse)
    }
    return .toMany(
      end.name, destination, isOptional: isOptional, minCount: end.minCount,
      deleteRule: end.rule, inverse: inverse)
  }

  /// Where a relationship is stored.
  func place(of relationship: RelationshipID) -> Place? { places[relationship] }
}
