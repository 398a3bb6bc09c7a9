/// The ends of all links at one side of a relationship, indexed by slot.
///
/// Every link between two living objects has two ends, one in each of two opposite columns. A
/// to-one end also stores its position in the block of its to-many opposite. So a child is removed
/// from a parent with a million children in constant time. The column has no knowledge of rules or
/// objects; it stores slots.
struct LinkColumn: ~Copyable {
  struct End: BitwiseCopyable, Hashable, Sendable {
    /// The slot at the other side.
    var slot: UInt32
    /// The position in that slot's block, where the opposite column is to-many.
    var position: UInt32

    static let vacant = End(slot: .max, position: .max)
    var isVacant: Bool { slot == .max }
  }

  /// The values of a to-many: a run of the pool, of which `extent` places were used.
  ///
  /// `count` of the places are links. The others are vacant, or refer to a deleted object that was
  /// removed from the relationship.
  struct Block: BitwiseCopyable, Sendable {
    fileprivate(set) var offset: UInt32 = 0
    fileprivate(set) var extent: UInt32 = 0
    fileprivate(set) var count: UInt32 = 0
    fileprivate var capacity: UInt32 = 0

    /// The places, as indices of the pool.
    @inline(__always)
    var places: Range<Int> { Int(offset)..<(Int(offset) &+ Int(extent)) }
    /// Whether more than half of the places hold no link, so that closing up is paid for.
    var isSparse: Bool { extent > 8 && extent > 2 * count }
  }

  /// A place of a block that holds nothing.
  static let vacant = UInt32.max

  let isToMany: Bool
  /// Whether removing must not disturb the order of what remains.
  let isOrdered: Bool

  /// To-one: the end of each slot.
  private(set) var ends = Slab<End>()
  /// To-many: the block of each slot, and the places of all blocks.
  private(set) var blocks = Slab<Block>()
  private(set) var pool = Slab<UInt32>()
  /// Freed places by the binary logarithm of their number.
  private var freedOffsets: [[UInt32]] = []
  /// The position of each slot in a large block, for the blocks that have been searched.
  private var positions: [UInt32: [UInt32: UInt32]] = [:]

  init(isToMany: Bool, isOrdered: Bool) {
    self.isToMany = isToMany
    self.isOrdered = isOrdered
  }

  mutating func appendSlot() {
    if isToMany { blocks.append(Block()) } else { ends.append(.vacant) }
  }

  /// Forgets all slots and keeps the memory.
  mutating func removeAll() {
    ends.truncate(to: 0)
    blocks.truncate(to: 0)
    pool.truncate(to: 0)
    if !freedOffsets.isEmpty { freedOffsets.removeAll(keepingCapacity: true) }
    if !positions.isEmpty { positions.removeAll() }
  }

  borrowing func copy() -> LinkColumn {
    var copy = LinkColumn(isToMany: isToMany, isOrdered: isOrdered)
    copy.ends = ends.copy()
    copy.blocks = blocks.copy()
    copy.pool = pool.copy()
    copy.freedOffsets = freedOffsets
    copy.positions = positions
    return copy
  }

  @inline(__always)
  func count(_ slot: UInt32) -> Int {
    isToMany ? Int(blocks[Int(slot)].count) : (ends[Int(slot)].isVacant ? 0 : 1)
  }

  /// The number of places at a slot, some of which may hold nothing.
  @inline(__always)
  func extent(_ slot: UInt32) -> UInt32 {
    isToMany ? blocks[Int(slot)].extent : (ends[Int(slot)].isVacant ? 0 : 1)
  }

  /// Returns the value at a position less than the slot's extent: a slot of the other side, or
  /// ``vacant``.
  @inline(__always)
  func other(_ slot: UInt32, _ position: UInt32) -> UInt32 {
    isToMany ? pool[Int(blocks[Int(slot)].offset + position)] : ends[Int(slot)].slot
  }
}

