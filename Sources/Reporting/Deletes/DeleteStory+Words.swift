import CompiledOnce
import DeleteCalls
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// Every step of a delete is worded in this file, for all commands and formats.
extension DeleteStory {
  /// The app's own code that runs before what is deleted is.
  func hooks(in model: Model) -> [DeleteHook] {
    let names = requested.map { model.schema.declaration(of: $0).name } + alsoDeleted
    return Set(names.compactMap { model.deleteHooks[$0] }).sorted { $0.location < $1.location }
  }

  func sentence(_ step: Step) -> String {
    switch step.kind {
    case .alsoDeleted: cascade(step)
    case .unlinked: loss(step)
    case .blocked: "\(denial(step)): \(lift(step))"
    case .madeInvalid: "\(invalidation(step)): \(lift(step))"
    case .leftDangling: dangling(step)
    case .crashes: crash(step)
    case .crashesByCascade: crashByCascade(step)
    case .failed, .leftInvalid, .avoidsCrash: "it \(batchPhrase([step]))"
    }
  }

  /// The whole story in one line, the worst first: `the save fails while Order.items holds anything; also
  /// deletes Item and Tag`; of a batch delete, without a subject.
  var verdict: String {
    if requested.isEmpty { return "there can be no object of it" }
    if operation == .batchDelete {
      return ([batchPhrases.joined(separator: "; it ")].filter { !$0.isEmpty } + [batchRest])
        .joined(separator: "; otherwise it ")
    }
    let alone = alsoDeleted.isEmpty ? ["deletes only the \(name)"] : []
    return (consequences(refusal) + alone + sideEffects).joined(separator: "; ")
  }

  /// The verdict with its harm, which comes first, marked by how bad it is.
  func markedHarm(in verdict: String) -> Prose {
    let harm = operation == .delete ? harm(refusal).joined(separator: "; ") : ""
    guard let mark = gravity.mark, verdict.lowercased().hasPrefix(harm.lowercased()) else {
      return verdict.prose
    }
    let rest = String(verdict.dropFirst(harm.count))
    return Prose(.marked(mark, String(verdict.prefix(harm.count)).prose)) + rest.prose
  }

  /// The harm that the delete of a call can do, the worst first, with the condition under which the save
  /// fails, in words; empty if it does none.
  func harm(_ refusal: String?) -> [String] {
    switch operation {
    case .delete: consequences(refusal)
    case .batchDelete:
      batchKinds.filter { $0[0].kind != .avoidsCrash }.map(batchPhrase)
        + [leaving].compactMap(\.self)
    }
  }

  /// The objects that the delete of a call changes in addition to the requested one.
  var sideEffects: [String] {
    let emptied = steps(.unlinked).filter {
      !$0.needsSharing && !schema.declaration(of: $0.relationship).isToMany
    }.map { qualified($0.relationship) }
    var effects = alsoDeleted.isEmpty ? [] : ["also deletes \(few(alsoDeleted, "and"))"]
    if !emptied.isEmpty { effects.append("sets \(few(emptied, "and")) to nil") }
    if operation == .batchDelete {
      if !effects.isEmpty, !steps(.failed, .blocked).isEmpty { effects[0] += " unless it fails" }
      effects += batchKinds.filter { $0[0].kind == .avoidsCrash }.map(batchPhrase)
      if !isMerged { effects.append("leaves stale objects in contexts") }
    }
    return effects
  }

  /// A verb and the objects that the function of a call deletes in addition to what it is given, and that the delete
  /// itself does not; nil for none.
  func addition(by call: DeleteCall) -> String? {
    let others = call.alsoDeleted.filter { !alsoDeleted.contains($0) }
      .map { $0 == call.entity ? "another \($0)" : $0.withArticle }
    return others.isEmpty ? nil : "can also delete \(few(others, "and"))"
  }

  /// The condition under which the save fails; nil if it cannot.
  var refusal: String? { refusal(doubt: doubtAboutDeny.map { " (\($0))" } ?? "") }

  /// The same without the doubt whether a deny rule blocks the delete.
  var plainRefusal: String? { refusal(doubt: "") }

  private func refusal(doubt: String) -> String? {
    let refusals = steps(.blocked, .madeInvalid)
    // The doubt is about what deny blocks, which comes last.
    let always = [Step.Kind.madeInvalid, .blocked].flatMap { kind in
      refusals.filter { !$0.needsSharing && $0.kind == kind }.map { step in
        "\(qualified(step.relationship)) \(kind == .blocked ? "holds anything" : "needs it")"
      }
    }
    if !always.isEmpty { return "the save fails while \(few(always))\(doubt)" }
    return refusals.isEmpty ? nil : "the save fails only if objects are shared"
  }

