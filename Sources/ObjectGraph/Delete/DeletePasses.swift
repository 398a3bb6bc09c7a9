/// The definition of a delete, shared by plans and saves: the closure under cascade, then the
/// effects of the deleted objects' rules on survivors.
///
/// The worklist is the deleted set. Objects are marked when they are found, so a chain of any
/// length needs no stack. The worklist is processed in stretches of one entity, which share the
/// columns to follow. A save marks rows and changes columns. A plan keeps both outside the graph,
/// which others may be reading.
extension GraphStorage {
  /// Marks everything that goes with some objects: the least set that holds them and is closed under
  /// cascade.
  ///
  /// O(deleted objects and their cascading links).
  func close<Marks: DeleteMarks & ~Copyable>(_ worklist: inout Worklist, _ marks: inout Marks) {
    var run = 0
    while run < worklist.runCount {
      let table = worklist.table(ofRun: run)
      if layout.tables[table].cascades { close(&worklist, run, ofTable: table, &marks) }
      run += 1
    }
  }

  /// Follows the cascades of the objects of one run, which may grow by it.
  private func close<Marks: DeleteMarks & ~Copyable>(
    _ worklist: inout Worklist, _ run: Int, ofTable table: Int, _ marks: inout Marks
  ) {
    var next = worklist.range(ofRun: run).lowerBound
    while next < worklist.range(ofRun: run).upperBound {
      let start = next
      let entity = layout.entity(of: worklist.slots[start], ofTable: table, kinds)
      next = endOfStretch(of: worklist, run, from: start)
      let cascades = layout.entities[entity.index].cascades
      for place in cascades {
        let shape = layout.columns[layout[place]]
        // Where the run grows by what the first column leads to, its new objects are followed at
        // once: a chain would otherwise be as many stretches as it has links.
        let isChain =
          place == cascades.lowerBound && shape.otherTable == table
          && !layout.tables[table].isMixed && run == worklist.runCount - 1
        worklist.startRun(ofTable: UInt16(shape.otherTable))
        marks.follow(
          columns[layout[place]], to: shape.otherTable, &worklist, start, &next, isChain: isChain)
        worklist.dropEmptyRuns()
      }
    }
  }

  /// Tells what the rules of deleted objects do to the survivors that they hold.
  ///
  /// O(deleted objects and their links).
  func followRules<Marks: DeleteMarks & ~Copyable, Effects: DeleteEffects & ~Copyable>(
    of worklist: borrowing Worklist, _ marks: borrowing Marks, _ survivors: inout Slab<HeldObject>,
    _ effects: inout Effects
  ) {
    forEachStretch(of: worklist) { entity, range in
      for place in layout.entities[entity.index].nonCascading {
        let column = layout[place]
        let shape = layout.columns[column]
        marks.findSurvivors(
          in: columns[column], of: shape.otherTable, worklist.slots, range, &survivors)
        if survivors.isEmpty { continue }
        for index in 0..<survivors.count {
          let held = survivors[index]
          if shape.rule == .deny { effects.refuse(held, column, shape) }
          if shape.clearsInverse {
            effects.clearInverse(held, column, shape)
          } else if shape.isOppositeRelationship {
            effects.leaveDangling(held, column, shape)
          }
        }
        survivors.truncate(to: 0)
      }
    }
  }

  /// Visits deleted objects that stand next to each other in the worklist and are of one entity.
  @inline(__always)
  func forEachStretch(
    of worklist: borrowing Worklist, _ body: (EntityID, Range<Int>) -> Void
  ) {
    for run in 0..<worklist.runCount {
      let range = worklist.range(ofRun: run)
      let table = layout.tables[worklist.table(ofRun: run)]
      if !table.isMixed {
        body(table.root, range)
        continue
      }
      var next = range.lowerBound
      while next < range.upperBound {
        let start = next
        next = endOfStretch(of: worklist, run, from: start)
        body(kinds[worklist.table(ofRun: run)][Int(worklist.slots[start])], start..<next)
      }
    }
  }

  private func endOfStretch(of worklist: borrowing Worklist, _ run: Int, from start: Int) -> Int {
    let range = worklist.range(ofRun: run)
    let table = worklist.table(ofRun: run)
    guard layout.tables[table].isMixed else { return range.upperBound }
    let entity = kinds[table][Int(worklist.slots[start])]
    var end = start
    while end < range.upperBound && kinds[table][Int(worklist.slots[end])] == entity { end += 1 }
    return end
  }
}

/// An object that a deleted one holds, both by their slots.
struct HeldObject: BitwiseCopyable, Sendable {
  let slot: UInt32
  let holder: UInt32
}

