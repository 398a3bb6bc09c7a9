import ModelFiles
import ObjectGraph
import SwiftSource

extension Evaluation {
  /// Whether each place that ends the body early comes after an unlink, or has nothing to take out.
  private func isDoneWhereverItEnds(_ unlink: Unlinks.Unlink) -> Bool {
    unlinks.earlyEnds.allSatisfy { end in
      end.empty.contains("\(unlink.owner).\(unlink.use.name)")
        || unlink.owner.isEmpty
          && (end.missing.map { code.isKind($0, of: unlink.use.entity) } == true
            || end.reasons?.allSatisfy { isReason($0, for: unlink) } == true)
        || end.unlinks.contains { $0.joined(with: unlink) != nil }
    }
  }

  /// Returns the effects of a function on its callers, after its body was evaluated.
  func effects(of function: SwiftFunction) -> FunctionEffects {
    let places = EffectPlaces(of: function, in: self)
    var effects = FunctionEffects()
    for (number, parameter) in function.parameters.enumerated()
    where variables[0][parameter.name]?.isPart == true { effects.reduced.insert(number) }
    addDeletions(to: &effects, of: function, places)
    addUnlinks(to: &effects, places.place(of:))
    addTakings(to: &effects, of: function, places)
    effects.wipes = wipes(hasResult: function.result != nil)
    for gift in uses.gifts {
      guard let value = places.ofObjects[gift.value], let owner = places.ofObjects[gift.owner]
      else { continue }
      effects.gifts.insert(FunctionEffects.Gift(value: value, owner: owner, use: gift.use))
    }
    addSaves(to: &effects, of: function, places)
    for given in deletions.relinkedArguments {
      guard let place = Self.place(ofBit: given.bit) else { continue }
      effects.relinked.insert(FunctionEffects.Relinking(object: place, entity: given.entity))
    }
    let returned = Set(self.returned.values.map(\.object))
    for (object, inserted) in deletions.inserted {
      let place = places.ofObjects[object]
      guard place != nil || inserted.isNew && returned == [object] else { continue }
      effects.insertions.insert(
        FunctionEffects.Insertion(
          object: place, context: places.place(of: inserted.context),
          isSaved: inserted.isSaved, filled: deletions.filled(of: object)))
    }
    effects.merged = batches.merged & ~BatchDeletes.bits
    effects.returningIdentifiers = batches.returningIdentifiers & ~BatchDeletes.bits
    effects.returned = batches.returnedTokens
    effects.returnsIdentifiers =
      batches.returned & batches.returningIdentifiers & BatchDeletes.bits != 0
    return effects
  }

  /// The names and the objects that a function is given.
  private struct EffectPlaces {
    let function: SwiftFunction
    /// The object that it is called on and its arguments, by their numbers as objects.
    var ofObjects: [Int: FunctionEffects.Place]

    init(of function: SwiftFunction, in evaluation: Evaluation) {
      self.function = function
      ofObjects = [evaluation.own.object: .own]
      for (number, parameter) in function.parameters.enumerated() {
        if let value = evaluation.variables[0][parameter.name] {
          ofObjects[value.object] = .argument(number)
        }
      }
    }

    func place(of name: String) -> FunctionEffects.Place {
      if name == "self" { return .own }
      let number = function.parameters.firstIndex { $0.name == name }
      return number.map { .argument($0) } ?? .named(name)
    }
  }

