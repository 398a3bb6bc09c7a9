import ObjectGraph
import Scenarios
import SmallWorlds

/// Scenario files with everything that there can be in one, by chance; the same for the same seed.
struct RandomScenario {
  private var random: SplitMix64
  private var entities: [Entity] = []
  private var objects: [NamedObject] = []

  init(seed: Int) { random = SplitMix64(seed: seed) }

  private mutating func chance(_ part: Int) -> Bool { random.below(part) == 0 }

  private mutating func some<Element>(of elements: [Element]) -> [Element] {
    elements.filter { _ in chance(2) }
  }

  /// A file that can be read; nil where its model turned out to be impossible.
  mutating func file() -> ScenarioFile? {
    let schema = ReferenceSchema.random(using: &random)
    let framework = schema.framework.name
    entities = schema.entities
    for index in entities.indices {
      entities[index].attributes = (0..<random.below(3)).map {
        Attribute("a\(index)\($0)", isOptional: !chance(3), isUnique: chance(5))
      }
      // A to-one may have the counts of a to-many; they say nothing.
      for place in entities[index].relationships.indices
      where !entities[index].relationships[place].isToMany && chance(4) {
        entities[index].relationships[place].minCount = 1
      }
    }
    guard (try? Schema(.named(framework), entities: entities)) != nil else { return nil }
    objects = []
    let stored = newObjects()
    let links = distinct(some(of: allLinks))
    let values = stored.flatMap { someValues(of: $0) }
    let sources = (0..<random.below(3)).map { source($0) }
    var steps: [Scenario.Step] = []
    var observations: [Int: [Observation]] = [:]
    for number in 1...(1 + random.below(8)) {
      let action = action()
      if case .delete(let objects) = action, chance(3) {
        let known = self.objects
        steps.append(Scenario.Step(deleting: objects, preparing: preparation()))
        // SwiftData prepares nothing, so what would have been inserted is not there.
        if framework == .swiftData { self.objects = known }
      } else {
        steps.append(Scenario.Step(action))
      }
      if chance(2) {
        observations[number] = (0..<random.below(3)).map { _ in observation(sources) }
      }
    }
    // Of steps that there are not.
    if chance(4) { observations[0] = [observation(sources)] }
    if chance(4) { observations[steps.count + 1] = [observation(sources)] }
    return ScenarioFile(
      name: name("scenario"), title: name("title"),
      scenario: Scenario(
        framework: framework, system: chance(3) ? system() : nil, entities: entities,
        objects: stored, links: links, values: values, steps: steps),
      sources: sources, observations: observations)
  }

  private mutating func system() -> ReleaseSpan? {
    let spans = ["all", "iOS 17", "macOS 14.5", "iOS 17...macOS 26.1", "visionOS 2...iPadOS 18"]
    return random.pick(spans).flatMap { try? ReleaseSpan($0) }
  }

  private mutating func name(_ beginning: String) -> String {
    beginning + (random.pick(["", "", " é", "\"", "\\", "\n", "\u{202E}", "日本", "{", "/"]) ?? "")
  }

  private mutating func newObjects() -> [NamedObject] {
    let concrete = entities.filter { !$0.isAbstract }
    let new = (0..<random.below(4)).compactMap { index in
      random.pick(concrete).map { entity in
        let number = objects.count + index
        return NamedObject(name("O\(number) "), entity.name)
      }
    }
    objects += new
    return new
  }

  private func lineage(of name: String) -> [Entity] {
    guard let entity = entities.first(where: { $0.name == name }) else { return [] }
    return [entity] + (entity.parent.map(lineage) ?? [])
  }

  /// Every link that there can be.
  private var allLinks: [NamedLink] {
    objects.flatMap { source in
      lineage(of: source.entity).flatMap(\.relationships).flatMap { relationship in
        objects.filter { object in
          lineage(of: object.entity).contains { $0.name == relationship.destination }
        }.map { NamedLink(source.name, relationship.name, $0.name) }
      }
    }
  }

  private func distinct(_ links: [NamedLink]) -> [NamedLink] {
    var seen: Set<NamedLink> = []
    return links.filter { seen.insert($0).inserted }
  }

  private mutating func someValues(of object: NamedObject) -> [NamedValue] {
    let attributes = some(of: lineage(of: object.entity).flatMap(\.attributes))
    return attributes.map { NamedValue(object.name, $0.name, value()) }
  }

  private mutating func value() -> AttributeValue? {
    random.pick([
      nil, .bool(true), .bool(false), .integer(0), .integer(.min), .integer(.max), .decimal(0.1),
      .decimal(-0.0), .decimal(1e300), .decimal(.leastNonzeroMagnitude), .decimal(3), .string(""),
      .string("é\n\""),
      .string("7"),
    ])
      ?? nil
  }