  /// The doubt whether a deny rule blocks the delete.
  private var doubtAboutDeny: String? {
    steps(.blocked).isEmpty ? nil : range?.doubtAboutDeny(of: schema.framework.name)?.phrase
  }

  /// The other consequences, each in some words: blocked saves, dangling references, crashes.
  private func consequences(_ refusal: String?) -> [String] {
    let crashes = [Step.Kind.crashes, .crashesByCascade].compactMap { kind -> String? in
      // Those that need no sharing come first.
      let steps = [false, true].flatMap { isShared in
        self.steps(kind).filter { $0.needsSharing == isShared }
      }
      if steps.isEmpty { return nil }
      let names = steps.map { qualified($0.relationship) }
      return "\(words(of: kind)?.likelihood ?? "crashes") while \(few(names)) holds anything"
    }
    return crashes + [leaving, refusal].compactMap(\.self)
  }

  /// The references that are left dangling, in some words; nil if there are none.
  private var leaving: String? {
    let dangling = steps(.leftDangling)
    if dangling.isEmpty { return nil }
    let always = dangling.filter { !$0.needsSharing }.map { qualified($0.relationship) }
    let places = always.isEmpty ? "only if objects are shared" : "in \(few(always, "and"))"
    let doubt = dangling.contains { $0.basis == .predicted } ? " (predicted, not observed)" : ""
    return "leaves dangling references \(places)\(doubt)"
  }

  /// The likelihood of a crash on the releases, and what is known of each; nil where none of them has it.
  func words(of kind: Step.Kind) -> (likelihood: String, words: String)? {
    range?.words(of: kind.crash, under: schema.framework.name)
  }

  /// The releases on which a deny rule may not block the delete, in a sentence.
  var denySentence: String? {
    steps(.blocked).isEmpty ? nil : range?.doubtAboutDeny(of: schema.framework.name)?.words
  }

  /// Differences between releases, a sentence each.
  var releaseSentences: [String] {
    crashSentences
      + [cascadeSentence, denySentence, repeatedSentence, replacedSentence, danglingSentence]
      .compactMap(\.self)
  }

  /// The crash of another delete after a rollback, in a sentence.
  private var repeatedSentence: String? {
    operation == .delete && !alsoDeleted.isEmpty
      ? range?.doubt(about: .deletedAgain, of: schema.framework.name) : nil
  }

  /// The crash of an assignment to a to-one that holds the object before the save, in a sentence.
  private var replacedSentence: String? {
    let isHeld = steps(.unlinked).contains { step in
      !schema.declaration(of: step.relationship).isToMany
    }
    return operation == .delete && isHeld
      ? range?.doubt(about: .pendingReplaced, of: schema.framework.name) : nil
  }

  /// The failure of the save that leaves a to-one without an inverse dangling, in a sentence.
  private var danglingSentence: String? {
    operation == .delete
      && steps(.leftDangling).contains { schema.isOneWayToOne($0.relationship) }
      ? range?.doubt(about: .oneWayLeft, of: schema.framework.name) : nil
  }

  /// The releases on which the delete of an inserted object loses its cascades, in a sentence.
  var cascadeSentence: String? {
    operation == .delete && !alsoDeleted.isEmpty
      ? range?.doubtAboutCascade(of: schema.framework.name) : nil
  }

  /// The releases on which the delete crashes, a sentence for each kind of crash.
  var crashSentences: [String] {
    let sentences = steps(.crashesByCascade).map(sentence)
    let crashes = steps(.crashes).map { qualified($0.relationship) }
    guard !crashes.isEmpty, let (_, words) = words(of: .crashes) else { return sentences }
    let verb = crashes.count == 1 ? "is" : "are"
    return sentences + ["\(crashes.listed()) \(verb) one-to-one: \(words)"]
  }
}

extension DeleteStory.Step.Kind {
  /// The behaviour of a release that a crash depends on.
  var crash: Framework.Condition { self == .crashes ? .oneToOneLeft : .mandatoryBackReference }
}

/// Names of what a delete concerns.
extension DeleteStory {
  var name: String { name(entity) }

  func name(_ entity: EntityID) -> String { schema.declaration(of: entity).name }

