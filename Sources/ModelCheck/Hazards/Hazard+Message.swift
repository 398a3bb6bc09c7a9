import DeleteMatrix
import ObjectGraph

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
      return "deleting \(a(source)) that has \(a(destination)) crashes: \(name) is "
        + "\(schema.ruleName(relationship)), and one-to-one"
    case .noActionLeavesDangling:
      return "deleting \(a(source)) leaves \(back) leading to it, because \(name) is "
        + "\(schema.ruleName(relationship)); \(schema.danglingRead)"
    case .missingInverseLeavesDangling:
      return "deleting \(a(destination)) leaves \(name) leading to it, because \(name) has no "
        + "inverse; \(schema.danglingRead)"
    case .manyToManyWithoutInverse:
      return "deleting \(a(destination)) leaves \(name) leading to it: no inverse is inferred for "
        + "many-to-many, so it is not that of \(otherNames.listed("or")); \(schema.danglingRead)"
    case .ambiguousInverse:
      return "deleting \(a(destination)) leaves \(name) leading to it: no inverse is inferred, "
        + "because it could be \(otherNames.listed("or")); \(schema.danglingRead)"
    case .nullifyBreaksMandatory:
      return "\(a(source)) that has \(a(destination)) cannot be deleted: \(name) is nullify, but "
        + "\(back) is mandatory; the save fails with 1570"
    case .nullifyBreaksMinimum:
      let least = inverse.map { max(1, schema.declaration(of: $0).minCount) } ?? 1
      return "\(a(source)) cannot be deleted where \(back) would keep fewer than \(least): \(name) "
        + "is nullify; the save fails with 1580"
    case .denyOnBothSides:
      return "neither \(a(source)) nor \(a(destination)) can be deleted while they are linked: "
        + "\(name) and \(back) are both deny; the save fails with 1600"
    case .denyOnChild:
      return "\(a(source)) that has \(a(destination)) cannot be deleted: \(name) is deny, on the "
        + "to-one side; the save fails with 1600"
    case .denyBlocksCascade:
      return "deleting \(a(source)) fails with 1600 where \(otherNames.listed("or")) holds an "
        + "object that stays: \(name) is cascade, and what it reaches is refused by deny"
    case .cascadeOnToOneToParent:
      return "deleting one \(source) deletes its \(destination): \(name) is cascade, on the to-one "
        + "side"
    case .cascadeSharedChildren:
      return "deleting \(a(source)) deletes every \(destination) in \(name), also those that "
        + "another \(source) still has"
    case .cascadeBothSides where severity == .note:
      return "deleting \(a(source)) or \(a(destination)) deletes the other: \(name) and \(back) "
        + "are both cascade"
    case .cascadeBothSides:
      return "deleting one \(source) deletes everything that is connected with it: \(name) and "
        + "\(back) are both cascade"
    default: return name
    }
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

/// A name with its article.
private func a(_ name: String) -> String {
  let spoken = name.lowercased()
  // What is written with a vowel, but spoken with a consonant: a user, a unit, a URL.
  let soundsOtherwise = ["us", "uni", "ur", "uu", "ut", "eu", "one"].contains {
    spoken.hasPrefix($0)
  }
  let startsWithVowel = spoken.first.map { "aeiou".contains($0) } ?? false
  return "\(startsWithVowel && !soundsOtherwise ? "an" : "a") \(name)"
}
