import CompiledOnce
import ObjectGraph

/// The conditions under which a scenario runs, beyond its model and its steps.
///
/// Each can be left open. If an outcome depends on one that is left open, it is one of several.
///
/// ```swift
/// let onDisk = Circumstances(store: .sqlite, insertedBy: .earlierRun)
/// ```
public struct Circumstances: Hashable, Sendable {
  /// The kind of store.
  public enum Store: String, CaseIterable, Hashable, Sendable {
    /// An SQLite file.
    case sqlite
    /// SwiftData's `isStoredInMemoryOnly`, which is SQLite in memory.
    case swiftDataInMemory
    /// Core Data's `NSInMemoryStoreType`.
    case inMemory
    /// A custom `DataStore`, or an `NSIncrementalStore`.
    case custom
    /// An SQLite file that CloudKit mirrors.
    case mirrored
  }

  /// The inserter of the objects that are stored before the first step, as the context of the steps
  /// sees it.
  public enum Inserter: String, CaseIterable, Hashable, Sendable {
    /// The context that performs the steps inserted and saved them.
    case thisContext
    /// Another context of the same container inserted and saved them.
    case otherContext
    /// An earlier run of the app saved them; the context loads them.
    case earlierRun
    /// They belong to a context of another container.
    case otherContainer

    /// The inserters that an open scenario can have: objects of another container must be stated.
    fileprivate static let possible: [Self] = [.thisContext, .otherContext, .earlierRun]
  }

  /// The kind of store; nil if it is not stated.
  public var store: Store?
  /// The inserter of the stored objects; nil if it is not stated.
  public var insertedBy: Inserter?
  /// Whether the stored objects and their relationships were read before the steps; nil if that is
  /// not stated.
  public var isLoaded: Bool?
  /// Whether what a to-one without an inverse holds has a mandatory attribute; nil if it is not stated.
  public var hasMandatoryAttribute: Bool?

  /// States circumstances.
  ///
  /// - Parameters:
  ///   - store: The kind of store.
  ///   - insertedBy: The inserter of the stored objects.
  ///   - isLoaded: Whether they were read before the steps.
  ///   - hasMandatoryAttribute: Whether what a to-one without an inverse holds has a mandatory attribute.
  public init(
    store: Store? = nil, insertedBy: Inserter? = nil, isLoaded: Bool? = nil,
    hasMandatoryAttribute: Bool? = nil
  ) {
    self.store = store
    self.insertedBy = insertedBy
    self.isLoaded = isLoaded
    self.hasMandatoryAttribute = hasMandatoryAttribute
  }

  /// The circumstances of an app that deletes what an earlier run saved on disk; what a mandatory attribute
  /// changes is worded where it matters.
  package static let app = Circumstances(
    store: .sqlite, insertedBy: .earlierRun, hasMandatoryAttribute: false)

  /// The circumstances of a pairing's objects, unless an implementation states its own.
  package static let ofPairing = Circumstances(
    insertedBy: .otherContext, hasMandatoryAttribute: false)
}

extension Circumstances.Store {
  /// Finds the kind of store that a source names in its own words; nil if it names none, or both.
  package init?(_ words: String, of framework: Framework.Name) {
    switch words.lowercased().filter(\.isLetter) {
    case "sqlite": self = .sqlite
    case "inmemory", "memory": self = framework == .swiftData ? .swiftDataInMemory : .inMemory
    case "custom", "customstore": self = .custom
    case "mirrored", "cloudkit": self = .mirrored
    default: return nil
    }
  }

  func exists(in framework: Framework.Name) -> Bool {
    switch self {
    case .swiftDataInMemory: framework == .swiftData
    case .inMemory: framework == .coreData
    case .sqlite, .custom, .mirrored: true
    }
  }

  package var words: String {
    switch self {
    case .sqlite: "an SQLite store"
    case .swiftDataInMemory: "an in-memory store"
    case .inMemory: "a store of type NSInMemoryStoreType"
    case .custom: "a custom store"
    case .mirrored: "a store that CloudKit mirrors"
    }
  }
}

extension Circumstances {
  /// Whether a run of an app can meet them: what is in memory is gone when the next run begins.
  var arePossible: Bool {
    insertedBy != .earlierRun || store != .inMemory && store != .swiftDataInMemory
  }

  /// Finds the circumstances that a source's words for its store state, as in `in memory, inserting
  /// context`.
  package init(stating words: String, of framework: Framework.Name) {
    let parts = words.split(separator: ",").map { String($0) }
    self.init(
      store: parts.first.flatMap { Store($0, of: framework) },
      insertedBy: parts.dropFirst().contains(" inserting context") ? .thisContext : nil)
  }

  /// The values of each circumstance in a word; nil where it is open.
  static let axes: [@Sendable (Circumstances) -> String?] = [
    { $0.store?.rawValue }, { $0.insertedBy?.rawValue }, { $0.isLoaded.map(\.description) },
    { $0.hasMandatoryAttribute.map(\.description) },
  ]

  package func filled(from others: Circumstances) -> Circumstances {
    Circumstances(
      store: store ?? others.store, insertedBy: insertedBy ?? others.insertedBy,
      isLoaded: isLoaded ?? others.isLoaded,
      hasMandatoryAttribute: hasMandatoryAttribute ?? others.hasMandatoryAttribute)
  }

  /// Returns true unless both state something different.
  package func isCompatible(with other: Circumstances) -> Bool {
    filled(from: other) == other.filled(from: self)
  }

  /// Returns the circumstances with every value of those that are open and that others state.
  func completions(for others: [Circumstances], of framework: Framework.Name) -> [Circumstances] {
    func completed<Value>(
      _ all: [Circumstances], _ path: WritableKeyPath<Circumstances, Value?>, _ values: [Value]
    ) -> [Circumstances] {
      guard self[keyPath: path] == nil, others.contains(where: { $0[keyPath: path] != nil })
      else { return all }
      return all.flatMap { one in
        values.map { value in
          var one = one
          one[keyPath: path] = value
          return one
        }
      }
    }
    let stores = Store.allCases.filter { $0.exists(in: framework) }
    var found = completed([self], \.store, stores)
    found = completed(found, \.insertedBy, Inserter.possible)
    found = completed(found, \.isLoaded, [true, false])
    return completed(found, \.hasMandatoryAttribute, [true, false]).filter(\.arePossible)
  }

  package var words: [String] {
    [
      store?.words, insertedBy?.words, isLoaded.map { $0 ? "loaded" : "not loaded" },
      hasMandatoryAttribute.map { $0 ? "a mandatory attribute" : "no mandatory attribute" },
    ].compactMap(\.self)
  }
}

extension Circumstances.Inserter {
  package var words: String {
    switch self {
    case .thisContext: "inserted by the same context"
    case .otherContext: "inserted by another context"
    case .earlierRun: "saved by an earlier run"
    case .otherContainer: "of another container"
    }
  }
}
