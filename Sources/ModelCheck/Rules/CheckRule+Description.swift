import ObjectGraph

extension CheckRule {
  /// What the rule is about, in one sentence.
  public var summary: String { description.summary }

  /// Why it matters, and on what that rests.
  public var reason: String { description.reason }

  /// What to do about it.
  public var fix: String { description.fix }

  private var description: (summary: String, reason: String, fix: String) {
    switch self {
    case .oneToOneCrash:
      (
        "Deleting one side of a one-to-one relationship crashes.",
        "In SwiftData, deny and noAction on a one-to-one relationship with an inverse end in "
          + "EXC_BAD_ACCESS while the other side is there, as the observation article saw.",
        "Use nullify or cascade, or set the reference to nil before the delete."
      )
    case .noActionLeavesDangling:
      (
        "No Action leaves the other side with a reference to the deleted object.",
        "Nothing clears the inverse. SwiftData traps where the reference is read; Core Data cannot "
          + "fulfill the fault.",
        "Use nullify, or take the object out of the inverse by hand before every delete."
      )
    case .missingInverseLeavesDangling:
      (
        "A relationship without an inverse keeps its reference when its destination is deleted.",
        "The deleted object does not know who refers to it, so no rule can clear the reference.",
        "Give the relationship an inverse, with nullify on it."
      )
    case .manyToManyWithoutInverse:
      (
        "Two to-manies lead to each other, but are not each other's inverse.",
        "SwiftData infers no inverse for many-to-many: each side keeps references to what is "
          + "deleted on the other.",
        "Write @Relationship(inverse:) on one of the two."
      )
    case .nullifyBreaksMandatory:
      (
        "Nullify empties a mandatory to-one, so that the save fails.",
        "The survivor has lost what it must have: the save is refused with 1570, and so is every "
          + "later one until the survivor is deleted or gets another.",
        "Use cascade if the survivor belongs to the deleted object, deny if it protects it, or "
          + "make the inverse optional."
      )
    case .nullifyBreaksMinimum:
      (
        "Nullify leaves a to-many with fewer objects than it must have.",
        "The save is refused with 1580 where the survivor would keep too few.",
        "Lower the minimum, or delete the survivor too."
      )
    case .denyOnBothSides:
      (
        "Both sides deny: neither can be deleted while they are linked.",
        "Each delete is refused with 1600 as long as the other side stays.",
        "Let one side be nullify or cascade, or unlink before the delete."
      )
    case .denyOnChild:
      (
        "Deny on a to-one makes every object that has the other one undeletable.",
        "Deny speaks of deleting its own side. On the child, it refuses to delete the child while it "
          + "has a parent, which is mostly always.",
        "Put deny on the parent's to-many, and nullify here."
      )
    case .denyBlocksCascade:
      (
        "A cascade reaches objects that a deny rule keeps from going.",
        "A deny rule is looked at for everything that goes, not only for what was asked for: one "
          + "such object refuses the whole delete.",
        "Delete or unlink the blocking objects first, or change one of the two rules."
      )
    case .cascadeOnToOneToParent:
      (
        "Cascade on the to-one side: deleting a child deletes its parent.",
        "A rule speaks of deleting its own side. The parent goes with any one child, and its other "
          + "children lose it.",
        "Put cascade on the parent's to-many, and nullify here."
      )
    case .cascadeSharedChildren:
      (
        "Cascade in a many-to-many relationship deletes what others still use.",
        "A cascade does not ask whether somebody else refers to the object.",
        "Use nullify, and delete what nobody uses any more by hand."
      )
    case .cascadeBothSides:
      (
        "Both sides cascade: everything that is connected goes at once.",
        "The delete goes on from each object that it reaches, in both directions.",
        "Keep cascade on the owning side, and use nullify on the other."
      )
    case .ambiguousInverse:
      (
        "Several relationships could be the inverse, so none is.",
        "SwiftData infers an inverse only where exactly one can be meant; without one, references "
          + "are left dangling.",
        "Write @Relationship(inverse:) on one side of each pair."
      )
    default: statementDescription
    }
  }
}
