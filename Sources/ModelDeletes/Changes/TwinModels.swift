import CompiledOnce
import ModelFiles
import Scenarios

/// Two models with the same entities that differ in some relationships, and what deletes do differently.
package struct TwinModels: Sendable {
  /// The two models, as if the second were a later version of the first.
  package let pair: ProjectChanges.Pair
  package let differences: [Model.Difference]

  /// The most pairs that are compared, because a longer list would not be read.
  private static let mostPairs = 10

  /// Finds the pairs among the current versions of some models.
  package static func all(among models: [Model], on range: ReleaseRange?) throws -> [TwinModels] {
    let current = models.filter(\.isCurrent)
    var found: [TwinModels] = []
    for (index, first) in current.enumerated() {
      for second in current.dropFirst(index + 1) where first.isTwin(of: second) {
        let differences = first.differences(from: second)
        guard !differences.isEmpty, found.count < mostPairs else { continue }
        let changes = try ProjectChanges(from: first, to: second, on: range)
        found += changes.compared.map { TwinModels(pair: $0, differences: differences) }
      }
    }
    return found
  }
}
