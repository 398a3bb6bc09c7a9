import ModelFiles
import ObjectGraph

extension HazardSearch {
  /// A cascade that takes more than what belongs to the deleted object.
  mutating func findCascades(_ relationship: RelationshipID) {
    findDeniedCascade(relationship)
    guard let inverse = inverse(relationship) else { return }
    if declaration(inverse).deleteRule == .cascade {
      findMutualCascade(relationship, inverse)
      return
    }
    switch (declaration(relationship).isToMany, declaration(inverse).isToMany) {
    case (false, true):
      note(
        .cascadeOnToOneToParent, of: relationship, with: [inverse], .warning,
        sharing(relationship, deleting: 0)
      ) { $0.isDeleted(1) }
    case (true, true):
      note(
        .cascadeSharedChildren, of: relationship, with: [inverse], .warning,
        sharing(relationship, sources: 2, deleting: 0)
      ) { $0.isDeleted(2) && !$0.isDeleted(1) && $0.plan.denials.isEmpty }
    case (_, false): break
    }
  }

  /// Both sides cascade: whatever is connected goes.
  private mutating func findMutualCascade(
    _ relationship: RelationshipID, _ inverse: RelationshipID
  ) {
    // One finding is enough for both sides: at the child's, or else at the first.
    let (ahead, back) = (declaration(relationship), declaration(inverse))
    let isHere = ahead.isToMany == back.isToMany ? relationship <= inverse : back.isToMany
    guard isHere else { return }
    if back.isToMany {
      // Where one side may hold one object only, the other connects more of them.
      let sides = ahead.isToMany ? [relationship, inverse] : [relationship]
      for side in sides {
        let isNoted = note(
          .cascadeBothSides, of: relationship, with: [inverse], .warning,
          sharing(side, sources: 2, deleting: 0)
        ) { $0.isDeleted(1) && $0.isDeleted(2) }
        if isNoted { return }
      }
    } else if relationship != inverse, let chain = chain(relationship) {
      note(.cascadeBothSides, of: relationship, with: [inverse], .warning, chain) {
        $0.isDeleted(0) && $0.isDeleted(2)
      }
    } else {
      // Two objects that live and die together are often meant.
      note(
        .cascadeBothSides, of: relationship, with: [inverse], .note,
        sharing(relationship, deleting: 0)
      ) { $0.isDeleted(1) }
    }
  }

  /// Three objects in a row, the middle one deleted; nil where no object can be in the middle.
  private mutating func chain(_ relationship: RelationshipID) -> Trial? {
    guard let ends = ends(of: relationship) else { return nil }
    for middle in schema.entities
    where schema.entity(middle, isKindOf: schema.source(of: relationship))
      && schema.entity(middle, isKindOf: schema.destination(of: relationship))
    {
      let trial = Trial(
        kinds: [ends.source, middle, ends.destination],
        links: [Trial.Link(0, relationship, 1), Trial.Link(1, relationship, 2)], deleted: 1)
      if result(of: trial) != nil { return trial }
    }
    return nil
  }
}
