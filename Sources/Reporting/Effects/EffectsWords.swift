import ModelDeletes
import ObjectGraph

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
    let requested = requested(deleted)
    let taken = "\(name(deleted.taken, near: entity).withArticle) that goes with it"
    if deleted.taken.isEmpty { return requested }
    return deleted.requested.isEmpty ? taken : "\(requested) or \(taken)"
  }

  /// `the List` or `the Item`, or `a Node` where it can be either.
  func object(_ deleted: EntityEffects.Deleted, near entity: EntityID) -> String {
    if deleted.taken.isEmpty { return requested(deleted) }
    let name = name(deleted.kinds, near: entity)
    return deleted.requested.isEmpty ? "the \(name)" : "\(name.withArticle) that goes"
  }

  private func requested(_ deleted: EntityEffects.Deleted) -> String {
    deleted.requested == effects.kinds
      ? "the \(entity)"
      : "the \(entity), if it is \(name(deleted.requested, near: effects.entity).withArticle),"
  }
}

extension EffectsWords {
  /// A cascade with what goes: `its items (cascade, List.items): every Item`.
  func words(_ cascade: EntityEffects.Cascade) -> String {
    let relationship = cascade.relationship
    let declaration = schema.declaration(of: relationship)
    let isOne = !declaration.isToMany || declaration.maxCount == 1
    let isOwn = cascade.level == 1
    let taken = name(cascade.destinations, near: schema.destination(of: relationship))
    var what = isOne ? (isOwn ? "the \(taken)" : "the \(taken) of each") : "every \(taken)"
    if cascade.again == cascade.destinations {
      what +=
        cascade.repeats
        ? ", and so on, \(isOne ? "to the end of the chain" : "through the whole tree")"
        : ", named above"
    } else if !cascade.again.isEmpty {
      let again = name(cascade.again, near: schema.destination(of: relationship))
      what += " (\(again.withArticle) is named above)"
    }
    return "\(isOwn ? "its" : "their") \(declaration.name)\(condition(cascade)) "
      + "(\(rule(relationship))): \(what)"
  }

  /// Which of the objects of a level have the relationship, where not all do.
  private func condition(_ cascade: EntityEffects.Cascade) -> String {
    let name = name(cascade.sources, near: schema.source(of: cascade.relationship))
    if cascade.level == 1 {
      return cascade.sources == effects.kinds ? "" : ", if it is \(name.withArticle)"
    }
    // What the level before brought of the same family of entities.
    let above = effects.cascades.filter { $0.level == cascade.level - 1 }.flatMap(\.destinations)
    let family = Set(above).filter { kind in
      cascade.sources.contains { areRelated(kind, $0) }
    }
    return family.isSubset(of: cascade.sources) ? "" : ", where it is \(name.withArticle)"
  }

  private func areRelated(_ one: EntityID, _ other: EntityID) -> Bool {
    schema.entities.contains {
      schema.entity(one, isKindOf: $0) && schema.entity(other, isKindOf: $0)
    }
  }

  /// A reference that is lost: `Tag.items no longer holds the Item (nullify, Item.tags)`.
  func loss(_ loss: EntityEffects.Survivors) -> String {
    let relationship = loss.relationship
    let what =
      schema.declaration(of: relationship).isToMany
      ? "no longer holds \(object(loss.deleted, near: schema.destination(of: relationship)))"
      : "becomes empty"
    return "\(qualified(relationship)) \(what.withoutTrailingComma) (\(by(loss)))"
  }

  private func by(_ survivors: EntityEffects.Survivors) -> String {
    survivors.inverse.map { rule($0) } ?? "no inverse"
  }

  /// What a deny rule refuses.
  func denial(_ denial: EntityEffects.Blockers) -> String {
    "while \(holding(denial)) that does not go as well "
      + "(\(ErrorCode.deniedDelete.rawValue); \(rule(denial.relationship)))"
  }

  /// How to lift it.
  func lift(_ denial: EntityEffects.Blockers) -> String {
    let relationship = denial.relationship
    let blocker = name(denial.kinds, near: schema.destination(of: relationship))
    let emptied =
      schema.declaration(of: relationship).isToMany
      ? "take it out of \(qualified(relationship))" : "set \(qualified(relationship)) to nil"
    return "delete the \(blocker) first or with it, \(emptied), or change the rule"
  }

  private func holding(_ blockers: EntityEffects.Blockers) -> String {
    let relationship = blockers.relationship
    let name = name(blockers.kinds, near: schema.destination(of: relationship))
    return "\(subject(blockers.deleted, near: schema.source(of: relationship))) still has "
      + "\(name.withArticle) in \(qualified(relationship))"
  }

  /// What refuses the delete, because it would be invalid.
  func invalidation(_ broken: EntityEffects.Survivors) -> String {
    let relationship = broken.relationship
    let declaration = schema.declaration(of: relationship)
    let survivor = name(broken.kinds, near: schema.source(of: relationship)).withArticle
    let object = object(broken.deleted, near: schema.destination(of: relationship))
    let reason =
      declaration.isToMany
      ? "\(survivor) that stays would be left with fewer than \(declaration.minCount) in "
        + "\(qualified(relationship)) without \(object)"
      : "\(survivor) that stays has \(object) as \(qualified(relationship)), "
        + "which must not be empty"
    return "while \(reason.withoutTrailingComma) (\(code(broken).rawValue); \(by(broken)))"
  }

  /// Core Data's number for it.
  func code(_ broken: EntityEffects.Survivors) -> ErrorCode {
    schema.declaration(of: broken.relationship).isToMany
      ? .lacksMinimumCount : .missingMandatoryProperty
  }

  /// How to lift it.
  func lift(_ broken: EntityEffects.Survivors) -> String {
    let relationship = broken.relationship
    let survivor = name(broken.kinds, near: schema.source(of: relationship))
    let other = name(broken.deleted.kinds, near: schema.destination(of: relationship))
    let change =
      schema.declaration(of: relationship).isToMany
      ? "lower the minimum of \(qualified(relationship))"
      : "make \(qualified(relationship)) optional"
    let rule = broken.inverse.map { " of \(qualified($0))" } ?? ""
    return "delete the \(survivor) first or with it, give it another \(other), \(change), "
      + "or change the rule\(rule)"
  }

  /// A reference that is left dangling, and what reading it does.
  func dangling(_ left: EntityEffects.Survivors) -> String {
    let relationship = left.relationship
    let object = object(left.deleted, near: schema.destination(of: relationship))
    let reason =
      left.inverse.map { "its inverse \(qualified($0)) is noAction" } ?? "it has no inverse"
    let verb = schema.declaration(of: relationship).isToMany ? "holds" : "leads to"
    return "\(qualified(relationship)) still \(verb) \(object.withoutTrailingComma), because "
      + "\(reason): \(schema.framework.danglingWords)"
  }

  /// A one-to-one relationship that was observed to crash.
  func crash(_ crash: EntityEffects.Blockers) -> String {
    "where \(holding(crash)) that does not go as well (one-to-one, \(rule(crash.relationship)))"
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

extension String {
  /// The word with `a` or `an`.
  var withArticle: String { "\("AEIOUaeiou".contains(prefix(1)) && !isEmpty ? "an" : "a") \(self)" }

  /// The text without a comma that the end of the clause makes needless.
  var withoutTrailingComma: String { hasSuffix(",") ? String(dropLast()) : self }
}
