/// The lists that have objects of other lists, by their numbers.
struct RelatedLists {
  /// The property of each element of a list.
  private struct Member: Hashable {
    let list: Int
    let name: String
  }

  /// The list of which each list has some elements, by the number of that list.
  private var wholes: [Int: Int] = [:]
  /// The lists of what one property of each element holds.
  private var members: [Member: Int] = [:]
  private var memberships: [Int: Member] = [:]

  /// Records that a list has no other elements than those of another one.
  mutating func add(_ part: Int, partOf whole: Int) {
    if wholes.count >= Limits.pending { wholes = [:] }
    wholes[part] = whole
  }

  /// Returns the number of the list of what a property of each element of a list holds; nil where it has none.
  func member(_ name: String, of list: Int) -> Int? { members[Member(list: list, name: name)] }

  /// Records the list of what a property of each element of a list holds.
  mutating func add(_ number: Int, asMember name: String, of list: Int) {
    if members.count >= Limits.pending { (members, memberships) = ([:], [:]) }
    let member = Member(list: list, name: name)
    (members[member], memberships[number]) = (number, member)
  }

  /// Whether a list is another one, or what a property of each element of that holds.
  func isMember(_ list: Int, of other: Int) -> Bool {
    list == other || memberships[list]?.list == other
  }

  /// Returns the list that has all elements of another one; nil where that is not known.
  func whole(of list: Int) -> Int? {
    if let whole = wholes[list] { return whole }
    guard let member = memberships[list] else { return nil }
    var outer = wholes[member.list]
    while let next = outer {
      if let known = self.member(member.name, of: next) { return known }
      outer = wholes[next]
    }
    return nil
  }

  /// Whether one list is another one, or has some of its elements.
  func isPart(_ list: Int, of whole: Int) -> Bool {
    var next: Int? = list
    while let known = next {
      if known == whole { return true }
      next = self.whole(of: known)
    }
    return false
  }
}

extension DeletionState {
  /// Returns the number of the list of what a property of each element of a list holds.
  mutating func member(_ name: String, of list: Int) -> Int {
    if let known = related.member(name, of: list) { return known }
    let new = newObject()
    related.add(new, asMember: name, of: list)
    return new
  }

  /// Records that an object is deleted, which may be one of a list.
  mutating func delete(_ value: CodeValue, _ deleted: Deleted) {
    delete(deleted)
    deleteSome(of: value, deleted)
  }

  /// Records that some elements of a list are deleted, where a value is one of these.
  private mutating func deleteSome(of value: CodeValue, _ deleted: Deleted) {
    guard value.isElement, !value.isEach, value.list != 0 else { return }
    deleteSome(of: value.list, deleted)
  }

  /// Records that some elements of a list are deleted.
  mutating func deleteSome(of list: Int, _ deleted: Deleted) {
    var some = deleted
    (some.taken, some.list, some.isCertain) = (.some(of: list), 0, true)
    delete(some)
  }

  /// Records the deletes and saves of a loop that may not run: of each element that it iterates over, or of some.
  mutating func recordRounds(
    over list: CodeValue, _ loop: CodeWays.Loop, isLeft: Bool, isWhole: (Int) -> Bool
  ) {
    let branched = possiblySavedDeletes.filter { $1.block == loop.block }
    let known = savedDeletes
    let certain = savedDeletesInLastBlock.filter { known[$0.key] == nil }
    for (taken, deleted) in branched.mapValues(\.deleted).merging(
      certain, uniquingKeysWith: { $1 })
    {
      var key = taken
      if list.object != 0, deleted.list != 0, related.isMember(deleted.list, of: list.object) {
        let isEach = certain[taken] != nil && deleted.isCertain && isWhole(deleted.token)
        key = isEach ? .all(deleted.list) : .some(of: deleted.list)
      } else if taken.object != nil, isLeft {
        continue
      }
      possiblySavedDeletes[key] = (deleted, loop.around)
    }
  }

  /// Leaves out what a call deletes.
  mutating func forget(at token: Int) {
    savedDeletes = savedDeletes.filter { $1.token != token }
    possiblySavedDeletes = possiblySavedDeletes.filter { $1.deleted.token != token }
  }

  /// Returns the saved delete of a list that has all elements of the one which a value is of, or, if the value is each
  /// element, of some of these; nil for none.
  func deletion(ofRelatedTo value: CodeValue, among deletes: [Taken: Deleted]) -> Deleted? {
    guard value.list != 0, !deletes.isEmpty else { return nil }
    return deletes.filter { taken, _ in
      if let whole = taken.object, related.isPart(value.list, of: whole) { return true }
      return value.isEach && related.isPart(taken.number, of: value.list)
    }.values.min { $0.token < $1.token }
  }
}
