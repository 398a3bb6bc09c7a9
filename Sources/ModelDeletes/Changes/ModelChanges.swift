import ModelFiles
import Scenarios

/// What deletes do on a new model that they did not do on an old one.
///
/// Both models are tried with the same small graphs: for each relationship, one or more objects on
/// either side, all linked, of which one is deleted.
public struct ModelChanges: Sendable {
  /// The changes, the most dangerous first; empty where every delete does the same.
  public let changes: [ModelChange]

  /// Compares two models, or two versions of one.
  ///
  /// - Parameters:
  ///   - old: The model as it was.
  ///   - new: The model as it is.
  /// - Throws: A `ReplayError` where a graph cannot be replayed: a fault of this package.
  public init(from old: Model, to new: Model) throws(ReplayError) {
    try self.init(
      ModelComparison(
        old: old.schema, new: new.schema, renaming: Renaming(from: old, to: new)))
  }

  init(_ comparison: ModelComparison) throws(ReplayError) {
    var found: [ModelChange] = []
    for pair in comparison.pairs {
      for side in ModelComparison.Side.allCases {
        if let change = try comparison.change(of: pair, deleting: side) { found.append(change) }
      }
    }
    let sorted = found.enumerated().sorted {
      ($0.element.danger, $0.offset) < ($1.element.danger, $1.offset)
    }
    changes = sorted.map(\.element)
  }
}
