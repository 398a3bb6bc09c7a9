import CompiledOnce

/// Why a set of entities is no possible schema: every problem at once.
public struct SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// All problems, in the order of the declarations; never empty.
  public let problems: [SchemaProblem]

  /// The problems, each on its own line.
  public var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}

/// A reason why a schema is invalid, with the entity and relationship it concerns.
public struct SchemaProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// A kind of problem.
  public enum Reason: Hashable, Sendable {
    /// An entity or relationship has an empty name.
    case emptyName
    /// Two entities have this name.
    case duplicateEntity
    /// The parent is no entity of the schema.
    case unknownParent(String)
    /// The entity is its own ancestor, by this path.
    case inheritanceCycle([String])
    /// The relationship is declared twice: here, and on this entity.
    case duplicateRelationship(on: String)
    /// The attribute is declared twice: here, and on this entity, or has a relationship's name.
    case duplicateAttribute(on: String)
    /// The destination is no entity of the schema.
    case unknownDestination(String)
    /// The destination has no relationship of that name.
    case unknownInverse(String, on: String)
    /// The inverse leads to an entity that has nothing to do with the source.
    case inverseLeadsElsewhere(String, to: String)
    /// The inverse names another relationship, or deliberately none, as its own inverse.
    case inverseDoesNotPointBack(String, to: String?)
    /// Another relationship has the same inverse.
    case inverseClaimedTwice(String, by: String)
    /// The inverse is declared on both sides, where the framework allows one.
    case inverseDeclaredOnBothSides(String)
    /// The inverse is declared on this side only, where the framework wants both.
    case inverseDeclaredOnOneSide(String)
    /// The least and greatest count contradict each other or the cardinality.
    case impossibleCounts(minimum: Int, maximum: Int)
    /// The schema has more entities or relationships than the engine can number.
    case tooMany(limit: Int)
  }

  /// The entity that is concerned.
  public let entity: String
  /// The relationship that is concerned, if it is not the entity as a whole.
  public let relationship: String?
  /// The kind of problem.
  public let reason: Reason

  /// A line with the problem found, its place, and what was expected.
  public var description: String {
    let place = relationship.map { "\(entity).\($0)" } ?? entity
    return "\(place.isEmpty ? "(an entity)" : place): \(explanation)"
  }

  private var explanation: String {
    switch reason {
    case .emptyName:
      "the name is empty; give it one"
    case .duplicateEntity:
      "two entities have this name; rename one"
    case .unknownParent(let parent):
      "the parent entity '\(parent)' does not exist"
    case .inheritanceCycle(let path):
      "the entity is its own ancestor (\(path.joined(separator: " → "))); break the cycle"
    case .duplicateRelationship(let other):
      "a relationship of this name is already declared on \(other); rename one"
    case .duplicateAttribute(let other):
      "a property of this name is already declared on \(other); rename one"
    case .unknownDestination(let destination):
      destination.isEmpty
        ? "no destination is stated"
        : "the destination '\(destination)' is no entity of this schema"
    case .unknownInverse(let inverse, let destination):
      "the inverse '\(inverse)' does not exist on its destination \(destination)"
    case .inverseLeadsElsewhere(let inverse, let destination):
      "the inverse \(inverse) leads to \(destination), not back to \(entity)"
    case .inverseDoesNotPointBack(let inverse, let other?):
      "the inverse \(inverse) does not point back: its own inverse is '\(other)'"
    case .inverseDoesNotPointBack(let inverse, nil):
      "the inverse \(inverse) does not point back: it is declared to have no inverse"
    case .inverseClaimedTwice(let inverse, let other):
      "the inverse \(inverse) is already the inverse of \(other); a relationship has one"
    case .inverseDeclaredOnBothSides(let inverse):
      "the inverse is declared here and on \(inverse); SwiftData's macro expands in a circle: "
        + "declare it on one side"
    case .inverseDeclaredOnOneSide(let inverse):
      "the inverse \(inverse) does not name this relationship as its own inverse; declare both"
    case .impossibleCounts(let minimum, let maximum):
      "between \(minimum) and \(maximum) objects is impossible; expected 0 ≤ minimum ≤ maximum, "
        + "with a maximum of 0 for no bound, and of 1 for a to-one"
    case .tooMany(let limit):
      "a schema holds at most \(limit) entities, as many relationships and as many attributes"
    }
  }
}

extension Schema {
  /// A problem, and which of the declarations it concerns: names do not tell, where two are equal.
  package struct LocatedProblem: Sendable {
    /// The part of an entity that has a problem.
    package enum Property: Hashable, Sendable {
      /// A relationship declared in the entity itself, by index.
      case relationship(Int)
      /// The last of its attributes of that name.
      case attribute(String)
    }

    /// The number of the entity among those given.
    package let entity: Int
    /// The part of the entity that has the problem; nil for the whole entity.
    package let property: Property?
    package let problem: SchemaProblem
  }

  /// Everything that makes entities impossible, as ``SchemaError`` does, with its place.
  package static func problems(
    _ framework: Framework, entities: [Entity]
  ) -> [LocatedProblem] {
    var building = SchemaBuilding(framework: framework, entities: entities)
    building.resolve()
    return building.locatedProblems
  }
}
