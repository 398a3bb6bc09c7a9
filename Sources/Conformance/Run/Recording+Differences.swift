import Scenarios
import SourceText

extension Recording {
  /// The lines of a finished run without the answers that follow from its header and the predictions.
  ///
  /// Left out are the answers that agree with the prediction in everything that was looked at, and the
  /// questions that need a capability which the implementation does not have. The header carries a digest
  /// of the predictions, and the last line counts the answers that are kept, so that a reader notices
  /// when either changes. What exactly was seen in a cell that agrees is not kept.
  public func differences() -> String {
    var differing: [String] = []
    var skipped: [(reason: String, names: [String])] = []
    for group in suite.groups.indices {
      let name = suite.name(of: group)
      guard let response = response(to: name), !suite.implies(response, of: group) else { continue }
      guard case .skipped(let reason) = response else {
        differing.append(Self.line([name], response))
        continue
      }
      if let place = skipped.firstIndex(where: { $0.reason == reason }) {
        skipped[place].names.append(name)
      } else {
        skipped.append((reason, [name]))
      }
    }
    let count = differing.count + skipped.reduce(0) { $0 + $1.names.count }
    let reasons = skipped.map { Self.line($0.names, .skipped($0.reason)) }
    return lines(header(predictions: suite.predictionDigest), differing + reasons)
      + Self.footer(count) + "\n"
  }
}

extension ConformanceSuite {
  /// A digest of all that is predicted, but for the engine's own words: 16 digits.
  var predictionDigest: String {
    digest(
      of: groups.flatMap(\.cells).map { cell in
        if cell.possible.isEmpty { return "nothing" }
        return cell.possible.map { outcome in
          var state = ObservedState(outcome, after: cell.look.stepCount)
          state.refused = state.refused?.map {
            ObservedState.Refusal(
              $0.kind, object: $0.object, relationship: $0.relationship, code: $0.code)
          }
          return ObservedState.format.json(state).line
        }.joined(separator: " or ")
      })
  }

  /// Whether a reader who is not told an answer would judge every cell of the group just as with it.
  fileprivate func implies(_ answer: Response, of group: Int) -> Bool {
    let untold = response(to: group) { _ in .agreed }
    if answer == untold { return true }
    guard case .seen = answer, case .agreed = untold else { return false }
    let (mine, theirs) = (results(of: group, untold), results(of: group, answer))
    return zip(mine, theirs).allSatisfy {
      $0.verdict == $1.verdict && $0.agreesWithObserved == $1.agreesWithObserved
        && $0.agreesWithPrediction == $1.agreesWithPrediction
    }
  }
}
