import ObjectGraph
import Scenarios

/// A store that is compared with the matrices in its own process: the only code that its author
/// writes.
///
/// ```swift
/// struct EmptyStore: ConformingStore {
///   func insert(_ entity: String) throws -> Int { 0 }
///   func link(_ object: Int, _ relationship: String, to destination: Int) throws {}
///   func unlink(_ object: Int, _ relationship: String, from destination: Int) throws {}
///   func delete(_ object: Int) throws {}
///   func save() throws {}
///   var objects: [Int] { [] }
///   func destinations(of object: Int, _ relationship: String) throws -> [Int] { [] }
/// }
/// ```
///
/// <doc:HoldAStore> has a correct one.
public protocol ConformingStore {
  /// The type that identifies an object in the store.
  associatedtype Object: Hashable

  /// Inserts an object.
  ///
  /// - Parameter entity: The name of its entity.
  /// - Returns: The object.
  /// - Throws: Whatever keeps it from being done, which is the adapter's own fault.
  mutating func insert(_ entity: String) throws -> Object

  /// Makes a relationship hold another object, and its inverse hold this one; a to-one lets go of what
  /// it held.
  ///
  /// - Parameters:
  ///   - object: The object whose relationship it is.
  ///   - relationship: The name of the relationship.
  ///   - destination: The object that it is to hold.
  /// - Throws: Whatever keeps it from being done, which is the adapter's own fault.
  mutating func link(_ object: Object, _ relationship: String, to destination: Object) throws

  /// Ends what ``link(_:_:to:)`` made, on both sides.
  ///
  /// - Parameters:
  ///   - object: The object whose relationship it is.
  ///   - relationship: The name of the relationship.
  ///   - destination: The object that it no longer holds.
  /// - Throws: Whatever keeps it from being done, which is the adapter's own fault.
  mutating func unlink(_ object: Object, _ relationship: String, from destination: Object) throws

  /// Deletes an object, as far as that is done before the save.
  ///
  /// - Parameter object: The object; it may be deleted already.
  /// - Throws: Whatever keeps it from being done, which is the adapter's own fault.
  mutating func delete(_ object: Object) throws

  /// Saves what was done.
  ///
  /// - Throws: Why it does not; that is taken for a refusal, and ``refusals(in:)`` asked about it.
  mutating func save() throws

  /// Gives up what was done since the last save that was not refused.
  ///
  /// - Throws: Whatever keeps it from being done, which is the adapter's own fault.
  mutating func rollback() throws

  /// The objects that a list of the app shows.
  var objects: [Object] { get throws }

  /// Returns the destinations of an object's relationship, whether they exist or not.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - relationship: The name of the relationship.
  /// - Returns: The objects, including deleted ones that are still referenced.
  /// - Throws: Any error that prevents reading, which counts as the adapter's own fault.
  func destinations(of object: Object, _ relationship: String) throws -> [Object]

  /// Returns the reasons that an error thrown by ``save()`` gives.
  ///
  /// - Parameter error: The error.
  /// - Returns: The reasons that the save failed; without any detail, a single reason of the kind
  ///   `other`.
  func refusals(in error: any Error) -> [StoreRefusal<Object>]
}

/// A reason that a save failed.
public struct StoreRefusal<Object: Hashable> {
  /// The kind of reason.
  public let kind: ObservedState.Refusal.Kind
  /// The object; nil where the store does not tell.
  public let object: Object?
  /// The relationship; nil where the store does not tell.
  public let relationship: String?

  /// Creates a reason that a save failed.
  ///
  /// - Parameters:
  ///   - kind: The kind of reason.
  ///   - object: The object; nil if the store doesn't report it.
  ///   - relationship: The name of the relationship; nil if the store doesn't report it.
  public init(
    _ kind: ObservedState.Refusal.Kind, object: Object? = nil, relationship: String? = nil
  ) {
    self.kind = kind
    self.object = object
    self.relationship = relationship
  }
}

extension StoreRefusal: Sendable where Object: Sendable {}

extension ConformingStore {
  /// Returns a single reason of the kind `other`.
  public func refusals(in error: any Error) -> [StoreRefusal<Object>] { [StoreRefusal(.other)] }

