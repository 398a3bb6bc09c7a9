import CompiledOnce
import DeleteCalls
import DeleteMatrix
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// What is said of the calls of an app, by the models that they are about.
struct CallWords {
  /// For each model, what is said of its entities, by name.
  private let words: [[String: EntityWords]]

  /// - Parameters:
  ///   - models: The models that the calls are about.
  ///   - range: The releases of which is told what may crash; nil for what the frameworks are
  ///     described to do.
  init(of models: [Model], on range: ReleaseRange?) {
    words = models.map { model in
      let names = KindNames(in: model.schema)
      return Dictionary(
        EntityEffects.all(in: model.schema, on: range).map { effects in
          let words = EntityWords(effects, naming: names)
          return (words.entity, words)
        }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// What is said of the entity that a call deletes; nil where that is not certain.
  func entity(of call: DeleteCall) -> EntityWords? {
    guard let model = call.model, let entity = call.entity else { return nil }
    return words[model][entity]
  }

  /// The relationship that a call takes something out of, with what has it.
  private func unlinked(_ call: DeleteCall) -> (relationship: RelationshipID, schema: Schema)? {
    guard let schema = entity(of: call)?.schema,
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

  /// What a call does, in a line.
  func sentence(_ call: DeleteCall) -> String {
    let how = call.kind == .batchDelete ? "batch-deletes" : "deletes"
    if !call.entities.isEmpty {
      let each = call.entities.map { name in
        words.lazy.compactMap { $0[name] }.first.map { "\(name) (\(effect(of: call, on: $0)))" }
          ?? name
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
      return "reads \(call.property ?? "it") of the \(entity)\(deletion), which is gone: "
        + effect(of: call)
    case .batchDelete, .delete: return "\(how) \(entity): \(effect(of: call))"
    }
  }

  /// What comes of a call, in a line without a subject.
  func effect(of call: DeleteCall) -> String {
    entity(of: call).map { effect(of: call, on: $0) } ?? ""
  }

  private func effect(of call: DeleteCall, on words: EntityWords) -> String {
    let taken = words.taken
    let goes = taken.isEmpty ? "takes nothing along" : "takes \(words.few(taken, "and")) along"
    let emptied = words.emptied
    let left = emptied.isEmpty ? [] : ["empties \(words.few(emptied, "and"))"]
    switch call.kind {
    case .batchDelete:
      let failing = words.batchParts
      let done = [failing.isEmpty ? goes : "otherwise \(goes)"] + left
      return (failing + done + ["leaves stale objects in contexts"]).joined(separator: "; ")
    case .save: return words.refusal
    case .read: return words.schema.framework.trapsOnDanglingRead ? "traps" : "comes to nil or zero"
    case .erase, .unlink: return ""
    case .delete: return ([goes] + left + words.consequences).joined(separator: "; ")
    }
  }
}
