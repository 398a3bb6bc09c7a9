import DeleteMatrix
import ObjectGraph

extension Trial {
  /// The trial as a scenario that anybody can replay: of the model, only what it needs.
  ///
  /// - Parameters:
  ///   - schema: The schema of the trial.
  ///   - location: Where the hazard is written.
  /// - Returns: The model's part, the objects, the links, the delete and a save.
  func scenario(in schema: Schema, at location: Location) -> Scenario {
    let names = names(in: schema)
    return Scenario(
      framework: schema.framework.name, entities: entities(in: schema),
      objects: zip(names, kinds).map { NamedObject($0, schema.declaration(of: $1).name) },
      links: links.map { link in
        NamedLink(
          names[link.source], schema.declaration(of: link.relationship).name,
          names[link.destination])
      },
      steps: [
        Scenario.Step(.delete([names[deleted]]), at: location), Scenario.Step(.save, at: location),
      ])
  }

  /// The entity and a number for each object: `Task1`.
  func names(in schema: Schema) -> [String] {
    kinds.indices.map { index in
      let number = kinds[...index].count { $0 == kinds[index] }
      return "\(schema.declaration(of: kinds[index]).name)\(number)"
    }
  }

  /// The entities of the objects with their ancestors, and of their relationships those that are
  /// linked, each with its inverse.
  private func entities(in schema: Schema) -> [Entity] {
    let linked = Set(links.map(\.relationship))
    let relationships = linked.union(linked.compactMap { schema.inverse(of: $0)?.relationship })
    var needed = Set(kinds)
    for relationship in relationships {
      needed.insert(schema.source(of: relationship))
      needed.insert(schema.destination(of: relationship))
    }
    let all = needed.reduce(into: needed) { $0.formUnion(schema.lineage(of: $1)) }
    return all.sorted().map { entity in
      let declared = schema.declaration(of: entity)
      return Entity(
        declared.name, parent: declared.parent, isAbstract: declared.isAbstract,
        relationships: relationships.filter { schema.source(of: $0) == entity }.sorted()
          .map(schema.resolvedDeclaration))
    }
  }
}

extension Schema {
  /// A relationship with its inverse written down, so that it is the same among fewer others.
  fileprivate func resolvedDeclaration(of relationship: RelationshipID) -> Relationship {
    var declared = declaration(of: relationship)
    guard let inverse = inverse(of: relationship)?.relationship else {
      declared.inverse = .oneWay
      return declared
    }
    // Where one side declares it, the other must not.
    let isDeclaredHere = framework.declaresInverseOn == .bothSides || relationship <= inverse
    declared.inverse = isDeclaredHere ? .named(declaration(of: inverse).name) : .unstated
    return declared
  }
}
