import Foundation

/// A scenario put on a framework: its graph in a store, and what its steps do to it.
///
/// All names are those of the scenario. What a member does may end the process: it is only called in
/// one that was started for it.
package protocol Stage: AnyObject {
  /// The name of the program, `swiftdata-probe`.
  static var name: String { get }
  /// The framework, as the protocol names it.
  static var framework: String { get }
  /// What a scenario may need, as the protocol names it.
  static var capabilities: [String] { get }
  /// Whether a store of the probe's own can take the place of the framework's, and tell what it is asked.
  static var hasRecordingStore: Bool { get }
  /// What can be found out beside scenarios.
  static var experiments: [Experiment] { get }

  /// Makes the stored graph and saves it, and goes on in a context that was not there then; or opens
  /// what is stored already.
  init(_ scenario: Scenario, in place: StorePlace) throws

  /// Does a step; what refuses a save is seen in ``refusals``.
  func take(_ step: Scenario.Step) throws
  /// Keeps nothing that is gone but this: an app that has let go of it comes to it by what refers to it.
  func letGo(except kept: Set<String>) throws
  /// What a `read` step came to: ``Reading/trap`` it does not live to tell.
  func read(_ path: [String]) throws -> Reading

  /// What refused the last save; empty where it was done.
  var refusals: [Sight.Refusal] { get }
  /// The objects that a list shows.
  func alive() throws -> [String]
  /// What a relationship holds, without touching it.
  func destinations(of object: String, _ relationship: String) throws -> [String]
  /// The objects that are in the store, for somebody else.
  func stored() throws -> [String]?
  /// The objects of which `isDeleted` is true.
  func isDeleted() -> [String]?
  /// New objects that a stored one took over, having the same unique value: new, stored.
  var merged: [[String]] { get }
  /// The values of an object's attributes.
  func value(of object: String, _ attribute: String) -> Value
  /// What a fetch in the order of an attribute finds.
  func fetched(_ entity: String, by attribute: String, ascending: Bool) throws -> [String]?
  /// The entities as the framework resolved them.
  func resolved() -> [Scenario.Entity]?
  /// What each save of the steps asked of a store of the probe's own.
  var asked: [Sight.Asked] { get }
  /// What identifies each object in the store, by its name.
  func identifiers() throws -> [String: String]
}

/// Something to find out that no scenario tells.
package struct Experiment {
  package let name: String
  package let find: (StorePlace) throws -> String

  package init(_ name: String, _ find: @escaping (StorePlace) throws -> String) {
    self.name = name
    self.find = find
  }
}

/// Where a store is.
package struct StorePlace {
  /// Nil in memory.
  package let url: URL?
  /// What identifies objects that were stored there before, by their names; nil for a new store.
  package let identifiers: [String: String]?
  /// Whether it is the probe's own, which tells what it is asked.
  package let isRecording: Bool

  /// A store in a folder, or in memory.
  init(
    _ kind: StoreKind, in folder: URL, identifiers: [String: String]? = nil,
    isRecording: Bool = false
  ) {
    url =
      kind == .sqlite && !isRecording ? folder.appendingPathComponent("probe.store") : nil
    self.identifiers = identifiers
    self.isRecording = isRecording
  }
}

/// A kind of store.
enum StoreKind: String, Codable, CaseIterable {
  case sqlite
  case memory

  /// The kind as the protocol has it.
  var words: String {
    switch self {
    case .sqlite: "SQLite"
    case .memory: "in memory"
    }
  }
}

/// Something that a scenario asks for and that cannot be had.
package struct Skip: Error {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// Something that must not happen.
package struct Problem: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
