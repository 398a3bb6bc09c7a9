import CompiledOnce
import DeleteMatrix
import ObjectGraph
import Scenarios

extension ReleaseRange {
  /// Returns how likely a behaviour is on the releases, and what is known about each; nil if it is
  /// absent on all of them.
  func words(
    of condition: Framework.Condition, under name: Framework.Name
  ) -> (likelihood: String, words: String)? {
    guard let behaviour = releases.behaviour(condition, of: name) else { return nil }
    let standings = Set(eras.map { behaviour.standing(on: $0) })
    if standings == [.absent] { return nil }
    let word = behaviour.presence
    let likelihood =
      standings == [.present]
      ? word : standings.contains(.present) ? "\(word) on some releases" : "perhaps \(word)"
    return (likelihood, behaviour.words(on: self))
  }

  /// Returns what is known about a behaviour on each of the releases; nil if it is present on all
  /// of them.
  func exception(from condition: Framework.Condition, _ name: Framework.Name) -> String? {
    guard let behaviour = releases.behaviour(condition, of: name),
      !eras.allSatisfy({ behaviour.standing(on: $0) == .present })
    else { return nil }
    return behaviour.words(on: self)
  }
}

extension ReleaseRange? {
  /// ` on iOS 17.0 to iOS 18.6`, behind what is said of these releases.
  var place: String { map { " on \($0.words)" } ?? "" }
}

extension MatrixRun {
  /// The unknown behaviours of the releases on which some cells depend, one sentence each.
  var unknowns: [String] {
    var asked = ranges
    // Classes that some releases lack have their own.
    for eras in results.filter(\.isUncertain).map(\.eras)
    where !eras.isEmpty && !asked.contains(where: { $0.eras == eras }) {
      asked.append(ReleaseRange(eras[...], in: asked[0].releases))
    }
    return asked.flatMap(unknowns)
  }

  /// The same of the cells that were asked about some releases.
  private func unknowns(on range: ReleaseRange) -> [String] {
    var conditions: [Framework.Name: Set<Framework.Condition>] = [:]
    for result in results where result.isUncertain && result.eras == range.eras {
      conditions[result.cell.scenario.framework, default: []].formUnion(
        result.releases.flatMap(\.unknown))
    }
    return range.releases.behaviours.filter { behaviour in
      conditions[behaviour.framework]?.contains(behaviour.condition) == true
        && !range.eras.allSatisfy { behaviour.standing(on: $0).isKnown }
    }.map { behaviour in
      let (topic, source) = (behaviour.condition.words, "(\(behaviour.name); \(behaviour.seen))")
      return range.eras.count == 1
        ? "Untested on \(range.words): \(topic): \(behaviour.presence) or \(behaviour.absence) \(source)"
        : "\(topic): \(behaviour.words(on: range)) \(source)"
    }
  }
}
