import CompiledOnce
import ObjectGraph
import Scenarios

extension Diagram {
  /// Objects and the references between them: as they were stored, and what became of them.
  init(_ scenario: Scenario, _ outcome: Outcome, title: String) {
    let gone = Set(outcome.deleted)
    let stored = Set(scenario.objects.map(\.name))
    let inserted = scenario.steps.flatMap(\.actions).flatMap { action -> [NamedObject] in
      if case .insert(let objects) = action { objects } else { [] }
    }
    let present = Set(outcome.kept + outcome.deleted)
    let objects = scenario.objects + inserted.filter { present.contains($0.name) }
    // What crashes is not done either.
    let isRefused = [.denied, .validationFailed, .crash].contains(outcome.effect)
    // What refuses a batch delete leaves nothing in the outcome that was asked for.
    let batch = outcome.error == .saveConflicts ? scenario.batchDeleted : []
    func node(_ name: String) -> Node {
      if batch.contains(name) { return Node(name: name, role: .wouldGo) }
      if outcome.effect == .crash, outcome.requested.contains(name) {
        return Node(name: name, role: .crashes)
      }
      let role: Node.Role =
        gone.contains(name)
        ? (isRefused ? .wouldGo : .goes) : stored.contains(name) ? .stays : .new
      return Node(name: name, role: role)
    }
    // In the order of the scenario, so that whatever is deleted stands where it stood before.
    self.init(
      .objects, title: title, nodes: objects.map { node($0.name) },
      requested: (outcome.requested + batch).map(node))
    let references = References(scenario, outcome, objects, refusedBatch: Set(batch))
    for pair in references.pairs where present.isSuperset(of: [pair.source, pair.destination]) {
      add(
        Edge(
          source: node(pair.source), destination: node(pair.destination),
          line: .link(ahead: pair.ahead, back: pair.back)))
    }
  }
}

extension Scenario {
  fileprivate var batchDeleted: [String] {
    let deletes = steps.compactMap { step -> [String]? in
      guard case .batchDelete(let entity, let names, _) = step.action else { return nil }
      return names ?? objects.filter { $0.entity == entity }.map(\.name)
    }
    return deletes.last ?? []
  }
}

private struct References {
  struct Pair {
    let source: String
    let destination: String
    let ahead: Diagram.Edge.Reference
    let back: Diagram.Edge.Reference?
  }

  private(set) var pairs: [Pair] = []

  init(
    _ scenario: Scenario, _ outcome: Outcome, _ objects: [NamedObject], refusedBatch: Set<String>
  ) {
    let schema = try? scenario.schema
    let entities = Dictionary(
      objects.compactMap { object in
        schema?.entity(object.entity).map { (object.name, $0) }
      }, uniquingKeysWith: { first, _ in first })
    /// The same reference as the other end has it; nil where there is no way back.
    func reversed(_ link: NamedLink) -> NamedLink? {
      guard let schema, let entity = entities[link.source],
        let relationship = schema.relationship(link.relationship, of: entity),
        let inverse = schema.inverse(of: relationship)?.relationship
      else { return nil }
      return NamedLink(
        link.destination, schema.declaration(of: inverse).name, link.source)
    }
    let before = scenario.links.flatMap { [$0] + [reversed($0)].compactMap(\.self) }
    let after = outcome.references.sorted {
      ($0.object, $0.relationship) < ($1.object, $1.relationship)
    }
    .flatMap { held in
      held.destinations.sorted().map { NamedLink(held.object, held.relationship, $0) }
    }
    /// Whether the store would have to empty the mandatory way back.
    func isRefused(_ link: NamedLink) -> Bool {
      guard let schema, refusedBatch.contains(link.source), let entity = entities[link.source],
        let relationship = schema.relationship(link.relationship, of: entity)
      else { return false }
      return schema.refusesBatchDelete(relationship)
    }
    let fates = Fates(
      before: Set(before), after: Set(after), outcome,
      missed: Set(before.filter(isRefused).compactMap(reversed)))
    var seen: Set<NamedLink> = []
    for link in before + after where seen.insert(link).inserted {
      let back = reversed(link).flatMap { $0 == link ? nil : $0 }
      if let back { seen.insert(back) }
      pairs.append(
        Pair(
          source: link.source, destination: link.destination,
          ahead: .init(name: link.relationship, meaning: fates.meaning(of: link)),
          back: back.map { .init(name: $0.relationship, meaning: fates.meaning(of: $0)) }))
    }
  }
}

private struct Fates {
  private let before: Set<NamedLink>
  private let after: Set<NamedLink>
  private let cascaded: Set<NamedLink>
  private let dangling: Set<NamedLink>
  private let denied: Set<NamedLink>
  private let broken: Set<[String]>
  private let missed: Set<NamedLink>
  private let gone: Set<String>

  init(
    before: Set<NamedLink>, after: Set<NamedLink>, _ outcome: Outcome, missed: Set<NamedLink>
  ) {
    self.missed = missed
    self.before = before
    self.after = after
    cascaded = Set(outcome.cascaded)
    dangling = Set(outcome.dangling)
    denied = Set(
      outcome.denials.flatMap { denial in
        denial.blockers.map { NamedLink(denial.object ?? "", denial.relationship ?? "", $0) }
      })
    broken = Set(outcome.violations.map { [$0.object ?? "", $0.relationship ?? ""] })
    gone = Set(outcome.deleted)
  }

  func meaning(of link: NamedLink) -> Diagram.Meaning {
    if denied.contains(link) { return .denied }
    if missed.contains(link) { return .broken }
    if dangling.contains(link) { return .dangling }
    if cascaded.contains(link) { return .cascade }
    if gone.contains(link.source) { return .ended }
    if after.contains(link) { return before.contains(link) ? .holds : .new }
    return broken.contains([link.source, link.relationship]) ? .broken : .lost
  }
}
