/// The objects that the callers of a function delete around its call.
extension CallSearch {
  /// The entities of which all callers of a function delete every object, too.
  struct WipedByCallers {
    /// The entities deleted around a batch delete, in any order.
    var byBatch: Set<Int>
    /// The entities deleted around an ordinary delete, before the same save; none if the function saves itself.
    var all: Set<Int>
  }

  /// The entities of which all callers of each function that deletes every object of some delete every object, too, by
  /// the functions; none of a function that anything may call.
  var wipedByCallers: [Int: WipedByCallers] {
    var wiped: [Int: WipedByCallers] = [:]
    for result in results {
      for site in result.uses.wipes {
        let around = self.wiped(around: site, in: result)
        wiped[site.function]?.byBatch.formIntersection(around.byBatch)
        wiped[site.function]?.all.formIntersection(around.all)
        if wiped[site.function] == nil { wiped[site.function] = around }
      }
    }
    let escaped = escaped
    return wiped.filter { !escaped.contains($0.key) }
  }

  /// The entities of which a body is certain to delete every object where it calls a function.
  private func wiped(around site: Evaluation.WipingCall, in result: Result) -> WipedByCallers {
    let ways = result.ways
    let calls = result.calls.filter { $0.kind.deletes && $0.takesAll }.map { call in
      let wipe = FunctionEffects.Wipe(
        entities: call.wiped(on: ways, in: code), isBatch: call.kind == .batchDelete)
      return (wipe: wipe, place: call.way)
    }
    let others = result.uses.wipes.filter { $0.place != site.place }.flatMap { other in
      other.wipes.map { (wipe: $0, place: other.place) }
    }
    let certain = (calls + others).filter { ways.isCertain($0.place, with: site.place) }
    let last = ways.nextSave(after: site.place)
    let before = certain.filter { $0.place.token <= ($0.wipe.isBatch ? site.place.token : last) }
    func entities(_ all: [(wipe: FunctionEffects.Wipe, place: CodeWays.Place)]) -> Set<Int> {
      all.reduce(into: []) { $0.formUnion($1.wipe.entities) }
    }
    return WipedByCallers(
      byBatch: entities(certain),
      all: effects[site.function]?.saves.isEmpty == false ? [] : entities(before))
  }
}
