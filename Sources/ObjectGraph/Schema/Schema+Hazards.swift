import CompiledOnce

extension Schema {
  /// A problem that can occur with a relationship's references.
  package enum Hazard: String, CaseIterable, Hashable, Sendable {
    /// Deleting an object that has such a reference crashes.
    case crashes
    /// Deleting what it holds leaves the reference dangling.
    case dangles
    /// Deleting what it holds leaves it empty, or with too few, so that the save is refused.
    case becomesInvalid
  }

  /// Returns the problems that can occur with the references of a relationship.
  ///
  /// - Parameter relationship: A relationship of this schema.
  /// - Returns: The effects that some delete in some graph has; empty if no delete does any harm.
  package func hazards(of relationship: RelationshipID) -> [Hazard] {
    Hazard.allCases.filter { hazard in
      switch hazard {
      case .crashes: canCrash(relationship)
      case .dangles: canDangle(relationship)
      case .becomesInvalid: canBecomeInvalid(relationship)
      }
    }
  }

  /// Whether a delete crashes that leaves something in a relationship, or in its inverse, as was
  /// observed of one-to-one relationships.
  package func crashesWhereLeft(_ relationship: RelationshipID) -> Bool {
    framework.behaviours[.oneToOneLeft] == .crash && cardinality(of: relationship) == .oneToOne
  }

  /// Whether a delete crashes that takes something along by a relationship, because what is taken must
  /// have the one that it is taken from.
  package func crashesWhereTaken(_ relationship: RelationshipID) -> Bool {
    framework.behaviours[.mandatoryBackReference] == .crash
      && leadsToMandatoryBackReference(relationship)
  }

  /// Whether a cascade takes what must have the object that it is taken from.
  package func leadsToMandatoryBackReference(_ relationship: RelationshipID) -> Bool {
    guard declaration(of: relationship).deleteRule == .cascade,
      let back = inverse(of: relationship).map({ declaration(of: $0.relationship) })
    else { return false }
    return !back.isToMany && !back.isOptional && back.deleteRule == .nullify
  }

  package func isOneWayToOne(_ relationship: RelationshipID) -> Bool {
    inverse(of: relationship) == nil && !declaration(of: relationship).isToMany
  }

  package var hasOneWayToOne: Bool { relationships.contains(where: isOneWayToOne) }

  /// Whether the store refuses a batch delete of an object that holds anything in a relationship: it
  /// would have to empty the inverse, which is mandatory.
  package func refusesBatchDelete(_ relationship: RelationshipID) -> Bool {
    guard declaration(of: relationship).deleteRule == .nullify,
      let inverse = inverse(of: relationship)?.relationship
    else { return false }
    return !declaration(of: inverse).isOptional
  }

  /// Whether the save of some delete of an object of an entity fails, because of the object or of one that
  /// is deleted with it.
  package func canRefuseDelete(of entity: EntityID) -> Bool {
    cascades(from: entity).levels.keys.contains { deleted in
      relationships(of: deleted.kind).contains { relationship in
        let inverse = inverse(of: relationship)?.relationship
        return deleted.isFree(relationship) && kinds(holding: relationship).contains(deleted.kind)
          && !kinds(heldBy: relationship).isEmpty
          && (declaration(of: relationship).deleteRule == .deny
            || inverse.map { hazards(of: $0).contains(.becomesInvalid) } == true)
      }
    }
  }

  private func canCrash(_ relationship: RelationshipID) -> Bool {
    framework.behaviours[.oneToOneLeft] == .crash && canCrashWhereLeft(relationship)
      || crashesWhereTaken(relationship)
  }

  package func canCrashWhereLeft(_ relationship: RelationshipID) -> Bool {
    let rule = declaration(of: relationship).deleteRule
    return (rule == .deny || rule == .noAction) && cardinality(of: relationship) == .oneToOne
  }

  /// Returns true if deletes don't clear the relationship: it has no inverse, or the inverse's
  /// rule is noAction.
  private func canDangle(_ relationship: RelationshipID) -> Bool {
    guard let inverse = inverse(of: relationship)?.relationship else { return true }
    return declaration(of: inverse).deleteRule == .noAction
  }

  /// A nullify rule takes from what can hold too few.
  private func canBecomeInvalid(_ relationship: RelationshipID) -> Bool {
    guard let inverse = inverse(of: relationship)?.relationship else { return false }
    return declaration(of: inverse).deleteRule == .nullify
      && declaration(of: relationship).shortage != nil
  }
}
