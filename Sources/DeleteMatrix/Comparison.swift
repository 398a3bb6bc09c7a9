import ObjectGraph
import Scenarios

/// The same cells twice, side by side: under both frameworks, or on two releases.
///
/// ```swift
/// let differing = Comparison(suite).lines.filter(\.differs).map(\.one.cell.id)
/// ```
package struct Comparison: Sendable {
  package struct Side: Sendable {
    package let framework: Framework.Name
    /// The releases; nil for the framework as it is described without one.
    package let range: ReleaseRange?
  }

  package struct Line: Sendable {
    package let one: CellResult
    package let other: CellResult
    /// Whether the outcomes differ: an outcome of one side is not possible on the other, or, where the
    /// outcome of a side is unknown, none is possible on both.
    package let differs: Bool
    /// True if it is unknown whether the sides differ: an outcome is possible on both, and that of a side
    /// is unknown.
    package let isUncertain: Bool
  }

  package let one: Side
  package let other: Side
  /// The cells that both sides have, in the order of the first one's files.
  package let lines: [Line]
  /// Whether any of their verdicts is a failure, or nothing could be compared.
  package let isFailure: Bool

  package var isOfReleases: Bool { one.framework == other.framework }

  /// Replays the pairings of both frameworks.
  ///
  /// - Parameters:
  ///   - suite: The pairings; scenarios are left out, each speaking of one framework.
  ///   - pattern: Which cells; nil for all.
  ///   - range: The releases; nil for the newest, where the suite describes any.
  package init(
    _ suite: MatrixSuite, only pattern: CellPattern? = nil, on range: ReleaseRange? = nil
  ) {
    let range = range ?? suite.releases.map { ReleaseRange(newestIn: $0) }
    self.init(
      Side(framework: .swiftData, range: range), Side(framework: .coreData, range: range)
    ) { side in
      suite.pairings.filter { $0.framework == side.framework }.flatMap {
        $0.trials(fitting: pattern)
      }
    }
  }

  /// Replays the pairings and scenarios of a framework on two releases.
  ///
  /// ```swift
  /// let update = Comparison(
  ///   suite, of: .coreData, from: try ReleaseRange("iOS 18", in: releases),
  ///   to: ReleaseRange(newestIn: releases))
  /// ```
  package init(
    _ suite: MatrixSuite, of framework: Framework.Name = .swiftData, from one: ReleaseRange,
    to other: ReleaseRange, only pattern: CellPattern? = nil
  ) {
    let trials = suite.trials(of: framework, only: pattern)
    self.init(
      Side(framework: framework, range: one), Side(framework: framework, range: other)
    ) { _ in trials }
  }

  private init(_ one: Side, _ other: Side, _ trials: (Side) -> [Trial]) {
    self.one = one
    self.other = other
    let second = Dictionary(
      Runner(on: other.range).run(trials(other)).map { ($0.cell.id, $0) },
      uniquingKeysWith: { first, _ in first })
    lines = Runner(on: one.range).run(trials(one)).compactMap { result in
      second[result.cell.id].map { Line(result, $0) }
    }
    isFailure =
      lines.isEmpty || lines.contains { $0.one.verdict.isFailure || $0.other.verdict.isFailure }
  }
}

extension Comparison.Line {
  fileprivate init(_ one: CellResult, _ other: CellResult) {
    func isSame(_ first: Answer, _ second: Answer) -> Bool {
      switch (first, second) {
      case (.success(let first), .success(let second)): first.comesToTheSame(as: second)
      case (.failure, .failure): true
      case (.success, .failure), (.failure, .success): false
      }
    }
    let (first, second) = (one.likely, other.likely)
    let canBeSame = first.contains { answer in second.contains { isSame(answer, $0) } }
    self.one = one
    self.other = other
    isUncertain = (one.isUnknown || other.isUnknown) && canBeSame
    differs =
      !isUncertain
      && (first.contains { answer in !second.contains { isSame(answer, $0) } }
        || second.contains { answer in !first.contains { isSame($0, answer) } })
  }
}

extension CellResult {
  /// The outcomes on the releases on which they are known; if there are none, the possible
  /// outcomes.
  fileprivate var likely: [Answer] {
    let known = releases.filter(\.isKnown)
    let answers = (known.isEmpty ? releases : known).flatMap(\.possible)
    return answers.isEmpty
      ? [predicted.map { .success($0) } ?? .failure(error ?? ReplayError("there is no answer"))]
      : answers
  }

  var isUnknown: Bool { !releases.isEmpty && !releases.contains(where: \.isKnown) }
}
