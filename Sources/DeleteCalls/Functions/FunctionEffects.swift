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
    /// An object that the function finds, of an entity.
    case found(Int)
    /// An object that it finds, of the type that an argument says by its number, or that it is called on.
    case foundOfType(argument: Int?)
  }

  /// A delete of something that the function is given, that a property holds, or that it finds and leaves unsaved.
  struct Deletion: Hashable {
    let object: Place
    let context: Place
    /// The entity of what a property holds.
    var entity: Int?
    /// Whether the function neither asks about what can refuse it nor clears that; true for what it is given.
    var isUnprepared = true
    /// Whether the context has saved it.
    let isSaved: Bool
    /// Whether the function says itself of which entity the object is.
    let isOfKnownEntity: Bool
    /// Whether the function deletes it on every path on which it returns.
    let isCertain: Bool
  }

  /// A save of a context.
  struct Save: Hashable {
    let context: Place
    let failure: SaveFailure
    /// The condition on a parameter without which it does not save; nil for none.
    var condition: Evaluation.ParameterCondition?
  }

  /// A relationship of something that the function is given, which it empties.
  struct Unlink: Hashable {
    let owner: Place
    let use: RelationshipUse
    let isSettled: Bool
    /// Whether it is empty wherever the function ends.
    let isCertain: Bool

    /// The same of a call that may mean another function.
    var ofUncertainCall: Unlink {
      Unlink(owner: owner, use: use, isSettled: isSettled, isCertain: false)
    }
  }

  /// A relationship that no object has any longer, or by which none holds one of some objects.
  struct Freeing: Hashable {
    let use: RelationshipUse
    /// The objects, or the lists of them; empty for all that there are.
    let objects: Set<Place>
    /// The arguments that the only object which has the relationship holds then.
    var rest: Set<Place> = []
    let isSettled: Bool
  }

  /// A delete of every object of some entities, on every path on which the function returns.
  struct Wipe: Hashable {
    let entities: Set<Int>
    let isBatch: Bool
  }

  /// An object that it gives to a to-one without an inverse.
  struct Gift: Hashable {
    let value: Place
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

  /// A relationship from which it takes out no more than what a parameter is, or holds.
  struct Taking: Hashable {
    let parameter: Int
    let use: RelationshipUse
    /// The object that has the relationship; nil for one that the callers do not know.
    var owner: Place?
    /// Whether it has taken that out wherever the function ends.
    var isCertain: Bool

    /// The same of a call that may mean another function.
    var ofUncertainCall: Taking {
      Taking(parameter: parameter, use: use, owner: owner, isCertain: false)
    }
  }

  /// A link to another object of what the function is given, or of its elements.
  struct Relinking: Hashable {
    let object: Place
    let entity: Int
  }

  var deletions: Set<Deletion> = []
  var wipes: Set<Wipe> = []
  var gifts: Set<Gift> = []
  var insertions: Set<Insertion> = []
  var unlinks: Set<Unlink> = []
  var takings: Set<Taking> = []
  /// What no object holds wherever the function ends.
  var freeings: Set<Freeing> = []
  /// The arguments that the function links to other objects, with the entities of the arguments.
  var relinked: Set<Relinking> = []
  var saves: Set<Save> = []
  /// The contexts with deletes that it leaves unsaved, where closures begin when it has ended.
  var unsavedBeforeTasks: Set<Place> = []
  /// The contexts that it rolls back and does not save.
  var rolledBack: Set<Place> = []
  /// The entities of which a save that throws may refuse what the function itself finds and deletes.
  var refusals: Set<Int> = []
  /// The numbers of the parameters that it takes something out of.
  var reduced: Set<Int> = []
  /// The bits of the parameters that are batch deletes, or their results, and are merged into contexts.
  var merged: UInt64 = 0
  /// The bits of the parameters that are set to return identifiers.
  var returningIdentifiers: UInt64 = 0
  /// The tokens of the batch deletes whose results, or which, it returns.
  var returned: Set<Int> = []
  /// Whether those return identifiers.
  var returnsIdentifiers = false
  /// The deletes of what it is not given, its own and those of the functions that it calls.
  var others: Set<Evaluation.ConditionalDelete> = []

  /// The same without the deletes of what it is not given.
  var withoutOthers: FunctionEffects {
    var effects = self
    effects.others = []
    return effects
  }

  var isEmpty: Bool { self == FunctionEffects() }

  /// The context through which it deletes and saves; nil where there is none, or several.
  var onlyContext: Place? {
    let contexts = Set(saves.map(\.context)).union(deletions.compactMap(\.context))
    return contexts.count == 1 ? contexts.first : nil
  }
}
