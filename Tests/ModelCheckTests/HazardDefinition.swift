import ModelCheck
import ObjectGraph
import SmallWorlds

/// What each rule means, said of outcomes instead of schemas.
struct HazardDefinition {
  struct Key: Hashable, CustomStringConvertible {
    let rule: CheckRule
    let relationship: String

    var description: String { "\(rule.rawValue) at \(relationship)" }
  }

  let schema: Schema
  /// Everything that was found.
  private(set) var found: Set<Key> = []
  /// The relationships whose deny refused, and whose cascade took something.
  private var denied: Set<RelationshipID> = []
  private var cascaded: Set<RelationshipID> = []

  init(_ schema: Schema) { self.schema = schema }

  private func rule(_ relationship: RelationshipID) -> DeleteRule {
    schema.declaration(of: relationship).deleteRule
  }

  private func isToMany(_ relationship: RelationshipID) -> Bool {
    schema.declaration(of: relationship).isToMany
  }

  private func inverse(_ relationship: RelationshipID) -> RelationshipID? {
    schema.inverse(of: relationship)?.relationship
  }

  private func crashes(_ relationship: RelationshipID) -> Bool {
    guard schema.framework.name == .swiftData, let inverse = inverse(relationship) else {
      return false
    }
    return !isToMany(relationship) && !isToMany(inverse)
  }

  private mutating func add(_ rule: CheckRule, _ relationship: RelationshipID) {
    found.insert(Key(rule: rule, relationship: schema.qualifiedName(of: relationship)))
  }

  /// Notes what one delete of one graph shows.
  mutating func observe(_ outcome: World.Outcome, of requested: Int, in world: World) {
    for link in outcome.dangling { observeDangling(link.relationship) }
    for link in outcome.denied { observeDenied(link, outcome, of: requested) }
    for slot in outcome.lacking {
      guard let inverse = inverse(slot.relationship) else { continue }
      add(isToMany(slot.relationship) ? .nullifyBreaksMinimum : .nullifyBreaksMandatory, inverse)
    }
    for link in outcome.cascaded { observeCascaded(link, outcome, in: world) }
  }

  /// Notes what one batch delete of one graph shows.
  mutating func observe(_ outcome: World.BatchOutcome) {
    for link in outcome.failed { add(.batchDeleteFails, link.relationship) }
    if outcome.isRefused { return }
    for inverse in outcome.lacking.map(\.relationship).compactMap(inverse) {
      add(.batchDeleteBreaksMinimum, inverse)
    }
  }

  private mutating func observeDangling(_ relationship: RelationshipID) {
    if let inverse = inverse(relationship) {
      // What a deny keeps from going leaves nothing behind in the end.
      guard rule(inverse) == .noAction else { return }
      add(crashes(relationship) ? .oneToOneCrash : .noActionLeavesDangling, inverse)
    } else if !schema.ambiguousInverses(of: relationship).isEmpty {
      add(.ambiguousInverse, relationship)
    } else if schema.framework.name == .swiftData, isToMany(relationship),
      schema.openInverses(of: relationship).contains(where: isToMany)
    {
      add(.manyToManyWithoutInverse, relationship)
    } else {
      add(.missingInverseLeavesDangling, relationship)
    }
  }

  private mutating func observeDenied(
    _ link: World.Link, _ outcome: World.Outcome, of requested: Int
  ) {
    let relationship = link.relationship
    denied.insert(relationship)
    guard !crashes(relationship) else { return add(.oneToOneCrash, relationship) }
    if let inverse = inverse(relationship), rule(inverse) == .deny {
      if denied.contains(inverse) {
        add(.denyOnBothSides, relationship)
        add(.denyOnBothSides, inverse)
      }
    } else if !isToMany(relationship) && inverse(relationship).map(isToMany) != false {
      add(.denyOnChild, relationship)
    }
    guard link.source != requested else { return }
    for cascade in outcome.cascaded where cascade.destination == link.source {
      add(.denyBlocksCascade, cascade.relationship)
    }
  }

  private mutating func observeCascaded(
    _ link: World.Link, _ outcome: World.Outcome, in world: World
  ) {
    let relationship = link.relationship
    guard let inverse = inverse(relationship) else { return }
    if rule(inverse) == .cascade {
      cascaded.insert(relationship)
      observeMutualCascade(link, inverse, outcome)
    } else if !isToMany(relationship) && (isToMany(inverse) || isPart(relationship, inverse)) {
      add(.cascadeOnToOneToParent, relationship)
    } else if isToMany(inverse) && outcome.denied.isEmpty {
      let isShared = world.objects(held: inverse, by: link.destination).contains {
        !outcome.deleted.contains($0)
      }
      if isShared { add(.cascadeSharedChildren, relationship) }
    }
  }

  /// Whether the source of a one-to-one relationship is the part and the destination the whole.
  private func isPart(_ relationship: RelationshipID, _ inverse: RelationshipID) -> Bool {
    let needsWhole = !schema.declaration(of: relationship).isOptional
    let needsPart = !schema.declaration(of: inverse).isOptional
    if needsPart && !needsWhole { return false }
    func families(_ relationship: RelationshipID) -> Set<EntityID?> {
      [
        schema.lineage(of: schema.source(of: relationship)).last,
        schema.lineage(of: schema.destination(of: relationship)).last,
      ]
    }
    let both = families(relationship)
    let part = schema.lineage(of: schema.source(of: relationship)).last
    let whole = schema.lineage(of: schema.destination(of: relationship)).last
    let owners = schema.relationships.filter {
      rule($0) == .cascade && schema.lineage(of: schema.destination(of: $0)).last == whole
        && schema.lineage(of: schema.source(of: $0)).last != whole
    }
    if owners.count > 1 { return false }
    let all = schema.relationships.map(families)
    return part != whole && all.allSatisfy { !$0.contains(part) || $0 == both }
      && all.contains { $0.contains(whole) && $0 != both }
  }

  private mutating func observeMutualCascade(
    _ link: World.Link, _ inverse: RelationshipID, _ outcome: World.Outcome
  ) {
    let relationship = link.relationship
    switch (isToMany(relationship), isToMany(inverse)) {
    case (false, false):
      if cascaded.contains(inverse) { add(.cascadeBothSides, min(relationship, inverse)) }
    case (true, false): break
    case (let isToMany, true):
      let takesMore = outcome.cascaded.contains {
        $0.source == link.destination && $0.relationship == inverse && $0.destination != link.source
      }
      if takesMore { add(.cascadeBothSides, isToMany ? min(relationship, inverse) : relationship) }
    }
  }
}
