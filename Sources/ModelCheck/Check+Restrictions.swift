import ModelFiles
import ObjectGraph

extension Check {
  /// A pair that is ordered on both sides was reported to crash when it is deleted; but shipping
  /// apps have such pairs, so this is a note.
  func orderedOnBothSides(in model: Model) throws(CheckFault) -> [Finding] {
    let schema = model.schema
    var findings: [Finding] = []
    for relationship in schema.relationships {
      guard let inverse = schema.inverse(of: relationship)?.relationship, relationship <= inverse,
        schema.declaration(of: relationship).isOrdered, schema.declaration(of: inverse).isOrdered
      else { continue }
      findings.append(
        finding(
          .orderedOnBothSides, .note, try Place(of: relationship, in: model), model,
          "\(schema.qualifiedName(of: relationship)) and its inverse "
            + "\(schema.qualifiedName(of: inverse)) are both ordered; in one report, Core Data "
            + "crashes when an object of such a pair is deleted: try it"))
    }
    return findings
  }

  /// What a store that CloudKit mirrors cannot have.
  func cloudKitFindings(in model: Model) throws(CheckFault) -> [Finding] {
    let schema = model.schema
    var findings: [Finding] = []
    for relationship in schema.relationships {
      let declaration = schema.declaration(of: relationship)
      let name = schema.qualifiedName(of: relationship)
      let place = try Place(of: relationship, in: model)
      if declaration.deleteRule == .deny {
        findings.append(
          finding(
            .cloudKitDeny, .error, place, model, "\(name) is deny, which CloudKit does not support")
        )
      }
      if !declaration.isOptional {
        findings.append(
          finding(
            .cloudKitMandatory, .error, place, model,
            "\(name) is not optional; CloudKit may deliver an object before those it refers to"))
      }
      if schema.inverse(of: relationship) == nil {
        findings.append(
          finding(
            .cloudKitMissingInverse, .error, place, model,
            "\(name) has no inverse, which CloudKit requires"))
      }
    }
    return findings
  }

  private func finding(
    _ rule: CheckRule, _ severity: ModelFinding.Severity, _ place: Place,
    _ model: Model, _ message: String
  ) -> Finding {
    Finding(
      rule, severity, message, model: model.name, entity: place.entity,
      relationship: place.relationship, at: place.location)
  }
}