  /// Adds the deletes of a function that concern its callers to its effects.
  private func addDeletions(
    to effects: inout FunctionEffects, of function: SwiftFunction, _ places: EffectPlaces
  ) {
    func add(
      _ object: Int?, _ deleted: DeletionState.Deleted, isSaved: Bool, isCertain: Bool
    ) {
      guard
        let object = object.flatMap({ places.ofObjects[$0] })
          ?? place(ofOther: deleted, isSaved: isSaved)
      else { return }
      // Without a result, a function that ends as a value is missing has done all there is.
      let mayReturn = ways.mayReturn(
        before: deleted.token, unlessForNothing: function.result == nil)
      effects.deletions.insert(
        FunctionEffects.Deletion(
          object: object, context: places.place(of: deleted.context),
          entity: object.entity(of: deleted),
          isUnprepared: object.isGiven || isUnprepared(deleted), isSaved: isSaved,
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
  }

  /// Adds what a function saves, or leaves unsaved, to its effects.
  private func addSaves(
    to effects: inout FunctionEffects, of function: SwiftFunction, _ places: EffectPlaces
  ) {
    effects.unsavedBeforeTasks = Set(later.unsaved.map(places.place(of:)))
    for (context, failure) in deletions.saved {
      effects.saves.insert(
        FunctionEffects.Save(context: places.place(of: context), failure: failure))
    }
    for saved in deletions.conditionalSaves where deletions.saved[saved.context] == nil {
      let isLast = deletions.pending.allSatisfy { $0.token < saved.way.token }
      guard isLast, ways.isCertain(saved.way, with: .start) else { continue }
      effects.saves.insert(
        FunctionEffects.Save(
          context: places.place(of: saved.context), failure: saved.failure,
          condition: saved.condition))
    }
    effects.rolledBack = Set(
      deletions.rolledBack.filter { context, token in
        deletions.saved[context] == nil && !ways.mayReturn(before: token)
      }.map { places.place(of: $0.key) })
    // A failure that is caught and told goes no further.
    for (context, entities) in deletions.refusals
    where function.isThrowing && (deletions.saved[context] ?? .thrown) == .thrown {
      effects.refusals.formUnion(entities)
    }
  }

  /// Returns the place of a deleted object that the function is not given: the property that holds it, or for a delete
  /// that callers may save, what it found; nil for any other.
  private func place(
    ofOther deleted: DeletionState.Deleted, isSaved: Bool
  ) -> FunctionEffects.Place? {
    if deleted.isNew { return nil }
    let isOpen = !isSaved && isUnprepared(deleted)
    switch deleted.type {
    case .entity(let entity):
      let names = deletions.held.filter { $0.value == deleted.taken.object && isStored($0.key) }
      return names.keys.min().map { .named($0) } ?? (isOpen ? .found(entity) : nil)
    case .generic(_, let parameterMask, _) where isOpen:
      if parameterMask == Self.maskOfSelf { return .foundOfType(argument: nil) }
      return Self.onlyParameter(of: parameterMask).map { .foundOfType(argument: $0) }
    default: return nil
    }
  }

  /// Whether neither the function nor one that it calls handles what can refuse a delete.
  private func isUnprepared(_ deleted: DeletionState.Deleted) -> Bool {
    if deleted.origin == .preparedCallee { return false }
    if let entity = deleted.type.entity { return isUnprepared(entity) }
    return deletions.questions.isEmpty && deletions.handedOver.isEmpty
      && !found.contains { $0.kind == .unlink || !$0.entities.isEmpty }
  }

  /// Whether a name is that of a stored property of the object around, or of a static one, which holds the same until
  /// the code sets it.
  private func isStored(_ name: String) -> Bool {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, own.type.instance.entity == nil, own.type.entity == nil else {
      return false
    }
    if parts[0] == "self" { return isHeld(CodeValue(named: name, .unknown)) }
    let type = code.resolved(.named([parts[0]], arguments: []), in: scope)
    guard variable(parts[0]) == nil, type.isKnown, let property = code.property(parts[1], of: type)
    else { return false }
    return property.declaration.accessors == nil && !isFetched(property)
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
        let rest = Set(unlink.rest.map(place))
        // Of what the function finds itself, its callers know no more than that it may be any.
        let isGiven = rest.allSatisfy { if case .named = $0 { false } else { true } }
        if !isGiven { continue }
        effects.freeings.insert(
          FunctionEffects.Freeing(
            use: unlink.use, objects: objects, rest: rest, isSettled: unlink.isSettled))
        continue
      }
      let owner = place(unlink.owner)
      if case .named = owner { continue }
      effects.unlinks.insert(
        FunctionEffects.Unlink(
          owner: owner, use: unlink.use, isSettled: unlink.isSettled, isCertain: isCertain))
    }
  }

  /// Adds the objects that a function is given and takes out of relationships to its effects.
  private func addTakings(
    to effects: inout FunctionEffects, of function: SwiftFunction, _ places: EffectPlaces
  ) {
    for unlink in unlinks.current where !unlink.isWhole && !unlink.isReplaced {
      // It takes out something else, too.
      let isOnly = found.count { $0.kind == .unlink && $0.relationship == unlink.use } == 1
      let named = function.parameters.indices.filter { index in
        let name = function.parameters[index].name
        return unlink.names.contains(name) && !parameters.redeclared.contains(name)
      }
      let only = named.count == 1 ? named[0] : nil
      guard isOnly, let number = Self.onlyParameter(of: unlink.parameterMask) ?? only else {
        continue
      }
      let owner = places.place(of: unlink.owner)
      effects.takings.insert(
        FunctionEffects.Taking(
          parameter: number, use: unlink.use, owner: owner.isGiven ? owner : nil,
          isCertain: isDoneWhereverItEnds(unlink)))
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
      guard let object = object(of: deletion, in: call) else { continue }
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
      if !deletion.object.isGiven {
        deleted.origin = deletion.isUnprepared ? .callee : .preparedCallee
      }
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

  /// The object of a called function's delete; nil for one without a value here.
  private mutating func object(
    of deletion: FunctionEffects.Deletion, in call: EffectCall
  ) -> CodeValue? {
    switch deletion.object {
    case .argument(let number):
      guard let given = call.places.firstIndex(of: number).map({ call.given[$0] }),
        !given.isNothing
      else { return nil }
      return given.value
    case .own: return value(of: .own, in: call)
    case .found(let entity): return CodeValue(type: .entity(entity))
    case .foundOfType(let argument):
      let key =
        argument.map { value(of: .argument($0), in: call)?.type } ?? (call.base ?? own).type
      return key?.statesEntity == true ? key.map { CodeValue(type: $0.innermost) } : nil
    case .named:
      guard let entity = deletion.entity else { return nil }
      guard let name = name(of: deletion.object, in: call) else {
        return CodeValue(type: .entity(entity))
      }
      var object = CodeValue(named: name, .entity(entity))
      object.object = deletions.object(heldBy: name)
      return object
    }
  }

  /// The names here of the properties that still hold what a called function has deleted of them.
  func propertiesHolding(
    deletedBy effects: FunctionEffects, _ base: CodeValue?, _ given: [Argument], _ places: [Int]
  ) -> Set<String> {
    Set(
      effects.deletions.filter { $0.entity != nil }.compactMap {
        name(of: $0.object, base, given, places)
      })
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
      if let given = freeing.rest.first {
        let value = value(of: given, in: call)
        if freeing.rest.count == 1, let value { setOnly(freeing.use, to: value, at: token) }
        continue
      }
      unlinks.add(
        Unlinks.Unlink(
          owner: "", use: freeing.use, isWhole: true, place: token, names: names,
          isSettled: freeing.isSettled, isOfAll: freeing.objects.isEmpty))
    }
    for taking in effects.takings {
      guard let index = call.places.firstIndex(of: taking.parameter) else { continue }
      let taken = call.given[index]
      free(taken.value, by: FreeingUnlink(function: function, use: taking.use), at: token)
      guard taking.isCertain, let name = taken.value.name, let owner = taking.owner else {
        continue
      }
      unlinks.names = [name]
      unlink(
        taking.use, of: self.name(of: owner, in: call), isWhole: false, [taken], at: token)
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
    case .named, .found, .foundOfType: nil
    }
  }

  /// Returns the name here of a called function's object or context; nil where it has none.
  func name(
    of place: FunctionEffects.Place, _ base: CodeValue?, _ given: [Argument], _ places: [Int]
  ) -> String? {
    guard case .named(let name) = place else { return value(of: place, base, given, places)?.name }
    let isStatic = name.first?.isUppercase == true
    guard let base, name != Self.mainContext, !isStatic else { return name }
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

extension FunctionEffects.Place {
  /// Whether it is the object that the function is called on, or an argument.
  fileprivate var isGiven: Bool {
    switch self {
    case .argument, .own: true
    case .named, .found, .foundOfType: false
    }
  }

  /// The entity of a deleted object, where a property holds it.
  fileprivate func entity(of deleted: DeletionState.Deleted) -> Int? {
    if case .named = self { deleted.type.entity } else { nil }
  }
}
