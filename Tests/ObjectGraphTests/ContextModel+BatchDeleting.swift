import SmallWorlds

@testable import ObjectGraph

// What a batch delete does to two states.
extension ContextModel {
  /// Deletes rows of the store past what is pending, and says whether it did; nil where that could
  /// not be asked for.
  mutating func batchDelete(
    _ entity: Int, _ objects: [Int]?, includingSubentities: Bool
  ) -> Bool? {
    func isAsked(_ object: Int) -> Bool {
      includingSubentities
        ? schema.isKind(self.entity(object), of: entity) : self.entity(object) == entity
    }
    if let objects, !objects.allSatisfy(isAsked) { return nil }
    let rows = stored.graph.living.filter { objects?.contains($0) ?? isAsked($0) }
    let plan = stored.graph.plan(deleting: Set(rows))
    guard plan.denials.isEmpty, !isRefused(plan) else { return false }
    stored.graph.carryOut(plan)
    edited.graph.deleteRows(of: plan, leaving: stored.graph.references)
    requested.subtract(plan.deleted)
    return true
  }

  /// Whether a row that goes holds something by nullify that must hold something, but for a row that
  /// takes it along by the same link.
  private func isRefused(_ plan: ReferenceModel.Plan) -> Bool {
    stored.graph.references.contains { reference in
      let side = schema.sides[reference.place.side]
      guard plan.deleted.contains(reference.place.object),
        !stored.graph.gone.contains(reference.destination),
        side.declaration.deleteRule == .nullify, let inverse = side.inverse
      else { return false }
      let back = schema.sides[inverse].declaration
      let takesAlong = back.deleteRule == .cascade && plan.deleted.contains(reference.destination)
      return !back.isOptional && !takesAlong
    }
  }
}

extension ReferenceModel {
  /// Takes away rows that are gone from the store; of what led to them stays what leads to them
  /// there, too.
  fileprivate mutating func deleteRows(of plan: Plan, leaving stored: Set<Reference>) {
    var cut = plan
    cut.nullified = references.filter {
      plan.deleted.contains($0.destination) && !stored.contains($0)
    }
    carryOut(cut)
  }
}
