import CompiledOnce
import DeleteCalls
import DeleteMatrix
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// The words for the delete calls of an app, by the stories of their models.
struct CallWords {
  private let stories: [DeleteStories]

  init(by stories: [DeleteStories]) { self.stories = stories }

  /// The story of what a call deletes; nil where that is not certain.
  func story(of call: DeleteCall) -> DeleteStory? {
    guard let stories = call.model.map({ stories[$0] }),
      let entity = call.entity.flatMap(stories.model.schema.entity)
    else { return nil }
    return stories.story(of: entity, at: call)
  }

  /// The relationship that a call takes something out of, with what has it.
  private func unlinked(_ call: DeleteCall) -> (relationship: RelationshipID, schema: Schema)? {
    guard let schema = call.model.map({ stories[$0].model.schema }), call.entity != nil,
      let parts = call.relationship?.split(separator: ".").map(String.init), parts.count == 2,
      let owner = schema.entity(parts[0]),
      let relationship = schema.relationship(parts[1], of: owner)
    else { return nil }
    return (relationship, schema)
  }

  /// Whether what a call takes something out of holds many.
  private func holdsMany(_ call: DeleteCall) -> Bool {
    unlinked(call).map { $0.schema.declaration(of: $0.relationship).isToMany } ?? true
  }

  /// Whether what a call takes out of a relationship that holds many must be in one.
  private func mustBeHeld(_ call: DeleteCall) -> Bool {
    guard let (relationship, schema) = unlinked(call),
      let inverse = schema.inverse(of: relationship)?.relationship
    else { return false }
    let declared = schema.declaration(of: inverse)
    return !declared.isOptional && !declared.isToMany
  }

  /// The effect of a call, in a line.
  func sentence(_ call: DeleteCall) -> String {
    let how = call.kind == .batchDelete ? "batch-deletes" : "deletes"
    if !call.entities.isEmpty {
      let each = call.entities.map { name -> String in
        let story = stories.lazy.compactMap { stories in
          stories.model.schema.entity(name).map { stories.story(of: $0, at: call) }
        }.first
        return story.map { "\(name) (\(effect(of: call, $0)))" } ?? name
      }
      return "\(how) \(each.listed("and"))"
    }
    if !call.givenEntities.isEmpty {
      return "\(how) what its function is given: "
        + "\(call.givenEntities.listed("or")), at the calls of that"
    }
    guard call.isResolved else { return "\(how) what the code does not say" }
    let entity = call.entity ?? ""
    let deletion = call.deletion.map { " deleted on line \($0.line)" } ?? ""
    switch call.kind {
    case .erase: return "deletes everything in the store"
    case .unlink:
      let relationship = call.relationship ?? ""
      let source = String(relationship.prefix { $0 != "." })
      let left = holdsMany(call) ? entity : source
      if call.settled.contains(left) {
        return
          "unlinks \(entity) from \(relationship): deletes nothing by itself; the code deletes or links "
          + "\(left), too"
      }
      if holdsMany(call), mustBeHeld(call) {
        return
          "unlinks \(entity) from \(relationship): deletes nothing; the save is refused unless the "
          + "\(entity) gets another \(source), or goes"
      }
      return holdsMany(call)
        ? "unlinks \(entity) from \(relationship): deletes nothing; the \(entity) stays without "
          + source.withArticle
        : "unlinks \(source) from its \(entity) (\(relationship)): deletes nothing; the \(source) stays "
          + "without \(entity.withArticle), and the \(entity) without it"
    case .save:
      return
        "saves with try? what was\(deletion), \(entity.withArticle): \(effect(of: call)), and then "
        + "nobody hears of it"
    case .read:
      return
        "\(call.isWrite ? "sets" : "reads") \(call.property ?? "it") of the \(entity)\(deletion), which is gone: "
        + effect(of: call)
    case .batchDelete, .delete:
      return "\(how) \(entity): \(effect(of: call))\(lostCascade(at: call))"
    case .share: return "gives \(entity.withArticle) to another object"
    }
  }

  /// A clause about the releases on which a delete of an inserted object loses its cascades.
  private func lostCascade(at call: DeleteCall) -> String {
    guard call.isOfInserted, let stories = call.model.map({ stories[$0] }),
      story(of: call)?.alsoDeleted.isEmpty == false, let range = stories.range,
      let behaviour = range.releases.behaviour(.insertedAndSaved, of: stories.model.framework)
    else { return "" }
    return "; after an insert and a save in the same context: \(behaviour.words(on: range))"
  }

  /// The consequences of a call, in a line without a subject.
  func effect(of call: DeleteCall) -> String {
    story(of: call).map { effect(of: call, $0) } ?? ""
  }

  private func effect(of call: DeleteCall, _ story: DeleteStory) -> String {
    switch call.kind {
    case .batchDelete, .delete: story.callWords
    case .save: story.refusal
    case .read: story.schema.framework.trapsOnDanglingRead ? "can crash" : "comes to nil or zero"
    case .erase, .unlink, .share: ""
    }
  }
}
