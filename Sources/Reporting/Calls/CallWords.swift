import CompiledOnce
import DeleteCalls
import DeleteMatrix
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// The words for the delete calls of an app, by the stories of their models.
struct CallWords {
  private let stories: [DeleteStories]
  /// A name for each model that no other one has.
  let names: [String]
  /// Whether each refusal by a deny rule says that sources disagree about in-memory stores.
  var statesDoubt = true

  init(by stories: [DeleteStories]) {
    self.stories = stories
    names = stories.map(\.model).distinctNames
  }

  private func refusal(_ story: DeleteStory) -> String? {
    statesDoubt ? story.refusal : story.plainRefusal
  }

  private func harm(_ story: DeleteStory) -> [String] { story.harm(refusal(story)) }

  /// The model of what a call deletes; nil where that is not certain.
  func model(of call: DeleteCall) -> Model? { call.model.map { stories[$0].model } }

  /// The story of what a call deletes; nil where that is not certain.
  func story(of call: DeleteCall) -> DeleteStory? {
    guard let stories = call.model.map({ stories[$0] }),
      let entity = call.entity.flatMap(stories.model.schema.entity)
    else { return nil }
    return stories.story(of: entity, at: call)
  }

  private func unlinked(_ call: DeleteCall) -> (relationship: RelationshipID, schema: Schema)? {
    guard let schema = model(of: call)?.schema, call.entity != nil,
      let relationship = call.relationship(in: schema)
    else { return nil }
    return (relationship, schema)
  }

  /// The words for a class that the models lack, at least on the releases in question.
  private func wordsOutsideModels(of name: String) -> String {
    let later = stories.flatMap(\.model.laterEntities).first { $0.name == name }
    return later.map { "a class of the model that is available from \($0.systems.listed()) on" }
      ?? "a class that is not in the model, such as one of an older version"
  }

  private func holdsMany(_ call: DeleteCall) -> Bool {
    unlinked(call).map { $0.schema.declaration(of: $0.relationship).isToMany } ?? true
  }

  struct Effects {
    /// The call itself: `deletes Trip`.
    let call: String
    /// The harm that it can do, the worst first.
    var harm: [String] = []
    /// The place of its worst harm in the order of a list.
    var gravity = DeleteStory.Gravity.other
    /// Other objects that it deletes or changes, and facts about it.
    var others: [String] = []

    /// Whether the call deletes only the requested object, or the code takes care of the rest.
    var isHarmless = false

    /// The call with its other effects, without the harm.
    var ordinary: String { others.isEmpty ? call : "\(call); \(others.joined(separator: "; "))" }

    var line: String {
      let effects = harm + others
      return effects.isEmpty ? call : "\(call): \(effects.joined(separator: "; "))"
    }
  }

  func sentence(_ call: DeleteCall) -> String { effects(of: call).line }

  func effects(of call: DeleteCall) -> Effects {
    var effects = effectsInModels(of: call)
    if let uncalled = call.uncalled {
      effects.others.append(UncalledCode.words([uncalled]) { "line \($0.line)" })
    }
    return effects
  }

  private func effectsInModels(of call: DeleteCall) -> Effects {
    let each = call.ofEachModel.map(effectsInFirstModel)
    if each.count < 2 { return each[0] }
    /// The words of all models, and with its name those of only some.
    func all(_ parts: (Effects) -> [String]) -> [String] {
      zip(call.models, each).reduce(into: []) { said, model in
        for part in parts(model.1) {
          let isOfAll = each.allSatisfy { parts($0).contains(part) }
          let words = isOfAll ? part : "\(part) (in \(names[model.0]))"
          if !said.contains(words) { said.append(words) }
        }
      }
    }
    return Effects(
      call: (each.first { !$0.isHarmless } ?? each[0]).call, harm: all(\.harm),
      gravity: each.map(\.gravity).min() ?? .other,
      others: all(\.others),
      isHarmless: each.allSatisfy(\.isHarmless))
  }

