import CompiledOnce
import ObjectGraph

/// The kinds of objects that a delete can reach by cascade, and the relationships that reach them.
struct CascadeReachability {
  /// The cascades, level by level.
  let cascades: Cascades<DeletedKind, RelationshipID>
  /// The states of the object that is asked for: nothing reached it.
  let requestedByKind: [EntityID: [DeletedKind]]
  /// The states of what goes as well, among them those of more objects like the one asked for.
  let takenByKind: [EntityID: [DeletedKind]]
  /// The level at which objects of each kind first go.
  let levels: [EntityID: Int]
  /// The relationships that form a cycle: objects they delete can cascade along the same
  /// relationships again.
  let repeating: Set<RelationshipID>

  /// Finds what a delete can reach.
  init(
    from entity: EntityID, emptied: [RelationshipID] = [], sparingSubentities isExact: Bool = false,
    in schema: Schema
  ) {
    cascades = schema.cascades(from: entity, emptied: emptied, sparingSubentities: isExact)
    requestedByKind = cascades.levels.filter { $0.value == 0 }.map(\.key).grouped(by: \.kind)
    takenByKind = Set(cascades.steps.flatMap(\.destinations)).grouped(by: \.kind)
    levels = Dictionary(
      cascades.levels.map { ($0.key.kind, $0.value) }, uniquingKeysWith: { min($0, $1) })
    // What a relationship takes along is the same whoever has it.
    let followers = Dictionary(
      cascades.steps.map { ($0.relationship, $0.destinations) }, uniquingKeysWith: { one, _ in one }
    ).mapValues { Set($0.flatMap(schema.cascades(of:))) }
    repeating = Self.circular(followers)
  }

  /// Returns the relationships that can be reached from themselves.
  ///
  /// It uses Tarjan's algorithm without recursion, because a chain may be longer than the stack is
  /// deep.
  private static func circular(
    _ followers: [RelationshipID: Set<RelationshipID>]
  ) -> Set<RelationshipID> {
    var found: Set<RelationshipID> = []
    var order: [RelationshipID: Int] = [:]
    var lowest: [RelationshipID: Int] = [:]
    var component: [RelationshipID] = []
    var isOpen: Set<RelationshipID> = []
    for start in followers.keys where order[start] == nil {
      var path: [(place: RelationshipID, left: [RelationshipID])] = []
      func enter(_ place: RelationshipID) {
        lowest[place] = order.count
        order[place] = order.count
        component.append(place)
        isOpen.insert(place)
        path.append((place, Array(followers[place] ?? [])))
      }
      enter(start)
      while let (place, _) = path.last {
        if let next = path[path.count - 1].left.popLast() {
          if order[next] == nil {
            enter(next)
          } else if isOpen.contains(next), let known = order[next] {
            lowest[place] = min(lowest[place] ?? known, known)
          }
          continue
        }
        path.removeLast()
        if let low = lowest[place], let parent = path.last?.place {
          lowest[parent] = min(lowest[parent] ?? low, low)
        }
        guard lowest[place] == order[place], let first = component.lastIndex(of: place) else {
          continue
        }
        let members = component[first...]
        if members.count > 1 || followers[place]?.contains(place) == true {
          found.formUnion(members)
        }
        isOpen.subtract(members)
        component.removeSubrange(first...)
      }
    }
    return found
  }
}
