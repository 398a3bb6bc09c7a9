import ModelFiles
import ObjectGraph
import SwiftSource

extension Evaluation {
  /// Whether each place that ends the body early comes after an unlink, or has nothing to take out.
  private func isDoneWhereverItEnds(_ unlink: Unlinks.Unlink) -> Bool {
    unlinks.earlyEnds.allSatisfy { end in
      end.empty.contains("\(unlink.owner).\(unlink.use.name)")
        || unlink.owner.isEmpty
          && end.missing.map { code.isKind($0, of: unlink.use.entity) } == true
        || end.unlinks.contains { $0.joined(with: unlink) != nil }
    }
  }

  /// Returns the effects of a function on its callers, after its body was evaluated.
  func effects(of function: SwiftFunction) -> FunctionEffects {
    func place(_ name: String) -> FunctionEffects.Place {
      if name == "self" { return .own }
      let number = function.parameters.firstIndex { $0.name == name }
      return number.map { .argument($0) } ?? .named(name)
    }
    var effects = FunctionEffects()
    var places: [Int: FunctionEffects.Place] = [own.object: .own]
    for (number, parameter) in function.parameters.enumerated() {
      guard let value = variables[0][parameter.name] else { continue }
      places[value.object] = .argument(number)
      if value.isPart { effects.reduced.insert(number) }
    }
    func add(
      _ object: Int?, _ deleted: DeletionState.Deleted, isSaved: Bool, isCertain: Bool
    ) {
      guard let object = object.flatMap({ places[$0] }) else { return }
      // Without a result, a function that ends as a value is missing has done all there is.
      let mayReturn = ways.mayReturn(
        before: deleted.token, unlessForNothing: function.result == nil)
      effects.deletions.insert(
        FunctionEffects.Deletion(
          object: object, context: place(deleted.context), isSaved: isSaved,
          isOfKnownEntity: deleted.type.entity != nil, isCertain: isCertain && !mayReturn))
    }
    for (taken, deleted) in deletions.savedDeletes {
      add(taken.object, deleted, isSaved: true, isCertain: true)
    }
    for deleted in deletions.pending {
      add(deleted.taken.object, deleted, isSaved: false, isCertain: deleted.isCertain)
    }
    for (object, deleted) in deletions.savedParameters
    where deletions.savedDeletes[.all(object)] == nil {
      // Its callers know the condition.
      let isConditional = deletions.conditionalSaves.contains { $0.context == deleted.context }
      if !isConditional { add(object, deleted, isSaved: true, isCertain: false) }
    }
    addUnlinks(to: &effects, place)
    effects.wipes = wipes(hasResult: function.result != nil)
    for gift in uses.gifts {
      guard let value = places[gift.value], let owner = places[gift.owner] else { continue }
      effects.gifts.insert(FunctionEffects.Gift(value: value, owner: owner, use: gift.use))
    }
    effects.unsavedBeforeTasks = Set(later.unsaved.map(place))
    for (context, failure) in deletions.saved {
      effects.saves.insert(FunctionEffects.Save(context: place(context), failure: failure))
    }
    for saved in deletions.conditionalSaves where deletions.saved[saved.context] == nil {
      let isLast = deletions.pending.allSatisfy { $0.token < saved.way.token }
      guard isLast, ways.isCertain(saved.way, with: .start) else { continue }
      effects.saves.insert(
        FunctionEffects.Save(
          context: place(saved.context), failure: saved.failure, condition: saved.condition))
    }
    effects.rolledBack = Set(
      deletions.rolledBack.filter { context, token in
        deletions.saved[context] == nil && !ways.mayReturn(before: token)
      }.map { place($0.key) })
    // A failure that is caught and told goes no further.
    for (context, entities) in deletions.refusals
    where function.isThrowing && (deletions.saved[context] ?? .thrown) == .thrown {
      effects.refusals.formUnion(entities)
    }
    for given in deletions.relinkedArguments {
      guard let place = Self.place(ofBit: given.bit) else { continue }
      effects.relinked.insert(FunctionEffects.Relinking(object: place, entity: given.entity))
    }
    let returned = Set(self.returned.values.map(\.object))
    for (object, inserted) in deletions.inserted {
      guard places[object] != nil || inserted.isNew && returned == [object] else { continue }
      effects.insertions.insert(
        FunctionEffects.Insertion(
          object: places[object], context: place(inserted.context),
          isSaved: inserted.isSaved, filled: deletions.filled(of: object)))
    }
    effects.merged = batches.merged & ~BatchDeletes.bits
    effects.returningIdentifiers = batches.returningIdentifiers & ~BatchDeletes.bits
    effects.returned = batches.returnedTokens
    effects.returnsIdentifiers =
      batches.returned & batches.returningIdentifiers & BatchDeletes.bits != 0
    return effects
  }

