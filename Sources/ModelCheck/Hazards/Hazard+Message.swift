import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension Hazard {
  /// What is wrong and what comes of it, in one sentence.
  func message(in schema: Schema) -> String {
    let name = schema.qualifiedName(of: relationship)
    let source = schema.declaration(of: schema.source(of: relationship)).name
    let destination = schema.declaration(of: schema.destination(of: relationship)).name
    let otherNames = others.map { schema.qualifiedName(of: $0) }
    let inverse = schema.inverse(of: relationship)?.relationship
    let back = inverse.map { schema.qualifiedName(of: $0) } ?? ""
    switch rule {
    case .oneToOneCrash:
      return
        "deleting \(source.withArticle) that has \(destination.withArticle) crashes: \(name) is "
        + "\(schema.ruleName(relationship)), and one-to-one"
    case .noActionLeavesDangling:
      return "deleting \(source.withArticle) leaves \(back) leading to it, because \(name) is "
        + "\(schema.ruleName(relationship)); \(schema.danglingRead)"
    case .missingInverseLeavesDangling:
      return
        "deleting \(destination.withArticle) leaves \(name) leading to it, because \(name) has "
        + "no inverse\(reasonForNone(in: schema)); \(schema.danglingRead)"
    case .manyToManyWithoutInverse:
      return
        "deleting \(destination.withArticle) leaves \(name) leading to it: no inverse is inferred for "
        + "many-to-many, so it is not that of \(otherNames.listed("or")); \(schema.danglingRead)"
    case .ambiguousInverse:
      return
        "deleting \(destination.withArticle) leaves \(name) leading to it: no inverse is inferred, "
        + "because it could be \(otherNames.listed("or")); \(schema.danglingRead)"
    case .nullifyBreaksMandatory:
      return
        "\(source.withArticle) that has \(destination.withArticle) cannot be deleted: \(name) is nullify, but "
        + "\(back) is mandatory; the save fails with 1570"
    case .nullifyBreaksMinimum:
      let least = inverse.map { max(1, schema.declaration(of: $0).minCount) } ?? 1
      return
        "\(source.withArticle) cannot be deleted where \(back) would keep fewer than \(least): \(name) "
        + "is nullify; the save fails with 1580"
    case .denyOnBothSides:
      return
        "neither \(source.withArticle) nor \(destination.withArticle) can be deleted while they are linked: "
        + "\(name) and \(back) are both deny; the save fails with 1600"
    case .denyOnChild:
      return
        "\(source.withArticle) that has \(destination.withArticle) cannot be deleted: \(name) is deny, on the "
        + "to-one side; the save fails with 1600"
    case .denyBlocksCascade:
      return
        "deleting \(source.withArticle) fails with 1600 where \(otherNames.listed("or")) holds an "
        + "object that stays: \(name) is cascade, and what it reaches is refused by deny"
    case .cascadeOnToOneToParent:
      return "deleting one \(source) deletes its \(destination): \(name) is cascade, on the to-one "
        + "side"
    case .cascadeSharedChildren:
      return
        "deleting \(source.withArticle) deletes every \(destination) in \(name), also those that "
        + "another \(source) still has"
    case .cascadeBothSides where severity == .note:
      return
        "deleting \(source.withArticle) or \(destination.withArticle) deletes the other: \(name) and \(back) "
        + "are both cascade"
    case .cascadeBothSides:
      return "deleting one \(source) deletes everything that is connected with it: \(name) and "
        + "\(back) are both cascade"
    default: return name
    }
  }
}

extension Hazard {
  /// Why a framework that infers inverses does not take the one that is there.
  private func reasonForNone(in schema: Schema) -> String {
    if schema.framework.infersInverseFor.isEmpty { return "" }
    let mandatory = ([relationship] + schema.openInverses(of: relationship)).first {
      let declaration = schema.declaration(of: $0)
      return !declaration.isToMany && !declaration.isOptional
    }
    guard let mandatory, !schema.openInverses(of: relationship).isEmpty else { return "" }
    let name = schema.qualifiedName(of: mandatory)
    return " (none is inferred where a to-one is mandatory, as \(name) is)"
  }
}

extension Schema {
  /// The rule as the framework's users write it.
  fileprivate func ruleName(_ relationship: RelationshipID) -> String {
    let rule = declaration(of: relationship).deleteRule
    return rule == .noAction && framework.name == .coreData ? "No Action" : rule.rawValue
  }

  /// What becomes of a reference that leads to a deleted object.
  fileprivate var danglingRead: String {
    switch framework.danglingRead {
    case .traps: "reading through it traps"
    case .cannotBeFulfilled: "the fault cannot be fulfilled (133000)"
    }
  }
}
