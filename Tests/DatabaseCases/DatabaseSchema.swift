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

/// A relationship with its inverse, if it has one, as tables store it.
struct Bond {
  /// What tables store of it.
  enum Shape {
    /// A column of the owner's table: the owner's relationship is a to-one. Where the column is
    /// unique, so is its inverse.
    case key(isUnique: Bool)
    /// A table of its own: both relationships are to-many.
    case join
  }

  /// One of the two relationships.
  struct End {
    var name: String
    var rule: DeleteRule
    /// The least number of objects; of a to-one, 1 stands for mandatory.
    var minCount = 0
  }

  var shape: Shape
  /// The numbers of the entities: the owner's table has the column, where there is one.
  var owner: Int
  var target: Int
  /// The owner's relationship, which gives the column or the table its name.
  var ahead: End
  /// The target's relationship, the inverse; none where the bond is one-way.
  var back: End?
  /// Whether `back` is `ahead` itself: then either end of a link is stored as an owner.
  var isOwnInverse = false

  var isKey: Bool {
    if case .key = shape { true } else { false }
  }

  var isUnique: Bool {
    if case .key(isUnique: true) = shape { true } else { false }
  }

  var isMandatoryKey: Bool { isKey && ahead.minCount > 0 }

  /// Whether the key has a constraint, and so whether it is a key at all to a database.
  ///
  /// A reference that nothing clears can only be stored as a bare number.
  var isConstrained: Bool { isKey && back.map { $0.rule != .noAction } ?? false }

  /// Whether deleting a target clears a column that must not be empty.
  var clearsMandatoryKey: Bool { isMandatoryKey && back?.rule == .nullify }

  /// The rules of the two ends of a join table, with what the other end's rule is.
  var joinEnds: [(isOwners: Bool, rule: DeleteRule, other: DeleteRule)] {
    guard !isKey else { return [] }
    let ends = [(isOwners: true, rule: ahead.rule, other: back?.rule ?? .noAction)]
    return ends + (back.map { [(isOwners: false, rule: $0.rule, other: ahead.rule)] } ?? [])
  }

  /// Whether a rule `deny` of it is a constraint that could say RESTRICT instead.
  var isRestricted: Bool {
    isKey ? back?.rule == .deny : joinEnds.contains { $0.rule == .deny }
  }
}

/// Objects, links and a delete, with the numbers that they have in the tables.
struct DatabaseGraph {
  struct Link {
    let bond: Int
    let owner: Int
    let target: Int
  }

  /// Tells it from the other graphs that lie in the same tables.
  let number: Int
  /// The entity of each object.
  var kinds: [Int]
  var links: [Link]
  /// The objects that are deleted, in the order in which statements name them.
  var deleted: [Int]
  /// Whether neighbours in that order share a statement, where they share a table.
  var sharesStatements: Bool

  /// How many numbers there are for each graph.
  static let stride = 100

  func id(_ object: Int) -> Int { number * Self.stride + object + 1 }
}
