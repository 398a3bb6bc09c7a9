import CompiledOnce
import ObjectGraph
import SourceText

/// The steps from the statements in files to a schema.
///
/// Everything impossible becomes a finding, and is left out or replaced as the finding describes.
struct ModelResolving {
  private let framework: Framework
  private(set) var entities: [ModelEntity]
  private(set) var findings: [ModelFinding]
  /// The rule and the place of every finding.
  private var found: Set<FoundPlace> = []

  private struct FoundPlace: Hashable {
    let rule: ModelFinding.Rule
    let location: Location
  }

  init(_ stated: StatedModel, framework: Framework.Name) {
    self.framework = .named(framework)
    entities = stated.entities
    findings = stated.findings
  }

  /// Resolves the schema, mending what is impossible.
  ///
  /// Each round takes something away, so it ends; mostly one is enough.
  mutating func schema() throws(ModelError) -> Schema {
    let statements = entities.reduce(entities.count) {
      $0 + $1.relationships.count + $1.attributes.count
    }
    if statements > Limits.statements, let first = entities.first {
      throw .badData(
        first.location,
        "a model of more than \(Limits.statements) entities and properties; expected at most that "
          + "many; read fewer files at once")
    }
    found = Set(findings.map { FoundPlace(rule: $0.rule, location: $0.location) })
    while true {
      let declared = entities.map(declaration)
      if let reason = declared.excessiveInheritance, let first = entities.first {
        throw .badData(first.location, reason)
      }
      do throws(SchemaError) {
        return try Schema(framework, entities: declared)
      } catch {
        try mend(Schema.problems(framework, entities: declared))
      }
    }
  }

  private func declaration(_ entity: ModelEntity) -> Entity {
    Entity(
      entity.name, parent: entity.parent, isAbstract: entity.isAbstract,
      relationships: entity.relationships.map(\.declaration),
      attributes: entity.attributes.map { Attribute($0.name, isUnique: $0.declaration.isUnique) })
  }

  /// Fixes the first problem of every statement; its other problems may have been consequences of
  /// the first.
  private mutating func mend(_ problems: [Schema.LocatedProblem]) throws(ModelError) {
    var mended: Set<Statement> = []
    var removed: Set<Int> = []
    let chosen = problems.filter { located in
      if removed.contains(located.entity) || !isWorthMending(located.problem) { return false }
      if located.property == nil { removed.insert(located.entity) }
      // Each attribute of a name has its own problem.
      if case .attribute = located.property { return true }
      return mended.insert(Statement(entity: located.entity, property: located.property)).inserted
    }
    // From the last to the first, as the findings of one place have always been; what is taken away
    // goes at the end, so that it moves nothing that is still to come.
    var leftOut = LeftOut()
    for located in chosen.sorted(by: { $0.isAfter($1) }) {
      switch located.property {
      case nil: try mendEntity(located.entity, located.problem, &leftOut)
      case .relationship(let index):
        mendRelationship(located.entity, index, located.problem, &leftOut)
      case .attribute(let name): mendAttribute(located.entity, name, located.problem, &leftOut)
      }
    }
    remove(leftOut)
  }

  /// The parts that one round removes, by index.
  private struct LeftOut {
    var entities: Set<Int> = []
    /// The relationships of each entity.
    var relationships: [Int: Set<Int>] = [:]
    var attributes: [Int: Set<Int>] = [:]
  }

  private mutating func remove(_ leftOut: LeftOut) {
    for (entity, indices) in leftOut.relationships {
      entities[entity].relationships = Self.without(indices, entities[entity].relationships)
    }
    for (entity, indices) in leftOut.attributes {
      entities[entity].attributes = Self.without(indices, entities[entity].attributes)
    }
    entities = Self.without(leftOut.entities, entities)
  }

  private static func without<Element>(_ indices: Set<Int>, _ all: [Element]) -> [Element] {
    indices.isEmpty ? all : all.indices.filter { !indices.contains($0) }.map { all[$0] }
  }

  private struct Statement: Hashable {
    let entity: Int
    let property: Schema.LocatedProblem.Property?
  }

