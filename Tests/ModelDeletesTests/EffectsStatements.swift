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

extension EntityEffects {
  /// Everything that is said.
  var statements: Set<Statement> {
    var said: Set<Statement> = []
    for kind in kinds { said.insert(Statement(kind: .reaches, level: 0, deleted: kind)) }
    for cascade in cascades {
      if cascade.repeats {
        said.insert(Statement(kind: .repeats, relationship: cascade.relationship))
      }
      for other in cascade.destinations {
        if !cascade.again.contains(other) {
          said.insert(Statement(kind: .reaches, level: cascade.level, deleted: other))
        }
        for source in cascade.sources {
          said.insert(
            Statement(
              kind: .takes, level: cascade.level, relationship: cascade.relationship,
              deleted: source, other: other))
        }
      }
    }
    func say(_ kind: Statement.Kind, _ by: RelationshipID, _ deleted: Deleted, _ kinds: [EntityID])
    {
      for other in kinds {
        for (isRequested, deleted) in [(true, deleted.requested), (false, deleted.taken)] {
          for deleted in deleted {
            said.insert(
              Statement(
                kind: kind, relationship: by, isRequested: isRequested, deleted: deleted,
                other: other))
          }
        }
      }
    }
    for loss in losses { say(.loses, loss.relationship, loss.deleted, loss.kinds) }
    for denial in denials { say(.denies, denial.relationship, denial.deleted, denial.kinds) }
    for broken in invalidations { say(.breaks, broken.relationship, broken.deleted, broken.kinds) }
    for left in dangling { say(.dangles, left.relationship, left.deleted, left.kinds) }
    for failure in batch.failures {
      say(.fails, failure.relationship, failure.deleted, failure.kinds)
    }
    for left in batch.invalidations { say(.leaves, left.relationship, left.deleted, left.kinds) }
    for crash in crashes { say(.crashes, crash.relationship, crash.deleted, crash.kinds) }
    return said
  }
}
