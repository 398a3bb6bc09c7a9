extension Graph {
  /// Works out what deleting some objects together would do, without doing it.
  ///
  /// The steps are those that reproduce the observation article: the cascade closure first, then
  /// the deny rules of every deleted object against what survives, then the nullify rules that have
  /// an inverse; what still leads to a deleted object dangles.
  ///
  /// - Parameter objects: Objects that were not deleted; one named twice counts once.
  /// - Returns: The plan. Time and memory are linear in the deleted objects and their links, but for
  ///   sorting, and one byte for each object of the graph.
  /// - Throws: ``GraphError/unknownObject(_:)`` or ``GraphError/deletedObject(_:)``.
  public func plan(deleting objects: [ObjectID]) throws(GraphError) -> DeletePlan {
    for object in objects { try storage.check(object) }
    return plan(deletingLiving: objects)
  }

  /// Works out what deleting some objects would do, none of which was deleted before.
  func plan(deletingLiving objects: [ObjectID]) -> DeletePlan {
    var planning = DeletePlanning(graph: self)
    planning.close(over: objects)
    planning.followRules()
    planning.validateSurvivors()
    return planning.plan(requested: objects)
  }
}

extension GraphStorage {
  /// What an object violates, when each of its relationships holds `lost` fewer objects.
  func violations(
    of object: ObjectID, losing lost: (RelationshipID) -> Int = { _ in 0 }
  ) -> [Violation] {
    layout.checked(of: kind(of: object)).compactMap { place in
      let relationship = RelationshipID(rawValue: UInt16(layout[place]))
      let count = columns[layout[place]].count(object.slot) - lost(relationship)
      return schema.resolvedRelationships[relationship.index].declaration
        .violation(holding: count).map {
          Violation(object: object, relationship: relationship, kind: $0)
        }
    }
  }
}

extension Relationship {
  /// Whether an object that holds that many objects can be saved.
  package func isSatisfied(by count: Int) -> Bool { violation(holding: count) == nil }

  /// What is wrong with holding that many objects.
  ///
  /// Counts are not enforced on an empty optional relationship, as the overview of
  /// `NSRelationshipDescription` says.
  func violation(holding count: Int) -> Violation.Kind? {
    if count == 0 && isOptional { return nil }
    if !isToMany { return count == 0 ? .missing : nil }
    if count < minCount { return .tooFew(count: count, minimum: minCount) }
    if maxCount > 0 && count > maxCount { return .tooMany(count: count, maximum: maxCount) }
    return nil
  }
}

/// A plan in the making: the closure of the delete first, then what its rules do to the survivors.
private struct DeletePlanning: ~Copyable {
  let graph: Graph
  private var deleted = Worklist()
  /// The state of every row, in which the deleted objects are marked.
  private var states = Slab<Slab<GraphStorage.RowState>>()
  private var cascaded: [Link] = []
  private var nullified: [Link] = []
  private var dangling: [Link] = []
  private var denials: [Denial] = []
  private var forgiven: [Link] = []
  private var violations: [Violation] = []

  init(graph: Graph) {
    self.graph = graph
    for table in 0..<graph.storage.states.count {
      states.append(graph.storage.states[table].copy())
    }
  }

  private var allDeleted: [ObjectID] {
    var objects: [ObjectID] = []
    deleted.forEach { objects.append($0) }
    return objects
  }

  private func survives(_ object: ObjectID) -> Bool {
    states[Int(object.table)][Int(object.slot)].contains(.alive)
  }

  /// Collects the least set that holds some objects and is closed under cascade.
  mutating func close(over objects: [ObjectID]) {
    for object in objects where survives(object) {
      states[Int(object.table)][Int(object.slot)].remove(.alive)
      deleted.append(object)
    }
    graph.storage.close(&deleted, marking: &states)
  }

  /// Finds what the rules of the deleted objects do.
  mutating func followRules() {
    let layout = graph.schema.layout
    for object in allDeleted {
      let entity = graph.storage.kind(of: object)
      for place in layout.cascades(of: entity) {
        let relationship = RelationshipID(rawValue: UInt16(layout[place]))
        cascaded += livingNeighbours(of: object, layout[place])
          .map { Link(object, relationship, $0) }
      }
      for place in layout.rest(of: entity) { followRule(of: object, layout[place]) }
    }
  }

  private mutating func followRule(of object: ObjectID, _ column: Int) {
    let shape = graph.schema.layout.columns[column]
    let neighbours = livingNeighbours(of: object, column)
    let survivors = neighbours.filter { survives($0) }
    let relationship = RelationshipID(rawValue: UInt16(column))
    if shape.rule == .deny {
      forgiven += neighbours.filter { !survives($0) }.map { Link(object, relationship, $0) }
      if !survivors.isEmpty {
        denials.append(
          Denial(object: object, relationship: relationship, blockers: survivors.sorted()))
      }
    }
    guard graph.schema.layout.columns[shape.opposite].isRelationship else { return }
    let inverse = RelationshipID(rawValue: UInt16(shape.opposite))
    let references = survivors.map { Link($0, inverse, object) }
    if shape.letsGo {
      nullified += references
    } else {
      dangling += references
    }
  }

  /// Finds the survivors that a nullify rule makes invalid; others are not validated, because
  /// nothing changed them.
  mutating func validateSurvivors() {
    nullified.sort()
    var lost: [RelationshipID: Int] = [:]
    for (index, reference) in nullified.enumerated() {
      lost[reference.relationship, default: 0] += 1
      let isLast = index + 1 == nullified.count || nullified[index + 1].source != reference.source
      guard isLast else { continue }
      violations += graph.storage.violations(of: reference.source) { lost[$0] ?? 0 }
      lost.removeAll(keepingCapacity: true)
    }
  }

  func plan(requested: [ObjectID]) -> DeletePlan {
    DeletePlan(
      requested: Set(requested).sorted(),
      deleted: allDeleted.sorted(), cascaded: cascaded.sorted(),
      nullified: nullified, dangling: dangling.sorted(), denials: denials.sorted(),
      forgiven: forgiven.sorted(), violations: violations.sorted())
  }

  private func livingNeighbours(of object: ObjectID, _ column: Int) -> [ObjectID] {
    graph.storage.neighbours(object.slot, column).filter {
      graph.storage.isAlive($0)
    }
  }
}
