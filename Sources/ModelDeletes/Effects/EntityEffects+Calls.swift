import CompiledOnce
import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios

extension ModelCalls {
  /// What the delete of a call can do.
  ///
  /// ```swift
  /// let calls = try ModelCalls(at: ["Trips"])
  /// let refused = calls.calls.filter { !calls.effects(of: $0).allSatisfy(\.denials.isEmpty) }
  /// ```
  ///
  /// - Parameters:
  ///   - call: One of the calls.
  ///   - range: The releases: what may crash on one of them is told; nil for the newest, as the
  ///     frameworks are described without one.
  /// - Returns: What it can do, whatever the objects and links, for each entity that it deletes objects
  ///   of; empty for what deletes nothing, and where it is not certain what is deleted.
  public func effects(of call: DeleteCall, on range: ReleaseRange? = nil) -> [EntityEffects] {
    deleted(by: call).map { EntityEffects(of: $0.entity, in: $0.schema, on: range) }
  }

  /// What goes along with what a call deletes.
  ///
  /// - Parameter call: One of the calls.
  /// - Returns: The names of entities, each once; of one entity in the order of the model; empty for what takes nothing
  ///   along.
  public func taken(by call: DeleteCall) -> [String] {
    var names: [String] = []
    for (entity, schema) in deleted(by: call) {
      names += EntityEffects(of: entity, in: schema).names(in: schema).taken
        .filter { !names.contains($0) }
    }
    return names
  }

  /// The entities of which a call is certain to delete objects, with their model.
  private func deleted(by call: DeleteCall) -> [(entity: EntityID, schema: Schema)] {
    guard call.kind == .delete || call.kind == .batchDelete,
      let schema = call.model.map({ models[$0].schema })
    else { return [] }
    return (call.entity.map { [$0] } ?? call.entities).compactMap(schema.entity)
      .map { ($0, schema) }
  }
}
