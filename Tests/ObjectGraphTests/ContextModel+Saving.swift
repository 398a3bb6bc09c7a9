import SmallWorlds

@testable import ObjectGraph

// What stands in the way of a save.
extension ContextModel {
  func problems() -> Set<Problem> {
    let plan = plan()
    var next = pending()
    _ = mergeDuplicates(in: &next)
    let changed = next.changed.filter { !next.graph.gone.contains($0) }
    var problems: Set<Problem> = []
    // Deny rules of what goes.
    for (place, blockers) in plan.denials { problems.insert(.denied(place, blockers: blockers)) }
    for object in changed {
      // Relationships and attributes of what changed.
      for side in next.graph.sides(of: object) {
        let place = ReferenceModel.Place(object: object, side: side)
        let count = next.graph.held[place]?.count ?? 0
        if let kind = violation(schema.sides[side].declaration, count: count) {
          problems.insert(.invalid(place, kind))
        }
      }
      for attribute in attributes(of: object) {
        let field = Field(object: object, attribute: attribute)
        if next.values[field] == nil && !attributes[attribute].declaration.isOptional {
          problems.insert(.missingValue(field))
        }
      }
    }
    // References that the store does not have yet, to something that goes.
    for reference in plan.dangling.subtracting(stored.graph.references) {
      problems.insert(.danglingLink(reference))
    }
    // Values that something else has too.
    for twins in twins(in: next) {
      for field in twins where changed.contains(field.object) {
        let others = twins.map(\.object).filter { $0 != field.object }
        if let other = others.min() { problems.insert(.notUnique(field, other: other)) }
      }
    }
    return problems
  }

  private func violation(_ declaration: Relationship, count: Int) -> Violation.Kind? {
    switch (declaration.isToMany, count) {
    case (_, 0) where declaration.isOptional: nil
    case (false, 0): .missing
    case (false, _): nil
    case (true, ..<declaration.minCount): .tooFew(count: count, minimum: declaration.minCount)
    case (true, _) where declaration.maxCount > 0 && count > declaration.maxCount:
      .tooMany(count: count, maximum: declaration.maxCount)
    default: nil
    }
  }

  /// Fields of living objects with the same value of a unique attribute, one of which changed.
  private func twins(in state: State) -> [[Field]] {
    let unique = attributes.indices.filter { attributes[$0].declaration.isUnique }
    return unique.flatMap { attribute -> [[Field]] in
      let fields = state.graph.living.map { Field(object: $0, attribute: attribute) }
      let groups = Dictionary(grouping: fields.filter { state.values[$0] != nil }) {
        state.values[$0]
      }
      let twins: [[Field]] = groups.values.filter { fields in
        fields.count > 1 && fields.contains { state.changed.contains($0.object) }
      }
      return twins.sorted { $0[0].object < $1[0].object }
    }
  }

  /// Where the framework does so, a stored object takes over from its only twin, a new one whose
  /// properties it has.
  func mergeDuplicates(in state: inout State) -> [Int: Int] {
    guard schema.framework.behaviours[.uniqueConflict] == .storedIsUpdated else { return [:] }
    var merged: [Int: Int] = [:]
    for twins in twins(in: state).map({ $0.map(\.object) }) {
      let old = twins.filter { stored.graph.living.contains($0) }
      let new = twins.filter { !stored.graph.living.contains($0) }
      guard old.count == 1, new.count == 1, schema.isKind(entity(old[0]), of: entity(new[0]))
      else { continue }
      merge(new[0], into: old[0], of: &state)
      merged[new[0]] = old[0]
    }
    return merged
  }

  private func merge(_ new: Int, into old: Int, of state: inout State) {
    for attribute in attributes(of: new) {
      guard let value = state.values[Field(object: new, attribute: attribute)] else { continue }
      state.values[Field(object: old, attribute: attribute)] = value
    }
    state.change { graph in
      let said = graph.sides(of: new)
        .sorted { (schema.sides[$0].source, $0) < (schema.sides[$1].source, $1) }
        .map { side in (side, graph.held[.init(object: new, side: side)] ?? []) }
      for (side, others) in said {
        for other in others { graph.unlink(new, side, other) }
        if !others.isEmpty { graph.set(old, side, to: []) }
      }
      for (side, others) in said {
        for other in others { graph.link(old, side, other == new ? old : other) }
      }
      for (place, held) in graph.held where held.contains(new) {
        graph.unlink(place.object, place.side, new)
        graph.link(place.object, place.side, old)
      }
      var gone = ReferenceModel.Plan()
      gone.deleted = [new]
      graph.carryOut(gone)
    }
    state.changed.insert(old)
  }
}
