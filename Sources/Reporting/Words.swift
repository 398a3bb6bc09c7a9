import DeleteMatrix
import ObjectGraph

extension Outcome {
  /// What the outcome comes to, in a few words.
  var words: String {
    switch effect {
    case .crash: "crashes"
    case .denied: "refused: \(denials.map(\.words).listed())"
    case .validationFailed: "refused: \(violations.map(\.words).listed())"
    case .trapOnRead: "\(fates(deleted, requested: requested)); \(traps(dangling))"
    case .ok: fates(deleted, requested: requested)
    }
  }
}

extension Outcome.Denial {
  var words: String { "\(object).\(relationship) holds \(blockers.listed())" }
}

extension Outcome.Violation {
  var words: String {
    switch kind {
    case .missing: "\(object).\(relationship) is empty (1570)"
    case .tooFew(let count, let minimum):
      "\(object).\(relationship) holds \(count), at least \(minimum) (1580)"
    case .tooMany(let count, let maximum):
      "\(object).\(relationship) holds \(count), at most \(maximum) (1590)"
    }
  }
}

extension Expectation {
  /// What is stated, in a few words.
  func words(requested: [String]) -> String {
    var parts: [String] = []
    if let deleted { parts.append(fates(deleted, requested: requested)) }
    switch effect {
    case .ok: break
    case .trapOnRead: parts.append(traps(dangling ?? []))
    case .validationFailed: parts.append("the save is refused, a survivor being invalid")
    case .denied: parts.append("the save is refused")
    case .crash: parts.append("crashes")
    }
    if let nullified, !nullified.isEmpty {
      let links = nullified.map(\.description).listed()
      parts.append("\(links) \(nullified.count == 1 ? "is" : "are") gone")
    }
    return parts.isEmpty ? "nothing else happens" : parts.joined(separator: "; ")
  }
}

extension CellResult {
  /// What was predicted and what is stated, with places: why the verdict is what it is.
  var account: String {
    guard let predicted else { return error?.description ?? "" }
    let stated = cell.observations.map { observation in
      let reason = observation.deviation.map { "; known to differ: \($0)" } ?? ""
      return "\(observation.expectation.words(requested: predicted.requested)) "
        + "(\(observation.evidence.rawValue), \(observation.location))\(reason)"
    }
    let parts = ["predicted: \(predicted.words)"]
    return (parts + stated.map { "stated: \($0)" }).joined(separator: " — ")
  }
}

extension MatrixRun {
  /// One line for each thing that makes the run a failure, with its place.
  public var failures: [String] {
    let cells = results.filter(\.verdict.isFailure).map { result in
      "\(result.cell.location): error: \(result.verdict.words) in \(result.cell.id): "
        + result.account
    }
    let all = cells + pinProblems + (sections.isEmpty ? ["no cell was run"] : [])
    return all.map(\.singleLine)
  }
}

/// What goes and what was asked for.
private func fates(_ deleted: [String], requested: [String]) -> String {
  let taken = deleted.filter { !requested.contains($0) }
  if deleted.isEmpty { return "nothing goes" }
  if taken.isEmpty { return "only \(deleted.listed()) \(deleted.count == 1 ? "goes" : "go")" }
  return "takes \(taken.listed()) along"
}

/// Which references trap when they are read.
private func traps(_ dangling: [NamedLink]) -> String {
  let references = Set(dangling.map { "\($0.source).\($0.relationship)" }).sorted()
  if references.isEmpty { return "reading a reference traps" }
  return "\(references.listed()) \(references.count == 1 ? "traps" : "trap")"
}