  /// The entities of which the function deletes every object on every path on which it returns.
  private func wipes(hasResult: Bool) -> Set<FunctionEffects.Wipe> {
    func isCertain(_ place: CodeWays.Place) -> Bool {
      ways.isCertain(place, with: .start)
        && !ways.mayReturn(before: place.token, unlessForNothing: !hasResult)
    }
    let own = found.filter { $0.takesAll && $0.kind.deletes && isCertain($0.way) }.map { call in
      FunctionEffects.Wipe(
        entities: call.wiped(on: ways, in: code), isBatch: call.kind == .batchDelete)
    }
    let others = uses.wipes.filter { isCertain($0.place) }.flatMap(\.wipes)
    return Set(own.filter { !$0.entities.isEmpty } + others)
  }

  /// Adds what the function takes out of relationships to its effects.
  private func addUnlinks(
    to effects: inout FunctionEffects, _ place: (String) -> FunctionEffects.Place
  ) {
    for unlink in unlinks.current where unlink.isWhole {
      let isCertain = isDoneWhereverItEnds(unlink)
      if unlink.owner.isEmpty {
        let objects = unlink.isOfAll ? [] : Set(unlink.names.map(place))
        // Where it is of all, the callers may delete an object of another context.
        guard isCertain, unlink.isOfAll ? unlink.home?.outside == nil : !objects.isEmpty else {
          continue
        }
        effects.freeings.insert(
          FunctionEffects.Freeing(use: unlink.use, objects: objects, isSettled: unlink.isSettled))
        continue
      }
      let owner = place(unlink.owner)
      if case .named = owner { continue }
      effects.unlinks.insert(
        FunctionEffects.Unlink(
          owner: owner, use: unlink.use, isSettled: unlink.isSettled, isCertain: isCertain))
    }
    for unlink in unlinks.current where !unlink.isWhole && !unlink.isReplaced {
      // It takes out something else, too.
      let isOnly = found.count { $0.kind == .unlink && $0.relationship == unlink.use } == 1
      guard isOnly, let number = Self.onlyParameter(of: unlink.parameterMask) else { continue }
      effects.takings.insert(FunctionEffects.Taking(parameter: number, use: unlink.use))
    }
  }

  /// The parameter of a bit, or the object that the function is called on; nil for several, or none.
  private static func place(ofBit bit: UInt64) -> FunctionEffects.Place? {
    if bit == maskOfSelf { return .own }
    return Self.onlyParameter(of: bit).map { .argument($0) }
  }

  /// The number of the parameter that a value was made from; nil where there are several, or none.
  private static func onlyParameter(of parameterMask: UInt64) -> Int? {
    parameterMask.nonzeroBitCount == 1 && parameterMask.trailingZeroBitCount < Limits.parameters
      ? parameterMask.trailingZeroBitCount : nil
  }

  /// Does to the batch deletes among the arguments of a call what the called function does to them.
  ///
  /// - Returns: The bit of the call, if its result is that of a batch delete.
  mutating func applyBatches(
    _ effects: FunctionEffects, _ function: Int, _ given: [Argument], _ places: [Int], at token: Int
  ) -> UInt64 {
    for (argument, place) in zip(given, places) where place < Limits.parameters {
      if effects.merged & 1 << UInt64(place) != 0 {
        batches.mergedIntoMain |= argument.value.parameterMask
      }
      if effects.returningIdentifiers & 1 << UInt64(place) != 0 {
        batches.returningIdentifiers |= argument.value.parameterMask
      }
    }
    if effects.returned.isEmpty { return 0 }
    let bit = batches.bit(for: token, of: function)
    if effects.returnsIdentifiers { batches.returningIdentifiers |= bit }
    return bit
  }

  /// What a call gives to a function.
  private struct EffectCall {
    let base: CodeValue?
    let given: [Argument]
    /// The numbers of the parameters that get the arguments.
    let places: [Int]
  }

  private func value(of place: FunctionEffects.Place, in call: EffectCall) -> CodeValue? {
    value(of: place, call.base, call.given, call.places)
  }

