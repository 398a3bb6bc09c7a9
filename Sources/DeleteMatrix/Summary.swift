import CompiledOnce
import ObjectGraph

/// The number of cells with each verdict, by the kind of operation.
///
/// ```swift
/// let summary = Summary(Runner(ForgetfulStore()).run(file.trial))
/// print(summary.count(.match), "of", summary.count())
/// ```
package struct Summary: Hashable, Sendable {
  /// The kinds of operations that are counted separately.
  package enum Group: String, CaseIterable, Hashable, Sendable {
    /// Deletes of linked objects: the article's own cells.
    case deletes
    case unlinkedDeletes
    case removals
    case scenarioSteps
    case batchDeletes
  }

  private var counts: [Group: [Verdict: Int]] = [:]
  /// Unobserved deletes of linked objects that follow from another row by symmetry.
  package private(set) var derived = 0
  private var doubts: [Group: Int] = [:]

  /// Counts results.
  package init(_ results: some Sequence<CellResult>) { add(results) }

  package mutating func add(_ results: some Sequence<CellResult>) {
    for result in results {
      let group = Group(result.cell)
      counts[group, default: [:]][result.verdict, default: 0] += 1
      if result.matchesByDoubt { doubts[group, default: 0] += 1 }
      if result.cell.isDerived && group == .deletes { derived += 1 }
    }
  }

  package func count(_ verdict: Verdict, in group: Group? = nil) -> Int {
    guard let group else { return Group.allCases.reduce(0) { $0 + count(verdict, in: $1) } }
    return counts[group]?[verdict] ?? 0
  }

  /// Returns the number of cells in a group that match only because it is unknown which of several
  /// outcomes applies.
  ///
  /// They count as matches.
  package func matchesByDoubt(in group: Group? = nil) -> Int {
    group.map { doubts[$0] ?? 0 } ?? doubts.values.reduce(0, +)
  }

  /// The number of cells of a group.
  package func count(in group: Group? = nil) -> Int {
    Verdict.ofMatrices.reduce(0) { $0 + count($1, in: group) }
  }
}

extension Summary.Group {
  package init(_ cell: Cell) {
    switch cell.operation {
    case .delete: self = .deletes
    case .deleteUnlinked: self = .unlinkedDeletes
    case .remove: self = .removals
    case .batchDelete: self = .batchDeletes
    case nil: self = .scenarioSteps
    }
  }
}
