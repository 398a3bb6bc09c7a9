/// Saves, and reads of what they have deleted.
extension Evaluation {
  /// Records of which list a list with a number has some elements.
  mutating func recordPart(_ list: CodeValue) {
    if list.whole != 0 { deletions.related.add(list.object, partOf: list.whole) }
  }

  /// Returns the list that a loop goes through, with a number where it has none: what the loop does to each
  /// element, it does to all of that number.
  mutating func numbered(_ list: CodeValue) -> CodeValue {
    guard list.object == 0, !list.holder.isEmpty || list.isStored || list.whole != 0 else {
      return list
    }
    var list = list
    list.object = deletions.newObject()
    recordPart(list)
    return list
  }

  /// A context saves what was deleted through it.
  ///
  /// - Parameters:
  ///   - context: The name of the context; nil where it has none.
  ///   - place: The token of the call.
  ///   - failure: What the called function does with a failure.
  mutating func save(_ context: String?, at place: Int, failing failure: SaveFailure = .thrown) {
    guard let context else { return }
    let failure = failure == .thrown ? deletions.failing : failure
    deletions.saved[context] = failure
    ways.save(at: place)
    let way = ways.place(at: place)
    for left in later.leaving where left.context == context {
      later.saved.append((left.function, left.place, way))
    }
    let saved = deletions.save(context)
    for deleted in saved where deleted.isCertain {
      recordSaved(deleted)
      markHeldSaved(by: deleted)
    }
    if failure == .thrown { addRefusals(of: saved, in: context) }
    guard case .dropped(let hiding) = failure else { return }
    for deleted in saved {
      if deleted.origin != .own, !isUnprepared(deleted, among: saved) { continue }
      for type in refusable(deleted) {
        record(
          FoundCall(
            .save, CodeValue(type: type), at: place,
            FoundCall.Details(deletion: deleted.token, hiding: hiding, context: context)))
      }
    }
  }

  /// Records what a thrown save may have refused: of one entity, about which the code before it neither asks
  /// nor clears anything.
  private mutating func addRefusals(of saved: [DeletionState.Deleted], in context: String) {
    let entities = Set(saved.map(\.type.entity))
    guard entities.count == 1, case let entity?? = entities.first,
      deletions.refusals[context]?.contains(entity) != true,
      !saved.contains(where: { $0.taken.object.map { $0 <= parameters.last } == true }),
      saved.contains(where: { !refusable($0).isEmpty }),
      isUnprepared(entity), !saved.contains(where: { $0.origin == .preparedCallee })
    else { return }
    deletions.refusals[context, default: []].insert(entity)
  }

  /// Whether the code so far neither asks about what can refuse the deletes of an entity's objects nor clears that.
  func isUnprepared(_ entity: Int) -> Bool {
    !deletions.questions.contains { code.isKind(entity, of: $0.use.entity) }
      && !deletions.handedOver.contains(entity)
      && !found.contains { $0.kind == .unlink || !$0.entities.subtracting([entity]).isEmpty }
  }

  /// Whether neither a called function nor the code around its call handles what can refuse a delete in that function.
  private func isUnprepared(
    _ deleted: DeletionState.Deleted, among saved: [DeletionState.Deleted]
  ) -> Bool {
    guard deleted.origin == .callee, let entity = deleted.type.entity else { return false }
    return saved.allSatisfy { $0.type.entity == entity } && isUnprepared(entity)
  }

  /// Finds that the code drops what a called function throws where its save refuses its own deletes.
  mutating func addRefusals(by effects: FunctionEffects, at token: Int) {
    guard case .dropped(let hiding) = deletions.failing else {
      return deletions.refusals["", default: []].formUnion(effects.refusals)
    }
    for entity in effects.refusals.sorted() {
      record(
        FoundCall(
          .save, CodeValue(type: .entity(entity)), at: token,
          FoundCall.Details(deletion: token, hiding: hiding)))
    }
  }

  /// The types of what a delete takes that can make the save fail; an unknown entity can.
  private func refusable(_ deleted: DeletionState.Deleted) -> [CodeType] {
    let entities = deleted.type.allEntities.sorted()
    if entities.isEmpty { return [deleted.type] }
    return entities.filter { entity in
      // A new object holds nothing, unless the code links it.
      code.canRefuseDelete(of: entity) && (!deleted.isNew || deletions.linked.contains(entity))
    }.map(CodeType.entity)
  }

  /// Returns the delete of an object that is saved on every path to this place, or before it on one that leads
  /// here; nil for none.
  func deletion(of value: CodeValue) -> DeletionState.Deleted? {
    if let deleted = deletions.certainDeletion(of: value) { return deleted }
    // Where another condition decides, the branch may not have been taken.
    if deletions.possiblySavedDeletes.isEmpty { return nil }
    let possible = deletions.possiblySavedDeletes.filter { ways.isCurrent($1.block) }
      .mapValues(\.deleted)
    return possible[.all(value.object)] ?? deletions.deletion(ofRelatedTo: value, among: possible)
  }

  /// Whether the object of a name is deleted and saved, so that its relationships hold nothing.
  func isGone(_ name: String?) -> Bool {
    name.flatMap(nearby).flatMap(deletions.certainDeletion) != nil
  }

  /// A member is read, which traps where its object is gone.
  mutating func read(
    _ member: String, of value: CodeValue, at token: Int, isWrite: Bool = false
  ) {
    guard case .entity = value.type else { return }
    load(member, of: value)
    let read = DeletionState.MemberRead(
      member: member, value: value, place: place(token), isWrite: isWrite || token == reading.target
    )
    if let first = sharing.loops.last, value.object != 0, value.object <= first,
      deletions.readsInLoops.count < Limits.pending
    {
      deletions.readsInLoops.append(read)
    }
    guard let deleted = deletion(of: value) else { return }
    // Who asks that knows.
    if Self.askingForExistence.contains(member) {
      for number in [value.object, value.list] { deletions.savedDeletes[.all(number)] = nil }
      deletions.possiblySavedDeletes[.all(value.object)] = nil
      if deletion(of: value) != nil { deletions.forget(at: deleted.token) }
      return
    }
    record(read, of: deleted)
  }

  static let askingForExistence: Set<String> = [
    "isDeleted", "managedObjectContext", "modelContext",
  ]

  /// Records the first read of each entity's objects that a delete call deletes.
  private mutating func record(
    _ read: DeletionState.MemberRead, of deleted: DeletionState.Deleted
  ) {
    guard let entity = read.value.type.entity, code.stores(read.member, entity) else { return }
    let known = DeletionState.Read(token: deleted.token, entity: entity)
    guard deletions.reported.insert(known).inserted else { return }
    record(
      FoundCall(
        .read, CodeValue(type: read.value.type), at: read.place,
        FoundCall.Details(
          deletion: deleted.token, property: read.member, isWrite: read.isWrite)))
  }

  /// Finds what a loop reads of an object that each of its rounds deletes and saves.
  ///
  /// - Parameter count: The number of reads before the loop.
  mutating func recordReadsOfNextRound(since count: Int) {
    let reads = deletions.readsInLoops.dropFirst(count)
    let asked = reads.filter { Self.askingForExistence.contains($0.member) }.map(\.value.object)
    for read in reads where !asked.contains(read.value.object) {
      // A name that means another object by now is not of the one that is gone.
      guard let deleted = deletions.savedDeletesInLastBlock[.all(read.value.object)],
        let name = read.value.name,
        (variable(name) ?? held(name)).object == read.value.object
      else { continue }
      record(read, of: deleted)
    }
  }
}
