/// The steps from declared entities to a resolved schema, collecting every problem on the way.
struct SchemaBuilding {
  let framework: Framework
  let entities: [Entity]

  private(set) var problems: [SchemaProblem] = []
  private(set) var entitiesByName: [String: EntityID] = [:]
  private(set) var resolvedEntities: [Schema.ResolvedEntity] = []
  var resolvedRelationships: [Schema.ResolvedRelationship] = []
  /// Relationships without a destination: reported, and left out of what comes after.
  private(set) var unresolved: Set<RelationshipID> = []

  init(framework: Framework, entities: [Entity]) {
    self.framework = framework
    self.entities = entities
  }

  mutating func resolve() {
    let limit = Int(UInt16.max) / 2
    let relationshipCount = entities.reduce(0) { $0 + $1.relationships.count }
    guard entities.count <= limit, relationshipCount <= limit else {
      let last = entities[entities.count - 1]
      return report(last.name, nil, .tooMany(limit: limit))
    }
    nameEntities()
    resolveRelationships(lineages: traceLineages())
    resolveDeclaredInverses()
    inferInverses()
  }

  mutating func report(_ entity: String, _ relationship: String?, _ reason: SchemaProblem.Reason) {
    problems.append(SchemaProblem(entity: entity, relationship: relationship, reason: reason))
  }

  private mutating func nameEntities() {
    for (index, entity) in entities.enumerated() {
      if entity.name.isEmpty {
        report(entity.name, nil, .emptyName)
      } else if entitiesByName[entity.name] != nil {
        report(entity.name, nil, .duplicateEntity)
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
      var parent = entity.parent
      while let name = parent {
        guard let id = entitiesByName[name] else {
          // Reported once, on the entity that names the parent.
          if lineage.count == 1 { report(entity.name, nil, .unknownParent(name)) }
          break
        }
        guard !lineage.contains(id) else {
          let path = lineage.map { entities[$0.index].name } + [name]
          if id.index == index { report(entity.name, nil, .inheritanceCycle(path)) }
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
    var ownRelationships: [[RelationshipID]] = []
    for (index, entity) in entities.enumerated() {
      let source = EntityID(rawValue: UInt16(index))
      var own: [RelationshipID] = []
      for relationship in entity.relationships {
        check(relationship, of: entity)
        let id = RelationshipID(rawValue: UInt16(resolvedRelationships.count))
        let destination = entitiesByName[relationship.destination]
        if destination == nil { unresolved.insert(id) }
        own.append(id)
        resolvedRelationships.append(
          Schema.ResolvedRelationship(
            declaration: relationship, source: source, destination: destination ?? source))
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
          report(entity.name, name, .duplicateRelationship(on: owner))
        }
        byName[name] = byName[name] ?? id
      }
      resolvedEntities.append(
        Schema.ResolvedEntity(
          declaration: entity, lineage: lineage, relationships: all, relationshipsByName: byName))
    }
  }

  private mutating func check(_ relationship: Relationship, of entity: Entity) {
    if relationship.name.isEmpty {
      report(entity.name, relationship.name, .emptyName)
    }
    if entitiesByName[relationship.destination] == nil {
      report(entity.name, relationship.name, .unknownDestination(relationship.destination))
    }
    let minimum = relationship.minCount
    let maximum = relationship.maxCount
    let areOrdered = minimum >= 0 && maximum >= 0 && (maximum == 0 || minimum <= maximum)
    if !areOrdered || (!relationship.isToMany && maximum != 1) {
      report(
        entity.name, relationship.name, .impossibleCounts(minimum: minimum, maximum: maximum))
    }
  }
}