  /// Returns the name of an entity that covers exactly these kinds, otherwise the names of all of
  /// them.
  func name(_ kinds: [EntityID], near entity: EntityID) -> String {
    names.name(kinds, near: entity)
  }

  func qualified(_ relationship: RelationshipID) -> String {
    schema.qualifiedName(of: relationship)
  }

  /// The first few of some words, and how many more there are.
  func few(_ words: [String], _ last: String = "or") -> String {
    // More of them in a line that says all would say nothing.
    let most = 3
    let left = words.count - most
    return left > 1
      ? (words.prefix(most) + ["\(left) more"]).listed(last) : words.listed(last)
  }

  private func rule(_ relationship: RelationshipID) -> String {
    "\(schema.declaration(of: relationship).deleteRule.rawValue), \(qualified(relationship))"
  }

  /// `the List`, `an Item deleted with it`, or both.
  private func subject(_ step: Step, near entity: EntityID) -> String {
    let requested = "the \(name(step.requested, near: self.entity))"
    let taken = "\(name(step.cascaded, near: entity).withArticle) deleted with it"
    if step.cascaded.isEmpty { return requested }
    return step.requested.isEmpty ? taken : "\(requested) or \(taken)"
  }

  /// `the List` or `the Item`, or `a deleted Node` where it can be either.
  private func object(_ step: Step) -> String {
    let near = step.cascaded.isEmpty ? entity : schema.destination(of: step.relationship)
    let name = name(step.deleted, near: near)
    let isOne = step.requested.isEmpty || step.cascaded.isEmpty
    return isOne ? "the \(name)" : "a deleted \(name)"
  }

  /// `if it is a Dog: `, where what is said holds for no other object of the entity, and `where that is a
  /// Dog: ` for what the level before deleted.
  private func condition(_ step: Step) -> String {
    if !step.isConditional { return "" }
    guard step.kind == .alsoDeleted else {
      return "if it is \(name(step.requested, near: entity).withArticle): "
    }
    let name = name(step.sources, near: schema.source(of: step.relationship))
    return "\(step.level == 1 ? "if it" : "where that") is \(name.withArticle): "
  }
}

extension String {
  /// The text with a capital at its beginning.
  var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}

extension DeleteStory {
  /// A cascade with what it deletes: `every Item in List.items (cascade)`.
  private func cascade(_ step: Step) -> String {
    let relationship = step.relationship
    let declaration = schema.declaration(of: relationship)
    let isOne = !declaration.isToMany || declaration.maxCount == 1
    let taken = name(step.destinations, near: schema.destination(of: relationship))
    var what =
      "\(isOne && step.level == 1 ? "the" : "every") \(taken) in \(qualified(relationship)) "
      + "(\(declaration.deleteRule.rawValue))"
    if step.again == step.destinations {
      what += step.repeats ? ", and so on, \(extent(step, isOne: isOne))" : ", named above"
    } else if !step.again.isEmpty {
      let again = name(step.again, near: schema.destination(of: relationship))
      what += " (\(again.withArticle) is named above)"
    }
    return condition(step) + what
  }

  /// The extent of a cascade that leads back to where it came from.
  private func extent(_ step: Step, isOne: Bool) -> String {
    let isDirect = step.destinations.contains { step.sources.contains($0) }
    if !isDirect { return "as far as the references reach" }
    return isOne ? "to the end of the chain" : "through the whole tree"
  }

  /// A reference that is lost: `Tag.items no longer holds the Item (nullify, Item.tags)`.
  private func loss(_ step: Step) -> String {
    let isToMany = schema.declaration(of: step.relationship).isToMany
    let what = isToMany ? "no longer holds \(object(step))" : "becomes empty"
    return "\(condition(step))\(qualified(step.relationship)) \(what) (\(cause(of: step)))"
  }

  private func cause(of step: Step) -> String { step.cause.map(rule) ?? "no inverse" }

  /// A deny rule that blocks the delete.
  private func denial(_ step: Step) -> String {
    "\(condition(step))while \(holding(step)) "
      + "(\(ErrorCode.deniedDelete.rawValue); \(rule(step.relationship))"
      + "\(doubtAboutDeny.map { "; \($0)" } ?? ""))"
  }