  /// Without anything better: nothing; such a store does not state ``Capability/rollback``.
  public mutating func rollback() throws {}
}

/// A question to a store in this process, step by step.
struct StoreReplay<Store: ConformingStore> {
  private var store: Store
  private var ids: [String: Store.Object] = [:]
  private var names: [Store.Object: String] = [:]
  private var refused: [ObservedState.Refusal] = []
  private let question: Question
  private let relationships: [String: [String]]

  /// Answers a question by a store.
  ///
  /// - Parameters:
  ///   - question: What is asked.
  ///   - relationships: The names of the relationships, by entity.
  ///   - store: An empty store for the question's schema.
  /// - Returns: What was seen, or why not all could be done.
  static func response(
    to question: Question, relationships: [String: [String]], in store: Store
  ) -> Response {
    var replay = StoreReplay(store: store, question: question, relationships: relationships)
    do {
      try replay.makeStoredGraph()
      return .seen(try replay.states())
    } catch {
      return .fault("\(error)")
    }
  }

  private init(store: Store, question: Question, relationships: [String: [String]]) {
    self.store = store
    self.question = question
    self.relationships = relationships
  }

  private mutating func makeStoredGraph() throws {
    for object in question.scenario.objects { try insert(object) }
    for link in question.scenario.links { try self.link(link) }
    try store.save()
  }

  private mutating func states() throws -> [ObservedState] {
    let scenario = question.scenario
    var states: [ObservedState] = []
    func isLooked(_ step: Int) -> Bool { question.looks.contains { $0.stepCount == step } }
    if isLooked(0) { states.append(try state(after: 0)) }
    let last = question.looks.last?.stepCount ?? 0
    for (index, step) in scenario.steps.prefix(last).enumerated() {
      try perform(step.action)
      if isLooked(index + 1) { states.append(try state(after: index + 1)) }
    }
    return states
  }

  private mutating func insert(_ object: NamedObject) throws {
    let id = try store.insert(object.entity)
    ids[object.name] = id
    names[id] = object.name
  }

  private mutating func link(_ link: NamedLink) throws {
    try store.link(id(link.source), link.relationship, to: id(link.destination))
  }

  private func id(_ name: String) throws -> Store.Object {
    guard let id = ids[name] else { throw ReplayError("no object is called '\(name)'") }
    return id
  }

  private mutating func perform(_ action: Scenario.Action) throws {
    switch action {
    case .insert(let objects): for object in objects { try insert(object) }
    case .link(let link): try self.link(link)
    case .unlink(let link):
      try store.unlink(id(link.source), link.relationship, from: id(link.destination))
    case .set(let object, let relationship, let values):
      let source = try id(object)
      for old in try store.destinations(of: source, relationship) {
        try store.unlink(source, relationship, from: old)
      }
      for value in values { try store.link(source, relationship, to: id(value)) }
    case .delete(let objects): for object in objects { try store.delete(id(object)) }
    case .save:
      do {
        try store.save()
        refused = []
      } catch {
        refused = store.refusals(in: error).map {
          ObservedState.Refusal(
            $0.kind, object: $0.object.flatMap { names[$0] }, relationship: $0.relationship,
            raw: "\(error)")
        }
      }
    case .rollback:
      try store.rollback()
      refused = []
    default:
      throw ReplayError("a store in this process is not asked that")
    }
  }

  private func state(after step: Int) throws -> ObservedState {
    let alive = try store.objects.compactMap { names[$0] }.sorted()
    let entities = Dictionary(
      (question.scenario.objects + question.scenario.inserted).map { ($0.name, $0.entity) },
      uniquingKeysWith: { first, _ in first })
    var held: [NamedReferences] = []
    for name in alive {
      for relationship in relationships[entities[name] ?? ""] ?? [] {
        let objects = try store.destinations(of: id(name), relationship).compactMap { names[$0] }
        if !objects.isEmpty { held.append(NamedReferences(name, relationship, objects)) }
      }
    }
    var state = ObservedState(after: step, kept: alive, references: held)
    state.refused = refused
    return state
  }
}
