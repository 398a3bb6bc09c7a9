/// One relationship's end of all its links, as flat arrays indexed by slot.
///
/// Every link has two ends, one in each of two opposite columns, and each end knows where the other
/// one stands. So a link is cut in constant time from either side, also in a hub of a million.
/// The column knows nothing of rules or objects: it keeps ends and hands out positions.
struct LinkColumn: Sendable {
  /// One end of a link: the slot at the other side, and the position of the other end there.
  struct End: Sendable {
    var slot: UInt32
    var position: UInt32

    static let vacant = End(slot: .max, position: .max)
    var isVacant: Bool { slot == .max }
  }

  /// The ends of one slot: a run of the pool, of which `extent` places were used and `count` are.
  private struct Block: Sendable {
    var offset: UInt32 = 0
    var capacityClass: UInt8 = 0
    var extent: UInt32 = 0
    var count: UInt32 = 0

    var capacity: UInt32 { capacityClass == 0 ? 0 : 1 << (capacityClass - 1) }
  }

  let isToMany: Bool
  /// Whether removing must not disturb the order of what remains.
  let isOrdered: Bool

  /// To-one: the end of each slot.
  private var ends: [End] = []
  /// To-many: the block of each slot, all blocks' places, and freed places by capacity class.
  private var blocks: [Block] = []
  private var pool: [End] = []
  private var freedOffsets: [[UInt32]] = []

  init(isToMany: Bool, isOrdered: Bool) {
    self.isToMany = isToMany
    self.isOrdered = isOrdered
  }

  /// Makes room for one more slot.
  mutating func appendSlot() {
    if isToMany { blocks.append(Block()) } else { ends.append(.vacant) }
  }

  /// The number of links at a slot.
  func count(_ slot: UInt32) -> Int {
    isToMany ? Int(blocks[Int(slot)].count) : (ends[Int(slot)].isVacant ? 0 : 1)
  }

  /// The number of positions at a slot, some of which may be vacant.
  func extent(_ slot: UInt32) -> UInt32 {
    isToMany ? blocks[Int(slot)].extent : (ends[Int(slot)].isVacant ? 0 : 1)
  }

  /// The end at a position below the slot's extent.
  func end(_ slot: UInt32, _ position: UInt32) -> End {
    isToMany ? pool[Int(blocks[Int(slot)].offset + position)] : ends[Int(slot)]
  }

  /// Adds an end to a slot and returns its position; a to-one must be vacant.
  mutating func append(_ slot: UInt32, _ end: End) -> UInt32 {
    guard isToMany else {
      ends[Int(slot)] = end
      return 0
    }
    if blocks[Int(slot)].extent == blocks[Int(slot)].capacity { grow(Int(slot)) }
    let position = blocks[Int(slot)].extent
    pool[Int(blocks[Int(slot)].offset + position)] = end
    blocks[Int(slot)].extent += 1
    blocks[Int(slot)].count += 1
    return position
  }

  /// Says where the other end of a link now stands.
  mutating func setOtherPosition(_ slot: UInt32, _ position: UInt32, to other: UInt32) {
    if isToMany {
      pool[Int(blocks[Int(slot)].offset + position)].position = other
    } else {
      ends[Int(slot)].position = other
    }
  }

  /// Takes an end away and returns the one that now stands at its position, if one moved there.
  mutating func remove(_ slot: UInt32, _ position: UInt32) -> End? {
    guard isToMany else {
      ends[Int(slot)] = .vacant
      return nil
    }
    let offset = blocks[Int(slot)].offset
    let last = blocks[Int(slot)].extent - 1
    blocks[Int(slot)].count -= 1
    if isOrdered {
      pool[Int(offset + position)] = .vacant
      trim(Int(slot))
      return nil
    }
    blocks[Int(slot)].extent = last
    guard position != last else { return nil }
    pool[Int(offset + position)] = pool[Int(offset + last)]
    return pool[Int(offset + position)]
  }

  /// Whether more than half of a slot's positions are vacant, so that closing up is paid for.
  func isSparse(_ slot: UInt32) -> Bool {
    guard isToMany else { return false }
    let block = blocks[Int(slot)]
    return block.extent > 8 && block.extent > 2 * block.count
  }

  /// Closes the gaps of a slot, keeping the order; the other ends' positions are now out of date.
  mutating func closeGaps(_ slot: UInt32) {
    let block = blocks[Int(slot)]
    var used: UInt32 = 0
    for position in 0..<block.extent {
      let end = pool[Int(block.offset + position)]
      if end.isVacant { continue }
      pool[Int(block.offset + used)] = end
      used += 1
    }
    blocks[Int(slot)].extent = used
  }

  private mutating func trim(_ slot: Int) {
    let offset = blocks[slot].offset
    while blocks[slot].extent > 0, pool[Int(offset + blocks[slot].extent - 1)].isVacant {
      blocks[slot].extent -= 1
    }
  }

  /// Doubles a block: the next larger freed one, or new places at the end of the pool.
  private mutating func grow(_ slot: Int) {
    let old = blocks[slot]
    let newClass = old.capacityClass + 1
    while freedOffsets.count <= Int(newClass) { freedOffsets.append([]) }
    blocks[slot].capacityClass = newClass
    if let freed = freedOffsets[Int(newClass)].popLast() {
      blocks[slot].offset = freed
    } else {
      blocks[slot].offset = UInt32(pool.count)
      pool.append(contentsOf: repeatElement(.vacant, count: Int(blocks[slot].capacity)))
    }
    for position in 0..<old.extent {
      pool[Int(blocks[slot].offset + position)] = pool[Int(old.offset + position)]
    }
    if old.capacityClass > 0 { freedOffsets[Int(old.capacityClass)].append(old.offset) }
  }
}
