import CompiledOnce
import ModelFiles
import ObjectGraph
import Scenarios

extension ModelEntity {
  /// The first release that has its class; nil where nothing says that any lacks it.
  fileprivate var introduction: Release.Era? {
    // Where the class is for several systems, it is asked for on any of them.
    systems.compactMap { try? Release($0).era }.min()
  }

  package func exists(on range: ReleaseRange) -> Bool {
    introduction.map { $0 <= range.newest } ?? true
  }
}

extension Model {
  /// The releases of a range that have the class of an entity: the only ones on which it is deleted.
  package func releases(of entity: EntityID, in range: ReleaseRange) -> ReleaseRange {
    introduction(of: [entity]).map(range.since) ?? range
  }

  package func releases(
    of relationship: RelationshipID, in range: ReleaseRange
  ) -> ReleaseRange {
    introduction(of: relationship).map(range.since) ?? range
  }

  /// The first release that has the classes at both ends of a relationship; nil where none is known to lack
  /// one.
  package func introduction(of relationship: RelationshipID) -> Release.Era? {
    introduction(of: [schema.source(of: relationship), schema.destination(of: relationship)])
  }

  private func introduction(of kinds: [EntityID]) -> Release.Era? {
    if entities.allSatisfy(\.systems.isEmpty) { return nil }
    let names = kinds.map { schema.declaration(of: $0).name }
    return entities.filter { names.contains($0.name) }.compactMap(\.introduction).max()
  }

  /// The schema, which crashes where one of some releases may do so that has the classes; nil for the
  /// framework as it is described.
  package func crashing(on range: ReleaseRange?) -> CrashingSchema {
    var schema = CrashingSchema(schema, on: range)
    for condition in [Framework.Condition.mandatoryBackReference, .oneToOneLeft] {
      schema.spared[condition] = relationshipsWithoutCrash(condition, on: range)
    }
    return schema
  }

  /// The relationships by which nothing crashes on the releases of a range that have their classes.
  func relationshipsWithoutCrash(
    _ condition: Framework.Condition, on range: ReleaseRange?
  ) -> Set<RelationshipID> {
    guard let range, let behaviour = range.behaviour(condition, of: framework),
      entities.contains(where: { $0.introduction != nil })
    else { return [] }
    return Set(
      schema.relationships.filter { relationship in
        releases(of: relationship, in: range).eras.allSatisfy {
          behaviour.standing(on: $0) == .absent
        }
      })
  }
}

/// A schema that crashes where one of some releases may do so, without the crashes by relationships whose
/// classes are on none of these.
package struct CrashingSchema: Sendable {
  /// The schema, which crashes whatever release has the classes.
  package let schema: Schema
  /// The relationships by which nothing crashes, by what crashes elsewhere.
  fileprivate(set) var spared: [Framework.Condition: Set<RelationshipID>] = [:]

  /// Makes a schema of which every release has all classes; nil for the framework as it is described.
  package init(_ schema: Schema, on range: ReleaseRange?) {
    self.schema = schema.crashing(on: range)
  }

  /// Whether a delete crashes that a rule leaves something in a one-to-one relationship.
  package func crashesWhereLeft(_ relationship: RelationshipID) -> Bool {
    schema.crashesWhereLeft(relationship) && schema.canCrashWhereLeft(relationship)
      && spared[.oneToOneLeft]?.contains(relationship) != true
  }

  /// Whether a delete crashes whose cascade takes what requires the deleted object.
  package func crashesWhereTaken(_ relationship: RelationshipID) -> Bool {
    schema.crashesWhereTaken(relationship)
      && spared[.mandatoryBackReference]?.contains(relationship) != true
  }

  package func hazards(of relationship: RelationshipID) -> [Schema.Hazard] {
    schema.hazards(of: relationship).filter { hazard in
      hazard != .crashes || crashesWhereLeft(relationship) || crashesWhereTaken(relationship)
    }
  }
}

extension Schema {
  /// The same schema, which crashes where one of some releases may do so; nil for the framework as it is
  /// described.
  package func crashing(on range: ReleaseRange?) -> Schema {
    range.flatMap { described(as: $0.worst(of: framework.name)) } ?? self
  }
}
