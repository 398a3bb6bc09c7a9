import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios

extension ModelCalls {
  /// What the delete of a call can do.
  ///
  /// ```swift
  /// let calls = try ModelCalls(at: ["Trips"])
  /// let refused = calls.calls.filter { calls.effects(of: $0)?.denials.isEmpty == false }
  /// ```
  ///
  /// - Parameters:
  ///   - call: One of the calls.
  ///   - range: The releases: what may crash on one of them is told; nil for the newest, as the
  ///     frameworks are described without one.
  /// - Returns: What it can do, whatever the objects and links; nil for what deletes nothing, and where
  ///   it is not certain what is deleted.
  public func effects(of call: DeleteCall, on range: ReleaseRange? = nil) -> EntityEffects? {
    guard call.kind == .delete || call.kind == .batchDelete, let model = schema(of: call),
      let entity = call.entity.flatMap(model.entity)
    else { return nil }
    return EntityEffects(of: entity, in: model, on: range)
  }

  /// What goes along with what a call deletes.
  ///
  /// - Parameter call: One of the calls.
  /// - Returns: The names of entities, in the order of the model; empty for what takes nothing along.
  public func taken(by call: DeleteCall) -> [String] {
    guard let schema = schema(of: call) else { return [] }
    return effects(of: call)?.names(in: schema).taken ?? []
  }

  private func schema(of call: DeleteCall) -> Schema? { call.model.map { models[$0].schema } }
}
