/// The implementation of batch deletes: Core Data's `NSBatchDeleteRequest` and SwiftData's
/// `ModelContext.delete(model:where:includeSubclasses:)`.
extension Graph {
  /// Works out what a batch delete would do if this graph were the store, without doing it.
  ///
  /// 1. What goes is closed under cascade, through all entities (NR-011, SD-007, CD-031).
  /// 2. A row that goes must not hold anything by a nullify relationship whose inverse is mandatory:
  ///    the store would have to empty that, and refuses the whole request with 134050. Only the
  ///    inverse's own optionality counts; a SwiftData array is mandatory unless it is declared
  ///    optional. So a child cannot go while its parent holds it in an array that is not optional
  ///    (NR-005, NR-007, SD-015), a row that holds nothing can (NR-009), and one whose inverse is
  ///    optional just leaves it (NR-003, CD-031, CD-048).
  /// 3. This holds for the rows taken by a cascade as well: deleting a project fails for the tags of
  ///    its notes (NR-001). Yet the same notes lead back to the project, whose array of them is just
  ///    as mandatory, and that does no harm (NR-011, SD-007): nothing is emptied where the other row
  ///    goes *and takes this one along by that very link*. So a link is let pass where what it holds
  ///    goes too and the inverse cascades; any other link counts, even where both its rows go.
  ///    The latter is a prediction: no report has two rows of one request that nullify each other.
  /// 4. Where nothing is refused, survivors lose what nullify has them lose. Counts and mandatory
  ///    relationships of survivors are not validated: that is the caller's duty, says Apple.
  /// 5. A deny rule that holds a survivor refuses the request: a prediction from Apple's words that
  ///    deny and batch deletes are not compatible (CD-066).
  /// 6. What noAction holds goes on leading to what is gone, by the word of the rule.
  ///
  /// - Parameters:
  ///   - entity: The entity whose rows are asked for.
  ///   - objects: Those of its rows that a predicate finds; nil for all. Rows that are gone are not
  ///     found.
  ///   - includingSubentities: Whether rows of subentities are asked for, too.
  /// - Returns: The plan. O(rows that go and their links), but for sorting and for finding all rows
  ///   of an entity.
  /// - Throws: ``GraphError/unknownEntity(_:)``, ``GraphError/unknownObject(_:)``, or
  ///   ``GraphError/wrongEntity(expected:found:)``, as objects of several entities are an error.
  public func batchPlan(
    _ entity: EntityID, _ objects: [ObjectID]? = nil, includingSubentities: Bool = true
  ) throws(GraphError) -> BatchPlan {
    guard entity.index < schema.layout.entities.count else {
      throw .unknownEntity("#\(entity.rawValue)")
    }
    func isAsked(_ kind: EntityID) -> Bool {
      includingSubentities ? schema.entity(kind, isKindOf: entity) : kind == entity
    }
    for object in objects ?? [] {
      let kind = try self.entity(of: object)
      if !isAsked(kind) {
        throw .wrongEntity(
          expected: schema.declaration(of: entity).name,
          found: schema.declaration(of: kind).name)
      }
    }
    let rows =
      objects?.filter(contains)
      ?? self.objects(of: entity).filter { isAsked(storage.kind(of: $0)) }
    let plan = DeletePlan(deleting: rows, in: storage)
    return BatchPlan(plan: plan, failures: batchFailures(of: plan.deleted))
  }

  /// Works out what a batch delete would do if this graph were the store, without doing it.
  ///
  /// - Parameters:
  ///   - entity: The name of the entity whose rows are asked for.
  ///   - objects: Those of its rows that a predicate finds; nil for all.
  ///   - includingSubentities: Whether rows of subentities are asked for, too.
  /// - Returns: The plan.
  /// - Throws: As for an entity that is not given by its name.
  public func batchPlan(
    _ entity: String, _ objects: [ObjectID]? = nil, includingSubentities: Bool = true
  ) throws(GraphError) -> BatchPlan {
    guard let id = schema.entity(entity) else { throw .unknownEntity(entity) }
    return try batchPlan(id, objects, includingSubentities: includingSubentities)
  }

  /// The links of rows that go which the store refuses to cut, sorted.
  private func batchFailures(of deleted: [ObjectID]) -> [Link] {
    let going = Set(deleted)
    return deleted.flatMap { row in
      schema.relationships(of: storage.kind(of: row)).filter(schema.refusesBatchDelete)
        .flatMap { failures(of: row, by: $0, going) }
    }.sorted()
  }

  /// Returns the links of a row's relationship that the store can't clear.
  private func failures(
    of row: ObjectID, by relationship: RelationshipID, _ going: Set<ObjectID>
  ) -> [Link] {
    guard let inverse = schema.inverse(of: relationship)?.relationship else {
      preconditionFailure("what refuses a batch delete has an inverse")
    }
    let cascadesBack = schema.declaration(of: inverse).deleteRule == .cascade
    return storage.neighbours(row.slot, relationship.index)
      .filter { storage.isAlive($0) && !(cascadesBack && going.contains($0)) }
      .map { Link(row, relationship, $0) }
  }
}
