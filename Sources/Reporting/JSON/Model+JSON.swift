import CompiledOnce
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension ModelReport {
  var json: String {
    let members =
      models.count == 1
      ? models[0].members(on: range)
      : [("models", .array(models.map { .object($0.members(on: range)) }))]
    return JSONText.object(members).line + "\n"
  }
}

extension Model {
  /// Everything that was read, with null where the files state nothing.
  fileprivate func members(on range: ReleaseRange?) -> [(String, JSONText)] {
    let (crashing, storeless) = (crashing(on: range), storelessEntities)
    var members: [(String, JSONText)] = [("model", .string(place))]
    if let version {
      members += [("version", .string(version)), ("current", .bool(isCurrent))]
    }
    return members + [
      ("framework", .string(framework.rawValue)),
      ("entities", .array(entities.map { json($0, storeless, crashing, on: range) })),
      ("findings", .array(findings.map(json))),
    ]
  }

  private func json(
    _ entity: ModelEntity, _ storeless: Set<String>, _ crashing: CrashingSchema,
    on range: ReleaseRange?
  ) -> JSONText {
    .object([
      ("name", .string(entity.name)), ("parent", .nullable(entity.parent)),
      ("abstract", .bool(entity.isAbstract)),
      ("inStore", .bool(!storeless.contains(entity.name))), ("file", .string(entity.location.file)),
      ("line", .integer(entity.location.line)), ("column", .integer(entity.location.column)),
      ("renamingIdentifier", .nullable(entity.renamingIdentifier)),
      ("relationships", .array(entity.relationships.map { json($0, crashing, on: range) })),
      ("attributes", .array(entity.attributes.map(json))),
    ])
  }

  private func json(
    _ relationship: ModelRelationship, _ crashing: CrashingSchema, on range: ReleaseRange?
  ) -> JSONText {
    let (declaration, id) = (relationship.declaration, relationship.id)
    let effectiveRule = id.map { schema.declaration(of: $0).deleteRule.rawValue }
    let hazards = id.map(crashing.hazards) ?? []
    let remark = id.flatMap { hazards.contains(.crashes) ? crashWords($0, on: range) : nil }
    let inverse = id.flatMap { schema.inverse(of: $0) }
    var name = inverse.map { schema.declaration(of: $0.relationship).name }
    // One that does not fit is shown as it is written, but is of no kind.
    if case .named(let stated) = declaration.inverse { name = name ?? stated }
    return .object([
      ("name", .string(relationship.name)),
      ("destination", .nullable(declaration.destination.isEmpty ? nil : declaration.destination)),
      ("toMany", .bool(declaration.isToMany)), ("ordered", .bool(declaration.isOrdered)),
      ("optional", .bool(declaration.isOptional)),
      ("minCount", .integer(declaration.leastCount)),
      ("maxCount", .integer(declaration.maxCount)),
      ("deleteRule", .nullable(relationship.statedRule?.rawValue)),
      ("effectiveDeleteRule", .nullable(effectiveRule)),
      ("inverse", .nullable(name)),
      ("inverseKind", .nullable(inverse?.kind.rawValue)),
      ("leftOut", .bool(id == nil)),
      ("hazards", .strings(hazards.map(\.rawValue))),
      ("releases", .strings([remark].compactMap { $0 })),
      ("renamingIdentifier", .nullable(relationship.renamingIdentifier)),
      ("file", .string(relationship.location.file)),
      ("line", .integer(relationship.location.line)),
      ("column", .integer(relationship.location.column)),
    ])
  }

  private func json(_ finding: ModelFinding) -> JSONText {
    .object([
      ("rule", .string(finding.rule.rawValue)), ("severity", .string(finding.severity.rawValue)),
      ("entity", .nullable(finding.entity)),
      ("relationship", .nullable(finding.relationship)),
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
