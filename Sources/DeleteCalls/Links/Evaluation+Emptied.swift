import ModelFiles
import ObjectGraph
import SwiftSource

/// The relationships that hold nothing where an object is deleted.
extension Evaluation {
  /// The names of relationships that hold nothing; qualified, those that no longer hold the object.
  struct EmptiedNames {
    var all: Set<String> = []
    /// The relationships without an inverse of which the code has emptied that of one object alone.
    var ofOne: Set<String> = []
  }

  /// The relationships of an object, and around it, that hold nothing where the code deletes it.
  mutating func emptied(of value: CodeValue) -> EmptiedNames {
    guard let entity = value.type.entity else { return EmptiedNames() }
    if isLinkedNowhere(value, entity) { return EmptiedNames(all: relationships(around: entity)) }
    let full = relationships(of: value, among: deletions.contents.full)
    var found = EmptiedNames(all: value.lacking.subtracting(full))
    if let name = value.name {
      for path in deletions.contents.empty where path.hasPrefix("\(name).") {
        let property = String(path.dropFirst(name.count + 1))
        // A qualified name is of a relationship that held the object.
        if code.destination(property, of: entity) != nil || property.contains(".") {
          found.all.insert(property)
        }
      }
    }
    for unlink in unlinks.current
    where unlink.isSettled || !breaksSave(unlink.use) || isSettledSince(unlink) {
      if unlink.owner.isEmpty {
        found.all.formUnion(names(emptiedOfAllBy: unlink, around: value, entity))
      } else {
        found.all.formUnion(names(emptiedBy: unlink, of: value))
        found.insert(named(emptiedAround: value, entity, by: unlink))
      }
    }
    return found
  }

  /// The relationships, from both sides, by which no object holds another one after an unlink of all that did.
  private func names(
    emptiedOfAllBy unlink: Unlinks.Unlink, around value: CodeValue, _ entity: Int
  ) -> [String] {
    let isForeign = unlink.home.map { value.home?.isOther(than: $0) == true } == true
    let isHeld =
      !isForeign
      && code.destination(unlink.use.name, of: unlink.use.entity)?.entity
        .map { code.isKind(entity, of: $0) } == true
    let isFree =
      unlink.isOfAll
      ? isHeld && !isNamed(value, by: unlink.rest) : isNamed(value, by: unlink.names)
    guard isFree else { return [] }
    return [code.name(of: unlink.use), code.inverse(of: unlink.use)?.name].compactMap(\.self)
  }

  /// The relationships of an object that an unlink empties as a whole.
  private func names(emptiedBy unlink: Unlinks.Unlink, of value: CodeValue) -> [String] {
    guard unlink.isWhole, let name = value.name else { return [] }
    let own = mayBeSame(unlink.owner, name) ? unlink.use.name : nil
    let part = code.inverse(of: unlink.use)?.name
    return [own, part.flatMap { unlink.owner == "\(name).\($0)" ? $0 : nil }].compactMap(\.self)
  }

  /// The relationship by which an object is held no longer because an unlink takes it out of one owner's: its
  /// inverse, or where it has none the relationship itself; nil if others may hold the object by its inverse, or if the
  /// unlink takes out something else.
  private func named(
    emptiedAround value: CodeValue, _ entity: Int, by unlink: Unlinks.Unlink
  ) -> (name: String, isOfOne: Bool)? {
    guard !unlink.isReplaced, isTaken(value, by: unlink) else { return nil }
    if let inverse = code.inverse(of: unlink.use) {
      let isToOne = code.declaration(inverse)?.isToMany == false
      return isToOne && code.isKind(entity, of: inverse.entity) ? (inverse.name, false) : nil
    }
    guard !unlink.use.isOfNew,
      let held = code.destination(unlink.use.name, of: unlink.use.entity)?.entity,
      code.isKind(entity, of: held)
    else { return nil }
    return (code.name(of: unlink.use), true)
  }

  /// Whether a name is that of a property of the own object, as in `self.trip`, which the body does not set before a place.
  func isUnchangedProperty(_ name: String, before place: Int) -> Bool {
    let parts = name.split(separator: ".").map(String.init)
    return parts.count == 2 && parts[0] == "self" && reading.body.count <= Limits.uses
      && !reading.body.contains {
        $0 < place && tokens.isWord($0, parts[1]) && tokens.isMark($0 + 1, "=")
      }
  }

  /// Whether the code has made an object, and has linked none of its entity to anything since.
  private mutating func isLinkedNowhere(_ value: CodeValue, _ entity: Int) -> Bool {
    guard value.isNew, !deletions.linked.contains(entity), let name = value.name,
      let source = unlinks.sources[name],
      reading.body.upperBound - source.upperBound <= Limits.uses,
      source.contains(where: {
        isCall($0, of: code.entities[entity].name) || isCallOfFactory($0, of: entity)
      }),
      code.functions("awakeFromInsert", of: .entity(entity)).isEmpty
    else { return false }
    // Whatever else it is given to, or does, may link it.
    return isOnlyAsked(name, behind: source, entity)
      && code.functions("init", of: .entity(entity)).allSatisfy { links(by: $0).isEmpty }
  }

