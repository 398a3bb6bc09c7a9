import ObjectGraph
import SwiftSource

/// Objects that come into relationships.
extension Evaluation {
  /// Objects come into a relationship.
  ///
  /// - Parameters:
  ///   - use: The relationship.
  ///   - value: The objects.
  ///   - owner: The object that has the relationship; nil where the code does not name it.
  ///   - name: The name of that object in the code.
  ///   - token: The token of the call or assignment.
  ///   - isAssigned: Whether they are assigned, and not added.
  ///   - mayReplace: Whether they may take the place of others.
  mutating func link(
    _ use: RelationshipUse, to value: CodeValue, of owner: CodeValue?, named name: String? = nil,
    at token: Int, isAssigned: Bool = false, mayReplace: Bool = true
  ) {
    let isToOne = code.declaration(use)?.isToMany == false
    let isOther = isMadeElsewhere(value) && mayReplace
    for entity in [use.entity, code.destination(use.name, of: use.entity)?.entity] {
      guard let entity else { continue }
      deletions.linked.insert(entity)
      let isOwnerNew = entity == use.entity && owner?.isNew == true
      // An owner of a to-one has something again, even if that is new.
      let isFilled = entity == use.entity && isToOne && value.type.isOfObjects
      if value.isNew && !isFilled || isOwnerNew { continue }
      let other =
        entity == use.entity
        ? owner.flatMap { partner(of: $0, by: use, value) }
        : (isOther ? name ?? owner?.name : nil).map {
          DeletionState.Relinked.Other(use: use, owner: $0)
        }
      let linked = entity == use.entity ? owner : value
      deletions.relinked.insert(
        DeletionState.Relinked(
          entity: entity, place: ways.place(at: token),
          list: linked?.isEach == true ? linked?.list ?? 0 : 0,
          isOfToOne: isToOne && isAssigned && (isFilled || !mayReplace), other: other))
      if let bit = linked?.given, bit != 0 {
        deletions.relinkedArguments.insert(DeletionState.GivenLink(bit: bit, entity: entity))
      }
    }
    leave(for: use, of: owner, value, at: token)
    if let owner { deletions.fill(use.name, of: owner) }
    if let inverse = code.inverse(of: use) { deletions.fill(inverse.name, of: value) }
  }

  /// Returns the one-to-one relationship that gets an object when the object is assigned its owner; nil if the
  /// relationship may have held it before.
  private func partner(
    of object: CodeValue, by use: RelationshipUse, _ owner: CodeValue
  ) -> DeletionState.Relinked.Other? {
    guard let inverse = code.inverse(of: use), code.declaration(inverse)?.isToMany == false,
      isMadeElsewhere(object), let name = owner.name
    else { return nil }
    return DeletionState.Relinked.Other(use: inverse, owner: name)
  }

  /// Records that an object has lost all that a relationship held, because another object has it now and each
  /// element can have one only.
  private mutating func leave(
    for use: RelationshipUse, of owner: CodeValue?, _ value: CodeValue, at token: Int
  ) {
    guard let holder = value.holder.first, holder.path.count == 1, holder.name != owner?.name,
      case let moved = holder.path[0], moved.name == use.name, moved.entity == use.entity,
      code.inverse(of: use).flatMap(code.declaration)?.isToMany == false
    else { return }
    if (value.relationship ?? value.copied) == moved, !value.isPart {
      unlink(moved, of: holder.name, isWhole: true, at: token, isSettled: true)
    } else if value.isEach, let name = value.name {
      unlinks.add(
        Unlinks.Unlink(
          owner: holder.name, use: moved, isWhole: false, place: token, names: [name],
          isSettled: true))
    }
  }

  /// The object that had a value when the code took that from one of its relationships.
  func owner(of value: CodeValue) -> CodeValue? {
    guard let holder = value.holder.first, holder.path.count == 1,
      let owner = nearby(holder.name), owner.object == holder.object
    else { return nil }
    return owner
  }

  /// A relationship, and that of the other end, hold something where the code says what.
  mutating func hold(
    _ value: CodeValue, _ use: RelationshipUse, of name: String?, _ declared: Relationship
  ) {
    let isCertain = !declared.isToMany || !value.objects.isEmpty
    if isCertain, let name { deletions.contents.fill(name) }
    if let owner = value.name, value.type.entity != nil, let inverse = code.inverse(of: use) {
      deletions.contents.fill("\(owner).\(inverse.name)")
    }
  }

  /// A new object gets some objects, of which each may come into a relationship.
  mutating func link(_ given: [Argument], withNew entity: Int) {
    let others = given.compactMap { argument -> Int? in
      // `Trip(entity: Trip.entity(), insertInto: context)`
      if case .metatype = argument.value.type { return nil }
      return argument.value.type.entity ?? argument.value.type.element.entity
    }
    if others.isEmpty { return }
    deletions.linked.formUnion(others + [entity])
  }
}
