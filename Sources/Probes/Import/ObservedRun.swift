import Conformance
import DeleteMatrix
import ObjectGraph
import Scenarios
import SourceText

/// The value of one probe recording as evidence: the results that may be used as observed, and
/// those that may not.
public struct ObservedRun: Sendable {
  /// A cell that is listed and not taken.
  public struct LeftOut: Hashable, Sendable {
    /// The cell.
    public let id: String
    /// Why, in words.
    public let reason: String
  }

  /// The identity of the implementation and its environment.
  public let identity: Identity
  package let cells: [String: ObservedState]
  /// The results that are not evidence: flaky, late, failed, or contradictory; in the order of the
  /// cells.
  public let leftOut: [LeftOut]
  /// The number of cells that could not be run.
  public let skippedCount: Int
  /// The differences between the schema that the framework resolved and this package's schema,
  /// each once.
  public let resolvedOtherwise: [String]
  /// The cells of which something else was found once the store was opened anew.
  public let changedByReopening: [LeftOut]
  /// The cells of which a store that only records is asked for other deletes than were seen.
  public let askedOtherwise: [LeftOut]
  /// The number of cells that a recording store can judge.
  public let askedCount: Int
  /// The results of the experiments, except the canaries.
  public let findings: [Recording.Finding]

  /// Takes what a recording holds.
  ///
  /// - Parameter recording: A finished run whose canaries ended as they must.
  /// - Throws: An ``ImportError`` with every reason why it is no evidence.
  public init(_ recording: Recording) throws(ImportError) {
    let run = ConformanceRun(recording)
    identity = run.greeting.identity
    var reasons = recording.untrusted
    if identity.framework == nil || identity.machine == nil {
      reasons.append("'\(identity.name.singleLine)' is no probe of SwiftData or Core Data")
    }
    if identity.system?.releases.isEmpty ?? true {
      reasons.append(
        "the system '\(identity.system?.words.singleLine ?? "")' is none that ships these frameworks"
      )
    }
    if !reasons.isEmpty { throw ImportError(reasons: reasons) }
    var cells: [String: ObservedState] = [:]
    var leftOut: [LeftOut] = []
    var skipped = 0
    var reopened: [LeftOut] = []
    var asked: [LeftOut] = []
    var askedCount = 0
    var resolved: [String] = []
    for result in run.results where result.cell.scenario.framework == identity.framework {
      let id = result.cell.id
      for words in result.resolvedOtherwise where !resolved.contains(words) {
        resolved.append(words)
      }
      switch result.response {
      case .seen:
        guard let stated = result.stated else {
          leftOut.append(LeftOut(id: id, reason: result.reason ?? "nothing can be stated of it"))
          continue
        }
        let requested = result.cell.operation?.requested ?? []
        let contradictions = stated.contradictions(deleting: requested)
        if contradictions.isEmpty {
          cells[id] = stated
          if let words = result.reopenedWords { reopened.append(LeftOut(id: id, reason: words)) }
          if result.judgedAsked != nil { askedCount += 1 }
          if let words = result.askedWords { asked.append(LeftOut(id: id, reason: words)) }
        } else {
          leftOut.append(
            LeftOut(id: id, reason: "contradicts itself: \(contradictions.listed())"))
        }
      case .skipped: skipped += 1
      case .at, .died, .indeterminate, .flaky, .agreed, .fault, .found:
        leftOut.append(LeftOut(id: id, reason: result.reason ?? ""))
      }
    }
    self.cells = cells
    self.leftOut = leftOut
    skippedCount = skipped
    changedByReopening = reopened
    askedOtherwise = asked
    self.askedCount = askedCount
    resolvedOtherwise = resolved
    findings = recording.findings.filter { finding in
      finding.answerCount > 0 && Canary(rawValue: finding.experiment) == nil
    }
  }

  /// `SwiftData on macOS 26.1, SQLite`.
  package var title: String {
    [identity.framework.map { "\($0 == .swiftData ? "SwiftData" : "Core Data")" } ?? "", place]
      .joined(separator: " on ")
  }

  private var place: String {
    [identity.system?.words, identity.store].compactMap { $0 }.joined(separator: ", ")
  }

