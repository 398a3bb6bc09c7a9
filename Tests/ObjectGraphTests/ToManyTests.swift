import Testing

@testable import ObjectGraph

@Suite("What order does a to-many have, and what does replacing it do?")
struct ToManyTests {
  private let ordered: Graph
  private let list: ObjectID
  private let items: [ObjectID]

  /// A list with 100 items that were added in an order of their own.
  init() throws {
    var graph = Graph(try .lists(isOrdered: true))
    list = try graph.insert("List")
    let inserted = try graph.insert(100, "Item")
    items = (0..<100).map { inserted[$0 * 37 % 100] }
    for item in items { try graph.link(item, "list", list) }
    ordered = graph
  }

  @Test("An ordered to-many keeps the order of linking, an unordered one has that of insertion")
  func orderOfLinking() throws {
    #expect(try ordered.held(list, "items") == items)
    var graph = Graph(try .lists())
    let list = try graph.insert("List")
    let items = try graph.insert(3, "Item")
    for item in items.reversed() { try graph.link(list, "items", item) }
    #expect(try graph.held(list, "items") == items)
  }

  @Test("The order survives so many removals that the gaps are closed, from either side")
  func closingGapsKeepsTheOrder() throws {
    var graph = ordered
    var expected = items
    for step in 0..<97 {
      let item = expected.remove(at: step * 29 % expected.count)
      if step.isMultiple(of: 2) {
        #expect(try graph.unlink(list, "items", item))
      } else {
        #expect(try graph.unlink(item, "list", list))
      }
      #expect(try graph.held(list, "items") == expected)
      #expect(try graph.held(item, "list") == [])
      #expect(graph.brokenInvariants() == [])
    }
    for item in expected { try graph.set(item, "list", to: []) }
    #expect(try graph.held(list, "items") == [])
    #expect(graph.brokenInvariants() == [])
  }

  @Test("A queue that gains one and loses the first three hundred times stays in order")
  func queue() throws {
    var graph = ordered
    var expected = items
    for _ in 0..<300 {
      let first = expected.removeFirst()
      expected.append(first)
      try graph.unlink(list, "items", first)
      try graph.link(list, "items", first)
    }
    #expect(try graph.held(list, "items") == expected)
    #expect(graph.brokenInvariants() == [])
  }

  @Test("A deleted object leaves no gap behind, and the rest stays in order")
  func deletingKeepsTheOrder() throws {
    var graph = ordered
    let gone = items.enumerated().filter { !$0.offset.isMultiple(of: 5) }.map(\.element)
    for item in gone.dropLast(40) { try graph.delete([item]) }
    try graph.delete(Array(gone.suffix(40)))
    let expected = items.enumerated().filter { $0.offset.isMultiple(of: 5) }.map(\.element)
    #expect(try graph.held(list, "items") == expected)
    #expect(graph.brokenInvariants() == [])
  }

  @Test("Losing a child to another parent leaves the order of the rest")
  func stealingKeepsTheOrder() throws {
    var graph = ordered
    let other = try graph.insert("List")
    for item in items[10..<90].reversed() { try graph.link(other, "items", item) }
    #expect(try graph.held(list, "items") == Array(items[..<10] + items[90...]))
    #expect(try graph.held(other, "items") == items[10..<90].reversed())
    #expect(graph.brokenInvariants() == [])
  }

  @Test("Replacing a to-many keeps the new order, counts repeated ones once and lets the rest go")
  func replacingAToMany() throws {
    var graph = ordered
    let kept = [items[5], items[2], items[5], items[9], items[2]]
    try graph.set(list, "items", to: kept)
    #expect(try graph.held(list, "items") == [items[5], items[2], items[9]])
    #expect(try graph.held(items[9], "list") == [list])
    #expect(try graph.held(items[0], "list") == [])
    try graph.set(list, "items", to: [])
    #expect(try graph.held(list, "items") == [])
    #expect(graph.objects.count == 101)
    #expect(graph.brokenInvariants() == [])
  }

  @Test("Replacing takes the new ones from their former owners")
  func replacingSteals() throws {
    var graph = ordered
    let other = try graph.insert("List")
    try graph.set(other, "items", to: [items[1], items[0]])
    #expect(try graph.held(other, "items") == [items[1], items[0]])
    #expect(try graph.held(list, "items") == Array(items[2...]))
    try graph.set(items[0], "list", to: [list])
    #expect(try graph.held(list, "items") == Array(items[2...]) + [items[0]])
    #expect(try graph.held(other, "items") == [items[1]])
    #expect(graph.brokenInvariants() == [])
  }

  @Test("Replacing the friends of somebody who is a friend of themselves")
  func replacingFriends() throws {
    var graph = Graph(try .people())
    let people = try graph.insert(3, "Person")
    try graph.set(people[0], "friends", to: people)
    #expect(try people.map { try graph.held($0, "friends").count } == [3, 1, 1])
    try graph.set(people[0], "friends", to: [people[2], people[0]])
    #expect(
      try people.map { try graph.held($0, "friends") }
        == [[people[0], people[2]], [], [people[0]]])
    #expect(graph.brokenInvariants() == [])
  }
}
