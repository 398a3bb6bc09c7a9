/// A deleted object, as far as its kind and the path to it matter.
///
/// An object that a relationship reaches has its parent in the inverse. If the inverse holds at most
/// one object, it holds nothing else: it reaches no survivor, and deletes nothing more. Every other
/// relationship can hold a fresh object, whatever came before. So the kind of an object and that one
/// relationship determine what can happen to it.
package struct DeletedKind: Hashable, Comparable, Sendable {
  package let kind: EntityID
  /// The relationships that hold nothing, or the object's parent alone; sorted.
  fileprivate let blocked: [RelationshipID]

  /// Returns true if a relationship of the object can hold an object other than its parent.
  package func isFree(_ relationship: RelationshipID) -> Bool {
    !blocked.contains(relationship)
  }

  package static func < (one: Self, other: Self) -> Bool {
    one.kind == other.kind
      ? one.blocked.lexicographicallyPrecedes(other.blocked) : one.kind < other.kind
  }
}

extension Schema {
  /// Returns the cascades from an object of an entity, in any graph.
  package func cascades(
    from entity: EntityID, emptied: [RelationshipID] = [], sparingSubentities isExact: Bool = false
  ) -> Cascades<DeletedKind, RelationshipID> {
    let requested = kinds(of: entity, sparingSubentities: isExact)
      .map { DeletedKind(kind: $0, blocked: emptied.sorted()) }
    return Cascades(from: requested) { deleted in
      cascades(of: deleted).map { ($0, kindsDeleted(by: $0)) }
    }
  }

  package func cascades(of deleted: DeletedKind) -> [RelationshipID] {
    relationships(of: deleted.kind).filter {
      declaration(of: $0).deleteRule == .cascade && deleted.isFree($0)
        && kinds(holding: $0).contains(deleted.kind)
    }
  }

  private func kindsDeleted(by relationship: RelationshipID) -> [DeletedKind] {
    let inverse = inverse(of: relationship)?.relationship
    let blocked = [inverse].compactMap(\.self).filter(holdsOneAtMost)
    return kinds(heldBy: relationship).map { DeletedKind(kind: $0, blocked: blocked) }
  }
}
