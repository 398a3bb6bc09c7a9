import ModelDeletes
import ObjectGraph

/// Something that is said of a delete, or was seen in one: entities and relationships only.
struct Statement: Hashable, CustomStringConvertible {
  enum Kind: String, CaseIterable {
    case reaches, takes, repeats, loses, denies, breaks, dangles, crashes, fails, leaves
  }

  let kind: Kind
  var level = 0
  var relationship: RelationshipID?
  /// Whether the object that goes is the one that was asked for.
  var isRequested = false
  /// The object that goes, or takes the other along.
  var deleted: EntityID?
  /// The object that stays, or that is taken along.
  var other: EntityID?

  var description: String {
    "\(kind) \(level) r\(relationship.map { "\($0)" } ?? "-") \(isRequested) "
      + "\(deleted.map { "\($0)" } ?? "-") \(other.map { "\($0)" } ?? "-")"
  }
}

extension DeleteStory {
  /// Everything that is said of an ordinary delete, and of what only a batch delete does.
  static func statements(of entity: EntityID, in schema: Schema) -> Set<Statement> {
    let story = DeleteStory(of: entity, in: schema)
    let batch = DeleteStory(of: entity, in: schema, by: .batchDelete)
    var said: Set<Statement> = []
    for kind in story.requested {
      said.insert(Statement(kind: .reaches, level: 0, deleted: kind))
    }
    for step in story.steps + batch.steps(.failed, .leftInvalid) {
      guard let kind = Statement.Kind(step.kind) else { continue }
      if step.repeats {
        said.insert(Statement(kind: .repeats, relationship: step.relationship))
      }
      if kind == .takes {
        for other in step.destinations {
          if !step.again.contains(other) {
            said.insert(Statement(kind: .reaches, level: step.level, deleted: other))
          }
          for source in step.sources {
            said.insert(
              Statement(
                kind: .takes, level: step.level, relationship: step.relationship, deleted: source,
                other: other))
          }
        }
      }
      for other in step.survivors {
        for (isRequested, deleted) in [(true, step.requested), (false, step.cascaded)] {
          for deleted in deleted {
            said.insert(
              Statement(
                kind: kind, relationship: step.relationship, isRequested: isRequested,
                deleted: deleted, other: other))
          }
        }
      }
    }
    return said
  }
}

extension Statement.Kind {
  fileprivate init?(_ kind: DeleteStory.Step.Kind) {
    switch kind {
    case .alsoDeleted: self = .takes
    case .unlinked: self = .loses
    case .blocked: self = .denies
    case .madeInvalid: self = .breaks
    case .leftDangling: self = .dangles
    case .crashes: self = .crashes
    case .failed: self = .fails
    case .leftInvalid: self = .leaves
    case .crashesByCascade, .avoidsCrash: return nil
    }
  }
}