// The four moves, each of which undoes another exactly.
extension LinkColumn {
  /// Adds a link to a slot, whose to-one must be vacant, and returns its position.
  ///
  /// A to-one stores its position in the other slot's block.
  @inline(__always)
  mutating func append(_ slot: UInt32, _ other: UInt32, at otherPosition: UInt32 = 0) -> UInt32 {
    guard isToMany else {
      ends[Int(slot)] = End(slot: other, position: otherPosition)
      return 0
    }
    var block = blocks[Int(slot)]
    if block.extent == block.capacity {
      if block.capacity == 0 && freedOffsets.isEmpty {
        block.offset = UInt32(truncatingIfNeeded: pool.count)
        block.capacity = Self.leastCapacity
        pool.append(repeating: Self.vacant, count: Int(Self.leastCapacity))
      } else {
        block = grow(block)
      }
    }
    let position = block.extent
    pool[Int(block.offset &+ position)] = other
    block.extent &+= 1
    block.count &+= 1
    blocks[Int(slot)] = block
    if !positions.isEmpty { index(other, of: slot, at: position) }
    return position
  }

  /// Updates the index of a large block; nil if the other slot is no longer in it.
  @inline(never)
  private mutating func index(_ other: UInt32, of slot: UInt32, at position: UInt32?) {
    positions[slot]?[other] = position
  }

  /// Takes back the last ``append(_:_:)`` to a slot.
  mutating func dropLast(_ slot: UInt32) {
    guard isToMany else { return ends[Int(slot)] = .vacant }
    let last = blocks[Int(slot)].extent - 1
    if !positions.isEmpty {
      let dropped = pool[Int(blocks[Int(slot)].offset + last)]
      index(dropped, of: slot, at: nil)
    }
    blocks[Int(slot)].extent = last
    blocks[Int(slot)].count -= 1
  }

  /// Removes a link and returns the slot that moved to its place, if any.
  mutating func remove(_ slot: UInt32, _ position: UInt32) -> UInt32? {
    guard isToMany else {
      ends[Int(slot)] = .vacant
      return nil
    }
    let block = blocks[Int(slot)]
    let place = Int(block.offset + position)
    if !positions.isEmpty {
      let removed = pool[place]
      index(removed, of: slot, at: nil)
    }
    blocks[Int(slot)].count -= 1
    if isOrdered {
      pool[place] = Self.vacant
      return nil
    }
    blocks[Int(slot)].extent -= 1
    guard position != block.extent - 1 else { return nil }
    let moved = pool[Int(block.offset + block.extent - 1)]
    pool[place] = moved
    if !positions.isEmpty { index(moved, of: slot, at: position) }
    return moved
  }

  /// Takes back a ``remove(_:_:)`` and returns the slot that had moved and its position now.
  mutating func putBack(
    _ slot: UInt32, _ position: UInt32, _ other: UInt32
  ) -> (moved: UInt32, position: UInt32)? {
    let block = blocks[Int(slot)]
    let place = Int(block.offset + position)
    blocks[Int(slot)].count += 1
    defer { if !positions.isEmpty { index(other, of: slot, at: position) } }
    if isOrdered {
      pool[place] = other
      return nil
    }
    blocks[Int(slot)].extent += 1
    guard position != block.extent else {
      pool[place] = other
      return nil
    }
    let moved = pool[place]
    pool[Int(block.offset + block.extent)] = moved
    pool[place] = other
    if !positions.isEmpty { index(moved, of: slot, at: block.extent) }
    return (moved, block.extent)
  }
}

extension LinkColumn {
  /// Sets the position of a to-one's link in the other slot's block.
  mutating func setPosition(_ slot: UInt32, _ position: UInt32) {
    ends[Int(slot)].position = position
  }

  /// Gives a to-one exactly the end that it had.
  mutating func setEnd(_ slot: UInt32, _ end: End) { ends[Int(slot)] = end }

  /// Lets go of a deleted object, whose slot stays in the block for readers to pass over; says
  /// whether the block became sparse by it.
  mutating func forget(_ slot: UInt32) -> Bool {
    let block = blocks[Int(slot)]
    blocks[Int(slot)].count = block.count - 1
    return !block.isSparse && blocks[Int(slot)].isSparse
  }

  /// Takes back a ``forget(_:)``.
  mutating func remember(_ slot: UInt32) { blocks[Int(slot)].count += 1 }

