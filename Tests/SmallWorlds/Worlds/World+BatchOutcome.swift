import ObjectGraph

// What the reports say of batch deletes, one sentence after the other, in loops over everything.
extension World {
  /// What a batch delete does; every list is sorted.
  package struct BatchOutcome {
    package var deleted: ObjectSet = []
    package var cascaded: [Link] = []
    package var denied: [Link] = []
    package var forgiven: [Link] = []
    package var nullified: [Link] = []
    package var dangling: [Link] = []
    /// Relationships of survivors that lost something and hold too few or too many now.
    package var invalid: [Outcome.Invalid] = []
    /// Survivors that are left with too little in a relationship that they lost something of.
    package var lacking: [Slot] = []
    /// Links for which the store refuses the whole request.
    package var failed: [Link] = []

    package var isRefused: Bool { !denied.isEmpty || !failed.isEmpty }
  }

  /// What deleting some rows of the store does.
  package func outcome(batchDeleting requested: ObjectSet) -> BatchOutcome {
    let links = links
    var outcome = BatchOutcome()
    // 1. Cascades are followed, from row to row.
    outcome.deleted = requested
    for _ in kinds {
      for link in links where outcome.deleted.contains(link.source) {
        if rule(link.relationship) == .cascade { outcome.deleted.insert(link.destination) }
      }
    }
    for link in links {
      let goes = outcome.deleted.contains(link.source)
      let destinationGoes = outcome.deleted.contains(link.destination)
      let inverse = inverse(link.relationship)
      if goes {
        switch (rule(link.relationship), inverse) {
        case (.cascade, _): outcome.cascaded.append(link)
        // 2. What deny holds and stays refuses the request.
        case (.deny, _) where destinationGoes: outcome.forgiven.append(link)
        case (.deny, _): outcome.denied.append(link)
        // 3. Where the inverse of a nullify relationship is mandatory, the link refuses it too; but
        // for one by which the row at its other end took this one along.
        case (.nullify, let inverse?) where !isOptional(inverse):
          let isTakenAlong = destinationGoes && rule(inverse) == .cascade
          if !isTakenAlong { outcome.failed.append(link) }
        default: continue
        }
      } else if destinationGoes {
        // 4. Survivors lose what nullifies them, and keep everything else.
        if let inverse, rule(inverse) == .nullify {
          outcome.nullified.append(link)
        } else {
          outcome.dangling.append(link)
        }
      }
    }
    // 5. Nothing is validated: what is invalid afterwards just is.
    var left = Outcome()
    left.nullified = outcome.nullified
    for survivor in kinds.indices where outcome.nullified.contains(where: { $0.source == survivor })
    {
      findInvalid(survivor, &left)
    }
    outcome.invalid = left.invalid
    outcome.lacking = left.lacking
    return outcome
  }

  private func isOptional(_ relationship: RelationshipID) -> Bool {
    schema.declaration(of: relationship).isOptional
  }

  /// What a batch delete that is carried out leaves.
  func after(_ outcome: BatchOutcome) -> World {
    var ordinary = Outcome()
    ordinary.nullified = outcome.nullified
    return after(ordinary)
  }
}
