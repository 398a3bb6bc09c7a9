import ModelFiles
import ObjectGraph
import SwiftSource

/// The deletes and saves of a function, as far as they concern its callers.
struct FunctionEffects: Equatable {
  /// An object or a context, as a function knows it.
  enum Place: Hashable {
    /// A parameter, by its number.
    case argument(Int)
    /// The object that the function is called on.
    case own
    /// Anything else, by its name in the code.
    case named(String)
  }

  /// A delete of something that the function is given.
  struct Deletion: Hashable {
    let object: Place
    /// The context, where that has not saved it.
    let context: Place?
    /// Whether the function says itself of which entity the object is.
    let isOfKnownEntity: Bool
  }

  /// A save of a context.
  struct Save: Hashable {
    let context: Place
    let failure: SaveFailure
  }

  /// A relationship of something that the function is given, which it empties.
  struct Unlink: Hashable {
    let owner: Place
    let use: RelationshipUse
  }

  /// An object that a context inserts.
  struct Insertion: Hashable {
    /// The object; nil for the one that the function makes and returns.
    let object: Place?
    let context: Place
    let isSaved: Bool
    /// The relationships to which the function gives something.
    let filled: Set<String>
  }

  var deletions: Set<Deletion> = []
  var insertions: Set<Insertion> = []
  var unlinks: Set<Unlink> = []
  var saves: Set<Save> = []
  /// The bits of the parameters that are batch deletes, or their results, and are merged into contexts.
  var merged: UInt64 = 0
  /// The bits of the parameters that are set to return identifiers.
  var returningIdentifiers: UInt64 = 0
  /// The tokens of the batch deletes whose results, or which, it returns.
  var returned: Set<Int> = []
  /// Whether those return identifiers.
  var returnsIdentifiers = false

  var isEmpty: Bool { self == FunctionEffects() }

  /// The context through which it deletes and saves; nil where there is none, or several.
  var onlyContext: Place? {
    let contexts = Set(saves.map(\.context)).union(deletions.compactMap(\.context))
    return contexts.count == 1 ? contexts.first : nil
  }
}

