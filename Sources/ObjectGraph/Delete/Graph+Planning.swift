extension Graph {
  /// Works out what deleting some objects together would do, without doing it.
  ///
  /// The steps are those that reproduce the observation article: the cascade closure first, then
  /// the deny rules of every deleted object against what survives, then the nullify rules that have
  /// an inverse; what still leads to a deleted object dangles.
  ///
  /// - Parameter objects: Objects that were not deleted; one named twice counts once.
  /// - Returns: The plan. Time and memory are linear in the deleted objects and their links, but
  ///   for sorting.
  /// - Throws: ``GraphError/unknownObject(_:)`` or ``GraphError/deletedObject(_:)``.
  public func plan(deleting objects: [ObjectID]) throws(GraphError) -> DeletePlan {
    for object in objects { try check(object) }
    var planning = DeletePlanning(graph: self)
    planning.close(over: objects)
    for object in planning.deleted { planning.followRules(of: object) }
    planning.validateSurvivors()
    return planning.plan(requested: objects)
  }

  /// What a changed object violates, when each of its relationships holds `lost` fewer objects.
  func violations(
    of object: ObjectID, losing lost: (RelationshipID) -> Int
  ) -> [Violation] {
    let entity = tables[Int(object.table)].entities[Int(object.slot)]
    return schema.relationships(of: entity).compactMap { relationship in
      let declaration = schema.declaration(of: relationship)
      let count = columns[relationship.index].count(object.slot) - lost(relationship)
      return declaration.violation(holding: count).map {
        Violation(object: object, relationship: relationship, kind: $0)
      }
    }
  }
}

extension Relationship {
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

/// A plan in the making.
///
/// The worklist is the deleted set, so a chain of any length needs no stack.
private struct DeletePlanning {
  let graph: Graph
  private(set) var deleted: [ObjectID] = []
  private var isDeleted: ObjectSet
  private var cascaded: [Link] = []
  private var nullified: [Link] = []
  private var dangling: [Link] = []
  private var denials: [Denial] = []
  private var forgiven: [Link] = []
  private var violations: [Violation] = []

  init(graph: Graph) {
    self.graph = graph
    isDeleted = ObjectSet(graph)
  }

  /// Collects the least set that holds some objects and is closed under cascade.
  mutating func close(over objects: [ObjectID]) {
    for object in objects where isDeleted.insert(object) { deleted.append(object) }
    var next = 0
    while next < deleted.count {
      let object = deleted[next]
      next += 1
      for relationship in relationships(of: object)
      where graph.schema.declaration(of: relationship).deleteRule == .cascade {
        for destination in livingNeighbours(of: object, relationship.index) {
          cascaded.append(Link(object, relationship, destination))
          if isDeleted.insert(destination) { deleted.append(destination) }
        }
      }
    }
  }

  /// Finds what the rules of one deleted object do to the survivors around it.
  mutating func followRules(of object: ObjectID) {
    for column in graph.layout.columns[Int(object.table)] {
      let neighbours = livingNeighbours(of: object, column)
      let survivors = neighbours.filter { !isDeleted.contains($0) }
      let relationship = RelationshipID(rawValue: UInt16(column))
      // A way back that nobody declared has no rule: what refers to the object goes on doing so.
      let rule =
        graph.layout.isRelationship(column)
        ? graph.schema.declaration(of: relationship).deleteRule : .noAction
      if rule == .deny {
        forgiven += neighbours.filter(isDeleted.contains).map { Link(object, relationship, $0) }
      }
      if survivors.isEmpty { continue }
      if rule == .deny {
        denials.append(
          Denial(object: object, relationship: relationship, blockers: survivors.sorted()))
      }
      let opposite = graph.layout.opposite[column]
      guard graph.layout.isRelationship(opposite) else { continue }
      let inverse = RelationshipID(rawValue: UInt16(opposite))
      let references = survivors.map { Link($0, inverse, object) }
      if rule == .nullify {
        nullified += references
      } else {
        dangling += references
      }
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
      violations += graph.violations(of: reference.source) { lost[$0] ?? 0 }
      lost.removeAll(keepingCapacity: true)
    }
  }

  func plan(requested: [ObjectID]) -> DeletePlan {
    DeletePlan(
      requested: Set(requested).sorted(), deleted: deleted.sorted(), cascaded: cascaded.sorted(),
      nullified: nullified, dangling: dangling.sorted(), denials: denials.sorted(),
      forgiven: forgiven.sorted(), violations: violations.sorted(),
      basis: PlanBasis(stamp: graph.stamp))
  }

  private func relationships(of object: ObjectID) -> [RelationshipID] {
    let entity = graph.tables[Int(object.table)].entities[Int(object.slot)]
    return graph.schema.relationships(of: entity)
  }

  private func livingNeighbours(of object: ObjectID, _ column: Int) -> [ObjectID] {
    graph.neighbours(object.slot, column).filter { graph.isAlive($0.table, $0.slot) }
  }
}
