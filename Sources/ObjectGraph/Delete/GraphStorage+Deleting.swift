/// A delete in three passes over its worklist: close, let go, and, where it is refused, restore.
///
/// The worklist is the deleted set: objects are marked when they are found, so a chain of any length
/// needs no stack. It is worked through in stretches of one entity, for which the columns to follow
/// are the same.
extension GraphStorage {
  /// Marks everything that goes with some objects: the least set that holds them and is closed under
  /// cascade.
  ///
  /// - Parameters:
  ///   - worklist: The objects asked for, already marked; those found are added. O(deleted objects
  ///     and their cascading links).
  ///   - states: The states in which to mark them.
  func close(_ worklist: inout Worklist, marking states: inout Slab<Slab<RowState>>) {
    Self.close(&worklist, columns, kinds, layout, &states)
  }

  /// Marks everything that goes with the objects asked for.
  func closeRequested() {
    history.requested.forEach { object in
      states[Int(object.table)][Int(object.slot)].remove(.alive)
    }
    history.requested.expectedCount = rowCount
    Self.close(&history.requested, columns, kinds, layout, &states)
  }

  private static func close(
    _ worklist: inout Worklist, _ columns: borrowing Slab<LinkColumn>,
    _ kinds: borrowing Slab<Slab<EntityID>>, _ layout: GraphLayout,
    _ states: inout Slab<Slab<RowState>>
  ) {
    var run = 0
    while run < worklist.runCount {
      let table = worklist.table(ofRun: run)
      var next = worklist.range(ofRun: run).lowerBound
      while next < worklist.range(ofRun: run).upperBound {
        let start = next
        let entity = layout.entity(of: worklist.slots[start], ofTable: table, kinds)
        next = end(of: worklist, run, from: start, layout, kinds)
        let cascades = layout.cascades(of: entity)
        for place in cascades {
          let shape = layout.columns[layout[place]]
          // Where the run grows by what the first column leads to, its new objects are followed at
          // once: a chain would otherwise be as many stretches as it has links.
          let isChain =
            place == cascades.lowerBound && shape.otherTable == table && !layout.isMixed[table]
            && run == worklist.runCount - 1
          worklist.startRun(ofTable: UInt16(shape.otherTable))
          follow(
            &worklist, start, &next, columns[layout[place]], &states[shape.otherTable],
            isChain: isChain)
          worklist.dropEmptyRuns()
        }
      }
      run += 1
    }
  }

  /// The end of the objects of one entity that follow each other in a run.
  private static func end(
    of worklist: borrowing Worklist, _ run: Int, from start: Int, _ layout: GraphLayout,
    _ kinds: borrowing Slab<Slab<EntityID>>
  ) -> Int {
    let range = worklist.range(ofRun: run)
    let table = worklist.table(ofRun: run)
    guard layout.isMixed[table] else { return range.upperBound }
    let entity = kinds[table][Int(worklist.slots[start])]
    var end = start
    while end < range.upperBound && kinds[table][Int(worklist.slots[end])] == entity { end += 1 }
    return end
  }

  /// Marks what a column of some objects holds, and adds it to the last run of the worklist.
  ///
  /// With a chain, `end` moves on with what is found.
  private static func follow(
    _ worklist: inout Worklist, _ start: Int, _ end: inout Int, _ column: borrowing LinkColumn,
    _ states: inout Slab<RowState>, isChain: Bool
  ) {
    let last = isChain ? Int.max : end
    var index = start
    states.withMutableSpan { states in
      if column.isToMany {
        column.blocks.withSpan { blocks in
          column.pool.withSpan { pool in
            while index < last && index < worklist.count {
              let places = blocks[Int(worklist.slots[index])].places
              worklist.append(atMost: places.count) { found in
                for place in places {
                  let other = pool[place]
                  if other != LinkColumn.vacant && states[Int(other)].takeLife() {
                    found.append(other)
                  }
                }
              }
              index &+= 1
            }
          }
        }
      } else {
        column.ends.withSpan { ends in
          while index < last && index < worklist.count {
            let other = ends[Int(worklist.slots[index])].slot
            if other != LinkColumn.vacant && states[Int(other)].takeLife() {
              worklist.append(slot: other)
            }
            index &+= 1
          }
        }
      }
    }
    end = max(end, index)
  }

  /// What a pass over the deleted objects found.
  struct DeleteFindings {
    var denials: [Denial] = []
    /// References of changed survivors that are left dangling.
    var dangling: [Link] = []
  }

