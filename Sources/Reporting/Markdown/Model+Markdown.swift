import CompiledOnce
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension Model {
  /// Returns a table of all relationships: the effect on them of deleting an object of the entity,
  /// and the rule of the other side.
  func page(on range: ReleaseRange?) -> Prose {
    let crashing = crashing(on: range)
    // Of one file, the heading names it.
    let isOfSeveralFiles = Set(entities.map(\.location.file)).count > 1
    var table = Table(
      header: ["entity", "relationship", "destination", "rule", "inverse", "its rule", "note"]
        + (isOfSeveralFiles ? ["declared in"] : []))
    let storeless = storelessEntities
    for entity in entities {
      var name = entity.name.prose
      if let parent = entity.parent { name += " : \(parent.prose)" }
      if entity.isAbstract { name += " (abstract)" }
      if storeless.contains(entity.name) { name += " (in no store)" }
      var rows = entity.relationships.map { cells($0, crashing, on: range) }
      if rows.isEmpty { rows = [["–", "", "", "", "", ""]] }
      for (index, row) in rows.enumerated() {
        let place = index == 0 ? self.place(of: entity) : ""
        table.rows.append([index == 0 ? name : ""] + row + (isOfSeveralFiles ? [place] : []))
      }
    }
    let count = entities.reduce(0) { $0 + $1.relationships.count }
    let words = [
      "\(entities.count) \(entities.count == 1 ? "entity" : "entities")",
      "\(count) \(count == 1 ? "relationship" : "relationships")", framework.title,
    ]
    let isDefault = entities.flatMap(\.relationships)
      .contains { $0.statedRule == nil && $0.id != nil }
    let note =
      "\(words.joined(separator: ", ")). A rule applies when an object of the entity on the left is deleted."
      + (isDefault ? " In parentheses: the default, as none is declared." : "")
    return "\(Prose.heading(1, title.prose))\n\n\(note)\n\n\(Prose(table))"
  }

  /// The file and the line of an entity, from the folder of the model.
  private func place(of entity: ModelEntity) -> Prose {
    var file = entity.location.file
    if file.hasPrefix("\(place)/") { file.removeFirst(place.count + 1) }
    return "\(file):\(entity.location.line)".prose
  }

  private func cells(
    _ relationship: ModelRelationship, _ crashing: CrashingSchema, on range: ReleaseRange?
  ) -> [Prose] {
    let id = relationship.id
    let inverse = id.flatMap { schema.inverse(of: $0) }
    var inverseName: Prose = "none"
    var inverseRule = ""
    if let inverse {
      inverseName = schema.declaration(of: inverse.relationship).name.prose
      if inverse.kind == .inferred { inverseName += " (inferred)" }
      inverseRule = schema.declaration(of: inverse.relationship).deleteRule.rawValue
    }
    let rule = relationship.statedRule?.rawValue
    let destination = relationship.declaration.destination
    let standing = id.map { "(\(schema.declaration(of: $0).deleteRule.rawValue))" } ?? ""
    return [
      relationship.name.prose,
      "\(destination.isEmpty ? "unknown" : destination.prose) \(relationship.declaration.amount)",
      rule == DeleteRule.deny.rawValue ? Prose(.marked(.warning, "deny")) : "\(rule ?? standing)",
      inverseName, "\(inverseRule)",
      id.map { Prose(.marked(.warning, note($0, crashing, on: range))) } ?? "left out",
    ]
  }

  private func note(
    _ relationship: RelationshipID, _ crashing: CrashingSchema, on range: ReleaseRange?
  ) -> Prose {
    let destination = schema.declaration(of: schema.destination(of: relationship)).name.prose
    let declared = schema.declaration(of: relationship)
    let crash = crashWords(relationship, on: range).map { " (\($0))" } ?? ""
    return crashing.hazards(of: relationship).map {
      $0.text(of: declared, to: destination) + ($0 == .crashes ? "\(crash)" : "")
    }.joined(separator: "; ")
  }

  /// On which releases deleting an object with such a reference crashes; nil where it does so on all.
  func crashWords(_ relationship: RelationshipID, on range: ReleaseRange?) -> String? {
    let isLeft = schema.canCrashWhereLeft(relationship)
    let releases = range.map { self.releases(of: relationship, in: $0) }
    return releases?.exception(from: isLeft ? .oneToOneLeft : .mandatoryBackReference, framework)
  }
}

extension Relationship {
  /// The least number of objects that the relationship holds: of a to-one, its being optional says it.
  var leastCount: Int { isToMany ? minCount : (isOptional ? 0 : 1) }

  /// The number of objects that the relationship can hold, and whether it is ordered.
  var amount: String {
    let upper = isToMany ? (maxCount > 0 ? "\(maxCount)" : "*") : "1"
    let lower = leastCount
    // A to-many without bounds is simply many.
    var range = "\(lower)..\(upper)"
    if "\(lower)" == upper || lower == 0 && upper == "*" { range = upper }
    return isOrdered ? "\(range) ordered" : range
  }
}

extension Schema.Hazard {
  fileprivate func text(of declared: Relationship, to destination: Prose) -> Prose {
    switch self {
    case .crashes: "deleting this side crashes"
    case .dangles: "left pointing at the deleted \(destination)"
    case .becomesInvalid where declared.isToMany:
      declared.minCount == 1
        ? "the last \(destination) can't be deleted, because one is required here"
        : "a \(destination) can't be deleted where fewer than \(declared.minCount) would stay here"
    case .becomesInvalid: "the \(destination) can't be deleted, because it is required here"
    }
  }
}

extension Model {
  /// The place, as two models may have one name, with the version's name where there are several.
  var title: String {
    guard let version else { return place == "." ? name : place }
    // The place of a store beside the first ends with its name.
    let ending = "/\(version)"
    let folder = place.hasSuffix(ending) ? String(place.dropLast(ending.count)) : place
    return "\([".", version].contains(folder) ? framework.title : folder), \(version)"
  }
}
