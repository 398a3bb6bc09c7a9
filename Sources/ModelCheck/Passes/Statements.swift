import CompiledOnce
import ModelFiles
import ObjectGraph

extension CheckedModel {
  /// Adds the findings of the model's reader, and of rules that look at a relationship or an entity.
  func addStatements(to drafts: inout [FindingDraft]) throws(CheckFault) {
    for stated in model.findings {
      let rule = try CheckRule(of: stated)
      // A statement that is not looked for hides no hazard; a part that is not read may hold any.
      guard check.rules.contains(rule) || stated.leavesOut else { continue }
      let relationship = stated.relationship.flatMap { name in
        stated.entity.flatMap(model.schema.entity)
          .flatMap { model.schema.relationship(name, of: $0) }
      }
      var draft = FindingDraft(
        rule: rule, severity: stated.severity, text: FindingText(stated.title),
        entity: stated.entity, property: stated.relationship, location: stated.location,
        relationship: relationship, leavesOut: stated.leavesOut)
      if !stated.others.isEmpty {
        let labels = stated.others.map { Finding.Label($0.name, at: $0.location) }
        draft.notes.append(
          .alsoAt(
            labels, count: labels.count, isOpen: false, naming: ModelFinding.mostNamedOfModel))
      }
      if stated.isOfKnownStore, let entity = stated.entity {
        let places = calls?.places(deleting: entity) ?? []
        if !places.isEmpty {
          draft.severity = .warning
          draft.notes.append(.reached(by: places, deleting: nil))
        }
      }
      drafts.append(draft)
    }
    // What is in no store is in none that is mirrored.
    let unlisted = model.findings.filter(\.isOfKnownStore).compactMap(\.entity)
    let local = Set(
      model.entities.filter { check.localEntities.contains($0.location) }.map(\.name) + unlisted)
    for rule in CheckRule.allCases where check.rules.contains(rule) {
      if rule.category == .cloudKit, check.localModels.contains(model.place) { continue }
      let passedOver = rule.category == .cloudKit ? local : []
      switch rule.search {
      case .byRelationship(let holds, let text):
        for pair in certainPairs where holds(pair) && !passedOver.contains(pair.source) {
          drafts.append(try FindingDraft(rule, rule.severity, text(pair), pair, in: model))
        }
      case .byEntity(let find):
        for entity in model.entities where !passedOver.contains(entity.name) {
          drafts += find(entity).map { match in
            FindingDraft(
              rule: rule, severity: rule.severity, text: match.text, entity: entity.name,
              property: match.property, location: match.location, relationship: nil)
          }
        }
      case .byDelete, .byCall, .byReading, .bySuppression: break
      }
    }
    guard model.framework == .swiftData else { return }
    for index in drafts.indices where drafts[index].rule.category == .cloudKit {
      drafts[index].notes.append(.fact(CloudKitRefusal.noteOfSwiftData))
    }
  }

  /// The pairs of which it is known whether they have an inverse: a repeated entity may have it in the
  /// declaration that is left out.
  var certainPairs: [RelationshipPair] {
    let rules: Set<ModelFinding.Rule> = [.duplicateEntity, .repeatedDeclaration]
    let repeated = Set(
      model.leftOut.filter { $0.relationship == nil && rules.contains($0.rule) }.compactMap(
        \.entity))
    return pairs.filter { $0.inverse != nil || !repeated.contains($0.destination) }
  }
}

extension CheckRule {
  /// The rule of a reader's finding.
  ///
  /// - Throws: A ``CheckFault`` if no rule has its name.
  init(of stated: ModelFinding) throws(CheckFault) {
    guard let rule = CheckRule(rawValue: stated.rule.rawValue) else {
      throw CheckFault(
        description: "\(stated.location): the rule \(stated.rule.rawValue) is not known")
    }
    self = rule
  }
}
