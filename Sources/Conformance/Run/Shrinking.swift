import ObjectGraph
import Scenarios

extension Scenario {
  /// The smallest scenario that still shows something, made by leaving out one part after the other.
  ///
  /// - Parameters:
  ///   - most: How often it may be asked.
  ///   - shows: Whether a smaller scenario still shows it.
  /// - Returns: A scenario of which no part can be left out; with fewer questions, perhaps a larger
  ///   one.
  func shrunk(asking most: Int, _ shows: (Scenario) -> Bool) -> Scenario {
    var smallest = self
    var asked = 0
    var hasShrunk = true
    while hasShrunk {
      hasShrunk = false
      for part in smallest.parts {
        guard let smaller = smallest.without(part) else { continue }
        if asked == most { return smallest }
        asked += 1
        if shows(smaller) {
          smallest = smaller
          hasShrunk = true
        }
      }
    }
    return smallest
  }

  /// A part of a scenario that can be left out; larger parts are tried first.
  private enum Part {
    case entity(String)
    case relationship(entity: String, name: String)
    case attribute(entity: String, name: String)
    case object(String)
    case step(Int)
    case name(String, step: Int)
    case link(NamedLink)
    case bounds(entity: String, name: String)
    case value(NamedValue)
  }

  private var parts: [Part] {
    let objects = self.objects + inserted
    let entities: [Part] = entities.map { .entity($0.name) }
    let relationships: [Part] = self.entities.flatMap { entity in
      entity.relationships.map { .relationship(entity: entity.name, name: $0.name) }
    }
    let attributes: [Part] = self.entities.flatMap { entity in
      entity.attributes.map { .attribute(entity: entity.name, name: $0.name) }
    }
    let bounds: [Part] = self.entities.flatMap { entity in
      entity.relationships.map { .bounds(entity: entity.name, name: $0.name) }
    }
    let names: [Part] = steps.indices.flatMap { index -> [Part] in
      guard case .delete(let names) = steps[index].action, names.count > 1 else { return [] }
      return names.map { .name($0, step: index) }
    }
    return entities + objects.map { .object($0.name) } + relationships + attributes
      + steps.indices.reversed().map { .step($0) } + names + links.map { .link($0) }
      + values.map { .value($0) } + bounds
  }

  /// Returns the scenario without a part and its uses; nil if nothing would be left, or the part
  /// no longer exists.
  private func without(_ part: Part) -> Scenario? {
    switch part {
    case .entity(let name):
      guard entities.count > 1, entities.contains(where: { $0.name == name }),
        !entities.contains(where: { $0.parent == name })
      else { return nil }
      let others = entities.filter { $0.name != name }.map { entity in
        var entity = entity
        entity.relationships.removeAll { $0.destination == name }
        return entity
      }
      return with(others)?.withoutObjects { $0.entity == name }
    case .relationship(let owner, let name):
      guard let relationship = relationship(name, of: owner) else { return nil }
      var inverses: Set<String> = []
      if let schema = try? schema, let entity = schema.entity(owner),
        let id = schema.relationship(name, of: entity), let inverse = schema.inverse(of: id)
      {
        inverses.insert(schema.qualifiedName(of: inverse.relationship))
      }
      if case .named(let back) = relationship.inverse {
        inverses.insert("\(relationship.destination).\(back)")
      }
      return with(
        entities.map { entity in
          var entity = entity
          entity.relationships.removeAll {
            entity.name == owner && $0.name == name
              || inverses.contains("\(entity.name).\($0.name)")
          }
          return entity
        })
    case .attribute(let owner, let name):
      return with(
        entities.map { entity in
          var entity = entity
          entity.attributes.removeAll { entity.name == owner && $0.name == name }
          return entity
        })
    case .bounds(let owner, let name):
      guard let relationship = relationship(name, of: owner),
        !relationship.isOptional || relationship.isOrdered
          || relationship.isToMany && (relationship.minCount > 0 || relationship.maxCount > 0)
      else { return nil }
      return with(
        entities.map { entity in
          var entity = entity
          for index in entity.relationships.indices
          where entity.name == owner && entity.relationships[index].name == name {
            let old = entity.relationships[index]
            entity.relationships[index] =
              old.isToMany
              ? .toMany(old.name, old.destination, deleteRule: old.deleteRule, inverse: old.inverse)
              : .toOne(old.name, old.destination, deleteRule: old.deleteRule, inverse: old.inverse)
          }
          return entity
        })
    case .object(let name):
      guard (objects + inserted).contains(where: { $0.name == name }) else { return nil }
      return withoutObjects { $0.name == name }
    case .step(let index):
      guard steps.indices.contains(index), steps.count > 1 else { return nil }
      var fewer = steps
      fewer.remove(at: index)
      return with(steps: fewer)
    case .name(let name, let index):
      guard steps.indices.contains(index), case .delete(let names) = steps[index].action,
        names.count > 1, names.contains(name)
      else { return nil }
      var changed = steps
      changed[index] = Step(
        deleting: names.filter { $0 != name }, preparing: steps[index].prepareForDeletion
      ).performed(by: steps[index].context)
      return with(steps: changed)
    case .link(let link):
      guard links.contains(link) else { return nil }
      return with(links.filter { $0 != link }, steps: steps)
    case .value(let value):
      guard values.contains(value) else { return nil }
      return Scenario(
        framework: framework, system: system, entities: entities, objects: objects, links: links,
        values: values.filter { $0 != value }, steps: steps)
    }
  }

