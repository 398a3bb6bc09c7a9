import CompiledOnce
import ModelFiles
import ObjectGraph

extension Hazard {
  /// Returns the hooks in the deleted objects' classes that avoid the hazard; empty if too few
  /// classes have one.
  ///
  /// It can't be determined whether a hook does so for every object.
  func hooks(_ handled: CheckRule.HookMeaning.Handled, in model: Model) -> [DeleteHook] {
    let relationships =
      switch handled {
      case .subject: [pair.relationship]
      case .others: others
      case .all: [pair.relationship] + others
      }
    let hooks = relationships.map { hook(for: $0, in: model) }
    return hooks.contains { $0 == nil } ? [] : hooks.compactMap { $0 }
  }

  private func hook(for relationship: RelationshipID, in model: Model) -> DeleteHook? {
    let schema = pair.schema
    let inverse = schema.inverse(of: relationship)?.relationship
    let names = [relationship, inverse].compactMap { $0 }.map { schema.declaration(of: $0).name }
    // Without an inverse, it is the destination whose delete hurts.
    let deleted =
      pair.inverse == nil
      ? schema.destination(of: relationship) : schema.source(of: relationship)
    return schema.lineage(of: deleted).lazy
      .compactMap { model.deleteHooks[schema.declaration(of: $0).name] }
      .first { !$0.handled.isDisjoint(with: names) }
  }
}