  private func effectsInFirstModel(of call: DeleteCall) -> Effects {
    let verb =
      switch call.kind {
      case .unlink: "unlinks"
      case .batchDelete: "batch-deletes"
      default: "deletes"
      }
    if !call.entities.isEmpty {
      return deletingEach(of: call, verb)
    }
    if !call.givenEntities.isEmpty {
      let object = call.kind == .batchDelete ? "entity" : "object"
      return Effects(
        call: "\(verb) the \(object) passed in",
        others: ["callers pass \(call.givenEntities.listed("or"))"])
    }
    let unknown =
      call.kind == .batchDelete
      ? "the rows of an entity that could not be determined"
      : "an object whose type could not be determined"
    if let hiding = call.hiding {
      let passed = call.givenEntities.isEmpty ? unknown : "the object passed in"
      let deleted = call.entity.map { "the \($0)" } ?? passed
      // A called function deletes and saves at once.
      let deletion = call.deletion.flatMap { $0 == call.location ? nil : $0 }
      let place = deletion.map { " on line \($0.line)" } ?? ""
      return Effects(
        call: "\(hiding.words) hides a failed save after deleting \(deleted)\(place)",
        harm: [story(of: call).flatMap(refusal) ?? "a failed save goes unnoticed"],
        gravity: .failure,
        others: cleared(by: call))
    }
    if let name = call.classOutsideModels {
      return Effects(call: "\(verb) \(name), \(wordsOutsideModels(of: name))", isHarmless: true)
    }
    guard call.isResolved else {
      return Effects(call: call.doubtfulDelete ?? "\(verb) \(unknown)")
    }
    let entity = call.entity ?? ""
    let deleted = "the \(entity)" + (call.deletion.map { " deleted on line \($0.line)" } ?? "")
    let story = story(of: call)
    switch call.kind {
    case .erase: return Effects(call: "deletes everything in the store")
    case .unlink: return unlinking(entity, call)
    case .read: return use(of: deleted, call, story)
    case .batchDelete, .delete, .save: return deleting(entity, call, story, verb)
    case .share: return Effects(call: "gives \(entity.withArticle) to another object")
    case .reuse: return reuse(of: deleted, call, story)
    }
  }

  /// The effects of a call that deletes objects of several entities: each effect with the entities that have it.
  private func deletingEach(of call: DeleteCall, _ verb: String) -> Effects {
    let each = call.entities.compactMap { name in
      stories.lazy.compactMap { stories in
        stories.model.schema.entity(name).map { (name, stories.story(of: $0, at: call)) }
      }.first
    }
    func all(_ effects: (DeleteStory) -> [String]) -> [String] {
      let found = each.flatMap { name, story in effects(story).map { (name: name, words: $0) } }
      return found.map(\.words).sortedWithoutRepeats().map { words in
        let names = found.filter { $0.words == words }.map(\.name)
        return names.count == call.entities.count ? words : "\(words) (\(names.listed("and")))"
      }
    }
    return Effects(
      call: "\(verb) \(call.entities.listed(call.areAlternatives ? "or" : "and"))", harm: all(harm),
      gravity: each.map(\.1.gravity).min() ?? .other, others: all(\.sideEffects))
  }

  /// The effects of a call that uses a deleted object.
  private func use(of deleted: String, _ call: DeleteCall, _ story: DeleteStory?) -> Effects {
    guard let property = call.property else {
      return Effects(call: "deletes \(deleted) again", harm: ["can crash"], gravity: .crash)
    }
    let crashes = story?.schema.framework.trapsOnDanglingRead == true
    return Effects(
      call: "\(call.isWrite ? "sets" : "reads") '\(property)' of \(deleted)",
      harm: [
        crashes ? "can crash" : call.isWrite ? "nothing is stored" : "the value is nil or zero"
      ],
      gravity: crashes ? .crash : .other)
  }

  /// The effects of a call that replaces a deleted object, or deletes it again after a rollback: no harm where no rule
  /// warns of it.
  private func reuse(of deleted: String, _ call: DeleteCall, _ story: DeleteStory?) -> Effects {
    let words =
      call.relationship.map { "gives \($0) another object than \(deleted)" }
      ?? "deletes \(deleted) again after a rollback"
    let isRepeated = call.relationship == nil
    guard let story,
      !isRepeated || call.repeatedCascade(from: story.entity, in: story.schema) != nil
    else { return Effects(call: words) }
    let condition: Framework.Condition = isRepeated ? .deletedAgain : .pendingReplaced
    let name = story.schema.framework.name
    let mayCrash =
      story.range.map { range in
        range.releases.behaviour(condition, of: name)
          .map { range.eras.contains(where: $0.mayHappen) } ?? false
      } ?? (name == .swiftData)
    return Effects(call: words, harm: mayCrash ? ["can crash"] : [], gravity: .crash)
  }

  private func deleting(
    _ entity: String, _ call: DeleteCall, _ story: DeleteStory?, _ verb: String
  ) -> Effects {
    let lost = lostCascade(at: call)
    let harm = (story.map(harm) ?? []) + (lost.map { [$0.words] } ?? [])
    var effects = story?.sideEffects ?? []
    // Children that stay are deleted on other releases only.
    if let lost { effects[0] = lost.isEverywhere ? "" : "otherwise \(effects[0])" }
    let others =
      cleared(by: call) + effects.filter { !$0.isEmpty } + addition(by: call) + hooks(at: call)
    let isHarmless = harm.isEmpty && others.isEmpty
    let object = isHarmless ? "only the \(entity)" : entity
    return Effects(
      call: "\(verb) \(object)", harm: harm, gravity: story?.gravity ?? .other, others: others,
      isHarmless: isHarmless)
  }

