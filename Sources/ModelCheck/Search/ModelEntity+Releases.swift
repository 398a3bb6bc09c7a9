import CompiledOnce
import ModelFiles
import ObjectGraph
import Scenarios

extension ModelEntity {
  /// The first release that has its class; nil where nothing says that any lacks it.
  var introduction: Release.Era? {
    // Where the class is for several systems, it is asked for on any of them.
    systems.compactMap { try? Release($0).era }.min()
  }

  /// Whether one of some releases has its class.
  package func exists(on range: ReleaseRange) -> Bool {
    introduction.map { $0 <= range.newest } ?? true
  }
}

extension Model {
  /// The releases of a range that have the classes at both ends of a relationship.
  func releases(
    of relationship: RelationshipID, in range: ReleaseRange
  ) -> ReleaseRange {
    let names = [schema.source(of: relationship), schema.destination(of: relationship)]
      .map { schema.declaration(of: $0).name }
    let first = entities.filter { names.contains($0.name) }.compactMap(\.introduction).max()
    return first.map { range.since($0) } ?? range
  }

  /// The relationships by which nothing crashes on the releases of a range that have their classes.
  package func relationshipsWithoutCrash(
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
