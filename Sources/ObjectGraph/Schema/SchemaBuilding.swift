import CompiledOnce

/// The steps from declared entities to a resolved schema, collecting every problem on the way.
struct SchemaBuilding {
  let framework: Framework
  let entities: [Entity]

  /// The problems found so far, each with the indices of its entity and relationship.
  private var found: [(entity: Int, relationship: Int, problem: SchemaProblem)] = []
  private(set) var entitiesByName: [String: EntityID] = [:]
  private(set) var resolvedEntities: [Schema.ResolvedEntity] = []
  var resolvedRelationships: [Schema.ResolvedRelationship] = []
  private(set) var resolvedAttributes: [Schema.ResolvedAttribute] = []
  /// Relationships without a destination: reported, and left out of what comes after.
  private(set) var unresolved: Set<RelationshipID> = []

  init(framework: Framework, entities: [Entity]) {
    self.framework = framework
    self.entities = entities
  }

  mutating func resolve() {
    let limit = Int(UInt16.max) / 2
    let relationshipCount = entities.reduce(0) { $0 + $1.relationships.count }
    let attributeCount = entities.reduce(0) { $0 + $1.attributes.count }
    guard max(entities.count, relationshipCount, attributeCount) <= limit else {
      return report(entities.count - 1, nil, .tooMany(limit: limit))
    }
    nameEntities()
    resolveRelationships(lineages: traceLineages())
    resolveDeclaredInverses()
    // What is not sound is refused, so nobody would see them.
    if found.isEmpty { inferInverses() }
  }

  /// All problems in the order of the declarations, and of the steps where one has several.
  var problems: [SchemaProblem] { sorted.map(\.problem) }

  /// All problems with the place of what they concern among the declarations.
  var locatedProblems: [Schema.LocatedProblem] {
    var firsts: [Int] = []
    var count = 0
    for entity in entities {
      firsts.append(count)
      count += entity.relationships.count
    }
    return sorted.map { entity, relationship, problem in
      let property: Schema.LocatedProblem.Property? =
        switch relationship {
        case ..<0: nil
        case .max: .attribute(problem.relationship ?? "")
        default: .relationship(relationship - firsts[entity])
        }
      return Schema.LocatedProblem(entity: entity, property: property, problem: problem)
    }
  }

  private var sorted: [(entity: Int, relationship: Int, problem: SchemaProblem)] {
    found.enumerated()
      .sorted { one, other in
        (one.element.entity, one.element.relationship, one.offset)
          < (other.element.entity, other.element.relationship, other.offset)
      }
      .map(\.element)
  }

  mutating func report(_ entity: Int, _ relationship: Int?, _ reason: SchemaProblem.Reason) {
    let name = relationship.map { resolvedRelationships[$0].declaration.name }
    let problem = SchemaProblem(
      entity: entities[entity].name, relationship: name, reason: reason)
    found.append((entity, relationship ?? -1, problem))
  }

  /// Attributes are declared apart from relationships, and come after them.
  private mutating func report(
    _ entity: Int, attribute: String, _ reason: SchemaProblem.Reason
  ) {
    let problem = SchemaProblem(
      entity: entities[entity].name, relationship: attribute, reason: reason)
    found.append((entity, .max, problem))
  }

  private mutating func nameEntities() {
    for (index, entity) in entities.enumerated() {
      if entity.name.isEmpty {
        report(index, nil, .emptyName)
      } else if entitiesByName[entity.name] != nil {
        report(index, nil, .duplicateEntity)
      } else {
        entitiesByName[entity.name] = EntityID(rawValue: UInt16(index))
      }
    }
  }

  /// For each entity, itself and its ancestors up to the root.
  private mutating func traceLineages() -> [[EntityID]] {
    var lineages: [[EntityID]] = []
    for (index, entity) in entities.enumerated() {
      var lineage = [EntityID(rawValue: UInt16(index))]
      var seen = Set(lineage)
      var parent = entity.parent
      while let name = parent {
        guard let id = entitiesByName[name] else {
          // Reported once, on the entity that names the parent.
          if lineage.count == 1 { report(index, nil, .unknownParent(name)) }
          break
        }
        guard seen.insert(id).inserted else {
          let path = lineage.map { entities[$0.index].name } + [name]
          if id.index == index { report(index, nil, .inheritanceCycle(path)) }
          break
        }
        lineage.append(id)
        parent = entities[id.index].parent
      }
      lineages.append(lineage)
    }
    return lineages
  }

