import SmallWorlds
import Testing

@testable import ObjectGraph

@Suite("Does a column keep its slots, and take back exactly what was done?")
struct LinkColumnTests {
  /// One move, and what it takes to undo it.
  private enum Move {
    case appended(UInt32)
    case removed(UInt32, position: UInt32, other: UInt32)
  }

  @Test("Every move is undone exactly, in blocks that grow and are indexed", arguments: 0..<2)
  func movesAreUndone(_ seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let isOrdered = seed.isMultiple(of: 2)
    var column = LinkColumn(isToMany: true, isOrdered: isOrdered)
    for _ in 0..<4 { column.appendSlot() }
    var next: UInt32 = 0
    var moves: [(Move, before: [[UInt32]])] = []
    for _ in 0..<300 {
      let before = picture(of: column)
      let slot = random.chance(60) ? 0 : UInt32(random.below(4))
      let used = (0..<column.extent(slot)).filter {
        column.other(slot, $0) != LinkColumn.vacant
      }
      if !used.isEmpty && random.chance(30) {
        let position = used[random.below(used.count)]
        let other = column.other(slot, position)
        #expect(column.position(of: other, at: slot) == position)
        moves.append((.removed(slot, position: position, other: other), before))
        let moved = column.remove(slot, position)
        #expect(moved == nil || !isOrdered && column.other(slot, position) == moved)
        #expect(column.position(of: other, at: slot) == nil)
      } else {
        let position = column.append(slot, next)
        #expect(column.other(slot, position) == next)
        moves.append((.appended(slot), before))
        next += 1
      }
      #expect(column.brokenInvariants() == [])
    }
    #expect(
      (0..<4).contains { column.extent(UInt32($0)) > 64 }, "a block large enough for an index")
    for (move, before) in moves.reversed() {
      switch move {
      case .appended(let slot): column.dropLast(slot)
      case .removed(let slot, let position, let other):
        _ = column.putBack(slot, position, other)
      }
      #expect(picture(of: column) == before)
      #expect(column.brokenInvariants() == [])
    }
  }

  private func picture(of column: borrowing LinkColumn) -> [[UInt32]] {
    var slots: [[UInt32]] = []
    for slot: UInt32 in 0..<4 {
      slots.append([UInt32(column.count(slot))])
      for position in 0..<column.extent(slot) {
        slots[Int(slot)].append(column.other(slot, position))
      }
    }
    return slots
  }

  @Test("A block that loses by unlinking and by deletes stays as small as what it holds")
  func sparseBlocks() throws {
    var graph = Graph(try .lists())
    let root = try graph.insert("List")
    var items: [ObjectID] = []
    func addItem() throws {
      items.append(try graph.insert("Item"))
      try graph.link(items[items.count - 1], "list", root)
    }
    for _ in 0..<20 { try addItem() }
    for _ in 0..<10 { try graph.delete([items.removeLast()]) }
    for _ in 0..<5 { try graph.unlink(items.removeLast(), "list", root) }
    for _ in 0..<100 {
      try addItem()
      try graph.delete([items.removeLast()])
    }
    let column = try graph.schema.required("List", "items").index
    #expect(graph.storage.columns[column].count(root.slot) == 5)
    #expect(graph.storage.columns[column].extent(root.slot) <= 16)
  }

  @Test("A freed block is used again, and never by two")
  func freedBlocks() {
    var column = LinkColumn(isToMany: true, isOrdered: false)
    for slot: UInt32 in 0..<32 {
      column.appendSlot()
      for other in 0..<slot { _ = column.append(slot, other) }
    }
    #expect(column.brokenInvariants() == [])
    #expect(column.pool.count < 32 * 32)
  }
}
