import ModelFiles
import SwiftSource

/// Uses of objects whose delete was asked for and not saved.
extension Evaluation {
  /// Finds that a to-one gets another object in the place of one that is deleted and not saved.
  ///
  /// - Parameters:
  ///   - use: The to-one.
  ///   - left: What it held.
  ///   - value: What it gets.
  ///   - token: The token of the assignment.
  mutating func replaceDeleted(
    _ use: RelationshipUse, of left: CodeValue, by value: CodeValue, at token: Int
  ) {
    func isHeld(_ deleted: DeletionState.Deleted) -> Bool {
      let holder = deleted.holder.flatMap { $0.path.count == 1 ? $0 : nil }
      return deleted.taken.object.map { $0 == left.object } == true
        || holder.map { $0.name == left.ownerName && $0.path[0].name == use.name } == true
    }
    let deleted = deletions.pending.last { deleted in
      isHeld(deleted)
        && (deleted.isCertain || deleted.branchBlock.map(ways.isCurrent) == true)
    }
    for index in deletions.pending.indices where isHeld(deletions.pending[index]) {
      deletions.pending[index].holder = nil
    }
    guard let deleted, !value.isNil, value.type.isOfObjects,
      value.object == 0 || .all(value.object) != deleted.taken
    else { return }
    record(
      FoundCall(
        .reuse, CodeValue(type: left.type), at: token,
        FoundCall.Details(relationship: use, deletion: deleted.token)))
  }

  /// Finds a delete of an object whose delete the same context has taken back.
  mutating func repeatDelete(_ value: CodeValue, in context: String, at token: Int) {
    guard value.type.entity != nil, !deletions.loaded.contains(value.object),
      let deleted = deletions.takenBack[.all(value.object)], deleted.context == context
    else { return }
    record(
      FoundCall(
        .reuse, CodeValue(type: value.type), at: token,
        FoundCall.Details(deletion: deleted.token)))
  }

  /// Records that a relationship of an object is read, which loads what that holds.
  mutating func load(_ member: String, of value: CodeValue) {
    guard value.object != 0, let entity = value.type.entity,
      code.relationship(member, of: entity) != nil
    else { return }
    if deletions.loaded.count >= Limits.pending { deletions.loaded = [] }
    deletions.loaded.insert(value.object)
  }
}
