import ModelFiles
import SwiftSource

/// The treatment of a save's failure.
enum SaveFailure: Hashable {
  /// It is thrown, or handled in a way that is not followed.
  case thrown
  /// A `try?` drops it, and the deletes stay pending.
  case dropped
  /// Its deletes are rolled back.
  case rolledBack
}

/// The deletions before a place in a body, as far as they affect the code after it.
struct Aftermath {
  /// An object of which the code asked for the deletion.
  struct Deleted: Equatable {
    /// The token of the delete.
    let token: Int
    let type: CodeType
    /// The name of the object in the code, if it has one, and the name of the context.
    var name: String?
    var context: String
    /// Whether the same function made the object.
    let isNew: Bool
    /// Whether it is deleted on every path to the place.
    var isCertain = true
  }

  /// The objects that are deleted but not saved, on some path to this place.
  var pending: [Deleted] = []
  /// The objects that are deleted and saved on every path to this place, by name.
  var gone: [String: Deleted] = [:]
  /// The tokens of the deletions whose objects were read since; only the first read of each is
  /// reported.
  var told: Set<Int> = []
  /// Whether the block around is left for good here.
  var leaves = false
  /// Whether what is thrown here is dropped by a `try?`.
  var triesSilently = false
  /// The names of what is empty here, according to an enclosing `if`.
  var empty: Set<String> = []
  /// Whether a condition is evaluated.
  var isAsking = false
  /// The relationships of which a condition asks whether they hold anything, or whose objects get another
  /// owner.
  var looked: Set<RelationshipUse> = []
  /// The entities of which a condition counts objects in the store.
  var counted: Set<Int> = []
  /// The entities of which objects are linked to others.
  var linked: Set<Int> = []
  /// The contexts that are saved on every path to this place, and what becomes of a failure of that.
  var saved: [String: SaveFailure] = [:]
  /// The contexts that are rolled back on every path to this place.
  var rolledBack: Set<String> = []
  /// The new objects that a context inserted, by name, and whether it has saved them since.
  private var inserted: [String: (context: String, isSaved: Bool)] = [:]

  /// Records a deletion; of many that are not saved, only the last are kept.
  mutating func delete(_ deleted: Deleted) {
    if pending.count >= Limits.pending { pending.removeFirst(Limits.pending / 2) }
    pending.append(deleted)
  }

  /// Records the insertion of a new object into a context.
  mutating func insert(_ name: String, in context: String) {
    if inserted.count >= Limits.pending { inserted = [:] }
    inserted[name] = (context, false)
  }

  /// Tells whether a context has inserted and saved the object of a name.
  func hasInsertedAndSaved(_ name: String?, in context: String?) -> Bool {
    guard let context, let known = name.flatMap({ inserted[$0] }) else { return false }
    return known.isSaved && known.context == context
  }

  /// Marks a delete as saved.
  mutating func lose(_ name: String, _ deleted: Deleted) {
    if gone.count >= Limits.pending { gone.removeAll() }
    gone[name] = deleted
  }

  /// Marks the objects deleted through a context as saved, and returns them.
  mutating func save(_ context: String) -> [Deleted] {
    for (name, known) in inserted where known.context == context { inserted[name]?.isSaved = true }
    let saved = pending.filter { $0.context == context }
    if saved.isEmpty { return [] }
    pending.removeAll { $0.context == context }
    for deleted in saved where deleted.isCertain {
      if let name = deleted.name { lose(name, deleted) }
    }
    return saved
  }

  /// Puts together what is pending behind several ways of which one is taken.
  mutating func join(_ ends: [[Deleted]]) {
    var ways: [Int: Int] = [:]
    for deleted in ends.joined() { ways[deleted.token, default: 0] += 1 }
    var known: Set<Int> = []
    pending = ends.joined().filter { known.insert($0.token).inserted }.suffix(Limits.pending).map {
      var deleted = $0
      if ways[$0.token] != ends.count { deleted.isCertain = false }
      return deleted
    }
  }

  /// A name means something else from here on.
  mutating func forget(_ name: String) {
    func isMeant(_ known: String) -> Bool { known == name || known.hasPrefix("\(name).") }
    inserted[name] = nil
    for index in pending.indices where pending[index].name.map(isMeant) == true {
      pending[index].name = nil
    }
    for known in gone.keys where isMeant(known) { gone[known] = nil }
  }
}

extension Evaluation {
  /// A context saves what was deleted through it.
  ///
  /// - Parameters:
  ///   - context: The name of the context; nil where it has none.
  ///   - place: The token of the call.
  ///   - failure: What the called function does with a failure.
  mutating func save(_ context: String?, at place: Int, failing failure: SaveFailure = .thrown) {
    ways.save(at: place)
    guard let context else { return }
    let failure = failure == .thrown && aftermath.triesSilently ? .dropped : failure
    aftermath.saved[context] = failure
    let saved = aftermath.save(context)
    for deleted in saved where deleted.isCertain { loseHeld(by: deleted) }
    var told: Set<CodeType> = []
    for deleted in saved {
      guard failure == .dropped, let entity = deleted.type.entity,
        code.canRefuseDelete(of: entity),
        // A new object holds nothing, unless the code links it.
        !deleted.isNew || aftermath.linked.contains(entity),
        told.insert(deleted.type).inserted
      else { continue }
      keep(
        FoundCall(
          .save, CodeValue(type: deleted.type), at: place,
          FoundCall.Details(deletion: deleted.token)))
    }
  }

  /// A member is read, which traps where its object is gone.
  mutating func read(
    _ member: String, of value: CodeValue, at token: Int, isWrite: Bool = false
  ) {
    guard let name = value.name, let deleted = aftermath.gone[name],
      case .entity(let entity) = value.type
    else { return }
    // Who asks that knows.
    if ["isDeleted", "modelContext", "managedObjectContext"].contains(member) {
      return aftermath.forget(name)
    }
    guard code.stores(member, entity), aftermath.told.insert(deleted.token).inserted else { return }
    keep(
      FoundCall(
        .read, CodeValue(type: value.type), at: place(token),
        FoundCall.Details(
          deletion: deleted.token, property: member, isWrite: isWrite || token == target)))
  }

  /// Objects come into a relationship.
  mutating func links(_ use: RelationshipUse) {
    aftermath.linked.insert(use.entity)
    if let other = code.destination(use.name, of: use.entity)?.entity {
      aftermath.linked.insert(other)
    }
  }
}
