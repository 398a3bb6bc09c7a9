/// A plan in the making: the passes of a delete, beside a graph that they leave as it is.
extension DeletePlan {
  /// Works out what deleting some objects would do, none of which was deleted before.
  ///
  /// O(deleted objects and their links), but for sorting.
  init(deleting objects: [ObjectID], in storage: GraphStorage) {
    let requested = objects.count > 1 ? Set(objects).sorted() : objects
    self.requested = requested
    var worklist = Worklist()
    worklist.reserve(16)
    var found = Slab<HeldObject>()
    found.reserve(16)
    var marks = PlannedMarks(storage)
    for object in requested {
      _ = marks.take(object)
      worklist.append(object)
    }
    storage.close(&worklist, &marks)
    storage.followRules(of: worklist, marks, &found, &self)
    explainDeleted(worklist, marks, &found, storage)
    deleted = worklist.objects
    sortAll()
    validateSurvivors(storage)
  }

  /// Finds the cascades between deleted objects, and what deny rules hold that goes as well.
  private mutating func explainDeleted(
    _ worklist: borrowing Worklist, _ marks: borrowing PlannedMarks,
    _ found: inout Slab<HeldObject>, _ storage: GraphStorage
  ) {
    let layout = storage.layout
    storage.forEachStretch(of: worklist) { entity, range in
      for place in layout.entities[entity.index].columns {
        let column = layout[place]
        let shape = layout.columns[column]
        guard shape.rule == .cascade || shape.rule == .deny else { continue }
        marks.findDeleted(in: storage.columns[column], shape, worklist.slots, range, &found)
        let links = (0..<found.count).map { index in
          Link(
            shape.holder(of: found[index]), RelationshipID(rawValue: UInt16(column)),
            shape.object(of: found[index]))
        }
        if shape.rule == .cascade {
          cascaded.take(links)
        } else {
          satisfiedDenies.take(links)
        }
        found.truncate(to: 0)
      }
    }
  }

  private mutating func sortAll() {
    deleted.sortFew()
    cascaded.sortFew()
    nullified.sortFew()
    dangling.sortFew()
    denials.sortAll()
    satisfiedDenies.sortFew()
  }

  /// Finds the survivors that a nullify rule makes invalid; others are not validated, because
  /// nothing changed them.
  private mutating func validateSurvivors(_ storage: GraphStorage) {
    guard storage.layout.canBeInvalid else { return }
    let nullified = nullified
    var next = 0
    while next < nullified.count {
      let start = next
      let survivor = nullified[start].source
      while next < nullified.count && nullified[next].source == survivor { next += 1 }
      violations += storage.violations(of: survivor) { relationship in
        nullified[start..<next].count { $0.relationship == relationship }
      }
    }
    violations.sortFew()
  }
}

/// The effects on survivors, recorded in a plan.
extension DeletePlan: DeleteEffects {
  mutating func refuse(_ held: HeldObject, _ column: Int, _ shape: GraphLayout.Column) {
    denials.add(held, column, shape)
  }

  mutating func clearInverse(_ held: HeldObject, _ column: Int, _ shape: GraphLayout.Column) {
    if shape.isOppositeRelationship { nullified.append(shape.reference(back: held)) }
  }

  mutating func leaveDangling(_ held: HeldObject, _ column: Int, _ shape: GraphLayout.Column) {
    dangling.append(shape.reference(back: held))
  }
}

/// The objects that a plan deletes, marked beside a graph that others may be reading.
///
/// A set of words with a bit for each slot, found by their hash: it takes memory for what it holds,
/// not for all that the graph holds, and neighbours share a word.
private struct PlannedMarks: DeleteMarks, ~Copyable {
  private struct Word: BitwiseCopyable {
    var key: UInt64 = 0
    /// The marks of the slots; no bit is set if the word is vacant.
    var bits: UInt64 = 0
  }

  private let storage: GraphStorage
  private var words = Slab<Word>()
  private var usedCount = 0

  init(_ storage: GraphStorage) {
    self.storage = storage
    words.append(repeating: Word(), count: 16)
  }

  /// Marks an object that is alive, and says whether it was not marked before.
  mutating func take(_ object: ObjectID) -> Bool {
    let key = Self.key(object.table, object.slot)
    let place = place(of: key)
    let bit = Self.bit(object.slot)
    let bits = words[place].bits
    if bits & bit != 0 { return false }
    words[place] = Word(key: key, bits: bits | bit)
    if bits == 0 {
      usedCount += 1
      if 2 * usedCount > words.count { grow() }
    }
    return true
  }

  private func contains(_ table: Int, _ slot: UInt32) -> Bool {
    words[place(of: Self.key(UInt16(table), slot))].bits & Self.bit(slot) != 0
  }

  mutating func follow(
    _ column: borrowing LinkColumn, to table: Int, _ worklist: inout Worklist, _ start: Int,
    _ end: inout Int, isChain: Bool
  ) {
    let storage = storage
    storage.states[table].withElements { states in
      column.follow(&worklist, start, &end, isChain: isChain) { slot in
        states[Int(slot)].isAlive && take(ObjectID(table: UInt16(table), slot: slot))
      }
    }
  }

  func findSurvivors(
    in column: borrowing LinkColumn, of table: Int, _ slots: borrowing Slab<UInt32>,
    _ range: Range<Int>, _ found: inout Slab<HeldObject>
  ) {
    storage.states[table].withElements { states in
      column.collect(slots, range, into: &found) { slot in
        states[Int(slot)].isAlive && !contains(table, slot)
      }
    }
  }

  /// Collects what a column of some deleted objects holds and is deleted as well.
  func findDeleted(
    in column: borrowing LinkColumn, _ shape: GraphLayout.Column,
    _ slots: borrowing Slab<UInt32>, _ range: Range<Int>, _ found: inout Slab<HeldObject>
  ) {
    let isCascade = shape.rule == .cascade
    storage.states[shape.otherTable].withElements { states in
      column.collect(slots, range, into: &found) { slot in
        // What a cascade holds has gone with it, so the set need not be asked.
        isCascade ? states[Int(slot)].isAlive : contains(shape.otherTable, slot)
      }
    }
  }

  private static func key(_ table: UInt16, _ slot: UInt32) -> UInt64 {
    UInt64(table) << 32 | UInt64(slot >> 6)
  }

  private static func bit(_ slot: UInt32) -> UInt64 { 1 << UInt64(slot & 63) }

  /// Returns the index of a key's word, or the index where it would be inserted.
  private func place(of key: UInt64) -> Int {
    // The golden ratio scatters what stands in a row; the upper bits are the most mixed.
    let mixed = key &* 0x9E37_79B9_7F4A_7C15
    let mask = words.count - 1
    var place = Int(mixed >> 32) & mask
    while words[place].bits != 0 && words[place].key != key { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    var old = Slab<Word>()
    old.append(repeating: Word(), count: 2 * words.count)
    swap(&old, &words)
    for index in 0..<old.count where old[index].bits != 0 {
      words[place(of: old[index].key)] = old[index]
    }
  }
}
