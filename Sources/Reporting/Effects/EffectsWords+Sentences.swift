import ModelDeletes
import ObjectGraph
import Scenarios
import SourceText

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
        ? ", and so on, \(way(cascade, isOne: isOne))" : ", named above"
    } else if !cascade.again.isEmpty {
      let again = name(cascade.again, near: schema.destination(of: relationship))
      what += " (\(again.withArticle) is named above)"
    }
    return "\(condition(cascade))\(isOwn ? "its" : "their") \(declaration.name) "
      + "(\(rule(relationship))): \(what)"
  }

  /// How far a cascade goes that leads back to where it came from.
  private func way(_ cascade: EntityEffects.Cascade, isOne: Bool) -> String {
    let isDirect = cascade.destinations.contains { cascade.sources.contains($0) }
    if !isDirect { return "as far as that leads" }
    return isOne ? "to the end of the chain" : "through the whole tree"
  }

  /// Which of the objects of a level have the relationship, where not all do.
  private func condition(_ cascade: EntityEffects.Cascade) -> String {
    let name = name(cascade.sources, near: schema.source(of: cascade.relationship))
    if cascade.level == 1 {
      return cascade.sources == effects.kinds ? "" : "if it is \(name.withArticle): "
    }
    // What the level before brought of the same family of entities.
    let above = effects.cascades.filter { $0.level == cascade.level - 1 }.flatMap(\.destinations)
    let family = Set(above).filter { kind in
      cascade.sources.contains { areRelated(kind, $0) }
    }
    return family.isSubset(of: cascade.sources) ? "" : "where that is \(name.withArticle): "
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
    return "\(condition(loss.deleted))\(qualified(relationship)) \(what) (\(by(loss)))"
  }

  private func by(_ survivors: EntityEffects.Survivors) -> String {
    survivors.inverse.map { rule($0) } ?? "no inverse"
  }

  /// What a deny rule refuses.
  func denial(_ denial: EntityEffects.Blockers) -> String {
    "\(condition(denial.deleted))while \(holding(denial)) "
      + "(\(ErrorCode.deniedDelete.rawValue); \(rule(denial.relationship)))"
  }

  /// How to lift it.
  func lift(_ denial: EntityEffects.Blockers) -> String {
    let relationship = denial.relationship
    let blocker = name(denial.kinds, near: schema.destination(of: relationship))
    let property = schema.declaration(of: relationship).name
    let declaration = schema.declaration(of: relationship)
    let emptied =
      declaration.isToMany
      ? "take it out of \(property)"
      : declaration.isOptional ? "set \(property) to nil" : "make \(property) optional"
    return "delete the \(blocker) first or with it, \(emptied), or change the rule"
  }

  /// `a User that stays is the owner of the List`, or `is in the owners` of it.
  private func holding(_ blockers: EntityEffects.Blockers) -> String {
    let relationship = blockers.relationship
    let declaration = schema.declaration(of: relationship)
    let name = name(blockers.kinds, near: schema.destination(of: relationship))
    let place = declaration.isToMany ? "in the \(declaration.name)" : "the \(declaration.name)"
    let owner = subject(blockers.deleted, near: schema.source(of: relationship))
    return "\(name.withArticle) that stays is \(place) of \(owner)"
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
    return "\(condition(broken.deleted))while \(reason) (\(code(broken).rawValue); \(by(broken)))"
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
    return "\(condition(left.deleted))\(qualified(relationship)) still \(verb) \(object), "
      + "because \(reason): \(schema.framework.danglingWords)"
  }

  /// A one-to-one relationship that was observed to crash.
  func crash(_ crash: EntityEffects.Blockers) -> String {
    "\(condition(crash.deleted))where \(holding(crash)) (one-to-one, \(rule(crash.relationship)))"
  }
}
