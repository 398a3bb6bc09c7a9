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
  /// The capabilities that a scenario may need, by their names in the protocol.
  static var capabilities: [String] { get }
  /// Whether a store of the probe's own can take the place of the framework's, and tell what it is asked.
  static var hasRecordingStore: Bool { get }
  /// The experiments that are not scenarios.
  static var experiments: [Experiment] { get }

  /// Makes the stored graph and saves it, and goes on in that context or in a new one, as the place
  /// says; or opens what is stored already.
  init(_ scenario: Scenario, in place: StorePlace) throws

  /// Does a step; what refuses a save is seen in ``refusals``.
  func take(_ step: Scenario.Step) throws
  /// Releases the deleted objects except those given: an app that has released an object can reach
  /// it only through references to it.
  func letGo(except kept: Set<String>) throws
  /// Returns the result of a `read` step; the process does not survive a ``Reading/trap``.
  func read(_ path: [String]) throws -> Reading

  /// The errors of the last save; empty if it succeeded.
  var refusals: [Sight.Refusal] { get }
  /// The objects that a list shows.
  func alive() throws -> [String]
  /// Returns the destinations of a relationship, without touching them.
  func destinations(of object: String, _ relationship: String) throws -> [String]
  /// Returns the objects in the store, as another context sees them.
  func stored() throws -> [String]?
  /// The objects of which `isDeleted` is true.
  func isDeleted() -> [String]?
  /// New objects that a stored one took over, having the same unique value: new, stored.
  var merged: [[String]] { get }
  /// The values of an object's attributes.
  func value(of object: String, _ attribute: String) -> Value
  /// Returns the result of a fetch in the order of an attribute.
  func fetched(_ entity: String, by attribute: String, ascending: Bool) throws -> [String]?
  /// The entities as the framework resolved them.
  func resolved() -> [Scenario.Entity]?
  /// The requests that each save of the steps made to the probe's recording store.
  var asked: [Sight.Asked] { get }
  /// Returns the identifier of each object in the store, by the object's name.
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

  /// The two orders of giving an item another list and deleting the list that it had.
  package static func ordersOfAssignment<Played: Stage>(on stage: Played.Type) -> [Experiment] {
    [true, false].map { deletesFirst in
      Experiment(deletesFirst ? "delete_then_assign" : "assign_then_delete") { place in
        var (insert, link, delete) = (Scenario.Step(), Scenario.Step(), Scenario.Step())
        var save = Scenario.Step()
        insert.insert = ["List": ["other"]]
        link.link = ["eggs", "list", "other"]
        delete.delete = ["home"]
        save.save = true
        let steps = [insert] + (deletesFirst ? [delete, link] : [link, delete]) + [save]
        let played = try Played(.list(doing: steps), in: place)
        for step in steps { try played.take(step) }
        if let refusal = played.refusals.first { return "refused: \(refusal.raw)" }
        return "keeps \(try played.stored()?.sorted().joined(separator: " and ") ?? "nothing")"
      }
    }
  }

  /// Makes two experiments: with what the context has loaded before, and with what it has not.
  package static func loadedAndNot(
    _ name: String, _ find: @escaping (StorePlace, _ isLoaded: Bool) throws -> String
  ) -> [Experiment] {
    [true, false].map { isLoaded in
      Experiment("\(name)_of_\(isLoaded ? "loaded" : "faults")") { try find($0, isLoaded) }
    }
  }
}

/// The location of a store.
package struct StorePlace {
  /// Nil in memory.
  package let url: URL?
  /// The identifiers of objects stored there earlier, by their names; nil for a new store.
  package let identifiers: [String: String]?
  /// Whether it is the probe's own, which tells what it is asked.
  package let isRecording: Bool
  /// Whether the steps run in the context that inserted the stored objects.
  package let isInserter: Bool

  /// A store in a folder, or in memory.
  init(
    _ kind: StoreKind, in folder: URL, identifiers: [String: String]? = nil,
    isRecording: Bool = false, isInserter: Bool
  ) {
    url =
      kind == .sqlite && !isRecording ? folder.appendingPathComponent("probe.store") : nil
    self.identifiers = identifiers
    self.isRecording = isRecording
    self.isInserter = isInserter
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
