import ObjectGraph

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
    /// Asks for the deletion of objects.
    case delete([String])
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
  /// What is done then, in this order.
  public let steps: [Step]
}
