import ObjectGraph

extension Hazard {
  /// The id of the bundled cell that shows the same, where the article has one.
  ///
  /// The article's pairings have two plain entities: what needs a third, or a mandatory
  /// relationship, is in none of them.
  func cell(in schema: Schema) -> String? {
    switch rule {
    case .nullifyBreaksMandatory, .nullifyBreaksMinimum: return nil
    case .denyBlocksCascade:
      let inverse = schema.inverse(of: relationship)?.relationship
      return others.first == inverse ? schema.cellDeletingSource(of: relationship) : nil
    case .missingInverseLeavesDangling:
      let pairing = schema.declaration(of: relationship).isToMany ? ("K-L", "L1") : ("A-B", "B1")
      return "\(pairing.0)/\(schema.rule(relationship))+-/delete-\(pairing.1)"
    case .manyToManyWithoutInverse:
      guard others.count == 1, let other = others.first else { return nil }
      // In the article's cell both sides are linked, so the other side's rule has its say, too.
      let backRule = schema.declaration(of: other).deleteRule
      if backRule == .cascade || backRule == .deny { return nil }
      return "O-P/\(schema.rule(relationship))+\(schema.rule(other))/delete-P1"
    case .cascadeBothSides:
      // A chain of three one-to-one objects is more than the article's pair.
      return trial.kinds.count == 3 && schema.cardinality(of: relationship) == .oneToOne
        ? nil : schema.cellDeletingSource(of: relationship)
    default: return schema.cellDeletingSource(of: relationship)
    }
  }
}

extension Schema {
  fileprivate func rule(_ relationship: RelationshipID) -> String {
    declaration(of: relationship).deleteRule.rawValue
  }

  /// The cell of a pair's cardinality and rules in which an object of this side is deleted.
  fileprivate func cellDeletingSource(of relationship: RelationshipID) -> String? {
    guard let inverse = inverse(of: relationship)?.relationship,
      let cardinality = cardinality(of: relationship)
    else { return nil }
    let (rule, back) = (rule(relationship), rule(inverse))
    switch cardinality {
    case .oneToOne: return "C-D/\(rule)+\(back)/delete-C1"
    case .manyToMany: return "Q-R/\(rule)+\(back)/delete-Q1"
    case .oneToMany:
      return declaration(of: relationship).isToMany
        ? "I-J/\(rule)+\(back)/delete-I1" : "I-J/\(back)+\(rule)/delete-J1"
    }
  }
}