  /// The objects that make the save fail and that the code around a call may have deleted or taken out.
  private func cleared(by call: DeleteCall) -> [String] {
    guard let story = story(of: call) else { return [] }
    let names = story.cleared(at: call).map(story.survivor).sortedWithoutRepeats()
    return names.isEmpty ? [] : ["each \(names.listed("and")) may be deleted or unlinked by then"]
  }

  /// A clause about the objects that the called function deletes in addition to what it is given.
  private func addition(by call: DeleteCall) -> [String] {
    guard let function = call.function, let words = story(of: call)?.addition(by: call) else {
      return []
    }
    return ["\(function)() \(words)"]
  }

  /// A clause about the app's own code that runs before an ordinary delete.
  private func hooks(at call: DeleteCall) -> [String] {
    guard call.kind == .delete, let model = model(of: call) else { return [] }
    let names = story(of: call)?.hooks(in: model).map(\.className) ?? []
    return names.map { "\($0).prepareForDeletion may do more" }
  }

  /// A clause about the releases on which a delete of an inserted object loses its cascades, and whether these
  /// are all; nil where it loses none.
  private func lostCascade(at call: DeleteCall) -> (words: String, isEverywhere: Bool)? {
    guard call.kind == .delete, !call.savedWith.isEmpty, let story = story(of: call),
      !story.alsoDeleted.isEmpty, let range = story.range,
      let behaviour = range.releases.behaviour(.insertedAndSaved, of: story.schema.framework.name)
    else { return nil }
    let losing = range.eras.filter(behaviour.mayHappen)
    if losing.isEmpty { return nil }
    let disputed = losing.filter { !behaviour.standing(on: $0).isPresumed }
    let isEverywhere = disputed.isEmpty && losing == range.eras
    let place =
      range.words { era in
        disputed.contains(era) ? .disputed : losing.contains(era) ? .word("") : .nothing
      }
    let words =
      isEverywhere
      ? "leaves the children"
      : disputed == losing
        ? "can leave the children (\(place))" : "leaves the children \(place)"
    return (
      "\(words), as the same context inserted and saved the \(call.entity ?? "")", isEverywhere
    )
  }

  private func unlinking(_ entity: String, _ call: DeleteCall) -> Effects {
    let relationship = call.relationship ?? ""
    let source = String(relationship.prefix { $0 != "." })
    let taken = partTaken(by: call, from: source)
    let takesOut = holdsMany(call) || taken?.part == entity
    let left = takesOut ? entity : source
    let words =
      takesOut
      ? "unlinks \(entity) from \(relationship)"
      : "unlinks \(source) from its \(entity) (\(relationship))"
    let schema = unlinked(call)?.schema
    if let schema, let emptied = call.emptiedMandatory(in: schema) {
      let (left, other) = (
        schema.declaration(of: schema.source(of: emptied)).name,
        schema.declaration(of: schema.destination(of: emptied)).name
      )
      return Effects(
        call: words,
        harm: [
          "deletes nothing; the save fails unless the \(left) gets another \(other) or is deleted"
        ], gravity: .failure)
    }
    if let schema, let entity = schema.entity(left), call.settles(entity, in: schema) {
      return Effects(
        call: words,
        others: ["deletes nothing; elsewhere, the code deletes the \(left) or links it"],
        isHarmless: true)
    }
    guard let (part, owner) = taken else {
      return Effects(call: words, others: ["deletes nothing"])
    }
    return Effects(
      call: words, harm: ["deletes nothing; the \(part) stays without \(owner.withArticle)"])
  }

  /// The part that a call takes out of what would delete it by cascade, and that owner; nil if neither side
  /// cascades.
  private func partTaken(
    by call: DeleteCall, from source: String
  ) -> (part: String, owner: String)? {
    guard let (relationship, schema) = unlinked(call), let entity = call.entity else { return nil }
    func cascades(_ relationship: RelationshipID?) -> Bool {
      relationship.map(schema.declaration)?.deleteRule == .cascade
    }
    if cascades(relationship) { return (entity, source) }
    let isOwned = !holdsMany(call) && cascades(schema.inverse(of: relationship)?.relationship)
    return isOwned ? (source, entity) : nil
  }
}

extension DeleteCall.Hiding {
  /// The words for what hides a failure.
  fileprivate var words: String {
    switch self {
    case .tryOptional: "try?"
    case .catching: "the catch"
    case .result: "the unused Result"
    case .task: "the Task"
    case .function(let name): "\(name)()"
    case .nilError: "save:nil"
    }
  }
}

extension [Model] {
  /// The shortest end of each model's place that no other one has: its name, unless others have it, too.
  fileprivate var distinctNames: [String] {
    map { model in
      let rivals = filter { $0.place != model.place }
      if !rivals.contains(where: { $0.name == model.name }) { return model.name }
      let parts = model.place.split(separator: "/")
      return (1...Swift.max(parts.count, 1)).lazy
        .map { parts.suffix($0).joined(separator: "/") }
        .first { end in !rivals.contains { "/\($0.place)".hasSuffix("/\(end)") } } ?? model.place
    }
  }
}
