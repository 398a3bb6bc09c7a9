import ObjectGraph

/// Small schemas with everything that matters for a delete.
package struct RandomSchema {
  private var random: SplitMix64
  private var entities: [Entity] = []
  private var framework = Framework.swiftData

  package init(seed: Int) { random = SplitMix64(seed: seed) }

  /// A schema that is possible.
  package mutating func next() -> Schema {
    while true {
      framework = Bool.random(using: &random) ? .swiftData : .coreData
      addEntities()
      for _ in 0..<(random.happens(onceIn: 6) ? 3 : Int.random(in: 1...2, using: &random)) {
        addRelationships()
      }
      if random.happens(onceIn: 5) { forgetInverses() }
      if let schema = try? Schema(framework, entities: entities) { return schema }
    }
  }

  private mutating func addEntities() {
    let count = random.happens(onceIn: 5) ? 1 : random.happens(onceIn: 4) ? 3 : 2
    entities = (0..<count).map { Entity(["A", "B", "C"][$0]) }
    if count > 1 && random.happens(onceIn: 4) {
      entities[count - 1].parent = "A"
      entities[0].isAbstract = Bool.random(using: &random)
    } else if random.happens(onceIn: 20) {
      entities[0].isAbstract = true
    }
  }

  private mutating func addRelationships() {
    let (one, other) = (
      entities.indices.randomElement(using: &random) ?? 0,
      entities.indices.randomElement(using: &random) ?? 0
    )
    let number = entities.reduce(0) { $0 + $1.relationships.count }
    var ahead = relationship("r\(number)", to: entities[other].name)
    if random.happens(onceIn: 4) {
      ahead.inverse = Bool.random(using: &random) ? .oneWay : .unstated
      entities[one].relationships.append(ahead)
      return
    }
    if one == other && random.happens(onceIn: 4) {
      ahead.inverse = .named(ahead.name)
      entities[one].relationships.append(ahead)
      return
    }
    var back = relationship("r\(number + 1)", to: entities[one].name)
    let isDeclared = framework.declaresInverseOn == .bothSides || Bool.random(using: &random)
    if isDeclared {
      ahead.inverse = .named(back.name)
      if framework.declaresInverseOn == .bothSides { back.inverse = .named(ahead.name) }
    }
    entities[one].relationships.append(ahead)
    entities[other].relationships.append(back)
  }

  /// Then a framework that infers inverses may not be able to tell which is meant.
  private mutating func forgetInverses() {
    for entity in entities.indices {
      for relationship in entities[entity].relationships.indices {
        entities[entity].relationships[relationship].inverse = .unstated
      }
    }
  }

  private mutating func relationship(_ name: String, to destination: String) -> Relationship {
    let rule = DeleteRule.allCases.randomElement(using: &random) ?? .nullify
    let isOptional = !random.happens(onceIn: 3)
    if Bool.random(using: &random) {
      return .toOne(name, destination, isOptional: isOptional, deleteRule: rule)
    }
    let minimum = random.happens(onceIn: 3) ? Int.random(in: 1...2, using: &random) : 0
    let maximum =
      random.happens(onceIn: 5) ? Int.random(in: max(minimum, 1)...2, using: &random) : 0
    return .toMany(
      name, destination, isOptional: isOptional, minCount: minimum, maxCount: maximum,
      deleteRule: rule)
  }
}
