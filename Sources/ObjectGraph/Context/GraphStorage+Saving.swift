extension GraphStorage {
  /// Carries out the requested deletes and marks the result as saved, or restores the previous
  /// state if the save fails.
  ///
  /// - Returns: The stored object for each new one that it took over, if there is any.
  /// - Throws: A ``Refusal`` with all problems that prevent the save.
  func save() throws(Refusal) -> [ObjectID: ObjectID]? {
    let before = (
      requested: history.requested.count, changed: history.changed.count,
      moves: history.moves.count
    )
    if before.requested > 0 {
      closeRequested()
      clearInverses()
    }
    var absorbed: [ObjectID: ObjectID]?
    if layout.canBeInvalid || !findings.isEmpty {
      let problems = problems(&absorbed)
      guard problems.isEmpty else {
        takeBackMoves(from: before.moves)
        forgetChanges(from: before.changed)
        restoreRequested(to: before.requested)
        throw Refusal(problems)
      }
    }
    closeGaps()
    // What was asked for is gone, so its rows need no care.
    history.requested.truncate(to: 0)
    markAsSaved()
    return absorbed
  }

  /// Returns the problems that prevent a save, after its deletes are carried out.
  private func problems(_ absorbed: inout [ObjectID: ObjectID]?) -> [Refusal.Problem] {
    findings.denials.sortAll()
    var problems = findings.denials.map { Refusal.Problem.denied($0) }
    let dangling = findings.dangling.isEmpty ? [] : refused(findings.dangling)
    findings.removeAll()
    if layout.hasUniqueAttributes { absorbed = absorbDuplicates() }
    if layout.canBeInvalid { problems += invalidChanges() }
    if !dangling.isEmpty { problems += dangling.map { .danglingLink($0) } }
    if layout.hasUniqueAttributes { problems += duplicates() }
    return problems
  }

  /// Returns the dangling references that refuse a save, sorted: those that are not in the store yet, and
  /// those without an inverse where the framework refuses these.
  ///
  /// The first change to a link since the last save shows whether it is in the store.
  private func refused(_ references: [Link]) -> [Link] {
    var wasStored: [Link: Bool] = [:]
    for index in 0..<history.moves.count {
      let move = history.moves[index]
      guard move.kind == .appended || move.kind == .removed else { continue }
      let shape = layout.columns[Int(move.column)]
      guard shape.isRelationship else { continue }
      let link = Link(
        ObjectID(table: UInt16(shape.table), slot: move.slot),
        RelationshipID(rawValue: move.column),
        ObjectID(table: UInt16(shape.otherTable), slot: move.other))
      if wasStored[link] == nil { wasStored[link] = move.kind == .removed }
    }
    let refusesOneWay = schema.framework.refusesOneWay
    return references.filter {
      history.isNew($0.source) || wasStored[$0] == false
        || refusesOneWay && schema.isOneWayToOne($0.relationship)
    }.sorted()
  }

  /// Returns the problems of the changed objects.
  ///
  /// Other objects are not validated, as in Core Data.
  private func invalidChanges() -> [Refusal.Problem] {
    var invalid: [(object: ObjectID, problems: [Refusal.Problem])] = []
    for index in 0..<history.changed.count {
      let object = history.changed[index]
      guard layout.tables[Int(object.table)].isValidated && isAlive(object) else { continue }
      let problems = problems(of: object)
      if !problems.isEmpty { invalid.append((object, problems)) }
    }
    for table in 0..<states.count where layout.tables[table].isValidated {
      for slot in Int(history.savedCounts[table])..<states[table].count
      where states[table][slot].contains(.alive) {
        let object = ObjectID(table: UInt16(table), slot: UInt32(slot))
        let problems = problems(of: object)
        if !problems.isEmpty { invalid.append((object, problems)) }
      }
    }
    if invalid.isEmpty { return [] }
    return invalid.sorted { $0.object < $1.object }.flatMap(\.problems)
  }

  private func problems(of object: ObjectID) -> [Refusal.Problem] {
    let entity = kind(of: object)
    var problems: [Refusal.Problem] = []
    if !layout.entities[entity.index].checked.isEmpty {
      problems = violations(of: object).map { .invalid($0) }
    }
    for attribute in layout.mandatoryAttributes(of: entity)
    where values[attribute.index][Int(object.slot)] == nil {
      problems.append(.missingValue(object, attribute))
    }
    return problems
  }
}
