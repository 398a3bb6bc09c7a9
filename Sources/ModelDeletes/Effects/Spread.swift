import ObjectGraph

/// How far a delete can spread by cascade: what can go, and by which relationship it is reached.
///
/// An object that a relationship reaches has its parent in the inverse. Where the inverse holds one
/// object at most, that is all it holds, so it leads to nothing that stays and takes nothing more
/// along. Every other relationship can hold a fresh object, whatever came before: so what can
/// happen to an object depends on its kind and on that one relationship, and on nothing else.
struct Spread {
  /// An object that goes, as far as its kind and the way to it matter.
  struct State: Hashable {
    let kind: EntityID
    /// The relationship that holds the object's parent and nothing else.
    let blocked: RelationshipID?

    /// Whether a relationship of the object can hold something besides its parent.
    func isFree(_ relationship: RelationshipID) -> Bool { relationship != blocked }
  }

  private let schema: Schema
  /// The states of the object that is asked for: nothing reached it.
  let requested: [State]
  /// The states of what goes as well, in the order of their levels.
  private(set) var taken: [State] = []
  /// How many cascades it takes to come to a state, at least.
  private(set) var levels: [State: Int] = [:]

  init(from entity: EntityID, in schema: Schema) {
    self.schema = schema
    requested = schema.kinds(of: entity).map { State(kind: $0, blocked: nil) }
    for state in requested { levels[state] = 0 }
    var seen: Set<State> = []
    var level = 0
    var current = requested
    while !current.isEmpty {
      level += 1
      var next: [State] = []
      for state in current.flatMap({ successors(of: $0) }) where seen.insert(state).inserted {
        taken.append(state)
        if levels[state] == nil {
          levels[state] = level
          next.append(state)
        }
      }
      current = next
    }
  }

  /// All states, in the order of their levels.
  var states: [State] { requested + taken.filter { levels[$0] != 0 } }

  /// The level at which objects of a kind first go; nil where none can.
  func level(of kind: EntityID) -> Int? {
    levels.filter { $0.key.kind == kind }.map(\.value).min()
  }

  /// The relationships by which an object in a state takes others along.
  func cascades(of state: State) -> [RelationshipID] {
    schema.relationships(of: state.kind).filter {
      schema.declaration(of: $0).deleteRule == .cascade && state.isFree($0)
        && schema.kinds(holding: $0).contains(state.kind)
    }
  }

  /// What a relationship takes along, each in the state that follows from the way to it.
  func states(takenBy relationship: RelationshipID) -> [State] {
    let inverse = schema.inverse(of: relationship)?.relationship
    let blocked = inverse.flatMap { schema.holdsOneAtMost($0) ? $0 : nil }
    return schema.kinds(heldBy: relationship).map { State(kind: $0, blocked: blocked) }
  }

  private func successors(of state: State) -> [State] {
    cascades(of: state).flatMap { states(takenBy: $0) }
  }

  /// Whether what a relationship takes along can take more along by the same relationship.
  func repeats(_ relationship: RelationshipID) -> Bool {
    var open = states(takenBy: relationship)
    var seen = Set(open)
    while let state = open.popLast() {
      let cascades = cascades(of: state)
      if cascades.contains(relationship) { return true }
      open += cascades.flatMap { states(takenBy: $0) }.filter { seen.insert($0).inserted }
    }
    return false
  }
}