  private mutating func action() -> Scenario.Action {
    let held = random.pick(allLinks)
    let object = random.pick(objects)
    switch random.below(12) {
    case 0: return .insert(newObjects())
    case 1: return held.map { .link($0) } ?? .save
    case 2: return held.map { .unlink($0) } ?? .save
    case 3:
      guard let held else { return .rollback }
      let others = allLinks.filter {
        ($0.source, $0.relationship) == (held.source, held.relationship)
      }
      return .set(held.source, held.relationship, to: some(of: others).map(\.destination))
    case 4:
      return object.flatMap { someValues(of: $0).first }.map { .setValue($0) } ?? .rollback
    case 5: return .delete(some(of: objects).map(\.name))
    case 8: return batchDelete()
    case 6: return .processPendingChanges
    case 7: return .rollback
    case 9: return .hold(some(of: objects).map(\.name))
    case 10: return object.map { read($0) } ?? .save
    default: return .save
    }
  }

  /// What the app's own code may do before a delete.
  private mutating func preparation() -> [Scenario.Preparation] {
    (0..<random.below(3)).map { _ in
      let (held, object) = (random.pick(allLinks), random.pick(objects))
      switch random.below(6) {
      case 0: return .insert(newObjects())
      case 1: if let held { return .link(held) }
      case 2: if let held { return .set(held.source, held.relationship, to: [held.destination]) }
      case 3:
        if let value = object.flatMap({ someValues(of: $0).first }) { return .setValue(value) }
      case 4: if let held { return .unlink(held) }
      default: break
      }
      return .delete(some(of: objects).map(\.name))
    }
  }

  /// What identifies an object, or a property of it; or one behind a relationship.
  private mutating func read(_ object: NamedObject) -> Scenario.Action {
    var path: [String] = []
    var entity = object.entity
    while !chance(3) {
      let lineage = lineage(of: entity)
      guard let relationship = random.pick(lineage.flatMap(\.relationships)), !chance(4) else {
        if let attribute = random.pick(lineage.flatMap(\.attributes)) {
          path.append(attribute.name)
        }
        break
      }
      path.append(relationship.name)
      entity = relationship.destination
    }
    return .read(object.name, path: path)
  }

  /// Of an entity, abstract or not; of all its objects, or of some that may not be stored.
  private mutating func batchDelete() -> Scenario.Action {
    guard let entity = random.pick(entities) else { return .save }
    let includesSubentities = !chance(4)
    let kinds = objects.filter { object in
      object.entity == entity.name
        || includesSubentities && lineage(of: object.entity).contains { $0.name == entity.name }
    }
    return .batchDelete(
      entity: entity.name, objects: chance(2) ? nil : some(of: kinds).map(\.name),
      includesSubentities: includesSubentities)
  }

  private mutating func source(_ number: Int) -> Source {
    func maybe(_ text: String) -> String? { chance(2) ? text : nil }
    return Source(
      id: "s\(number)", title: name("title"), url: maybe("https://example.org"),
      published: maybe("2024-06-01"),
      environment: Source.Environment(
        os: maybe("iOS 17"), xcode: maybe("15.4"), store: maybe("in memory")))
  }

  private mutating func observation(_ sources: [Source]) -> Observation {
    let links = allLinks
    let names = objects.map(\.name)
    let held = some(of: links).map { link in
      let relationship = objects.first { $0.name == link.source }.flatMap { object in
        lineage(of: object.entity).flatMap(\.relationships).first { $0.name == link.relationship }
      }
      let others = some(of: links).filter {
        ($0.source, $0.relationship) == (link.source, link.relationship)
      }.map(\.destination)
      return NamedReferences(
        link.source, link.relationship,
        relationship?.isOrdered == true ? others.reversed() : others.sorted())
    }
    let fetched = entities.flatMap { entity in
      some(of: lineage(of: entity.name).flatMap(\.attributes)).map {
        FetchedObjects(
          SortedFetch(of: entity.name, by: $0.name, isAscending: chance(2)), finds: some(of: names))
      }
    }
    var expectation = Expectation(
      deleted: chance(2) ? some(of: names) : nil,
      effect: chance(2) ? random.pick(Effect.allCases) : nil,
      nullified: chance(2) ? some(of: links) : nil, dangling: chance(2) ? some(of: links) : nil,
      stored: chance(2) ? some(of: names) : nil,
      isDeleted: chance(3) ? some(of: names) : nil,
      reading: chance(3) ? random.pick(Outcome.Reading.allCases) : nil,
      error: chance(2) ? random.pick(ErrorCode.allCases) : nil, references: held,
      values: objects.flatMap { someValues(of: $0) }, fetched: fetched)
    if !expectation.contradictions(deleting: []).isEmpty {
      expectation = Expectation(
        deleted: expectation.deleted, stored: expectation.stored, error: expectation.error,
        references: held, values: expectation.values, fetched: fetched)
    }
    let evidence = random.pick(Evidence.allCases) ?? .observed
    return Observation(
      evidence, expectation, source: chance(4) ? nil : random.pick(sources),
      system: evidence == .recorded && chance(2) ? system() : nil,
      deviation: chance(3) ? name("why") : nil)
  }
}
