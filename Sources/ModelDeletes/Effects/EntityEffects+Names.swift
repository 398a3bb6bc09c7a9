import CompiledOnce
import ObjectGraph

extension EntityEffects {
  /// What a delete can do, by names: what can be compared between two versions of a model.
  public struct Names: Hashable, Sendable {
    /// The entities of what goes as well, without what the object can be itself unless such go, too.
    public let taken: [String]
    /// The relationships that can refuse it.
    public let refusing: [String]
    /// The relationships that are left leading to what is gone.
    public let dangling: [String]
    /// The relationships that can make it crash.
    public let crashing: [String]
    /// The relationships that make a batch delete fail.
    public let failing: [String]
  }

  /// Names what a delete can do.
  ///
  /// - Parameter schema: The schema that it was worked out for.
  /// - Returns: Entities, and relationships as `Entity.relationship`, in the order of the schema.
  public func names(in schema: Schema) -> Names {
    func names(_ relationships: [RelationshipID]) -> [String] {
      relationships.map { schema.qualifiedName(of: $0) }
    }
    let taken = Set(cascades.flatMap(\.destinations))
    let isRepeated = cascades.contains { !Set($0.destinations).isDisjoint(with: kinds) }
    return Names(
      taken: taken.sorted().filter { isRepeated || !kinds.contains($0) }
        .map { schema.declaration(of: $0).name },
      refusing: names(denials.map(\.relationship) + invalidations.map(\.relationship)),
      dangling: names(dangling.map(\.relationship)),
      crashing: names(crashes.map(\.relationship) + crashingCascades),
      failing: names(batch.failures.map(\.relationship)))
  }
}