  /// Lets survivors forget what goes, as the rules of the deleted objects say.
  ///
  /// Only the survivors' side is changed, so ``restoreRequested()`` can take it back.
  func letGoOfRequested() {
    for run in 0..<history.requested.runCount {
      let table = history.requested.table(ofRun: run)
      let range = history.requested.range(ofRun: run)
      var next = range.lowerBound
      while next < range.upperBound {
        let start = next
        let entity = layout.entity(of: history.requested.slots[start], ofTable: table, kinds)
        next = Self.end(of: history.requested, run, from: start, layout, kinds)
        for place in layout.rest(of: entity) {
          let column = layout[place]
          findSurvivors(start..<next, column)
          if survivors.isEmpty { continue }
          for index in 0..<survivors.count {
            letGo(of: survivors[index].deleted, survivors[index].slot, column)
          }
          survivors.truncate(to: 0)
        }
      }
    }
  }

  /// Collects the living objects that a column of some deleted ones holds.
  private func findSurvivors(_ range: Range<Int>, _ column: Int) {
    states[layout.columns[column].otherTable].withSpan { states in
      history.requested.slots.withSpan { slots in
        if columns[column].isToMany {
          columns[column].blocks.withSpan { blocks in
            columns[column].pool.withSpan { pool in
              for index in range {
                for place in blocks[Int(slots[index])].places {
                  let other = pool[place]
                  if other != LinkColumn.vacant && states[Int(other)].isAlive {
                    survivors.append(Survivor(slot: other, deleted: slots[index]))
                  }
                }
              }
            }
          }
        } else {
          columns[column].ends.withSpan { ends in
            for index in range {
              let other = ends[Int(slots[index])].slot
              if other != LinkColumn.vacant && states[Int(other)].isAlive {
                survivors.append(Survivor(slot: other, deleted: slots[index]))
              }
            }
          }
        }
      }
    }
  }

  /// Does to one survivor what the rule of a deleted object says.
  private func letGo(
    of slot: UInt32, _ other: UInt32, _ column: Int
  ) {
    let shape = layout.columns[column]
    let object = ObjectID(table: UInt16(shape.table), slot: slot)
    let survivor = ObjectID(table: UInt16(shape.otherTable), slot: other)
    if shape.rule == .deny { findings.add(survivor, blocks: object, column) }
    if shape.letsGo {
      if shape.isOppositeToMany {
        if columns[shape.opposite].forget(other) {
          sparse.append(Place(column: UInt16(shape.opposite), slot: other))
        }
      } else {
        columns[shape.opposite].setEnd(other, .vacant)
      }
      if shape.isOppositeRelationship { note(survivor) }
    } else if hasChanged(survivor) && shape.isOppositeRelationship {
      let relationship = RelationshipID(rawValue: UInt16(shape.opposite))
      findings.dangling.append(Link(survivor, relationship, object))
    }
  }

  /// Takes back ``letGoOfRequested()`` and ``closeRequested()``: only the objects asked for remain
  /// in the worklist.
  func restoreRequested(to count: Int) {
    history.requested.forEach { object in
      for place in layout.rest(of: kind(of: object)) {
        let shape = layout.columns[layout[place]]
        if shape.letsGo { recall(object, layout[place], shape) }
      }
    }
    history.requested.forEach { object in
      states[Int(object.table)][Int(object.slot)].insert(.alive)
    }
    history.requested.truncate(to: count)
  }

  /// Lets survivors remember an object that they had forgotten.
  private func recall(_ object: ObjectID, _ column: Int, _ shape: GraphLayout.Column) {
    for position in 0..<columns[column].extent(object.slot) {
      let other = columns[column].other(object.slot, position)
      guard other != LinkColumn.vacant, states[shape.otherTable][Int(other)].contains(.alive)
      else { continue }
      if shape.isOppositeToMany {
        columns[shape.opposite].remember(other)
      } else {
        columns[shape.opposite].setEnd(
          other, LinkColumn.End(slot: object.slot, position: position))
      }
    }
  }
}

extension GraphStorage.DeleteFindings {
  /// Adds what stands in the way of a delete; the blockers of one object come one after the other.
  fileprivate mutating func add(_ survivor: ObjectID, blocks object: ObjectID, _ column: Int) {
    let relationship = RelationshipID(rawValue: UInt16(column))
    let last = denials.count - 1
    if last >= 0 && denials[last].object == object && denials[last].relationship == relationship {
      denials[last].blockers.append(survivor)
    } else {
      denials.append(
        Denial(object: object, relationship: relationship, blockers: [survivor]))
    }
  }
}
