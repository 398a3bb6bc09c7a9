// Adding to an array and changing a set, which the standard library compiles anew at every call.

extension Array {
  package mutating func append(_ element: __owned Element) { add(element, to: &self) }
}

extension Set {
  package init<Members: Sequence>(_ members: __owned Members) where Members.Element == Element {
    self.init()
    for member in members { insert(member) }
  }

  @discardableResult
  package mutating func insert(
    _ member: __owned Element
  ) -> (inserted: Bool, memberAfterInsert: Element) {
    include(member, in: &self)
  }

  @discardableResult
  package mutating func remove(_ member: Element) -> Element? { exclude(member, from: &self) }

  package mutating func formUnion<Members: Sequence>(_ members: __owned Members)
  where Members.Element == Element {
    for member in members { insert(member) }
  }

  package __consuming func union<Members: Sequence>(_ members: __owned Members) -> Set
  where Members.Element == Element {
    var union = self
    for member in members { union.insert(member) }
    return union
  }
}

// The standard library's own, which these functions hide in this module too.

private func add<Members: RangeReplaceableCollection>(
  _ element: Members.Element, to members: inout Members
) { members.append(element) }

private func include<Members: SetAlgebra>(
  _ member: Members.Element, in members: inout Members
) -> (inserted: Bool, memberAfterInsert: Members.Element) { members.insert(member) }

private func exclude<Members: SetAlgebra>(
  _ member: Members.Element, from members: inout Members
) -> Members.Element? { members.remove(member) }