  private func name(of place: FunctionEffects.Place, in call: EffectCall) -> String? {
    name(of: place, call.base, call.given, call.places)
  }

  /// Does to the arguments of a call what the called function does to them.
  mutating func apply(
    _ effects: FunctionEffects, of function: Int, _ base: CodeValue?, _ given: [Argument],
    _ places: [Int], at token: Int
  ) {
    func value(_ place: FunctionEffects.Place) -> CodeValue? {
      self.value(of: place, base, given, places)
    }
    func name(_ place: FunctionEffects.Place) -> String? {
      self.name(of: place, base, given, places)
    }
    for context in effects.unsavedBeforeTasks.compactMap(name) {
      let place = ways.place(at: token)
      if later.leaving.count < Limits.pending { later.leaving.append((function, context, place)) }
    }
    let call = EffectCall(base: base, given: given, places: places)
    applyDeletions(of: effects, of: function, at: token, call)
    applyUnlinks(of: effects, of: function, at: token, call)
    for gift in effects.gifts {
      guard let given = value(gift.value), let owner = value(gift.owner) else { continue }
      share(given, by: gift.use, ofGiven: owner, at: token)
    }
    for linked in effects.relinked {
      guard let value = value(linked.object), !value.isNew else { continue }
      deletions.relink(
        value, of: linked.entity, at: ways.place(at: token))
    }
    for (argument, place) in zip(given, places) where effects.reduced.contains(place) {
      // What is no `inout` is a copy.
      let value = argument.value
      guard value.isProxy, let use = value.relationship else { continue }
      addUnlink(use, value, of: value.ownerName, [], at: token)
    }
    for context in effects.rolledBack.compactMap(name) { rollBack(context, at: token) }
    addRefusals(by: effects, at: token)
    for saved in effects.saves {
      guard let context = name(saved.context),
        saved.condition.map({ holds($0, in: function, by: given, at: places) == true }) ?? true
      else { continue }
      save(context, at: token, failing: failure(of: saved, in: function, at: token))
    }
  }

  /// Records what a called function deletes.
  private mutating func applyDeletions(
    of effects: FunctionEffects, of function: Int, at token: Int, _ call: EffectCall
  ) {
    for deletion in effects.deletions {
      guard let object = value(of: deletion.object, in: call) else { continue }
      let mayAnswer = code.functions[function].declaration.result != nil
      if !deletion.isCertain, mayAnswer, reading.isDeciding {
        // The condition around asks whether it has deleted.
        let deleted = DeletionState.Deleted(
          object, at: token, in: name(of: deletion.context, in: call) ?? "")
        if object.type.entity != nil { deletions.answered[deleted.taken] = deleted }
        continue
      }
      let context = name(of: deletion.context, in: call)
      var deleted = DeletionState.Deleted(object, at: token, in: context ?? "")
      deleted.isCertain = deletion.isCertain
      let save = effects.saves.first { $0.context == deletion.context }
      let failure = save.map { self.failure(of: $0, in: function, at: token) }
      // What drops it itself is found in the function.
      let isFound = if case .dropped? = save?.failure { deletion.isOfKnownEntity } else { false }
      let isHidden = if case .dropped? = failure { !isFound } else { false }
      if deletion.isSaved, !isHidden || context == nil {
        guard object.type.entity != nil, object.type.isOfObjects else { continue }
        if !deletion.isCertain {
          // What it returns may say whether it has.
          guard !mayAnswer || isDropped(at: token) else { continue }
          deletions.possiblySavedDeletes[deleted.taken] = (deleted, ways.current)
          recordSaved(deleted)
          continue
        }
        markSaved(deleted, of: object)
      } else if context != nil {
        // Where it is saved, that is done below, and finds the failure.
        for each in deleted.each(of: object) { deletions.delete(object, each) }
      }
    }
  }