/// The marks of the objects that a delete includes.
protocol DeleteMarks: ~Copyable {
  /// Marks what a column of some objects holds, and adds it to the last run of their worklist.
  ///
  /// With a chain, `end` moves on with what is found.
  mutating func follow(
    _ column: borrowing LinkColumn, to table: Int, _ worklist: inout Worklist, _ start: Int,
    _ end: inout Int, isChain: Bool)

  /// Collects the survivors that a column of some objects of the worklist holds.
  func findSurvivors(
    in column: borrowing LinkColumn, of table: Int, _ slots: borrowing Slab<UInt32>,
    _ range: Range<Int>, _ found: inout Slab<HeldObject>)
}

/// The effects of a delete on a survivor that a deleted object references.
protocol DeleteEffects: ~Copyable {
  /// Records that the survivor makes the delete fail.
  mutating func refuse(_ held: HeldObject, _ column: Int, _ shape: GraphLayout.Column)

  /// The survivor forgets the deleted object.
  mutating func clearInverse(_ held: HeldObject, _ column: Int, _ shape: GraphLayout.Column)

  /// The survivor goes on referring to the deleted object.
  mutating func leaveDangling(_ held: HeldObject, _ column: Int, _ shape: GraphLayout.Column)
}

extension GraphLayout.Column {
  /// The object that holds another in the column, deleted with its links.
  func holder(of held: HeldObject) -> ObjectID {
    ObjectID(table: UInt16(table), slot: held.holder)
  }

  func object(of held: HeldObject) -> ObjectID {
    ObjectID(table: UInt16(otherTable), slot: held.slot)
  }

  func reference(back held: HeldObject) -> Link {
    Link(object(of: held), RelationshipID(rawValue: UInt16(opposite)), holder(of: held))
  }
}

extension [Denial] {
  /// Adds a survivor that makes the delete fail.
  ///
  /// The blockers of one object are added consecutively.
  mutating func add(_ held: HeldObject, _ column: Int, _ shape: GraphLayout.Column) {
    let (object, blocker) = (shape.holder(of: held), shape.object(of: held))
    let relationship = RelationshipID(rawValue: UInt16(column))
    if let last = indices.last, self[last].object == object,
      self[last].relationship == relationship
    {
      self[last].blockers.append(blocker)
    } else {
      append(Denial(object: object, relationship: relationship, blockers: [blocker]))
    }
  }

  /// Puts denials and what blocks each in the order of every plan and refusal.
  mutating func sortAll() {
    for index in indices { self[index].blockers.sortFew() }
    sortFew()
  }
}

extension Array where Element: Comparable {
  /// Sorts what is mostly nothing or one: to sort an array is to ask whether it is shared.
  mutating func sortFew() { if count > 1 { sort() } }

  /// Adds elements, without copying them where there were none.
  mutating func take(_ others: [Element]) {
    if isEmpty { self = others } else { append(contentsOf: others) }
  }
}

extension LinkColumn {
  /// Marks what some objects of a worklist hold, and adds it to the last run.
  @inline(__always)
  func follow(
    _ worklist: inout Worklist, _ start: Int, _ end: inout Int, isChain: Bool,
    marking take: (UInt32) -> Bool
  ) {
    let last = isChain ? Int.max : end
    var index = start
    if isToMany {
      blocks.withElements { blocks in
        pool.withElements { pool in
          while index < last && index < worklist.count {
            let places = blocks[Int(worklist.slots[index])].places
            worklist.append(atMost: places.count) { found in
              pool.forEach(in: places) { other in
                if other != LinkColumn.vacant && take(other) { found.append(other) }
              }
            }
            index &+= 1
          }
        }
      }
    } else {
      ends.withElements { ends in
        while index < last && index < worklist.count {
          let other = ends[Int(worklist.slots[index])].slot
          if other != LinkColumn.vacant && take(other) { worklist.append(slot: other) }
          index &+= 1
        }
      }
    }
    end = max(end, index)
  }

  @inline(__always)
  func collect(
    _ slots: borrowing Slab<UInt32>, _ range: Range<Int>, into found: inout Slab<HeldObject>,
    where isMeant: (UInt32) -> Bool
  ) {
    slots.withElements { slots in
      if isToMany {
        blocks.withElements { blocks in
          pool.withElements { pool in
            slots.forEach(in: range) { holder in
              pool.forEach(in: blocks[Int(holder)].places) { other in
                if other != LinkColumn.vacant && isMeant(other) {
                  found.append(HeldObject(slot: other, holder: holder))
                }
              }
            }
          }
        }
      } else {
        ends.withElements { ends in
          slots.forEach(in: range) { holder in
            let other = ends[Int(holder)].slot
            if other != LinkColumn.vacant && isMeant(other) {
              found.append(HeldObject(slot: other, holder: holder))
            }
          }
        }
      }
    }
  }
}
