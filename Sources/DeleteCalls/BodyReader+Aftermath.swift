import ModelFiles
import SwiftSource

/// What has been deleted up to a place in a body, as far as what follows it depends on that.
struct Aftermath {
  /// An object of which the code asked for the deletion.
  struct Deleted: Equatable {
    /// Where.
    let token: Int
    let type: CodeType
    /// What the code calls the object, and the context; nil where they have no names.
    let name: String?
    let context: String?
  }

  /// What is deleted and not saved, on some way to this place.
  var pending: [Deleted] = []
  /// What is deleted and saved on every way to this place, by its name.
  var gone: [String: Deleted] = [:]
  /// Whether the block around is left for good here.
  var leaves = false
  /// Whether what is thrown here is dropped by a `try?`.
  var triesSilently = false
  /// The entities of which objects are linked to others.
  var linked: Set<Int> = []

  /// Puts together what is pending behind several ways of which one is taken.
  mutating func join(_ ends: [[Deleted]]) {
    var known: Set<Int> = []
    pending = ends.joined().filter { known.insert($0.token).inserted }
  }

  /// A name means something else from here on.
  mutating func forget(_ name: String) {
    if gone.isEmpty { return }
    for known in gone.keys where known == name || known.hasPrefix("\(name).") { gone[known] = nil }
  }
}

extension BodyReader {
  /// A context saves what was deleted through it.
  mutating func save(_ context: String?, at place: Int) {
    guard let context else { return }
    let saved = aftermath.pending.filter { $0.context == context }
    aftermath.pending.removeAll { $0.context == context }
    var told: Set<CodeType> = []
    for deleted in saved {
      if let name = deleted.name { aftermath.gone[name] = deleted }
      guard aftermath.triesSilently, let entity = deleted.type.entity,
        code.canRefuseDelete(of: entity),
        told.insert(deleted.type).inserted
      else { continue }
      var call = FoundCall(kind: .save, token: place, value: CodeValue(type: deleted.type))
      call.deletion = deleted.token
      found.append(call)
    }
  }

  /// A member is read, which traps where its object is gone.
  mutating func read(_ member: String, of value: CodeValue) {
    guard let name = value.name, let deleted = aftermath.gone[name],
      case .entity(let entity) = value.type, code.stores(member, entity)
    else { return }
    aftermath.forget(name)
    var call = FoundCall(kind: .read, token: index - 1, value: CodeValue(type: value.type))
    call.deletion = deleted.token
    call.property = member
    found.append(call)
  }

  /// Objects come into a relationship.
  mutating func links(_ use: RelationshipUse) {
    aftermath.linked.insert(use.entity)
    if let other = code.destination(use.name, of: use.entity)?.entity {
      aftermath.linked.insert(other)
    }
  }
}
