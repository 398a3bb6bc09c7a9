import CompiledOnce
import ObjectGraph

/// The entities that can hold, or refer to, objects of other entities.
///
/// An entity without a parent and all its descendants count as one. An object that holds one
/// descendant may later hold a sibling of it.
struct EntityHierarchy {
  let schema: Schema
  /// The relationships to and from an entity without a parent and its heirs.
  private var touching: [EntityID: [RelationshipID]] = [:]

  init(_ schema: Schema) {
    self.schema = schema
    for relationship in schema.relationships {
      let (source, destination) = rootsOfEnds(of: relationship)
      touching.add(relationship, to: source)
      if destination != source { touching.add(relationship, to: destination) }
    }
  }

  private func rootsOfEnds(
    of relationship: RelationshipID
  ) -> (source: EntityID, destination: EntityID) {
    (
      schema.root(of: schema.source(of: relationship)),
      schema.root(of: schema.destination(of: relationship))
    )
  }

  private func relationships(touching root: EntityID) -> [RelationshipID] {
    touching[root, default: []]
  }

  /// Whether the source of a one-to-one relationship is a part of the destination, by what they
  /// must hold or by what else leads to them; false where that cannot be told.
  func isPart(_ it: RelationshipPair) -> Bool {
    guard let inverse = it.inverse else { return false }
    let back = schema.declaration(of: inverse)
    // A part may require its whole, and a whole its part.
    return isLeaf(schema.source(of: it.relationship), of: schema.destination(of: it.relationship))
      && (back.isOptional || !it.declaration.isOptional)
  }

  /// Whether an entity is in no relationship but those with another one, which is in more and is no part that it
  /// shares with others.
  private func isLeaf(_ entity: EntityID, of other: EntityID) -> Bool {
    let (part, whole) = (schema.root(of: entity), schema.root(of: other))
    func isBetween(_ relationship: RelationshipID) -> Bool {
      let ends: (EntityID, EntityID) = rootsOfEnds(of: relationship)
      return ends == (part, whole) || ends == (whole, part)
    }
    return part != whole && relationships(touching: part).allSatisfy(isBetween)
      && !relationships(touching: whole).allSatisfy(isBetween) && !sharesPart(part, whole)
  }

  /// Whether an entity is one of several that delete another one by cascade, or does so by several relationships.
  private func sharesPart(_ owner: EntityID, _ part: EntityID) -> Bool {
    var owners: [EntityID] = []
    for relationship in relationships(touching: part) {
      let ends = rootsOfEnds(of: relationship)
      let isPart = ends.destination == part && ends.source != part
      if isPart, schema.declaration(of: relationship).deleteRule == .cascade {
        owners.append(ends.source)
      }
    }
    return owners.count > 1 && owners.contains(owner)
  }

  /// The other relationships by which objects that lose their source could have been held by one of
  /// its kind, too; nil where something else can hold them or lead to them, or where they are held
  /// by a side that is no parent.
  func siblingsOfOnlyHolder(_ it: RelationshipPair) -> [RelationshipID]? {
    let (parent, child) = rootsOfEnds(of: it.relationship)
    guard parent != child, it.declaration.deleteRule.leavesDestination, mayOwn(it)
    else { return nil }
    // What a to-one without an inverse holds, several may hold.
    let isPart = it.inverse != nil && isLeaf(child, of: parent)
    if !it.declaration.isToMany && !isPart { return nil }
    var siblings: [RelationshipID] = []
    for other in relationships(touching: child)
    where other != it.relationship && other != it.inverse {
      let back = schema.inverse(of: other)?.relationship
      switch rootsOfEnds(of: other) {
      case (parent, child):
        // A cascade takes the child along; a many-to-many may leave it to another parent.
        let declaration = schema.declaration(of: other)
        guard back.map({ !schema.declaration(of: $0).isToMany }) ?? declaration.isToMany,
          declaration.deleteRule != .cascade
        else { return nil }
        if declaration.deleteRule.leavesDestination, declaration.isToMany || isPart {
          siblings.append(other)
        }
      case (child, parent):
        // It may be meant as the inverse.
        if it.inverse == nil || schema.declaration(of: other).deleteRule == .cascade { return nil }
      case (child, _):
        if let back, !leadsToParts(other, back) { return nil }
      default:
        guard let back, leadsToParts(back, other) else { return nil }
      }
    }
    return siblings
  }

  /// Whether what a relationship holds can be its source's alone: where it has an inverse, that is a to-one,
  /// and where not, none was forgotten.
  private func mayOwn(_ it: RelationshipPair) -> Bool {
    if let inverse = it.inverse { return !schema.declaration(of: inverse).isToMany }
    if case .plain? = it.oneWay { return true }
    return false
  }

  /// Finds the other relationships that can hold or refer to the destination of one, except for those of
  /// objects that the destination deletes by cascade.
  ///
  /// A one-way reference of the destination gives no access to it.
  func otherHolders(than relationship: RelationshipID) -> Set<RelationshipID> {
    let child = rootsOfEnds(of: relationship).destination
    let inverse = schema.inverse(of: relationship)?.relationship
    var holders: Set<RelationshipID> = []
    for other in relationships(touching: child) where other != relationship && other != inverse {
      let back = schema.inverse(of: other)?.relationship
      let ends = rootsOfEnds(of: other)
      if back == nil, ends.source == child, ends.destination != child { continue }
      // From the child down to what it owns, seen from either end.
      let down = ends.source == child ? other : back
      if let down {
        if schema.declaration(of: down).deleteRule == .cascade { continue }
        if let up = schema.inverse(of: down)?.relationship, leadsToParts(down, up) { continue }
      }
      holders.insert(ends.source == child ? back ?? other : other)
    }
    return holders
  }

  /// Whether both ends of a relationship are of one kind, so that an object without an owner is the top of a tree.
  func isOfTree(_ relationship: RelationshipID) -> Bool {
    let ends = rootsOfEnds(of: relationship)
    return ends.source == ends.destination
  }

  /// Returns true if the objects that a relationship holds belong to its source, and so give no
  /// other access to it.
  ///
  /// They belong to it if they are deleted with it, or if no other relationship reaches them. An object that
  /// only one other object refers to gives no access to that one.
  private func leadsToParts(
    _ relationship: RelationshipID, _ inverse: RelationshipID
  ) -> Bool {
    let declaration = schema.declaration(of: relationship)
    if schema.declaration(of: inverse).isToMany { return false }
    let (whole, part) = rootsOfEnds(of: relationship)
    return (declaration.isToMany || declaration.deleteRule == .cascade || isLeaf(part, of: whole))
      && belongs(part, to: whole, [whole, part])
  }

  /// Whether an entity is in no relationship but those with another one, and those that lead down from
  /// it.
  private func belongs(_ part: EntityID, to whole: EntityID, _ seen: Set<EntityID>) -> Bool {
    relationships(touching: part).allSatisfy { relationship in
      let (source, destination) = rootsOfEnds(of: relationship)
      let other = source == part ? destination : source
      if other == whole || other == part { return true }
      let inverse = schema.inverse(of: relationship)?.relationship
      guard let down = source == part ? relationship : inverse else { return false }
      // What it leads to does not lead back.
      guard let up = schema.inverse(of: down)?.relationship else { return true }
      return schema.declaration(of: down).isToMany && !schema.declaration(of: up).isToMany
        && !seen.contains(other) && belongs(other, to: part, seen.union([other]))
    }
  }
}

extension DeleteRule {
  /// Whether the destinations stay in the store without the source.
  fileprivate var leavesDestination: Bool { self == .nullify || self == .noAction }
}
