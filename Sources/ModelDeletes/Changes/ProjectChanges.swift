import CompiledOnce
import DeleteCalls
import ModelCheck
import ModelFiles
import ObjectGraph
import Scenarios

/// The changes to the deletes of a project.
///
/// ```swift
/// let changes = try ProjectChanges(from: before.models, to: after.models)
/// let impacts = changes.compared.flatMap(\.changes.changes).map(\.impact)  // [.review]
/// ```
public struct ProjectChanges: Sendable {
  package struct Pair: Sendable {
    package let old: Model
    package let new: Model
    package let changes: ModelChanges

    /// The matching entities and relationships of the two models.
    package var renaming: Renaming { Renaming(from: old, to: new) }
  }

  /// The rules by which a fault is new or gone, on the releases that deletes are compared on.
  package let check: Check
  /// The same rules on the releases that the old models are for.
  package let oldCheck: Check
  /// The findings of both states with the code around the models; nil where only models are compared.
  package var code: (old: CheckedCode, new: CheckedCode)?
  /// The models that are in both, in the order of the new places.
  package let compared: [Pair]
  /// The models that were not there before.
  public let added: [Model]
  /// The models that are no longer there.
  public let gone: [Model]

  /// Compares each model of a project with its earlier version.
  ///
  /// The earlier version is the model of the same framework at the same place. If there is none,
  /// it is the only Core Data model of the same name. For SwiftData, it is the only model left,
  /// because its place follows its classes.
  ///
  /// - Parameters:
  ///   - old: The models as they were.
  ///   - new: The models as they are.
  ///   - range: The releases to compare deletes on; nil for the newest, as the frameworks are
  ///     described without one.
  /// - Throws: A `ReplayError` or a `CheckFault` if a proof fails: an internal error.
  public init(from old: [Model], to new: [Model], on range: ReleaseRange? = nil) throws {
    try self.init(from: old, to: new, by: Check(on: range))
  }

  /// The same by some rules, on their releases, and with the code around the models.
  package init(
    from old: [Model], to new: [Model], by check: Check, before oldCheck: Check? = nil,
    in calls: (old: ModelCalls, new: ModelCalls)? = nil
  ) throws {
    let oldCheck = oldCheck ?? check
    code = try calls.map { (try oldCheck.checked($0.old), try check.checked($0.new)) }
    var predecessors: [Int: Int] = [:]
    let keys: [(Model) -> [String]] = [
      { [$0.framework.rawValue, $0.place] },
      { [$0.framework.rawValue, $0.framework == .coreData ? $0.name : ""] },
    ]
    for key in keys {
      let left = old.indices.filter { !predecessors.values.contains($0) }
      let before = left.grouped { key(old[$0]) }
      let after = new.indices.filter { predecessors[$0] == nil }.grouped { key(new[$0]) }
      for (key, found) in after where found.count == 1 {
        guard let known = before[key], known.count == 1 else { continue }
        predecessors[found[0]] = known[0]
      }
    }
    var compared: [Pair] = []
    for (index, model) in new.enumerated() {
      guard let predecessor = predecessors[index].map({ old[$0] }) else { continue }
      compared.append(
        try Pair(from: predecessor, to: model, by: check, before: oldCheck, in: code))
    }
    self.check = check
    self.oldCheck = oldCheck
    self.compared = compared
    added = new.indices.filter { predecessors[$0] == nil }.map { new[$0] }
    gone = old.indices.filter { !predecessors.values.contains($0) }.map { old[$0] }
  }

  /// Compares two models, whatever their names.
  ///
  /// - Parameters:
  ///   - old: The model as it was.
  ///   - new: The model as it is.
  ///   - range: The releases to compare deletes on; nil for the newest, as the frameworks are
  ///     described without one.
  /// - Throws: A `ReplayError` or a `CheckFault` if a proof fails: an internal error.
  public init(from old: Model, to new: Model, on range: ReleaseRange? = nil) throws {
    try self.init(from: old, to: new, by: Check(on: range))
  }

  package init(from old: Model, to new: Model, by check: Check) throws {
    self.check = check
    oldCheck = check
    compared = [try Pair(from: old, to: new, by: check, before: check, in: nil)]
    added = []
    gone = []
  }

  package init(comparing pair: Pair) {
    check = Check()
    oldCheck = check
    compared = [pair]
    added = []
    gone = []
  }

  /// The releases that deletes are compared on; nil for the frameworks as described without one.
  public var range: ReleaseRange? { check.range }

  package var oldRange: ReleaseRange? {
    oldCheck.range == range ? nil : oldCheck.range
  }

  /// Returns how many changes have an impact.
  ///
  /// - Parameter impact: The impact.
  /// - Returns: The number of changes in all models that were compared.
  public func count(of impact: ChangeImpact) -> Int {
    compared.reduce(0) { $0 + $1.changes.changes.count { $0.impact == impact } }
  }

  /// The number of changes.
  public var changedCount: Int { compared.reduce(0) { $0 + $1.changes.changes.count } }

  /// The number of unchanged deletes.
  public var unchangedCount: Int { compared.reduce(0) { $0 + $1.changes.unchangedCount } }
}

extension ProjectChanges.Pair {
  fileprivate init(
    from old: Model, to new: Model, by check: Check, before oldCheck: Check,
    in code: (old: CheckedCode, new: CheckedCode)?
  ) throws {
    self.init(
      old: old, new: new,
      changes: try ModelChanges(from: old, to: new, by: check, before: oldCheck, in: code))
  }
}
