import ObjectGraph

extension EntityEffects {
  /// What a batch delete of rows of the entity does that an ordinary delete of the objects does not.
  ///
  /// As with an ordinary delete, all of it happens in some graph, and nothing else in any. What
  /// nothing refuses takes, empties and leaves dangling the same.
  public struct Batch: Hashable, Sendable {
    /// Something that nobody is known to have tried.
    public enum Prediction: String, CaseIterable, Hashable, Sendable {
      /// A deny rule refuses the request: Apple says no more than that the two are not compatible.
      case deny
      /// What noAction held goes on leading to what is gone: seen in a many-to-many relationship only.
      case noAction
      /// What makes an ordinary delete crash leaves a batch delete alone.
      case crash
    }

    /// The nullify relationships whose inverse is mandatory: where a row that goes holds anything by
    /// one of them, the store refuses the whole request (134050).
    ///
    /// What a row holds that took it along is no such thing.
    public let failures: [Blockers]
    /// What stays and is left with too little, where the save of an ordinary delete is refused:
    /// nothing is validated.
    public let invalidations: [Survivors]
    /// What of a batch delete nobody is known to have tried.
    public let predictions: [Prediction]
  }
}
