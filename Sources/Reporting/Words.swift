import CompiledOnce
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// What the kinds of a schema are called.
struct KindNames {
  let schema: Schema
  /// The first entity that each set of kinds can be called by.
  private let entities: [[EntityID]: EntityID]

  init(in schema: Schema) {
    self.schema = schema
    entities = Dictionary(
      schema.entities.map { (schema.kinds(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The name of an entity that stands for just these kinds, otherwise all of them.
  func name(_ kinds: [EntityID], near entity: EntityID) -> String {
    let fitting = schema.kinds(of: entity) == kinds ? entity : entities[kinds]
    return fitting.map { schema.declaration(of: $0).name }
      ?? kinds.map { schema.declaration(of: $0).name }.listed("or")
  }
}

/// What a person would call the things that a delete concerns.
struct EntityWords {
  let effects: EntityEffects
  private let names: KindNames
  /// What the cascades of each level bring, by the root that they inherit from.
  private let reached: [Int: [EntityID: [EntityID]]]

  init(_ effects: EntityEffects, naming names: KindNames) {
    self.effects = effects
    self.names = names
    let schema = names.schema
    reached = effects.cascades.grouped(by: \.level).mapValues { cascades in
      Set(cascades.flatMap(\.destinations)).grouped { schema.root(of: $0) }
    }
  }

  var schema: Schema { names.schema }

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
    names.name(kinds, near: entity)
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

extension EntityWords {
  /// What happens to those that stay.
  struct Effects {
    var losses: [EntityEffects.Survivors] = []
    var denials: [EntityEffects.Blockers] = []
    var invalidations: [EntityEffects.Survivors] = []
    var dangling: [EntityEffects.Survivors] = []
    var crashes: [EntityEffects.Blockers] = []

    var isEmpty: Bool {
      losses.isEmpty && denials.isEmpty && invalidations.isEmpty && dangling.isEmpty
        && crashes.isEmpty
    }
  }

  /// What happens whatever is shared, or what happens only where something is.
  func effects(whereShared: Bool) -> Effects {
    Effects(
      losses: effects.losses.filter { isShared($0) == whereShared },
      denials: effects.denials.filter { isShared($0) == whereShared },
      invalidations: effects.invalidations.filter { isShared($0) == whereShared },
      dangling: effects.dangling.filter { isShared($0) == whereShared },
      crashes: effects.crashes.filter { isShared($0) == whereShared })
  }

  /// Whether it concerns only what something that stays holds as well, by the very relationship that
  /// takes it along.
  func isShared(_ survivors: EntityEffects.Survivors) -> Bool {
    isShared(survivors.deleted, heldBy: survivors.relationship)
  }

  func isShared(_ blockers: EntityEffects.Blockers) -> Bool {
    isShared(blockers.deleted, heldBy: schema.inverse(of: blockers.relationship)?.relationship)
  }

  private func isShared(_ deleted: EntityEffects.Deleted, heldBy holder: RelationshipID?) -> Bool {
    deleted.requested.isEmpty && effects.cascades.contains { $0.relationship == holder }
  }

  /// All of it in one line: `takes Item and Tag along, refused while Order.items holds anything, leaves
  /// nothing dangling`.
  var verdict: String {
    if effects.kinds.isEmpty { return "there can be no object of it" }
    let taken = taken
    let goes = taken.isEmpty ? "deletes nothing else" : "takes \(few(taken, "and")) along"
    return ([goes] + consequences).joined(separator: ", ")
  }

  /// The names of the kinds that go with an object, without those that it can be itself.
  var taken: [String] { effects.names(in: schema).taken }

  /// The to-one relationships of what stays that a delete empties.
  var emptied: [String] {
    effects(whereShared: false).losses.map(\.relationship)
      .filter { !schema.declaration(of: $0).isToMany }.map(qualified)
  }

  /// When a delete is refused.
  var refusal: String {
    let (always, shared) = (effects(whereShared: false), effects(whereShared: true))
    let refusals =
      always.denials.map { "\(qualified($0.relationship)) holds anything" }
      + always.invalidations.map { "\(qualified($0.relationship)) needs it" }
    if !refusals.isEmpty { return "refused while \(few(refusals))" }
    return shared.denials.isEmpty && shared.invalidations.isEmpty
      ? "never refused" : "refused only where objects are shared"
  }

  /// What else comes of a delete, each in some words: what refuses it, what is left dangling, what
  /// crashes.
  var consequences: [String] {
    let (always, shared) = (effects(whereShared: false), effects(whereShared: true))
    var parts = [refusal]
    if !always.dangling.isEmpty {
      parts.append("leaves \(few(always.dangling.map { qualified($0.relationship) })) dangling")
    } else {
      let condition = shared.dangling.isEmpty ? "" : " unless objects are shared"
      parts.append("leaves nothing dangling\(condition)")
    }
    let crashes = (always.crashes + shared.crashes).map { qualified($0.relationship) }
    if !crashes.isEmpty {
      let likelihood = words(of: .oneToOneLeft)?.likelihood ?? "crashes"
      parts.append("\(likelihood) while \(few(crashes)) holds anything")
    }
    let fatal = effects.crashingCascades.map { qualified($0) }
    if !fatal.isEmpty {
      let likelihood = words(of: .mandatoryBackReference)?.likelihood ?? "crashes"
      parts.append("\(likelihood) while \(few(fatal)) holds anything")
    }
    return parts
  }

  /// How surely a behaviour is met on the releases that are asked for, and what is known of each: nil
  /// where it is on none of them.
  func words(
    of condition: Framework.Condition
  ) -> (likelihood: String, words: String)? {
    effects.range?.words(of: condition, under: schema.framework.name)
  }

  /// What is not the same on all releases, a sentence each.
  var releaseSentences: [String] {
    let fatal = words(of: .mandatoryBackReference)?.words ?? "crashes"
    var sentences = effects.crashingCascades.map { relationship in
      let back = schema.inverse(of: relationship).map { qualified($0.relationship) } ?? ""
      return "\(qualified(relationship)) takes what must have it (\(back) is mandatory): \(fatal)"
    }
    if !effects.crashes.isEmpty, let (_, words) = words(of: .oneToOneLeft) {
      let names = effects.crashes.map { qualified($0.relationship) }
      sentences.append("\(names.listed()) \(names.count == 1 ? "is" : "are") one-to-one: \(words)")
    }
    return sentences
  }

  func few(_ words: [String], _ last: String = "or") -> String {
    // More of them in a line that says all would say nothing.
    let most = 3
    let left = words.count - most
    return left > 1
      ? (words.prefix(most) + ["\(left) more"]).listed(last) : words.listed(last)
  }
}

extension String {
  /// The text with a capital at its beginning.
  var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}

extension Schema {
  /// The ancestor of an entity that has no parent.
  fileprivate func root(of entity: EntityID) -> EntityID { lineage(of: entity).last ?? entity }
}

extension EntityWords {
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
    let sources = Set(cascade.sources)
    let isWhole = Set(sources.map { schema.root(of: $0) }).allSatisfy { root in
      reached[cascade.level - 1]?[root]?.allSatisfy(sources.contains) ?? true
    }
    return isWhole ? "" : "where that is \(name.withArticle): "
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
    let declaration = schema.declaration(of: relationship)
    let property = declaration.name
    let emptied =
      declaration.isToMany
      ? "take it out of \(property)"
      : declaration.isOptional ? "set \(property) to nil" : "make \(property) optional"
    return DenialWords.lift(deleting: "the \(blocker)", orTo: emptied)
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
  func code(_ broken: EntityEffects.Survivors) -> ErrorCode { shortage(broken).code }

  private func shortage(_ broken: EntityEffects.Survivors) -> ObjectGraph.Violation.Kind {
    schema.declaration(of: broken.relationship).shortage ?? .missing
  }

  /// How to lift it.
  func lift(_ broken: EntityEffects.Survivors) -> String {
    let relationship = broken.relationship
    let survivor = name(broken.kinds, near: schema.source(of: relationship))
    let other = name(broken.deleted.kinds, near: schema.destination(of: relationship))
    let change = shortage(broken).remedy(for: qualified(relationship))
    let rule = broken.inverse.map { " of \(qualified($0))" } ?? ""
    return "delete the \(survivor) first or with it, give it another \(other), \(change), "
      + "or change the rule\(rule)"
  }

  /// A reference that is left dangling, and what reading it does.
  func dangling(_ left: EntityEffects.Survivors) -> String {
    let relationship = left.relationship
    let object = object(left.deleted, near: schema.destination(of: relationship))
    let verb = schema.declaration(of: relationship).isToMany ? "holds" : "leads to"
    return "\(condition(left.deleted))\(qualified(relationship)) still \(verb) \(object), "
      + "because \(danglingReason(left.inverse.map(qualified))): \(schema.framework.danglingWords)"
  }

  /// A one-to-one relationship that was observed to crash.
  func crash(_ crash: EntityEffects.Blockers) -> String {
    "\(condition(crash.deleted))where \(holding(crash)) (one-to-one, \(rule(crash.relationship)))"
  }
}

extension InstancesReport {
  /// Some names as a person would list them, without the many that nobody would read.
  func listed(_ names: [String]) -> String {
    let most = 10
    let left = names.count - most
    return left > 1 ? (names.prefix(most) + ["\(left) more"]).listed() : names.listed()
  }

  /// A step with what goes: `milk and eggs (cascade, groceries.items)`.
  func words(_ step: InstanceEffects.Step) -> String {
    "\(listed(step.taken)) (cascade, \(step.source).\(step.relationship))"
  }

  func loss(_ lost: InstanceEffects.Lost) -> String {
    "\(lost.link.source).\(lost.link.relationship) loses \(lost.link.destination)\(by(lost))"
  }

  private func by(_ lost: InstanceEffects.Lost) -> String {
    guard let rule = lost.rule, let inverse = lost.inverse else { return "" }
    return " (\(rule.rawValue), \(inverse))"
  }

  func denial(_ denial: InstanceEffects.Denial) -> String {
    words(denial).finding(declaredAs: denial.rule)
  }

  func lift(_ denial: InstanceEffects.Denial) -> String { words(denial).lift }

  private func words(_ denial: InstanceEffects.Denial) -> DenialWords {
    DenialWords(
      denial.object, denial.relationship, blockers: listed(denial.blockers),
      isOne: denial.blockers.count == 1)
  }

  func violation(_ violation: InstanceEffects.Violation) -> String {
    words(violation).finding(without: violation.lost.isEmpty ? nil : listed(violation.lost))
  }

  func lift(_ violation: InstanceEffects.Violation) -> String {
    words(violation).lift(declaredAs: violation.property)
  }

  private func words(_ violation: InstanceEffects.Violation) -> ViolationWords {
    ViolationWords(violation.object, violation.relationship, violation.kind)
  }

  /// A one-to-one link that was observed to crash, and where.
  func crash(_ link: NamedLink, in effects: InstanceEffects) -> String {
    "\(link), one-to-one" + remark(.oneToOneLeft, in: effects)
  }

  /// A cascade that crashes because of what it takes along, and where.
  func crashingCascade(_ link: NamedLink, in effects: InstanceEffects) -> String {
    "\(link), which must have it" + remark(.mandatoryBackReference, in: effects)
  }

  /// What is not the same on all releases, a sentence each.
  func releaseSentences(_ effects: InstanceEffects) -> [String] {
    [
      (effects.crashes, "one-to-one: ", Framework.Condition.oneToOneLeft),
      (effects.crashingCascades, "takes what must have it: ", .mandatoryBackReference),
    ].compactMap { links, title, condition in
      links.isEmpty
        ? nil : effects.range?.exception(from: condition, model.framework).map { title + $0 }
    }
  }

  private func remark(_ condition: Framework.Condition, in effects: InstanceEffects) -> String {
    effects.range?.exception(from: condition, model.framework).map { " (\($0))" } ?? ""
  }

  func dangling(_ left: InstanceEffects.Lost) -> String {
    return "\(left.link.source).\(left.link.relationship) still leads to "
      + "\(left.link.destination), because \(danglingReason(left.inverse)): "
      + model.schema.framework.danglingWords
  }
}

/// Why a reference is left dangling.
private func danglingReason(_ inverse: String?) -> String {
  inverse.map { "its inverse \($0) is noAction" } ?? "it has no inverse"
}
