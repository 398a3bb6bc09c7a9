import ModelFiles
import ObjectGraph

extension Check {
  /// A finding about what is written, which takes the hazard that comes of it for its proof.
  func finding(
    _ stated: ModelFinding, taking hazards: inout [Hazard], in model: Model
  ) throws(CheckFault) -> Finding {
    guard let rule = CheckRule(rawValue: stated.rule) else {
      throw CheckFault(description: "\(stated.location): the rule \(stated.rule) is not known")
    }
    let relationship = stated.relationship.flatMap { name in
      stated.entity.flatMap { model.schema.entity($0) }
        .flatMap { model.schema.relationship(name, of: $0) }
    }
    // A statement that nobody looks for hides no hazard.
    let taken = hazards.firstIndex {
      rules.contains(rule) && $0.relationship == relationship && rule.explains.contains($0.rule)
    }.map { hazards.remove(at: $0) }
    var witness: Witness?
    if let taken { witness = try self.witness(of: taken, in: model.schema, at: stated.location) }
    return Finding(
      rule, min(stated.severity, taken?.severity ?? stated.severity), stated.message,
      model: model.name, entity: stated.entity, relationship: stated.relationship,
      at: stated.location, witness: witness)
  }
}

extension CheckRule {
  /// The hazards that come of what is written.
  fileprivate var explains: Set<CheckRule> {
    switch self {
    case .ambiguousInverse: [.ambiguousInverse]
    case .inverseNotReciprocal:
      [.missingInverseLeavesDangling, .manyToManyWithoutInverse, .ambiguousInverse]
    case .missingDeleteRule, .unknownDeleteRule: [.noActionLeavesDangling, .oneToOneCrash]
    default: []
    }
  }
}
