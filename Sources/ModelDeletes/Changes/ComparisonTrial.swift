import DeleteMatrix
import ObjectGraph

/// Some objects on both sides of a relationship, all linked, of which one is deleted.
struct ComparisonTrial {
  /// How many objects stand on either side, and how they are linked.
  struct Shape {
    let sources: Int
    let destinations: Int
    let closing: Closing
  }

  /// How objects that must refer to one of their own kind all come to do so.
  enum Closing: CaseIterable {
    /// They need not.
    case open
    /// The first source holds itself.
    case loop
    /// The first destination holds itself.
    case anchor
    /// The first destination holds the first source.
    case cycle
    /// Every object holds every object.
    case complete
  }

  /// The entity of the object that is deleted.
  let deleted: String
  let entity: String
  let relationship: String
  let scenario: Scenario

  /// Fails where there can be no such graph.
  init?(
    _ relationship: RelationshipID, of kind: EntityID?, in named: NamedSchema, _ shape: Shape,
    _ side: ModelComparison.Side
  ) {
    let schema = named.schema
    guard var kinds = schema.linkableKinds(of: relationship) else { return nil }
    if let kind {
      guard schema.kinds(of: kind).contains(kind),
        schema.canLink(kind, relationship, kinds.destination)
      else { return nil }
      kinds.source = kind
    }
    let inverse = schema.inverse(of: relationship)?.relationship
    let isToMany = schema.declaration(of: relationship).isToMany
    let isBackToMany = inverse.map { schema.declaration(of: $0).isToMany } ?? true
    if shape.destinations > 1 && !isToMany || shape.sources > 1 && !isBackToMany { return nil }
    let (source, destination) = (named.name(of: kinds.source), named.name(of: kinds.destination))
    let left = (1...shape.sources).map { NamedObject(number: $0, of: source) }
    let first = source == destination ? shape.sources : 0
    let right = (1...shape.destinations).map {
      NamedObject(number: first + $0, of: destination)
    }
    let object = side == .source ? left[0] : right[0]
    let name = named.name(of: relationship)
    var links = left.flatMap { source in right.map { NamedLink(source.name, name, $0.name) } }
    switch shape.closing {
    case .open: break
    case .loop where isToMany && schema.canLink(kinds.source, relationship, kinds.source):
      links.append(NamedLink(left[0].name, name, left[0].name))
    case .anchor
    where isBackToMany && schema.canLink(kinds.destination, relationship, kinds.destination):
      links.append(NamedLink(right[0].name, name, right[0].name))
    case .cycle where schema.canLink(kinds.destination, relationship, kinds.source):
      links.append(NamedLink(right[0].name, name, left[0].name))
    case .complete
    where isToMany && isBackToMany
      && schema.canLink(kinds.destination, relationship, kinds.source)
      && schema.canLink(kinds.source, relationship, kinds.source)
      && schema.canLink(kinds.destination, relationship, kinds.destination):
      links = (left + right).flatMap { source in
        (left + right).map { NamedLink(source.name, name, $0.name) }
      }
    case .loop, .anchor, .cycle, .complete: return nil
    }
    let place = Location(file: source, line: 1, column: 1)
    deleted = object.entity
    entity = named.name(of: schema.source(of: relationship))
    self.relationship = name
    scenario = Scenario(
      framework: schema.framework.name,
      entities: named.excerpt(for: [kinds.source, kinds.destination], linked: relationship),
      objects: left + right,
      links: links,
      steps: [
        Scenario.Step(.delete([object.name]), at: place), Scenario.Step(.save, at: place),
      ])
  }

  /// Whether every object holds as many as it must before the delete.
  var isValid: Bool {
    guard let schema = try? Schema(.named(scenario.framework), entities: scenario.entities) else {
      return false
    }
    return scenario.objects.allSatisfy { object in
      guard let entity = schema.entity(object.entity) else { return false }
      return schema.relationships(of: entity).allSatisfy { relationship in
        let name = schema.declaration(of: relationship).name
        let inverse = schema.inverse(of: relationship).map {
          schema.declaration(of: $0.relationship).name
        }
        let held = scenario.links.filter { $0.source == object.name && $0.relationship == name }
        let holding = scenario.links.filter {
          $0.destination == object.name && $0.relationship == inverse
        }
        let count = Set(held.map(\.destination) + holding.map(\.source)).count
        return schema.declaration(of: relationship).isSatisfied(by: count)
      }
    }
  }

  /// What the delete comes to.
  var outcome: Outcome {
    get throws(ReplayError) {
      try Runner().outcome(of: scenario, at: Location(file: entity, line: 1, column: 1))
    }
  }
}

/// What is compared of two outcomes: what becomes of the objects and references.
struct ComparedOutcome: Equatable {
  private let effect: Effect
  private let deleted: [String]
  private let nullified: [NamedLink]
  private let dangling: [NamedLink]
  private let denials: [Outcome.Denial]
  private let violations: [Outcome.Violation]

  init(_ outcome: Outcome) {
    effect = outcome.effect
    deleted = outcome.deleted
    nullified = outcome.nullified
    dangling = outcome.dangling
    denials = outcome.denials
    violations = outcome.violations
  }
}

extension Outcome {
  /// Whether nothing is deleted but what was asked for, and nothing goes wrong.
  var takesOnlyItself: Bool { effect == .ok && deleted == requested }
}