  /// The position of a link in a slot's block.
  ///
  /// A large block is indexed when it is first searched: O(1) from then on.
  mutating func position(of other: UInt32, at slot: UInt32) -> UInt32? {
    guard isToMany else { return ends[Int(slot)].slot == other ? 0 : nil }
    let block = blocks[Int(slot)]
    guard block.extent > Self.longestSearch else { return search(block, for: other) }
    if positions[slot] == nil {
      var index: [UInt32: UInt32] = [:]
      index.reserveCapacity(Int(block.extent))
      for position in 0..<block.extent { index[pool[Int(block.offset + position)]] = position }
      positions[slot] = index
    }
    return positions[slot]?[other]
  }

  private static var longestSearch: UInt32 { 64 }

  private func search(_ block: Block, for other: UInt32) -> UInt32? {
    for place in block.places where pool[place] == other {
      return UInt32(truncatingIfNeeded: place) &- block.offset
    }
    return nil
  }

  /// Writes the places of a block anew, no more of them than there were.
  ///
  /// Positions in it are out of date then; the number of links stays what it is.
  mutating func rewrite(_ slot: UInt32, _ others: [UInt32]) {
    let block = blocks[Int(slot)]
    for (position, other) in others.enumerated() {
      pool[Int(block.offset) + position] = other
    }
    blocks[Int(slot)].extent = UInt32(others.count)
    positions[slot] = nil
  }

  /// Forgets all links of a slot; those at their other ends stay.
  mutating func empty(_ slot: UInt32) {
    guard isToMany else { return ends[Int(slot)] = .vacant }
    blocks[Int(slot)].extent = 0
    blocks[Int(slot)].count = 0
    positions[slot] = nil
  }

  /// Doubles a block: where it is, if that is the end of the pool; otherwise it moves to a freed
  /// one or to the end.
  @inline(never)
  private mutating func grow(_ old: Block) -> Block {
    var new = old
    new.capacity = max(Self.leastCapacity, 2 * old.capacity)
    if old.capacity > 0 && Int(old.offset + old.capacity) == pool.count {
      pool.append(repeating: Self.vacant, count: Int(old.capacity))
      return new
    }
    if let freed = takeFreed(new.capacity) {
      new.offset = freed
    } else {
      new.offset = UInt32(pool.count)
      pool.append(repeating: Self.vacant, count: Int(new.capacity))
    }
    for position in 0..<old.extent {
      pool[Int(new.offset + position)] = pool[Int(old.offset + position)]
    }
    if old.capacity > 0 { free(old) }
    return new
  }

  private static var leastCapacity: UInt32 { 4 }

  private mutating func takeFreed(_ capacity: UInt32) -> UInt32? {
    let sizeClass = capacity.trailingZeroBitCount
    return sizeClass < freedOffsets.count ? freedOffsets[sizeClass].popLast() : nil
  }

  private mutating func free(_ block: Block) {
    let sizeClass = block.capacity.trailingZeroBitCount
    while freedOffsets.count <= sizeClass { freedOffsets.append([]) }
    freedOffsets[sizeClass].append(block.offset)
  }
}

extension LinkColumn {
  /// Returns the broken invariants of the blocks: places outside the pool, or places that belong
  /// to two blocks.
  func brokenInvariants() -> [String] {
    var broken: [String] = []
    var owned = [Bool](repeating: false, count: pool.count)
    func take(_ offset: UInt32, _ capacity: UInt32, _ whose: String) {
      for place in Int(offset)..<Int(offset + capacity) {
        guard place < owned.count else { return broken.append("\(whose) leaves the pool") }
        if owned[place] { broken.append("\(whose) has the place \(place) of another") }
        owned[place] = true
      }
    }
    for slot in 0..<blocks.count {
      let block = blocks[slot]
      take(block.offset, block.capacity, "the block of slot \(slot)")
      if block.extent > block.capacity || block.count > block.extent {
        broken.append("the block of slot \(slot) holds more than it can")
      }
    }
    for (sizeClass, offsets) in freedOffsets.enumerated() {
      for offset in offsets { take(offset, 1 << UInt32(sizeClass), "a freed block") }
    }
    for (slot, index) in positions {
      let block = blocks[Int(slot)]
      for position in 0..<block.extent {
        let other = pool[Int(block.offset + position)]
        if other != Self.vacant && index[other] != position {
          broken.append("the index of slot \(slot) is wrong at \(position)")
        }
      }
    }
    return broken
  }
}
