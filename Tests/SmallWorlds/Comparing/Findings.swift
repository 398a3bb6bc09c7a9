import ObjectGraph

/// What a delete does as sorted numbers, so that a plan and an outcome can be compared quickly.
struct Findings: Equatable {
  private enum Kind: Int {
    case requested
    case deleted
    case cascaded
    case denied
    case forgiven
    case nullified
    case dangling
    case missing
    case tooFew
    case tooMany
  }

  /// More than there are objects: twenty bits are for each.
  private static var unknown: Int { 0xFFFFF }

  private var codes: [Int] = []

  init(_ outcome: World.Outcome, _ requested: ObjectSet) {
    codes.reserveCapacity(16)
    for object in requested { add(.requested, 0, 0, object) }
    for object in outcome.deleted { add(.deleted, 0, 0, object) }
    add(.cascaded, outcome.cascaded)
    add(.denied, outcome.denied)
    add(.forgiven, outcome.forgiven)
    add(.nullified, outcome.nullified)
    add(.dangling, outcome.dangling)
    for invalid in outcome.invalid {
      let (slot, isTooMany) = (invalid.slot, invalid.judgement == .tooMany)
      // A to-one lacks its value; a to-many has a number.
      let kind = invalid.isToOne ? Kind.missing : isTooMany ? .tooMany : .tooFew
      add(kind, slot.relationship.index, slot.object, invalid.count)
    }
    codes.sort()
  }

  init(_ plan: DeletePlan, _ ids: [ObjectID]) {
    // A few are found sooner by looking at all of them.
    let numbers =
      ids.count > 16 ? Dictionary(uniqueKeysWithValues: zip(ids, ids.indices)) : [:]
    func number(_ id: ObjectID) -> Int {
      (ids.count > 16 ? numbers[id] : ids.firstIndex(of: id)) ?? Self.unknown
    }
    func add(_ kind: Kind, _ links: [ObjectGraph.Link]) {
      for link in links {
        self.add(kind, link.relationship.index, number(link.source), number(link.destination))
      }
    }
    codes.reserveCapacity(16)
    for object in plan.requested { self.add(.requested, 0, 0, number(object)) }
    for object in plan.deleted { self.add(.deleted, 0, 0, number(object)) }
    add(.cascaded, plan.cascaded)
    add(.forgiven, plan.forgiven)
    add(.nullified, plan.nullified)
    add(.dangling, plan.dangling)
    for denial in plan.denials {
      for blocker in denial.blockers {
        self.add(.denied, denial.relationship.index, number(denial.object), number(blocker))
      }
    }
    for violation in plan.violations {
      let (relationship, object) = (violation.relationship.index, number(violation.object))
      switch violation.kind {
      case .missing: self.add(.missing, relationship, object, 0)
      case .tooFew(let count, _): self.add(.tooFew, relationship, object, count)
      case .tooMany(let count, _): self.add(.tooMany, relationship, object, count)
      }
    }
    codes.sort()
  }

  private mutating func add(_ kind: Kind, _ links: [World.Link]) {
    for link in links {
      add(kind, link.relationship.index, link.source, link.destination)
    }
  }

  private mutating func add(_ kind: Kind, _ relationship: Int, _ source: Int, _ last: Int) {
    codes.append(kind.rawValue << 56 | relationship << 40 | source << 20 | last)
  }

  /// What is found and not expected, and the other way round.
  func text(_ expected: Findings) -> String {
    func words(_ codes: [Int]) -> String {
      codes.map { code in
        let kind = Kind(rawValue: code >> 56).map { "\($0)" } ?? "?"
        return
          "\(kind) #\(code >> 40 & 0xFFFF): \(code >> 20 & Self.unknown) \(code & Self.unknown)"
      }
      .joined(separator: ", ")
    }
    let surplus = words(codes.filter { !expected.codes.contains($0) })
    let missing = words(expected.codes.filter { !codes.contains($0) })
    return "not expected: [\(surplus)], not found: [\(missing)]"
  }
}