  /// Records what a called function takes out of relationships.
  private mutating func applyUnlinks(
    of effects: FunctionEffects, of function: Int, at token: Int, _ call: EffectCall
  ) {
    for unlink in effects.unlinks {
      if let owner = value(of: unlink.owner, in: call), owner.object != 0,
        code.declaration(unlink.use)?.isToMany == false
      {
        free(owner, by: FreeingUnlink(function: function, use: unlink.use), at: token)
      }
      if !unlink.isCertain { continue }
      self.unlink(
        unlink.use, of: value(of: unlink.owner, in: call)?.name, isWhole: true, at: token,
        isSettled: unlink.isSettled)
    }
    for freeing in effects.freeings {
      let names = Set(freeing.objects.flatMap { self.names(of: $0, in: call) })
      if names.isEmpty, !freeing.objects.isEmpty { continue }
      unlinks.add(
        Unlinks.Unlink(
          owner: "", use: freeing.use, isWhole: true, place: token, names: names,
          isSettled: freeing.isSettled, isOfAll: freeing.objects.isEmpty))
    }
    for taking in effects.takings {
      guard let taken = value(of: .argument(taking.parameter), in: call) else { continue }
      free(taken, by: FreeingUnlink(function: function, use: taking.use), at: token)
    }
  }

  /// The names of an object, or of a list and of the objects that the code names in that.
  private func names(of place: FunctionEffects.Place, in call: EffectCall) -> [String] {
    let objects = value(of: place, in: call)?.objects ?? []
    let inList = variables.flatMap { scope in
      scope.filter { objects.contains($0.value.object) }.map(\.key)
    }
    return [name(of: place, in: call)].compactMap(\.self) + inList
  }

  /// Records that an object, or each of a list, is deleted and saved.
  mutating func markSaved(_ deleted: DeletionState.Deleted, of object: CodeValue) {
    recordSaved(deleted)
    for each in deleted.each(of: object) {
      deletions.markSaved(each.taken, each)
      markHeldSaved(by: each)
    }
  }

  /// Records that an object is deleted and saved, on some path.
  mutating func recordSaved(_ deleted: DeletionState.Deleted) {
    guard !ways.isLater, let object = deleted.taken.object, object <= parameters.last else {
      return
    }
    deletions.savedParameters[object] = deleted
  }

  /// Records that a called function takes what it is given out of what holds it.
  private mutating func free(_ value: CodeValue, by unlink: FreeingUnlink, at token: Int) {
    guard uses.freed.count < Limits.pending else { return }
    let place = ways.place(at: token)
    uses.freed.append(Freed(unlink: unlink, object: value.object, place: place))
  }

  /// Returns the value here of what a called function is given; nil for anything else.
  private func value(
    of place: FunctionEffects.Place, _ base: CodeValue?, _ given: [Argument], _ places: [Int]
  ) -> CodeValue? {
    switch place {
    case .argument(let number): places.firstIndex(of: number).map { given[$0].value }
    case .own: base ?? nearby("self")
    case .named: nil
    }
  }

  /// Returns the name here of a called function's object or context; nil where it has none.
  func name(
    of place: FunctionEffects.Place, _ base: CodeValue?, _ given: [Argument], _ places: [Int]
  ) -> String? {
    guard case .named(let name) = place else { return value(of: place, base, given, places)?.name }
    guard let base, name != Self.mainContext else { return name }
    // Another object's context is called after that.
    guard let owner = base.name else { return nil }
    let whole = name.hasPrefix("self.") ? owner + name.dropFirst("self".count) : "\(owner).\(name)"
    // A function that calls itself on a property of its object would give ever longer names.
    return whole.split(separator: ".").count > Limits.properties ? nil : whole
  }

  /// Records what a called function inserts, of what it is given or returns.
  mutating func insert(
    _ effects: FunctionEffects, _ base: CodeValue?, _ given: [Argument], _ places: [Int],
    returning result: inout CodeValue
  ) {
    for inserted in effects.insertions {
      guard let context = name(of: inserted.context, base, given, places) else { continue }
      var object = result
      if let place = inserted.object {
        guard let known = value(of: place, base, given, places) else { continue }
        object = known
      } else {
        (result.isNew, result.object) = (true, deletions.newObject())
        object = result
      }
      deletions.insert(object, in: context, isSaved: inserted.isSaved)
      for name in inserted.filled { deletions.fill(name, of: object) }
    }
  }

  /// Returns what becomes here of a failure of a save in a called function.
  func failure(
    of save: FunctionEffects.Save, in function: Int, at token: Int
  ) -> SaveFailure {
    let name = code.functions[function].declaration.name
    return switch save.failure {
    case .thrown: deletions.failing
    case .answered where !isDropped(at: token):
      deletions.asked == .answered ? .answered : .thrown
    case .dropped, .answered: .dropped(by: .function(name))
    case .rolledBack: .rolledBack
    }
  }