  private func relationship(_ name: String, of owner: String) -> Relationship? {
    entities.first { $0.name == owner }?.relationships.first { $0.name == name }
  }

  private func with(steps: [Step]) -> Scenario { with(links, steps: steps) }

  /// The same objects in another model, without what it no longer has.
  private func with(_ entities: [Entity]) -> Scenario? {
    let kinds = Dictionary(
      (objects + inserted).map { ($0.name, $0.entity) }, uniquingKeysWith: { first, _ in first })
    func has(_ object: String, _ property: String) -> Bool {
      var next = kinds[object]
      while let name = next, let entity = entities.first(where: { $0.name == name }) {
        if entity.relationships.contains(where: { $0.name == property })
          || entity.attributes.contains(where: { $0.name == property })
        {
          return true
        }
        next = entity.parent
      }
      return false
    }
    let smaller = Scenario(
      framework: framework, system: system, entities: entities, objects: objects,
      links: links.filter { has($0.source, $0.relationship) },
      values: values.filter { has($0.object, $0.attribute) },
      steps: steps.compactMap { step in
        switch step.action {
        case .link(let link), .unlink(let link):
          has(link.source, link.relationship) ? step : nil
        case .set(let object, let property, _): has(object, property) ? step : nil
        case .setValue(let value): has(value.object, value.attribute) ? step : nil
        default: step
        }
      })
    guard !smaller.steps.isEmpty, (try? smaller.schema) != nil else { return nil }
    return smaller
  }

  private func withoutObjects(_ goes: (NamedObject) -> Bool) -> Scenario? {
    let gone = Set((objects + inserted).filter(goes).map(\.name))
    let steps = steps.compactMap { step -> Step? in
      guard let action = step.action.without(gone) else { return nil }
      guard case .delete(let left) = action else {
        return Step(action, at: step.location).performed(by: step.context)
      }
      return Step(deleting: left, preparing: step.prepareForDeletion).performed(by: step.context)
    }
    if steps.isEmpty { return nil }
    return Scenario(
      framework: framework, system: system, entities: entities,
      objects: objects.filter { !gone.contains($0.name) },
      links: links.filter { !gone.contains($0.source) && !gone.contains($0.destination) },
      values: values.filter { !gone.contains($0.object) }, steps: steps)
  }
}