  /// Every entity of a circle is reported, but breaking it at one is enough.
  private func isWorthMending(_ problem: SchemaProblem) -> Bool {
    guard case .inheritanceCycle(let path) = problem.reason else { return true }
    return path.min() == problem.entity
  }

  private mutating func mendAttribute(
    _ entity: Int, _ name: String, _ problem: SchemaProblem, _ leftOut: inout LeftOut
  ) {
    let removed = leftOut.attributes[entity] ?? []
    let attributes = entities[entity].attributes
    guard
      let index = attributes.indices.last(where: {
        attributes[$0].name == name && !removed.contains($0)
      })
    else {
      // Its own relationship has the name of an attribute that it inherits.
      if let index = entities[entity].relationships.lastIndex(where: { $0.name == name }) {
        mendRelationship(entity, index, problem, &leftOut)
      }
      return
    }
    report(
      problem, .duplicateProperty, "the attribute is left out",
      at: entities[entity].attributes[index].location)
    leftOut.attributes[entity, default: []].insert(index)
  }

  private mutating func mendEntity(
    _ entity: Int, _ problem: SchemaProblem, _ leftOut: inout LeftOut
  ) throws(ModelError) {
    let location = entities[entity].location
    switch problem.reason {
    case .unknownParent:
      report(problem, .unknownParent, "taken as an entity without a parent", at: location)
      entities[entity].parent = nil
    case .inheritanceCycle:
      report(problem, .inheritanceCycle, "taken as an entity without a parent", at: location)
      entities[entity].parent = nil
    case .tooMany:
      throw .badData(location, problem.description)
    case .emptyName:
      report(problem, .emptyName, "the entity is left out", at: location)
      leftOut.entities.insert(entity)
    default:
      report(problem, .duplicateEntity, "this one is left out", at: location)
      leftOut.entities.insert(entity)
    }
  }

  private mutating func mendRelationship(
    _ entity: Int, _ relationship: Int, _ problem: SchemaProblem, _ leftOut: inout LeftOut
  ) {
    let location = entities[entity].relationships[relationship].location
    switch problem.reason {
    case .impossibleCounts:
      report(problem, .impossibleCounts, "read as unbounded", at: location)
      entities[entity].relationships[relationship].declaration.minCount = 0
      entities[entity].relationships[relationship].declaration.maxCount = 0
    case .unknownInverse, .inverseLeadsElsewhere, .inverseDoesNotPointBack, .inverseClaimedTwice,
      .inverseDeclaredOnOneSide:
      report(problem, .inverseNotReciprocal, "read as having no inverse", at: location)
      entities[entity].relationships[relationship].declaration.inverse = .oneWay
    case .inverseDeclaredOnBothSides:
      report(
        problem, .inverseOnBothSides, "taken as declared on the other side only",
        at: location)
      entities[entity].relationships[relationship].declaration.inverse = .unstated
    case .emptyName:
      report(problem, .emptyName, "the relationship is left out", at: location)
      leftOut.relationships[entity, default: []].insert(relationship)
    case .unknownDestination:
      report(problem, .unknownDestination, "the relationship is left out", at: location)
      leftOut.relationships[entity, default: []].insert(relationship)
    default:
      report(problem, .duplicateProperty, "the relationship is left out", at: location)
      leftOut.relationships[entity, default: []].insert(relationship)
    }
  }

  private mutating func report(
    _ problem: SchemaProblem, _ rule: ModelFinding.Rule, _ consequence: String,
    at location: Location
  ) {
    // The reader of the source may have said it before, and knows more.
    guard found.insert(FoundPlace(rule: rule, location: location)).inserted else { return }
    findings.append(
      ModelFinding(
        .error, rule, "\(problem.description); \(consequence)", entity: problem.entity,
        relationship: problem.relationship, at: location))
  }
}

extension Schema.LocatedProblem {
  fileprivate func isAfter(_ other: Schema.LocatedProblem) -> Bool {
    (entity, rank) > (other.entity, other.rank)
  }

  /// Attributes after relationships, the entity itself last: it may be taken away.
  private var rank: Int {
    switch property {
    case .relationship(let index): index
    case .attribute: .max - 1
    case nil: -1
    }
  }
}
