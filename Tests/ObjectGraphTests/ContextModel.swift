import SmallWorlds

@testable import ObjectGraph

/// What is pending and what is stored once more, slow and plain: two states, and a save that asks
/// sentence by sentence what stands in its way.
struct ContextModel {
  /// An attribute of one object.
  struct Field: Hashable {
    let object: Int
    let attribute: Int
  }

  /// An attribute and the entity that declares it.
  struct OwnedAttribute {
    let declaration: Attribute
    let source: Int
  }

  /// One thing that refuses a save, by numbers.
  enum Problem: Hashable {
    case denied(ReferenceModel.Place, blockers: Set<Int>)
    case invalid(ReferenceModel.Place, Violation.Kind)
    case missingValue(Field)
    case danglingLink(ReferenceModel.Reference)
    case notUnique(Field, other: Int)
  }

  /// Objects, references and values, and which objects changed since the last save.
  struct State {
    var graph: ReferenceModel
    var values: [Field: AttributeValue] = [:]
    var changed: Set<Int> = []

    /// Whatever holds other objects after a change than before it has changed.
    mutating func change(_ body: (inout ReferenceModel) -> Void) {
      let before = graph.held
      body(&graph)
      for place in Set(before.keys).union(graph.held.keys)
      where Set(before[place] ?? []) != Set(graph.held[place] ?? []) {
        changed.insert(place.object)
      }
    }
  }

  let attributes: [OwnedAttribute]
  var stored: State
  var edited: State
  private(set) var merged: [Int: Int] = [:]
  var requested: Set<Int> = []

  init(_ stored: State, _ attributes: [OwnedAttribute]) {
    self.attributes = attributes
    self.stored = stored
    edited = stored
  }

  var schema: ReferenceSchema { edited.graph.schema }

  /// The attributes that an object declares or inherits.
  func attributes(of object: Int) -> [Int] {
    attributes.indices.filter { schema.isKind(entity(object), of: attributes[$0].source) }
  }

  func entity(_ object: Int) -> Int { edited.graph.entities[object] }
}

// What is pending: every change, and the deletes carried out.
extension ContextModel {
  func plan() -> ReferenceModel.Plan { edited.graph.plan(deleting: requested) }

  func pending() -> State {
    var state = edited
    state.change { $0.carryOut(plan()) }
    return state
  }

  mutating func insert(_ entity: Int) {
    edited.changed.insert(edited.graph.entities.count)
    edited.graph.insert(entity)
  }

  /// Does an operation where it is allowed, and says whether that changes anything; else nil.
  mutating func edit(_ operation: ContextWalk.Operation) -> Bool? {
    let graph = edited.graph
    switch operation {
    case .link(let source, let side, let destination):
      guard graph.allows(source, side, destination) else { return nil }
      edited.change { $0.link(source, side, destination) }
    case .unlink(let source, let side, let destination):
      guard graph.has(source, side) else { return nil }
      edited.change { $0.unlink(source, side, destination) }
      return graph.held[.init(object: source, side: side)]?.contains(destination) ?? false
    case .set(let source, let side, let destinations):
      let isAllowed =
        graph.has(source, side)
        && (schema.sides[side].declaration.isToMany || destinations.count < 2)
        && destinations.allSatisfy { graph.allows(source, side, $0) }
      guard isAllowed else { return nil }
      edited.change { $0.set(source, side, to: destinations) }
      edited.changed.insert(source)
    case .setValue(let field, let value):
      let isAllowed =
        !graph.gone.contains(field.object)
        && attributes(of: field.object).contains(field.attribute)
      guard isAllowed else { return nil }
      edited.values[field] = value
      edited.changed.insert(field.object)
    default: break
    }
    return true
  }

  mutating func delete(_ objects: [Int]) {
    requested.formUnion(objects.filter { !edited.graph.gone.contains($0) })
  }

  mutating func processPendingChanges() { requested = plan().deleted }

  /// Back to the stored state; what was inserted since then is gone for good.
  mutating func rollback() {
    let entities = edited.graph.entities
    var discarded = ReferenceModel.Plan()
    edited = stored
    for number in stored.graph.entities.count..<entities.count {
      edited.graph.insert(entities[number])
      discarded.deleted.insert(number)
    }
    edited.graph.carryOut(discarded)
    requested = []
  }

  /// Stores the pending state where nothing stands in the way; says what does.
  mutating func save() -> Set<Problem> {
    let problems = problems()
    guard problems.isEmpty else { return problems }
    var next = pending()
    merged.merge(mergeDuplicates(in: &next)) { _, new in new }
    next.changed = []
    (stored, edited, requested) = (next, next, [])
    return []
  }
}