  private mutating func resolveRelationships(lineages: [[EntityID]]) {
    let ownAttributes = entities.indices.map { numberAttributes(of: $0) }
    var ownRelationships: [[RelationshipID]] = []
    for (index, entity) in entities.enumerated() {
      let source = EntityID(rawValue: UInt16(index))
      var own: [RelationshipID] = []
      for relationship in entity.relationships {
        let id = RelationshipID(rawValue: UInt16(resolvedRelationships.count))
        let destination = entitiesByName[relationship.destination]
        if destination == nil { unresolved.insert(id) }
        own.append(id)
        resolvedRelationships.append(
          Schema.ResolvedRelationship(
            declaration: relationship, source: source, destination: destination ?? source))
        check(id)
      }
      ownRelationships.append(own)
    }
    for (entity, lineage) in zip(entities, lineages) {
      let all = lineage.reversed().flatMap { ownRelationships[$0.index] }
      var byName: [String: RelationshipID] = [:]
      for id in all {
        let name = resolvedRelationships[id.index].declaration.name
        if let earlier = byName[name], resolvedRelationships[id.index].source == lineage[0] {
          let owner = entities[resolvedRelationships[earlier.index].source.index].name
          report(lineage[0].index, id.index, .duplicateRelationship(on: owner))
        }
        byName[name] = byName[name] ?? id
      }
      let attributes = lineage.reversed().flatMap { ownAttributes[$0.index] }
      resolvedEntities.append(
        Schema.ResolvedEntity(
          declaration: entity, lineage: lineage, relationships: all, relationshipsByName: byName,
          attributes: attributes,
          attributesByName: name(attributes, of: lineage[0].index, apartFrom: byName)))
    }
  }

  private mutating func numberAttributes(of index: Int) -> [AttributeID] {
    entities[index].attributes.map { attribute in
      if attribute.name.isEmpty { report(index, attribute: attribute.name, .emptyName) }
      resolvedAttributes.append(
        Schema.ResolvedAttribute(
          declaration: attribute, source: EntityID(rawValue: UInt16(index))))
      return AttributeID(rawValue: UInt16(resolvedAttributes.count - 1))
    }
  }

  private mutating func name(
    _ attributes: [AttributeID], of index: Int, apartFrom relationships: [String: RelationshipID]
  ) -> [String: AttributeID] {
    var byName: [String: AttributeID] = [:]
    for id in attributes {
      let source = resolvedAttributes[id.index].source.index
      let name = resolvedAttributes[id.index].declaration.name
      let other =
        byName[name].map { resolvedAttributes[$0.index].source.index }
        ?? relationships[name].map { resolvedRelationships[$0.index].source.index }
      if let other, source == index {
        report(index, attribute: name, .duplicateAttribute(on: entities[other].name))
      } else if other == index {
        // A relationship of its own has the name of an attribute that it inherits.
        report(index, attribute: name, .duplicateAttribute(on: entities[source].name))
      }
      byName[name] = byName[name] ?? id
    }
    return byName
  }

  private mutating func check(_ id: RelationshipID) {
    let source = resolvedRelationships[id.index].source.index
    let relationship = resolvedRelationships[id.index].declaration
    if relationship.name.isEmpty { report(source, id.index, .emptyName) }
    if unresolved.contains(id) {
      report(source, id.index, .unknownDestination(relationship.destination))
    }
    let minimum = relationship.minCount
    let maximum = relationship.maxCount
    let areOrdered = minimum >= 0 && maximum >= 0 && (maximum == 0 || minimum <= maximum)
    if !areOrdered || (!relationship.isToMany && maximum != 1) {
      report(source, id.index, .impossibleCounts(minimum: minimum, maximum: maximum))
    }
  }
}
