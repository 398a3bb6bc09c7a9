import ObjectGraph
import Scenarios

/// A feature of an implementation; a scenario that needs missing features is skipped, and reports
/// them.
///
/// ```swift
/// let lacking = Capability.needed(by: scenario).subtracting([.toMany, .cascade])
/// ```
public enum Capability: String, CaseIterable, Hashable, Sendable {
  /// Relationships that hold any number of objects.
  case toMany
  /// A to-one with a to-one as its inverse.
  case oneToOne
  /// A to-many with a to-many as its inverse.
  case manyToMany
  /// A to-one without an inverse.
  case oneWayToOne
  /// A to-many without an inverse.
  case oneWayToMany
  /// A relationship to its own entity.
  case selfRelationship
  /// The rule cascade.
  case cascade
  /// The rule nullify.
  case nullify
  /// The rule deny.
  case deny
  /// The rule noAction.
  case noAction
  /// Relationships that must not be empty.
  case mandatory
  /// Least and greatest counts of a to-many.
  case counts
  /// Relationships to many that keep their order.
  case ordered
  /// Entities with a parent.
  case inheritance
  /// Attributes and their values.
  case attributes
  /// Attributes whose values are unique.
  case unique
  /// Objects that a step inserts, beside those that are stored at the start.
  case insert
  /// Links that steps make and end, and relationships that they set.
  case link
  /// Steps behind a save.
  case severalSaves
  /// A look between a delete and its save.
  case pending
  /// `rollback`.
  case rollback
  /// `processPendingChanges`.
  case processPendingChanges
  /// `batchDelete`.
  case batchDelete
  /// `hold` and `read`.
  case read
  /// `prepareForDeletion`.
  case prepareForDeletion
  /// Fetches in the order of an attribute.
  case fetch
  /// Steps in several contexts, of one container or several, and `fetch`.
  case contexts

  /// Returns the capabilities that a question needs.
  ///
  /// - Parameter question: A scenario and the looks at it.
  /// - Returns: The capabilities that the scenario's schema, steps and looks need.
  public static func needed(by question: Question) -> Set<Capability> {
    needed(by: question.scenario).union(needed(by: question.looks, of: question.scenario))
  }

  /// Returns the capabilities that a scenario needs, regardless of the looks.
  ///
  /// - Parameter scenario: The stored graph and what is done to it.
  /// - Returns: The capabilities that its schema and its steps need.
  public static func needed(by scenario: Scenario) -> Set<Capability> {
    var needed: Set<Capability> = []
    for entity in scenario.entities {
      if entity.parent != nil { needed.insert(.inheritance) }
      if !entity.attributes.isEmpty { needed.insert(.attributes) }
      if entity.attributes.contains(where: \.isUnique) { needed.insert(.unique) }
    }
    if let schema = try? scenario.schema {
      for relationship in schema.relationships {
        needed.formUnion(self.needed(by: relationship, in: schema))
      }
    }
    let contexts = Set(scenario.steps.map { [$0.container, $0.context] })
    if contexts.count > 1 { needed.insert(.contexts) }
    var saves = 0
    for step in scenario.steps {
      if saves > 0 { needed.insert(.severalSaves) }
      if !step.prepareForDeletion.isEmpty { needed.insert(.prepareForDeletion) }
      for action in step.actions {
        switch action {
        case .insert: needed.insert(.insert)
        case .link, .unlink, .set: needed.insert(.link)
        case .setValue: needed.insert(.attributes)
        case .batchDelete: needed.insert(.batchDelete)
        case .processPendingChanges: needed.insert(.processPendingChanges)
        case .rollback: needed.insert(.rollback)
        case .fetch: needed.insert(.contexts)
        case .hold, .read: needed.insert(.read)
        case .save: saves += 1
        case .delete: break
        }
      }
    }
    return needed
  }

  private static func needed(by id: RelationshipID, in schema: Schema) -> Set<Capability> {
    let declared = schema.declaration(of: id)
    var needed: Set<Capability> = []
    switch declared.deleteRule {
    case .cascade: needed.insert(.cascade)
    case .nullify: needed.insert(.nullify)
    case .deny: needed.insert(.deny)
    case .noAction: needed.insert(.noAction)
    }
    if declared.isToMany { needed.insert(.toMany) }
    switch schema.cardinality(of: id) {
    case .oneToOne: needed.insert(.oneToOne)
    case .manyToMany: needed.insert(.manyToMany)
    case .oneToMany: break
    case nil: needed.insert(declared.isToMany ? .oneWayToMany : .oneWayToOne)
    }
    if schema.source(of: id) == schema.destination(of: id) { needed.insert(.selfRelationship) }
    if !declared.isOptional && !declared.isToMany { needed.insert(.mandatory) }
    if !declared.isOptional && declared.isToMany && declared.minCount > 0
      || declared.isToMany && (declared.minCount > 0 || declared.maxCount > 0)
    {
      needed.insert(.counts)
    }
    if declared.isOrdered { needed.insert(.ordered) }
    return needed
  }

  /// Returns the capabilities that looks need: reading an unsaved state, or fetching.
  private static func needed(by looks: [Look], of scenario: Scenario) -> Set<Capability> {
    var needed: Set<Capability> = []
    for look in looks {
      if !look.fetches.isEmpty { needed.insert(.fetch) }
      let before = scenario.steps.prefix(look.stepCount).map(\.action)
      let isSettled =
        switch before.last {
        case .save, .batchDelete, .rollback, nil: true
        default: !before.contains { if case .delete = $0 { true } else { false } }
        }
      if !isSettled { needed.insert(.pending) }
    }
    return needed
  }
}
