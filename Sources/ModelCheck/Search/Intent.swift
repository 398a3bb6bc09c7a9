import ModelFiles
import ObjectGraph

extension Hazard {
  /// What the classes of deleted objects do beforehand, so that the hazard does not arise; empty
  /// where too few of them do anything of that kind.
  ///
  /// Whether it does so for every object cannot be told.
  func hooks(in model: Model) -> [DeleteHook] {
    switch rule {
    // What refuses is the rule of each of the others.
    case .denyBlocksCascade: return hooks(for: others, in: model)
    // It hurts from either side, whatever is emptied on the other.
    case .denyOnBothSides, .cascadeBothSides:
      return hooks(for: [subject.relationship] + others, in: model)
    // No object is told that its row goes.
    case .batchDeleteFails: return []
    default: return hooks(for: [subject.relationship], in: model)
    }
  }

  /// Those of all of some relationships; empty where one of them has none.
  private func hooks(for relationships: [RelationshipID], in model: Model) -> [DeleteHook] {
    let hooks = relationships.map { hook(for: $0, in: model) }
    return hooks.contains { $0 == nil } ? [] : hooks.compactMap { $0 }
  }

  private func hook(for relationship: RelationshipID, in model: Model) -> DeleteHook? {
    let schema = subject.schema
    let inverse = schema.inverse(of: relationship)?.relationship
    let names = [relationship, inverse].compactMap { $0 }.map { schema.declaration(of: $0).name }
    // Without an inverse, it is the destination whose delete hurts.
    let deleted =
      subject.inverse == nil
      ? schema.destination(of: relationship) : schema.source(of: relationship)
    return schema.lineage(of: deleted).lazy
      .compactMap { model.deleteHooks[schema.declaration(of: $0).name] }
      .first { !$0.handled.isDisjoint(with: names) }
  }
}
