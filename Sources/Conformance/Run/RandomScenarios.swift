import DeleteMatrix
import ObjectGraph
import Scenarios
import SourceText

/// Random scenarios within an implementation's capabilities; the same seed gives the same
/// scenarios.
///
/// ```swift
/// let trials = RandomScenarios(seed: 7, within: [.toMany, .cascade, .deny]).trials(10)
/// ```
public struct RandomScenarios: Sendable {
  private let seed: Int
  private let capabilities: Set<Capability>

  /// Makes up scenarios.
  ///
  /// - Parameters:
  ///   - seed: Where to begin: another number, other scenarios.
  ///   - capabilities: What they may need.
  public init(seed: Int, within capabilities: Set<Capability>) {
    self.seed = seed
    self.capabilities = capabilities
  }

  /// Trials of so many scenarios, each looked at after its last step.
  ///
  /// - Parameter count: How many.
  /// - Returns: Trials called `random/SEED-NUMBER`, of which nothing is stated; fewer where next to
  ///   nothing fits.
  public func trials(_ count: Int) -> [Trial] {
    (1...max(count, 1)).prefix(count).compactMap { number in
      var random = Generator(seed: UInt64(bitPattern: Int64(seed)), number: UInt64(number))
      var chosen: Scenario?
      // Nearly all fit; of those that need more than there is, the next takes its place.
      for _ in 0..<1000 {
        guard let found = self.scenario(&random) else { continue }
        let needed = Capability.needed(
          by: Question(found, at: [Look(after: found.steps.count)]))
        if needed.isSubset(of: capabilities) {
          chosen = found
          break
        }
      }
      guard let scenario = chosen else { return nil }
      let name = "random/\(seed)-\(number)"
      let file = ScenarioFile(
        name: name, title: name, scenario: scenario, observations: [scenario.steps.count: []])
      return file.trial
    }
  }

  private func can(_ capability: Capability) -> Bool { capabilities.contains(capability) }

  private func scenario(_ random: inout Generator) -> Scenario? {
    var entities = (0..<(2 + random.below(2))).map { Entity("E\($0)") }
    for number in 0..<(1 + random.below(3)) {
      let (source, destination) = (random.below(entities.count), random.below(entities.count))
      if source == destination && !can(.selfRelationship) { continue }
      let there = relationship("r\(number)", to: "E\(destination)", &random)
      let back = relationship("b\(number)", to: "E\(source)", &random)
      if random.below(4) == 0 {
        entities[source].relationships.append(there)
        continue
      }
      var pair = [there, back]
      pair[0].inverse = .named(back.name)
      pair[1].inverse = .named(there.name)
      entities[source].relationships.append(pair[0])
      entities[destination].relationships.append(pair[1])
    }
    let relationships = entities.flatMap { entity in
      entity.relationships.map { (owner: entity.name, relationship: $0) }
    }
    let objects = entities.flatMap { entity in
      (1...(1 + random.below(3))).map { NamedObject("\(entity.name)o\($0)", entity.name) }
    }
    var links: [NamedLink] = []
    for (owner, relationship) in relationships {
      for object in objects where object.entity == owner {
        for other in objects where other.entity == relationship.destination {
          // An object that holds itself is rare; where all scenarios had one, they would hide the rest.
          if random.below(object.name == other.name ? 30 : 3) == 0 {
            links.append(NamedLink(object.name, relationship.name, other.name))
          }
        }
      }
    }
    links = possible(links, among: objects, in: entities)
    var actions: [Scenario.Action] = []
    if can(.link), let link = random.pick(links), random.below(4) == 0 { actions = [.unlink(link)] }
    let deleted = objects.filter { _ in random.below(4) == 0 }.map(\.name)
    actions.append(.delete(deleted.isEmpty ? [objects[random.below(objects.count)].name] : deleted))
    actions.append(.save)
    if can(.rollback) && random.below(5) == 0 { actions.append(.rollback) }
    if can(.severalSaves), random.below(4) == 0, let other = random.pick(objects),
      !deleted.contains(other.name)
    {
      actions += [.delete([other.name]), .save]
    }
    let scenario = Scenario(
      framework: .coreData, entities: entities, objects: objects, links: links,
      steps: actions.map { Scenario.Step($0) })
    // A graph that nobody could have saved, or a delete of what is gone, says nothing of deletes.
    guard scenario.startsValid, (try? ObjectGraphEngine().outcome(of: scenario)) != nil
    else { return nil }
    return scenario
  }

  private func relationship(
    _ name: String, to destination: String, _ random: inout Generator
  ) -> Relationship {
    let rules = DeleteRule.allCases.filter { Capability(rawValue: $0.rawValue).map(can) ?? false }
    let rule = random.pick(rules) ?? .nullify
    let isMandatory = can(.mandatory) && random.below(5) == 0
    guard can(.toMany), random.below(2) == 0 else {
      return .toOne(name, destination, isOptional: !isMandatory, deleteRule: rule)
    }
    let minimum = can(.counts) && random.below(5) == 0 ? 1 + random.below(2) : 0
    return .toMany(
      name, destination, isOrdered: can(.ordered) && random.below(4) == 0, minCount: minimum,
      deleteRule: rule)
  }

  /// The links that one after the other can be made: a to-one that is given a second object would
  /// lose the first, and what is linked from the other side already would be stated twice.
  private func possible(
    _ links: [NamedLink], among objects: [NamedObject], in entities: [Entity]
  ) -> [NamedLink] {
    guard let schema = try? Schema(.coreData, entities: entities) else { return [] }
    let kinds = Dictionary(uniqueKeysWithValues: objects.map { ($0.name, $0.entity) })
    var held: [NamedLink: Int] = [:]
    var made: Set<NamedLink> = []
    var kept: [NamedLink] = []
    func end(_ object: String, _ relationship: String) -> NamedLink {
      NamedLink(object, relationship, "")
    }
    for link in links where !made.contains(link) {
      guard let entity = kinds[link.source].flatMap({ schema.entity($0) }),
        let id = schema.relationship(link.relationship, of: entity)
      else { continue }
      var ends = [(end(link.source, link.relationship), schema.declaration(of: id))]
      var mirrored: NamedLink?
      if let inverse = schema.inverse(of: id) {
        let back = schema.declaration(of: inverse.relationship)
        mirrored = NamedLink(link.destination, back.name, link.source)
        ends.append((end(link.destination, back.name), back))
      }
      let isFull = ends.contains { !$0.1.isToMany && held[$0.0, default: 0] > 0 }
      if isFull || mirrored.map(made.contains) == true { continue }
      for end in ends { held[end.0, default: 0] += 1 }
      made.insert(link)
      if let mirrored { made.insert(mirrored) }
      kept.append(link)
    }
    return kept
  }
}

/// SplitMix64, by Sebastiano Vigna: small, and the same everywhere.
private struct Generator {
  private var state: UInt64

  init(seed: UInt64, number: UInt64) {
    // Mixed, so that what begins with the next seed is no later part of the same numbers.
    state = seed
    state = next() ^ number
    state = next()
  }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }

  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }
}
