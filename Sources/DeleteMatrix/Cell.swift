import ObjectGraph
import Scenarios
import SourceText

/// An operation on a model, with the statements about its outcome.
///
/// ```swift
/// let results = Runner(ForgetfulStore()).run(file.trial)
/// for result in results { print(result.cell.id, result.verdict) }
/// ```
public final class Cell: Sendable {
  /// An operation on the fixture of a pairing.
  package enum Operation: Hashable, Sendable {
    /// An object that is linked as the fixture has it is deleted.
    case delete(String)
    /// An object without any links is deleted.
    case deleteUnlinked(String)
    case remove(NamedLink)
    /// The row of a linked object is deleted by a batch delete.
    case batchDelete(String)
  }

  /// `PAIRING/RULE+RULE/delete-X1`, `…/unlinked/delete-X1`, `…/remove-X1.relationship-Y1`,
  /// `…/batch-delete-X1`, or `SCENARIO/step-N`.
  public let id: String
  /// The pairing's or the scenario's name.
  public let group: String
  /// The column of a pairing's table of rules; nil for the step of a scenario.
  package let operation: Operation?
  /// The row of that table: the rules of both sides, nil for a side without a relationship.
  package let rules: [DeleteRule?]
  /// Whether the outcome is not observed but follows from the mirrored row.
  package let isDerived: Bool
  /// The number of steps after which the cell looks.
  package let stepCount: Int
  /// The graph and the steps, of a scenario also those after the one that the cell is about.
  public let scenario: Scenario
  /// The statements about the outcome; several may disagree.
  public let observations: [Observation]
  /// The location of the cell in a file.
  public let location: Location

  package init(
    id: String, group: String, operation: Operation? = nil, rules: [DeleteRule?] = [],
    isDerived: Bool = false, after stepCount: Int, of scenario: Scenario,
    observations: [Observation], location: Location
  ) {
    self.id = id
    self.group = group
    self.operation = operation
    self.rules = rules
    self.isDerived = isDerived
    self.stepCount = stepCount
    self.scenario = scenario
    self.observations = observations
    self.location = location
  }

  package var look: Look {
    Look(after: stepCount, fetching: observations.flatMap { $0.state.fetched ?? [] }.map(\.fetch))
  }
}

extension Cell {
  /// Whether a word can be the id of a cell, as far as its form tells.
  package static func isID(_ word: String) -> Bool {
    let last = word.split(separator: "/").last ?? ""
    return word.contains("/")
      && ["delete-", "batch-delete-", "remove-", "step-"].contains(where: last.hasPrefix)
  }
}

extension Cell.Operation {
  var idSuffix: String {
    switch self {
    case .delete: "delete-\(nameInRow)"
    case .deleteUnlinked: "unlinked/delete-\(nameInRow)"
    case .remove: "remove-\(nameInRow)"
    case .batchDelete: "batch-delete-\(nameInRow)"
    }
  }

  /// The keys of the outcomes that a row states, in the order of a file.
  package enum Key: String, CaseIterable {
    case delete, unlinked, remove
    /// The batch deletes, which the articles' rows don't state, so that a row may omit them.
    case batchDelete

    var isOptional: Bool { self == .batchDelete }
  }

  /// The key of a row under which the operation's outcome stands.
  package var key: Key {
    switch self {
    case .delete: .delete
    case .deleteUnlinked: .unlinked
    case .remove: .remove
    case .batchDelete: .batchDelete
    }
  }

  /// The name of the operation under that key: `Q1`, or `Q1.testR-R1`.
  var nameInRow: String {
    switch self {
    case .delete(let object), .deleteUnlinked(let object), .batchDelete(let object): object
    case .remove(let link): "\(link.source).\(link.relationship)-\(link.destination)"
    }
  }

  /// The objects that are gone from the pending state in any outcome, whatever refuses the save: of a
  /// batch delete none, as one that is refused deletes nothing.
  package var requested: [String] {
    switch self {
    case .delete(let object), .deleteUnlinked(let object): [object]
    case .remove, .batchDelete: []
    }
  }
}
