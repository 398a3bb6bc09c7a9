import ObjectGraph
import SourceText

/// A reference between objects that go by their names.
public struct NamedLink: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The object that refers to another.
  public let source: String
  /// The relationship by which it does.
  public let relationship: String
  /// The object that is referred to.
  public let destination: String

  /// States a reference.
  ///
  /// - Parameters:
  ///   - source: The object that refers to another.
  ///   - relationship: The relationship by which it does.
  ///   - destination: The object that is referred to.
  public init(_ source: String, _ relationship: String, _ destination: String) {
    self.source = source
    self.relationship = relationship
    self.destination = destination
  }

  /// `source.relationship → destination`.
  public var description: String { "\(source).\(relationship) → \(destination)" }

  /// Orders by source, relationship, destination.
  public static func < (one: NamedLink, other: NamedLink) -> Bool {
    (one.source, one.relationship, one.destination)
      < (other.source, other.relationship, other.destination)
  }
}

/// The value of an attribute of an object that goes by its name.
public struct NamedValue: Hashable, Sendable {
  /// The object.
  public let object: String
  /// The attribute.
  public let attribute: String
  /// The value; nil for none.
  public let value: AttributeValue?
}

/// What a relationship holds: in its own order where it is ordered, otherwise sorted.
public struct NamedReferences: Hashable, Sendable {
  /// The object.
  public let object: String
  /// The relationship.
  public let relationship: String
  /// What it holds.
  public let destinations: [String]
}

/// What a fetch of an entity, sorted by an attribute, finds in the store.
public struct NamedFetch: Hashable, Sendable {
  /// The entity.
  public let entity: String
  /// The attribute that the result is sorted by.
  public let attribute: String
  /// Whether small values come first.
  public let isAscending: Bool
  /// The result.
  public let objects: [String]
}

/// An object's name and entity.
public struct NamedObject: Hashable, Sendable {
  /// The name, unique within its scenario.
  public let name: String
  /// The name of its entity.
  public let entity: String

  /// Names an object.
  ///
  /// - Parameters:
  ///   - name: The name, unique within its scenario.
  ///   - entity: The name of its entity.
  public init(_ name: String, _ entity: String) {
    self.name = name
    self.entity = entity
  }
}

extension NamedObject {
  /// Names an object by its entity and a number: `Task1`; `V2-1` where the entity ends in a number.
  package init(number: Int, of entity: String) {
    let separator = entity.last?.isNumber == true ? "-" : ""
    self.init("\(entity)\(separator)\(number)", entity)
  }
}

/// A stored graph and what is then done to it, one step after the other.
public struct Scenario: Sendable {
  /// What one step does.
  public enum Action: Hashable, Sendable {
    /// Adds objects.
    case insert([NamedObject])
    /// Adds an object to a relationship.
    case link(NamedLink)
    /// Takes an object out of a relationship.
    case unlink(NamedLink)
    /// Replaces what a relationship holds.
    case set(String, String, to: [String])
    /// Gives an attribute another value, or none.
    case setValue(NamedValue)
    /// Asks for the deletion of objects.
    case delete([String])
    /// Applies the cascades of the deletes asked for, as the end of an event does.
    case processPendingChanges
    /// Saves.
    case save
    /// Gives up all changes since the last save.
    case rollback
  }

  /// One step, with the place where it is written.
  public struct Step: Sendable {
    /// What the step does.
    public let action: Action
    /// Where it is written.
    public let location: Location

    /// Makes a step.
    ///
    /// - Parameters:
    ///   - action: What the step does.
    ///   - location: Where it is written.
    public init(_ action: Action, at location: Location) {
      self.action = action
      self.location = location
    }
  }

  /// The framework whose behaviour is asked for.
  public let framework: Framework.Name
  /// The model.
  public let entities: [Entity]
  /// The objects that are stored before the first step.
  public let objects: [NamedObject]
  /// The links that are stored before the first step.
  public let links: [NamedLink]
  /// The values that are stored before the first step.
  public let values: [NamedValue]
  /// What is done then, in this order.
  public let steps: [Step]

  package init(
    framework: Framework.Name, entities: [Entity], objects: [NamedObject], links: [NamedLink],
    values: [NamedValue] = [], steps: [Step]
  ) {
    self.framework = framework
    self.entities = entities
    self.objects = objects
    self.links = links
    self.values = values
    self.steps = steps
  }
}