  /// The file's name, and the id of its source.
  package var name: String {
    let words = [identity.framework?.rawValue, identity.system?.words, identity.store].compactMap {
      $0
    }
    let plain = words.joined(separator: "-").unicodeScalars.map { scalar in
      "a"..."z" ~= scalar || "A"..."Z" ~= scalar || "0"..."9" ~= scalar || scalar == "."
        ? String(scalar) : "-"
    }
    return plain.joined()
  }

  package var source: Source {
    let machine = identity.machine
    let versions = [identity.version] + (machine?.frameworks ?? [])
    let words = ["\(identity.name): \(versions.joined(separator: ", "))", machine?.model]
    return Source(
      id: "probe-\(name)", title: words.compactMap { $0 }.joined(separator: " on "),
      environment: Source.Environment(
        os: identity.system, xcode: machine?.xcode, store: identity.store,
        frameworks: machine.flatMap {
          $0.frameworks.isEmpty ? nil : $0.frameworks.joined(separator: ", ")
        }))
  }
}

/// Why what was answered is not taken.
public struct ImportError: Error, Hashable, Sendable {
  /// Every reason, a sentence each.
  public let reasons: [String]
}

extension ConformanceResult {
  fileprivate var seen: ObservedState? {
    guard case .seen(let states) = response else { return nil }
    return states.first { $0.step == cell.stepCount }
  }

  /// The requests that the recording store received, if they can be compared with the deleted
  /// objects.
  ///
  /// The comparison is impossible if changes are not saved yet, since the store doesn't receive
  /// them, or if there is a batch delete, which bypasses the recorded requests. After a failed
  /// save, it is unknown which requests were undone.
  fileprivate var judgedAsked: [ObservedState.StoreRequest]? {
    guard case .seen(let states) = response else { return nil }
    let stepCount = cell.stepCount
    if states.contains(where: { $0.step ?? 0 <= stepCount && $0.refused?.isEmpty == false }) {
      return nil
    }
    var isSaved = false
    for step in cell.scenario.steps.prefix(stepCount) {
      switch step.action {
      case .batchDelete: return nil
      case .save: isSaved = true
      case .fetch, .hold, .read: break
      default: isSaved = false
      }
    }
    return isSaved ? seen?.storeRequests : nil
  }

  /// A description of the requests to the recording store, if they don't delete exactly the
  /// objects that are gone; otherwise nil.
  fileprivate var askedWords: String? {
    guard let asked = judgedAsked else { return nil }
    if let error = asked.last?.error { return error }
    guard let alive = seen?.kept else { return nil }
    let there = Set(cell.scenario.objects.map(\.name)).union(asked.flatMap(\.inserted))
    let gone = there.subtracting(alive).sorted()
    let deleted = Set(asked.flatMap(\.deleted)).sorted()
    if deleted == gone { return nil }
    return "to delete \(deleted.isEmpty ? "nothing" : deleted.listed()); "
      + "gone from the framework's own \(gone.isEmpty ? "is nothing" : "are \(gone.listed())")"
  }

  /// A description of how the reopened store differs from the state observed before; nil if it
  /// doesn't.
  fileprivate var reopenedWords: String? {
    guard let seen, let reopened = seen.reopened, seen.refused == nil, let alive = seen.kept
    else { return nil }
    if reopened.kept != alive {
      return
        "alive after reopening: \(reopened.kept.isEmpty ? "nothing" : reopened.kept.listed())"
    }
    let (before, after) = (Set(seen.references ?? []), Set(reopened.references))
    let differing = before.symmetricDifference(after).map { "\($0.object).\($0.relationship)" }
    if !differing.isEmpty {
      return "\(Set(differing).sorted().listed()) \(differing.count == 1 ? "holds" : "hold") "
        + "something else after reopening"
    }
    let reads = Set(seen.reads ?? []).symmetricDifference(reopened.reads)
    let changed = Set(reads.map { "\($0.object).\($0.relationship)" })
    return changed.isEmpty
      ? nil : "reading through \(changed.sorted().listed()) comes to something else after reopening"
  }
}