  /// Whether nothing uses what a call at a token returns.
  private func isDropped(at token: Int) -> Bool {
    reading.statementCall.places.contains(token) && !reading.statementCall.mayBeReturned
  }

  /// Finds what a deleted and saved object held by cascade when the code took it from there, or what led to it
  /// from there: that is gone as well.
  mutating func markHeldSaved(by deleted: DeletionState.Deleted) {
    var lost = [deleted.taken.object].compactMap(\.self)
    while let holder = lost.popLast() {
      let values = variables.joined().map(\.value)
      let owners = Set(values.filter { $0.object == holder }.compactMap(wholeOfPart))
      for value in values where deletions.savedDeletes[.all(value.object)] == nil {
        guard value.type.entity != nil, value.type.isOfObjects else { continue }
        let isHeld = value.holder.first.map { held in
          held.object == holder
            && held.path.allSatisfy { code.declaration($0)?.deleteRule == .cascade }
        }
        guard isHeld == true || owners.contains(value.object) else { continue }
        deletions.markSaved(
          .all(value.object), DeletionState.Deleted(value, at: deleted.token, in: deleted.context))
        lost.append(value.object)
      }
    }
  }

  /// Returns the object from which the code took an object that deletes that one by cascade; nil for none.
  private func wholeOfPart(_ value: CodeValue) -> Int? {
    guard let holder = value.holder.first, holder.path.count == 1,
      let inverse = code.inverse(of: holder.path[0]),
      code.declaration(inverse)?.deleteRule == .cascade
    else { return nil }
    return holder.object
  }

  /// Finds that objects leave the relationships by which the code came to them, so that they stay when their
  /// holder is deleted.
  mutating func release(at place: Int, where isTaken: (CodeValue, Holder) -> Bool) {
    for scope in variables.indices {
      for (name, value) in variables[scope] {
        guard let holder = value.holder.first, isTaken(value, holder) else { continue }
        variables[scope][name]?.holder = []
        deletions.released.append(
          DeletionState.Released(name: name, object: value.object, holder: holder, token: place))
      }
    }
  }

  /// The names of the variables whose objects a relationship of a named object holds.
  func names(heldBy use: RelationshipUse, of owner: String?) -> Set<String> {
    guard let owner else { return [] }
    return variables.reduce(into: []) { names, scope in
      for (name, value) in scope
      where value.holder.first.map({ $0.name == owner && $0.path == [use] }) == true {
        names.insert(name)
      }
    }
  }

  /// Puts back which object holds what left it in a block that may not be done.
  mutating func restoreHolders(after count: Int) {
    deletions.releasedInLastBlock = Array(deletions.released.dropFirst(count))
    deletions.released.removeLast(deletions.releasedInLastBlock.count)
    for released in deletions.releasedInLastBlock { setHolder(of: released, [released.holder]) }
  }

  /// Finds that what leaves its holder in each round of a loop has left it.
  mutating func recordReleased(by loop: Int) {
    for released in deletions.releasedInLastBlock where ways.isWhole(loop, for: released.token) {
      setHolder(of: released, [])
      deletions.released.append(released)
    }
  }

  private mutating func setHolder(of released: DeletionState.Released, _ holder: [Holder]) {
    for scope in variables.indices where variables[scope][released.name]?.object == released.object
    {
      variables[scope][released.name]?.holder = holder
    }
  }

  /// Finds which objects leave relationships because a relationship is given a value.
  ///
  /// - Parameters:
  ///   - use: The relationship.
  ///   - owner: The name of the object that has it.
  ///   - value: The value that is assigned or added.
  ///   - isWhole: Whether all that was there leaves it.
  ///   - place: The token of that.
  mutating func release(
    _ use: RelationshipUse, of owner: String?, for value: CodeValue, isWhole: Bool, at place: Int
  ) {
    let inverse = code.inverse(of: use)?.name
    let moved = owner.flatMap(variable)
    release(at: place) { known, holder in
      guard let path = holder.path.last else { return false }
      let isMoved =
        known.name == owner
        || moved?.isEach == true && (known.object == moved?.list || moved?.holder.first == holder)
      if isMoved, path.name == inverse { return true }
      guard path.name == use.name else { return false }
      if isWhole, holder.name == owner { return true }
      return value.name != nil && known.name == value.name
        || value.list != 0 && known.list == value.list
        || value.holder.first == holder && value.type != known.type
    }
  }
}
