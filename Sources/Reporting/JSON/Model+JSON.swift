import ModelFiles
import ObjectGraph
import SourceText

extension ModelReport {
  /// The only model, or all of them.
  var json: String {
    let value =
      models.count == 1
      ? models[0].json : JSONText.object([("models", .array(models.map(\.json)))])
    return value.line + "\n"
  }
}

extension Model {
  /// Everything that was read, with null where the files state nothing.
  fileprivate var json: JSONText {
    var members: [(String, JSONText)] = [("model", .string(place))]
    if let version {
      members += [("version", .string(version)), ("current", .bool(isCurrent))]
    }
    return .object(
      members + [
        ("framework", .string(framework.rawValue)), ("entities", .array(entities.map(json))),
        ("findings", .array(findings.map(json))),
      ])
  }

  private func json(_ entity: ModelEntity) -> JSONText {
    .object([
      ("name", .string(entity.name)), ("parent", entity.parent.map { .string($0) } ?? .null),
      ("abstract", .bool(entity.isAbstract)), ("file", .string(entity.location.file)),
      ("line", .integer(entity.location.line)), ("column", .integer(entity.location.column)),
      ("renamingIdentifier", entity.renamingIdentifier.map { .string($0) } ?? .null),
      ("relationships", .array(entity.relationships.map(json))),
      ("attributes", .array(entity.attributes.map(json))),
    ])
  }

  private func json(_ relationship: ModelRelationship) -> JSONText {
    let (declaration, id) = (relationship.declaration, relationship.id)
    let inverse = id.flatMap { schema.inverse(of: $0) }
    var name = inverse.map { schema.declaration(of: $0.relationship).name }
    // One that does not fit is shown as it is written, but is of no kind.
    if case .named(let stated) = declaration.inverse { name = name ?? stated }
    return .object([
      ("name", .string(relationship.name)), ("destination", .string(declaration.destination)),
      ("toMany", .bool(declaration.isToMany)), ("ordered", .bool(declaration.isOrdered)),
      ("optional", .bool(declaration.isOptional)),
      ("minCount", .integer(declaration.minCount)),
      ("maxCount", .integer(declaration.maxCount)),
      ("deleteRule", relationship.statedRule.map { .string($0.rawValue) } ?? .null),
      (
        "effectiveDeleteRule",
        id.map { .string(schema.declaration(of: $0).deleteRule.rawValue) } ?? .null
      ),
      ("inverse", name.map { .string($0) } ?? .null),
      ("inverseKind", inverse.map { .string($0.kind.rawValue) } ?? .null),
      ("leftOut", .bool(id == nil)),
      ("hazards", .array((id.map { schema.hazards(of: $0) } ?? []).map { .string($0.rawValue) })),
      ("renamingIdentifier", relationship.renamingIdentifier.map { .string($0) } ?? .null),
      ("file", .string(relationship.location.file)),
      ("line", .integer(relationship.location.line)),
      ("column", .integer(relationship.location.column)),
    ])
  }

  private func json(_ finding: ModelFinding) -> JSONText {
    .object([
      ("rule", .string(finding.rule.rawValue)), ("severity", .string(finding.severity.rawValue)),
      ("entity", finding.entity.map { .string($0) } ?? .null),
      ("relationship", finding.relationship.map { .string($0) } ?? .null),
      ("file", .string(finding.location.file)), ("line", .integer(finding.location.line)),
      ("column", .integer(finding.location.column)), ("message", .string(finding.message)),
    ])
  }

  private func json(_ attribute: ModelAttribute) -> JSONText {
    .object([
      ("name", .string(attribute.name)), ("optional", .bool(attribute.declaration.isOptional)),
      ("unique", .bool(attribute.declaration.isUnique)),
      ("line", .integer(attribute.location.line)),
    ])
  }
}