extension Evaluation {
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
      if let object = variables[0][parameter.name]?.object { places[object] = .argument(number) }
    }
    for (object, deleted) in aftermath.gone {
      guard let object = places[object] else { continue }
      effects.deletions.insert(
        FunctionEffects.Deletion(
          object: object, context: nil, isOfKnownEntity: deleted.type.entity != nil))
    }
    for deleted in aftermath.pending where deleted.isCertain {
      guard let object = places[deleted.object] else { continue }
      effects.deletions.insert(
        FunctionEffects.Deletion(
          object: object, context: place(deleted.context),
          isOfKnownEntity: deleted.type.entity != nil))
    }
    for unlink in unlinks.current where unlink.isWhole {
      let owner = place(unlink.owner)
      if case .named = owner { continue }
      effects.unlinks.insert(FunctionEffects.Unlink(owner: owner, use: unlink.use))
    }
    for (context, failure) in aftermath.saved {
      effects.saves.insert(FunctionEffects.Save(context: place(context), failure: failure))
    }
    let returned = Set(self.returned.values.map(\.object))
    for (object, inserted) in aftermath.inserted {
      guard places[object] != nil || inserted.isNew && returned == [object] else { continue }
      effects.insertions.insert(
        FunctionEffects.Insertion(
          object: places[object], context: place(inserted.context),
          isSaved: inserted.isSaved, filled: aftermath.filled(of: object)))
    }
    effects.merged = batches.merged & ~BatchDeletes.bits
    effects.returningIdentifiers = batches.returningIdentifiers & ~BatchDeletes.bits
    effects.returned = batches.returnedTokens
    effects.returnsIdentifiers =
      batches.returned & batches.returningIdentifiers & BatchDeletes.bits != 0
    return effects
  }

  /// Does to the batch deletes among the arguments of a call what the called function does to them.
  ///
  /// - Returns: The bit of the call, if its result is that of a batch delete.
  mutating func applyBatches(
    _ effects: FunctionEffects, _ function: Int, _ given: [Argument], _ places: [Int], at token: Int
  ) -> UInt64 {
    for (argument, place) in zip(given, places) where place < Limits.parameters {
      if effects.merged & 1 << UInt64(place) != 0 { batches.merged |= argument.value.origin }
      if effects.returningIdentifiers & 1 << UInt64(place) != 0 {
        batches.returningIdentifiers |= argument.value.origin
      }
    }
    if effects.returned.isEmpty { return 0 }
    let bit = batches.bit(for: token, of: function)
    if effects.returnsIdentifiers { batches.returningIdentifiers |= bit }
    return bit
  }

  /// Does to the arguments of a call what the called function does to them.
  mutating func apply(
    _ effects: FunctionEffects, _ base: CodeValue?, _ given: [Argument], _ places: [Int],
    at token: Int
  ) {
    func value(_ place: FunctionEffects.Place) -> CodeValue? {
      self.value(of: place, base, given, places)
    }
    func name(_ place: FunctionEffects.Place) -> String? {
      self.name(of: place, base, given, places)
    }
    let onlySave = effects.saves.count == 1 ? effects.saves.first : nil
    for deletion in effects.deletions {
      guard let object = value(deletion.object), object.type.entity != nil,
        object.type.isOfObjects
      else { continue }
      var deleted = Aftermath.Deleted(object, at: token, in: "")
      if let context = deletion.context {
        guard let context = name(context) else { continue }
        deleted.context = context
        aftermath.delete(deleted)
      } else if let onlySave, hidesFailure(of: onlySave, after: deletion),
        let context = name(onlySave.context)
      {
        // It is saved below, where the failure is found.
        deleted.context = context
        aftermath.delete(deleted)
      } else {
        aftermath.lose(object.object, deleted)
        loseHeld(by: deleted)
      }
    }
    for unlink in effects.unlinks {
      self.unlink(unlink.use, of: value(unlink.owner)?.name, isWhole: true)
    }
    for saved in effects.saves {
      if let context = name(saved.context) { save(context, at: token, failing: saved.failure) }
    }
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
    guard let base else { return name }
    // Another object's context is called after that.
    guard let owner = base.name else { return nil }
    return name.hasPrefix("self.") ? owner + name.dropFirst("self".count) : "\(owner).\(name)"
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
        (result.isNew, result.object) = (true, aftermath.newObject())
        object = result
      }
      aftermath.insert(object, in: context, isSaved: inserted.isSaved)
      for name in inserted.filled { aftermath.fill(name, of: object) }
    }
  }

  /// Whether it goes unnoticed here that a called function could not save what it deleted, and that is not
  /// found in the function itself.
  private func hidesFailure(
    of save: FunctionEffects.Save, after deletion: FunctionEffects.Deletion
  ) -> Bool {
    switch save.failure {
    case .thrown: aftermath.triesSilently
    case .dropped: !deletion.isOfKnownEntity
    case .rolledBack: false
    }
  }

  /// Finds what a deleted and saved object held by cascade when the code took it from there: that is gone as
  /// well.
  mutating func loseHeld(by deleted: Aftermath.Deleted) {
    var lost = [deleted.object]
    while let holder = lost.popLast() {
      for (_, value) in variables.joined() {
        guard aftermath.gone[value.object] == nil, let held = value.holder.first,
          held.object == holder, case .entity = value.type,
          held.path.allSatisfy({ code.declaration($0)?.deleteRule == .cascade })
        else { continue }
        aftermath.lose(
          value.object, Aftermath.Deleted(value, at: deleted.token, in: deleted.context))
        lost.append(value.object)
      }
    }
  }

  /// Finds whether a function of the app reads what it is given and is gone.
  mutating func readGone(
    _ given: [Argument], by function: Int, _ places: [Int], at token: Int
  ) {
    if aftermath.gone.isEmpty { return }
    for (argument, place) in zip(given, places) {
      guard case .entity = argument.value.type,
        let deleted = aftermath.deletion(of: argument.value),
        !aftermath.told.contains(deleted.token),
        let read = firstRead(of: place, by: function)
      else { continue }
      aftermath.told.insert(deleted.token)
      keep(
        FoundCall(
          .read, argument.value, at: token,
          FoundCall.Details(
            deletion: deleted.token, property: read.name, isWrite: read.isWrite)))
    }
  }

  /// Returns the stored property that a function first reads of one of its arguments, through whatever it
  /// calls; nil if it reads none for certain.
  private func firstRead(of place: Int, by function: Int) -> AppCode.ReadProperty? {
    let argument = AppCode.GivenArgument(function: function, argument: place)
    if let known = code.known.reads[argument] { return known }
    let known = code.functions[function]
    guard depth < Limits.properties, let body = known.declaration.body else { return nil }
    // A function that calls itself reads no more than it does by itself.
    code.known.reads[argument] = .some(nil)
    var inner = Evaluation(
      code, file: known.file, owner: known.owner, function: known.declaration, depth: depth + 1)
    let name = known.declaration.parameters[place].name
    if let value = inner.variable(name) {
      inner.aftermath.lose(value.object, Aftermath.Deleted(value, at: -1, in: ""))
    }
    inner.run(body)
    let read = inner.found.first { $0.kind == .read && $0.deletion == -1 }
      .map { AppCode.ReadProperty(name: $0.property ?? name, isWrite: $0.isWrite) }
    code.known.reads[argument] = .some(read)
    return read
  }
}
