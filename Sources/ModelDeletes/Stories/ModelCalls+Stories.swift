import CompiledOnce
import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios

extension ModelCalls {
  /// Tells what the delete of a call can do.
  ///
  /// ```swift
  /// let calls = try ModelCalls(at: ["Trips"])
  /// let refused = calls.calls.filter { !calls.stories(of: $0).allSatisfy(\.refusing.isEmpty) }
  /// ```
  ///
  /// - Parameters:
  ///   - call: One of the calls.
  ///   - range: The releases; nil for the newest, as the frameworks are described without one.
  /// - Returns: A story for each entity whose objects the call deletes, in each model that it may mean; empty
  ///   for a call that deletes nothing, or whose deleted objects are not certain.
  public func stories(of call: DeleteCall, on range: ReleaseRange? = nil) -> [DeleteStory] {
    if DeleteStory.Operation(call.kind) == nil { return [] }
    return call.models.flatMap { number in
      let stories = DeleteStories(of: models[number], on: range)
      return (call.entity.map { [$0] } ?? call.entities)
        .compactMap(models[number].schema.entity).map { stories.story(of: $0, at: call) }
    }
  }
}

extension DeleteStory {
  /// The same without the references to deleted rows, and the stale objects, that the code around a batch
  /// delete also clears, and without what happens to objects that the code around a delete also deletes.
  func clearing(at call: DeleteCall) -> DeleteStory {
    let isBatch = call.kind == .batchDelete
    let settlesNothing = !isBatch || call.settled.isEmpty && !call.isMerged
    if call.wiped.isEmpty, call.emptied.isEmpty, settlesNothing { return self }
    return DeleteStory(
      operation, of: entity, requested: requested,
      steps: steps.filter { step in
        switch step.kind {
        case .leftDangling:
          isBatch
            ? !call.clears(step.relationship, in: schema)
            : !call.wiped.contains(survivor(of: step))
              && (schema.cascadesToItsLike(entity, emptied: call.emptied)
                || !call.emptied.contains(schema.qualifiedName(of: step.relationship)))
        case .blocked, .madeInvalid: isBatch || !call.wiped.contains(survivor(of: step))
        default: true
        }
      }, on: range, naming: names, isMerged: call.isMerged)
  }
}

extension DeleteStory {
  /// The relationships, among those of the steps and their inverses, that the code around a call empties before.
  package func emptied(before call: DeleteCall) -> [String] {
    func isEmptied(_ relationship: RelationshipID) -> Bool {
      call.emptied.contains(schema.qualifiedName(of: relationship))
        || requested.contains { schema.kinds(holding: relationship).contains($0) }
          && call.emptied.contains(schema.declaration(of: relationship).name)
    }
    return steps.compactMap { step in
      [schema.inverse(of: step.relationship)?.relationship, step.relationship]
        .compactMap(\.self).first(where: isEmptied)
    }.map(schema.qualifiedName).sortedWithoutRepeats()
  }

  /// The steps that happen while an object is there that the code around a call deletes or takes out, somewhere
  /// and perhaps not every one.
  package func cleared(at call: DeleteCall) -> [Step] {
    guard operation == .delete, !call.settled.isEmpty else { return [] }
    return steps.filter { step in
      switch step.kind {
      case .blocked, .madeInvalid:
        call.settled.contains(survivor(of: step)) || call.unlinks(step.relationship, in: schema)
      case .leftDangling: call.unlinks(step.relationship, in: schema)
      default: false
      }
    }
  }

  /// The entity of the object that makes the save fail in a step, or is left with a reference.
  package func survivor(of step: Step) -> String {
    let relationship = step.relationship
    return schema.declaration(
      of: step.kind == .blocked
        ? schema.destination(of: relationship) : schema.source(of: relationship)
    ).name
  }
}

extension DeleteStory.Operation {
  /// The operation of a call; nil for a call that deletes no objects of one entity.
  package init?(_ kind: DeleteCall.Kind) {
    switch kind {
    case .delete: self = .delete
    case .batchDelete: self = .batchDelete
    case .erase, .read, .reuse, .save, .share, .unlink: return nil
    }
  }
}
