import ModelDeletes
import ObjectGraph
import Scenarios
import SourceText

/// What a person would call the things that a delete concerns.
struct EffectsWords {
  let effects: EntityEffects
  let schema: Schema

  /// The name of the entity that is asked for.
  var entity: String { schema.declaration(of: effects.entity).name }

  func name(_ entity: EntityID) -> String { schema.declaration(of: entity).name }

  func qualified(_ relationship: RelationshipID) -> String {
    schema.qualifiedName(of: relationship)
  }

  func rule(_ relationship: RelationshipID) -> String {
    "\(schema.declaration(of: relationship).deleteRule.rawValue), \(qualified(relationship))"
  }

  /// The name of an entity that stands for just these kinds, otherwise all of them.
  func name(_ kinds: [EntityID], near entity: EntityID) -> String {
    let fitting = ([entity] + schema.entities).first { schema.kinds(of: $0) == kinds }
    return fitting.map { name($0) } ?? kinds.map { name($0) }.listed("or")
  }

  /// `the List`, `an Item that goes with it`, or both.
  func subject(_ deleted: EntityEffects.Deleted, near entity: EntityID) -> String {
    let requested = "the \(name(deleted.requested, near: effects.entity))"
    let taken = "\(name(deleted.taken, near: entity).withArticle) that goes with it"
    if deleted.taken.isEmpty { return requested }
    return deleted.requested.isEmpty ? taken : "\(requested) or \(taken)"
  }

  /// `the List` or `the Item`, or `a Node that goes` where it can be either.
  func object(_ deleted: EntityEffects.Deleted, near entity: EntityID) -> String {
    let near = deleted.taken.isEmpty ? effects.entity : entity
    let name = name(deleted.kinds, near: near)
    let isOne = deleted.requested.isEmpty || deleted.taken.isEmpty
    return isOne ? "the \(name)" : "\(name.withArticle) that goes"
  }

  /// `if it is a Dog: `, where what is said holds for no other object of the entity.
  func condition(_ deleted: EntityEffects.Deleted) -> String {
    if !deleted.taken.isEmpty || deleted.requested == effects.kinds { return "" }
    return "if it is \(name(deleted.requested, near: effects.entity).withArticle): "
  }
}

extension Framework {
  /// What reading through a reference to a deleted object does.
  var danglingWords: String {
    switch danglingRead {
    case .traps: "reading through it traps"
    case .cannotBeFulfilled: "the fault cannot be fulfilled (133000)"
    }
  }
}