  /// Whether a token names a function that is called and does no more than to make an object of an entity.
  private func isCallOfFactory(_ token: Int, of entity: Int) -> Bool {
    guard tokens.isMark(token + 1, "("), let name = tokens[token]?.name else { return false }
    let type = own.type.instance.isKnown ? own.type.instance : own.type
    let functions =
      code.functions(name, of: .entity(entity)) + code.functions(named: name, of: nil)
      + code.functions(name, of: type)
    return !functions.isEmpty
      && functions.allSatisfy {
        let returned = returnedValue(of: $0)
        return returned.isNew && !returned.isLinked
      }
  }

  /// Whether the code after a declaration does nothing with its variable except insert or delete it, or read or
  /// set its attributes.
  private func isOnlyAsked(_ name: String, behind source: Range<Int>, _ entity: Int?) -> Bool {
    (source.upperBound..<reading.body.upperBound).allSatisfy { place in
      guard tokens.isWord(place, name) else { return true }
      if tokens.isMark(place + 1, "."), let member = tokens[place + 2]?.name {
        return Self.asking.contains(member) || entity.map { isAttribute(member, of: $0) } == true
      }
      return tokens.isMark(place - 1, "(")
        && ["insert", "delete"].contains { tokens.isWord(place - 2, $0) }
    }
  }

  private static let asking: Set<String> = [
    "entity", "isInserted", "managedObjectContext", "objectID",
  ]

  private func isAttribute(_ name: String, of entity: Int) -> Bool {
    code.stores(name, entity) && code.relationship(named: name, of: entity) == nil
  }

  /// Whether a value is of a generic type and new, and nothing is linked to it.
  func isUnlinkedGeneric(_ value: CodeValue) -> Bool {
    guard value.isNew, case .generic(let type, _, _) = value.type, let name = value.name,
      let source = unlinks.sources[name], reading.body.upperBound - source.upperBound <= Limits.uses
    else { return false }
    return source.contains { isCall($0, of: type) } && isOnlyAsked(name, behind: source, nil)
  }

  private func isCall(_ token: Int, of name: String) -> Bool {
    tokens.isWord(token, name) && tokens.isMark(token + 1, "(")
  }

  /// The relationships of an entity, and those without an inverse that can hold its objects.
  func relationships(around entity: Int) -> Set<String> {
    let (known, schema) = (code.entities[entity], code.models[code.entities[entity].model].schema)
    let lineage = schema.lineage(of: known.id)
    let holding = schema.relationships.filter {
      lineage.contains(schema.destination(of: $0)) && schema.inverse(of: $0) == nil
    }
    return Set(schema.relationships(of: known.id).map { schema.declaration(of: $0).name })
      .union(holding.map { schema.qualifiedName(of: $0) })
  }

  /// Whether one of the two objects that an unlink parts cannot be saved then, unless it is deleted or linked
  /// again.
  func breaksSave(_ use: RelationshipUse) -> Bool {
    [use, code.inverse(of: use)].contains { use in
      guard let declared = use.flatMap(code.declaration) else { return false }
      return declared.isToMany ? declared.minCount > 0 : !declared.isOptional
    }
  }

  /// Whether objects of what an unlink takes out are deleted, or linked again, behind it.
  private func isSettledSince(_ unlink: Unlinks.Unlink) -> Bool {
    guard let other = code.destination(unlink.use.name, of: unlink.use.entity)?.entity else {
      return false
    }
    let isLinked = deletions.relinked.contains {
      code.isKind($0.entity, of: other) && ($0.isOfToOne || $0.place.token > unlink.place)
    }
    return isLinked
      || deletions.pending.contains { deleted in
        deleted.token > unlink.place
          && deleted.type.entity.map { code.isKind($0, of: other) } == true
      }
  }

  /// Whether one of some names means an object, or a list that has it.
  private func isNamed(_ value: CodeValue, by names: Set<String>) -> Bool {
    value.name.map(names.contains) == true
      || value.list != 0 && names.contains { variable($0)?.object == value.list }
  }

  /// Whether an unlink takes an object out, as far as the code says which.
  func isTaken(_ value: CodeValue, by unlink: Unlinks.Unlink) -> Bool {
    if unlink.isWhole {
      return value.name.map(unlink.names.contains) == true
        || value.holder.first.map { $0.name == unlink.owner && $0.path == [unlink.use] } == true
    }
    if value.parameterMask & unlink.parameterMask != 0 { return true }
    guard let name = value.name else { return false }
    if unlink.names.contains(name) { return true }
    guard let source = unlinks.sources[name] else { return false }
    return source.contains(unlink.place)
      || !names(in: source, following: false).isDisjoint(with: unlink.names)
  }
}

extension Evaluation.EmptiedNames {
  mutating func insert(_ found: (name: String, isOfOne: Bool)?) {
    guard let found, !all.contains(found.name) else { return }
    all.insert(found.name)
    if found.isOfOne { ofOne.insert(found.name) }
  }
}
