import DeleteMatrix
import ObjectGraph

/// The steps from what files state to a schema: whatever is impossible becomes a finding, and is
/// left out or taken in the way that the finding says.
struct ModelResolving {
  private let framework: Framework
  private var entities: [ModelEntity]
  private(set) var findings: [ModelFinding]

  init(_ stated: StatedModel, framework: Framework.Name) {
    self.framework = .named(framework)
    entities = stated.entities
    findings = stated.findings
  }

  /// Resolves the schema, mending one problem after the other.
  ///
  /// Each round takes something away, so it ends after as many rounds as there are statements.
  mutating func schema() throws(ModelError) -> Schema {
    while true {
      do throws(SchemaError) {
        let schema = try Schema(framework, entities: entities.map(declaration))
        reportAmbiguousInverses(schema)
        return schema
      } catch {
        var hasBrokenCycle = false
        for problem in error.problems {
          // Every entity of a circle is reported, but breaking it at one is enough.
          if case .inheritanceCycle = problem.reason {
            if hasBrokenCycle { continue }
            hasBrokenCycle = true
          }
          try mend(problem)
        }
      }
    }
  }

  private func declaration(_ entity: ModelEntity) -> Entity {
    Entity(
      entity.name, parent: entity.parent, isAbstract: entity.isAbstract,
      relationships: entity.relationships.map(declaration),
      attributes: entity.attributes.map {
        Attribute($0.name, isOptional: true, isUnique: $0.isUnique)
      })
  }

  private func declaration(_ stated: ModelRelationship) -> Relationship {
    let rule = stated.deleteRule ?? framework.name.ruleWhereNoneIsStated
    return stated.isToMany
      ? .toMany(
        stated.name, stated.destination, isOptional: stated.isOptional,
        isOrdered: stated.isOrdered, minCount: stated.minCount, maxCount: stated.maxCount,
        deleteRule: rule, inverse: stated.inverse)
      : .toOne(
        stated.name, stated.destination, isOptional: stated.isOptional, deleteRule: rule,
        inverse: stated.inverse)
  }

  private mutating func mend(_ problem: SchemaProblem) throws(ModelError) {
    // What one mending took away may have had another problem; that one is gone with it.
    guard let entity = index(of: problem) else { return }
    guard let name = problem.relationship else { return try mendEntity(entity, problem) }
    if let relationship = entities[entity].relationships.lastIndex(where: { $0.name == name }) {
      mendRelationship(entity, relationship, problem)
    } else if let attribute = entities[entity].attributes.lastIndex(where: { $0.name == name }) {
      report(
        problem, "duplicate_property", "the attribute is left out",
        at: entities[entity].attributes[attribute].location)
      entities[entity].attributes.remove(at: attribute)
    }
  }

  /// The entity that is concerned: of several with one name, the first that may be meant, but the
  /// last where the name is the problem.
  private func index(of problem: SchemaProblem) -> Int? {
    let named = entities.indices.filter { entities[$0].name == problem.entity }
    switch problem.reason {
    case .duplicateEntity: return named.last
    case .unknownParent(let parent): return named.first { entities[$0].parent == parent }
    default:
      guard let name = problem.relationship else { return named.first }
      return named.first { index in
        entities[index].relationships.contains { $0.name == name }
          || entities[index].attributes.contains { $0.name == name }
      }
    }
  }

  private mutating func mendEntity(
    _ entity: Int, _ problem: SchemaProblem
  ) throws(ModelError) {
    let location = entities[entity].location
    switch problem.reason {
    case .unknownParent:
      report(problem, "unknown_parent", "taken as an entity without a parent", at: location)
      entities[entity].parent = nil
    case .inheritanceCycle:
      report(problem, "inheritance_cycle", "taken as an entity without a parent", at: location)
      entities[entity].parent = nil
    case .tooMany:
      throw .badData(location, problem.description)
    case .emptyName:
      report(problem, "empty_name", "the entity is left out", at: location)
      entities.remove(at: entity)
    default:
      report(problem, "duplicate_entity", "this one is left out", at: location)
      entities.remove(at: entity)
    }
  }

  private mutating func mendRelationship(
    _ entity: Int, _ relationship: Int, _ problem: SchemaProblem
  ) {
    let location = entities[entity].relationships[relationship].location
    switch problem.reason {
    case .impossibleCounts:
      report(problem, "impossible_counts", "taken as no bounds", at: location)
      entities[entity].relationships[relationship].minCount = 0
      entities[entity].relationships[relationship].maxCount = 0
    case .unknownInverse, .inverseLeadsElsewhere, .inverseDoesNotPointBack, .inverseClaimedTwice,
      .inverseDeclaredOnOneSide:
      report(problem, "inverse_not_reciprocal", "taken as one without an inverse", at: location)
      entities[entity].relationships[relationship].inverse = .oneWay
    case .inverseDeclaredOnBothSides:
      report(
        problem, "inverse_on_both_sides", "taken as declared on the other side only",
        at: location)
      entities[entity].relationships[relationship].inverse = .unstated
    case .emptyName:
      report(problem, "empty_name", "the relationship is left out", at: location)
      entities[entity].relationships.remove(at: relationship)
    case .unknownDestination:
      report(problem, "unknown_destination", "the relationship is left out", at: location)
      entities[entity].relationships.remove(at: relationship)
    default:
      report(problem, "duplicate_property", "the relationship is left out", at: location)
      entities[entity].relationships.remove(at: relationship)
    }
  }

  private mutating func report(
    _ problem: SchemaProblem, _ rule: String, _ consequence: String, at location: Location
  ) {
    findings.append(
      ModelFinding(
        .error, rule, "\(problem.description); \(consequence)", entity: problem.entity,
        relationship: problem.relationship, at: location))
  }

  /// Says where the framework would have inferred an inverse, had it been able to tell which.
  private mutating func reportAmbiguousInverses(_ schema: Schema) {
    for relationship in schema.relationships {
      let candidates = schema.ambiguousInverses(of: relationship)
      if candidates.isEmpty { continue }
      let entity = schema.declaration(of: schema.source(of: relationship)).name
      let name = schema.declaration(of: relationship).name
      guard
        let stated = entities.first(where: { $0.name == entity })?.relationships
          .first(where: { $0.name == name })
      else { continue }
      let listed = candidates.map { schema.qualifiedName(of: $0) }.listed("or")
      findings.append(
        ModelFinding(
          .warning, "ambiguous_inverse",
          "\(entity).\(name): no inverse is inferred, because it cannot be told whether "
            + "\(listed) and it belong together; name the inverse",
          entity: entity, relationship: name, at: stated.location))
    }
  }
}

extension Framework.Name {
  /// The rule of a relationship whose files state none.
  ///
  /// SwiftData's macro defaults to nullify. A Core Data model without a rule was saved by Xcode
  /// itself as `No Action` throughout, which is what its compiled form then says.
  var ruleWhereNoneIsStated: DeleteRule {
    switch self {
    case .swiftData: .nullify
    case .coreData: .noAction
    }
  }
}
