import ObjectGraph
import Scenarios

/// The same cells under both frameworks, side by side.
///
/// ```swift
/// let differing = Comparison(suite).lines.filter(\.differs).map(\.swiftData.cell.id)
/// ```
public struct Comparison: Sendable {
  /// One cell under both frameworks.
  public struct Line: Sendable {
    /// The cell under SwiftData.
    public let swiftData: CellResult
    /// The cell under Core Data.
    public let coreData: CellResult

    /// Whether the frameworks do different things.
    public var differs: Bool {
      guard let one = swiftData.predicted, let other = coreData.predicted else {
        return (swiftData.predicted == nil) != (coreData.predicted == nil)
      }
      return !one.comesToTheSame(as: other)
    }
  }

  /// The cells that both frameworks have, in the order of SwiftData's files.
  public let lines: [Line]
  /// Whether any of their verdicts is a failure, or nothing could be compared.
  public let isFailure: Bool

  /// Replays the pairings of both frameworks.
  ///
  /// - Parameters:
  ///   - suite: The pairings; scenarios are left out, each speaking of one framework.
  ///   - pattern: Which cells; nil for all.
  public init(_ suite: MatrixSuite, only pattern: CellPattern? = nil) {
    func results(_ framework: Framework.Name) -> [CellResult] {
      let pairings = suite.pairings.filter { $0.framework == framework }
      return Runner().run(pairings.flatMap(\.cells).filter { pattern?.matches($0) ?? true })
    }
    let coreData = Dictionary(
      results(.coreData).map { ($0.cell.id, $0) }, uniquingKeysWith: { first, _ in first })
    lines = results(.swiftData).compactMap { result in
      coreData[result.cell.id].map { Line(swiftData: result, coreData: $0) }
    }
    isFailure =
      lines.isEmpty
      || lines.contains { $0.swiftData.verdict.isFailure || $0.coreData.verdict.isFailure }
  }
}