  /// A remedy for what makes the save fail.
  func lift(_ step: Step) -> String {
    let relationship = step.relationship
    let declaration = schema.declaration(of: relationship)
    if step.kind == .blocked {
      let blocker = name(step.destinations, near: schema.destination(of: relationship))
      let property = declaration.name
      let emptied =
        declaration.isToMany
        ? "remove it from \(property)"
        : declaration.isOptional
          ? "set \(property) to nil" : "make \(property) optional and set it to nil"
      return DenialWords.lift(deleting: "the \(blocker)", orTo: emptied)
    }
    let survivor = name(step.sources, near: schema.source(of: relationship))
    let other = name(step.deleted, near: schema.destination(of: relationship))
    let change = shortage(step).remedy(for: qualified(relationship))
    let rule = step.cause.map { " of \(qualified($0))" } ?? ""
    return "delete the \(survivor) first or together with it, give it another \(other), \(change), "
      + "or change the rule\(rule)"
  }

  /// `a User that stays is the owner of the List`, or `is in the owners` of it.
  private func holding(_ step: Step) -> String {
    let relationship = step.relationship
    let declaration = schema.declaration(of: relationship)
    let name = name(step.destinations, near: schema.destination(of: relationship))
    let place = declaration.isToMany ? "in the \(declaration.name)" : "the \(declaration.name)"
    let owner = subject(step, near: schema.source(of: relationship))
    return "\(name.withArticle) that stays is \(place) of \(owner)"
  }

  /// A survivor that would be invalid, so that the save fails.
  private func invalidation(_ step: Step) -> String {
    let relationship = step.relationship
    let declaration = schema.declaration(of: relationship)
    let survivor = name(step.sources, near: schema.source(of: relationship)).withArticle
    let reason =
      declaration.isToMany
      ? "\(survivor) that stays would be left with fewer than \(declaration.minCount)"
        + "\(declaration.isOptional && declaration.minCount > 1 ? " but at least 1" : "") in "
        + "\(qualified(relationship)) without \(object(step))"
      : "\(survivor) that stays has \(object(step)) as \(qualified(relationship)), "
        + "which must not be empty"
    return "\(condition(step))while \(reason) (\(code(of: step).rawValue); \(cause(of: step)))"
  }

  /// Core Data's number for what makes the save fail.
  func code(of step: Step) -> ErrorCode {
    step.kind == .blocked ? .deniedDelete : shortage(step).code
  }

  private func shortage(_ step: Step) -> ObjectGraph.Violation.Kind {
    schema.declaration(of: step.relationship).shortage ?? .missing
  }

  /// A reference that is left dangling, and what reading it does.
  private func dangling(_ step: Step) -> String {
    let verb = schema.declaration(of: step.relationship).isToMany ? "holds" : "points at"
    return "\(condition(step))\(qualified(step.relationship)) still \(verb) \(object(step)), "
      + "because \(danglingReason(step.cause.map(qualified))): \(schema.framework.danglingWords(on: range))"
  }

  private func crash(_ step: Step) -> String {
    "\(condition(step))where \(holding(step)) (one-to-one, \(rule(step.relationship)))"
  }

  private func crashByCascade(_ step: Step) -> String {
    let back = schema.inverse(of: step.relationship).map { qualified($0.relationship) } ?? ""
    return
      "\(qualified(step.relationship)) cascades to objects that require their parent (\(back) is mandatory): "
      + (words(of: .crashesByCascade)?.words ?? "crashes")
  }
}

extension DeleteStory {
  /// The kinds of harm in the order in which deletes and calls are listed.
  enum Gravity: Int, CaseIterable, Comparable {
    case crash, dangling, failure, other

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

    /// The mark of such harm; nil for none.
    var mark: Prose.Mark? {
      switch self {
      case .crash, .dangling: .error
      case .failure: .warning
      case .other: nil
      }
    }
  }

  /// The place in a list, the least first: by the worst harm, and then what deletes other objects.
  var place: Int { gravity.rawValue * 2 + (alsoDeleted.isEmpty ? 1 : 0) }

  /// Whether the delete does no harm and changes nothing else.
  var isHarmless: Bool {
    !requested.isEmpty && sideEffects.isEmpty && consequences(refusal).isEmpty
  }

  /// The worst harm of the delete, except for what needs shared objects.
  var gravity: Gravity {
    let kinds = Set(steps.filter { !$0.needsSharing }.map(\.kind))
    if !kinds.isDisjoint(with: [.crashes, .crashesByCascade]) { return .crash }
    if kinds.contains(.leftDangling) { return .dangling }
    let failures: Set<Step.Kind> = [.blocked, .madeInvalid, .failed, .leftInvalid]
    return kinds.isDisjoint(with: failures) ? .other : .failure
  }
}
