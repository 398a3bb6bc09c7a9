import ObjectGraph

/// How many cells came to which verdict, by the kind of operation.
public struct Summary: Hashable, Sendable {
  /// What is counted apart.
  public enum Group: String, CaseIterable, Hashable, Sendable {
    /// Deletes of linked objects: the article's own cells.
    case deletes
    /// Deletes of unlinked objects.
    case unlinkedDeletes
    /// Removals of an element from a to-many.
    case removals
    /// Steps of scenarios.
    case scenarioSteps
  }

  private var counts: [Group: [Verdict: Int]] = [:]
  /// Unobserved deletes of linked objects that follow from another row by symmetry.
  public private(set) var derived = 0

  /// Counts results.
  ///
  /// - Parameter results: The results of a run.
  public init(_ results: [CellResult]) {
    for result in results {
      let group = Group(result.cell.operation)
      counts[group, default: [:]][result.verdict, default: 0] += 1
      if result.cell.isDerived && group == .deletes { derived += 1 }
    }
  }

  /// The number of cells of a group that came to a verdict.
  ///
  /// - Parameters:
  ///   - verdict: The verdict.
  ///   - group: The kind of operation; nil for all.
  /// - Returns: The count.
  public func count(_ verdict: Verdict, in group: Group? = nil) -> Int {
    guard let group else { return Group.allCases.reduce(0) { $0 + count(verdict, in: $1) } }
    return counts[group]?[verdict] ?? 0
  }

  /// The number of cells of a group.
  ///
  /// - Parameter group: The kind of operation; nil for all.
  /// - Returns: The count.
  public func count(in group: Group? = nil) -> Int {
    Verdict.allCases.reduce(0) { $0 + count($1, in: group) }
  }

  /// Whether any verdict is a failure, or nothing was run at all.
  public var isFailure: Bool {
    count() == 0 || Verdict.allCases.contains { $0.isFailure && count($0) > 0 }
  }
}

extension Summary.Group {
  /// The group of an operation.
  package init(_ operation: Cell.Operation) {
    switch operation {
    case .delete: self = .deletes
    case .deleteUnlinked: self = .unlinkedDeletes
    case .remove: self = .removals
    case .steps: self = .scenarioSteps
    }
  }
}

extension MatrixSuite {
  /// What a complete run of one framework lacks, or has too much of, by the pinned counts.
  ///
  /// - Parameter framework: Which framework.
  /// - Returns: One sentence for each count that differs; empty without a manifest.
  public func pinProblems(of framework: Framework.Name) -> [String] {
    guard let pins = pins[framework] else { return [] }
    let rows = pairings.filter { $0.framework == framework }
    let observed = rows.flatMap { pairing in
      pairing.rows.filter { $0.leftOut == nil }.map { ($0, pairing) }
    }
    let stated = { (key: String) in
      observed.reduce(0) { count, row in
        count + row.0.observations.filter { $0.key.key == key && !$0.value.isEmpty }.count
      }
    }
    let removals = observed.reduce(0) { $0 + $1.1.removals.count }
    let counts = [
      ("observed rows", pins.rows, observed.count),
      ("observed deletes", pins.deletes, stated("delete")),
      ("observed deletes of unlinked objects", pins.unlinkedDeletes, stated("unlinked")),
      ("removals in observed rows", pins.removals, removals),
    ]
    return counts.filter { $0.1 != $0.2 }.map { name, pinned, found in
      "found \(found) \(name) for \(framework.rawValue); the manifest pins \(pinned)"
    }
  }
}
