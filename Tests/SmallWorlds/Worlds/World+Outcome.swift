import ObjectGraph

// The eight sentences of the design, one after the other, in loops over everything.
extension World {
  /// What a delete does; every list is sorted.
  package struct Outcome {
    package var deleted: ObjectSet = []
    /// By which relationship which deleted object takes which other.
    package var cascaded: [Link] = []
    package var denied: [Link] = []
    /// Links of deny rules that lead to what goes as well.
    package var forgiven: [Link] = []
    package var nullified: [Link] = []
    package var dangling: [Link] = []
    /// Relationships of changed survivors that hold too few or too many.
    package var invalid: [Invalid] = []
    /// Survivors that are left with too little in a relationship that they lost something of.
    package var lacking: [Slot] = []

    package struct Invalid {
      let slot: Slot
      let kind: Violation.Kind
    }

    package var isRefused: Bool { !denied.isEmpty || !invalid.isEmpty }
  }

  /// What deleting one object does.
  package func outcome(deleting requested: Int) -> Outcome { outcome(deleting: [requested]) }

  /// What deleting some objects together does.
  package func outcome(deleting requested: ObjectSet) -> Outcome {
    outcome(deleting: requested, links)
  }

  /// What deleting some objects together does, given all links.
  func outcome(deleting requested: ObjectSet, _ links: [Link]) -> Outcome {
    var outcome = Outcome()
    // 1. The least set that holds what is asked for and is closed under cascade.
    outcome.deleted = closure(of: requested, links)
    for link in links where outcome.deleted.contains(link.source) {
      let stays = !outcome.deleted.contains(link.destination)
      switch rule(link.relationship) {
      case .cascade:
        outcome.cascaded.append(link)
      case .deny:
        // 2. What goes as well does not block.
        if stays { outcome.denied.append(link) } else { outcome.forgiven.append(link) }
      case .nullify:
        // 3. A survivor loses what goes from the inverse, where there is one.
        guard stays, let inverse = inverse(link.relationship) else { continue }
        outcome.nullified.append(
          Link(source: link.destination, relationship: inverse, destination: link.source))
      case .noAction:
        continue
      }
    }
    outcome.nullified.sort()
    // 4. Every other reference from a survivor to something deleted.
    for link in links where !outcome.deleted.contains(link.source) {
      if outcome.deleted.contains(link.destination) && !outcome.nullified.contains(link) {
        outcome.dangling.append(link)
      }
    }
    // 5. Survivors that the third sentence changed, and that are now invalid.
    var changed: ObjectSet = []
    for link in outcome.nullified { changed.insert(link.source) }
    for survivor in changed { findInvalid(survivor, &outcome) }
    return outcome
  }

  private func closure(of requested: ObjectSet, _ links: [Link]) -> ObjectSet {
    var deleted = requested
    var before = ObjectSet()
    while before != deleted {
      before = deleted
      for link in links where rule(link.relationship) == .cascade && before.contains(link.source) {
        deleted.insert(link.destination)
      }
    }
    return deleted
  }

  func findInvalid(_ survivor: Int, _ outcome: inout Outcome) {
    for relationship in relationships(of: survivor) {
      let lost = outcome.nullified.count {
        $0.source == survivor && $0.relationship == relationship
      }
      let count = objects(held: relationship, by: survivor).count - lost
      let slot = Slot(object: survivor, relationship: relationship)
      guard let kind = bounds(of: relationship).violation(holding: count) else { continue }
      outcome.invalid.append(.init(slot: slot, kind: kind))
      if case .tooMany = kind { continue }
      if lost > 0 { outcome.lacking.append(slot) }
    }
  }
}
