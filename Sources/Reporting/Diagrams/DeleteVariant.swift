import CompiledOnce
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios

extension EntityReport {
  /// A delete on some releases, or as a batch.
  struct Variant {
    /// What it is called in an address.
    let name: String
    let title: String
    /// All of it in a sentence.
    let verdict: String
    let steps: [DeleteStep]
  }

  /// The delete on releases that differ, and a batch delete where that does something else.
  var variants: [Variant] {
    var variants = byRelease
    if !words.batchParts.isEmpty {
      variants.append(
        Variant(
          name: "batch", title: "A batch delete, \(words.batchCall)",
          verdict: "A batch delete \(words.batchVerdict ?? "")", steps: batchSteps))
    }
    return variants
  }

  private var byRelease: [Variant] {
    var groups: [(eras: [Release.Era], verdict: String)] = []
    if let range = effects.range, !effects.crashes.isEmpty || !effects.crashingCascades.isEmpty {
      for era in range.eras {
        // Whether it is known that it crashes is a difference, too: the words say so.
        let own = report(on: ReleaseRange([era], in: range.releases))
        if groups.last?.verdict == own.words.verdict {
          groups[groups.count - 1].eras.append(era)
        } else {
          groups.append(([era], own.words.verdict))
        }
      }
    }
    guard let releases = effects.range?.releases, groups.count > 1 else {
      return [
        Variant(name: "delete", title: "A delete", verdict: words.verdict, steps: steps)
      ]
    }
    return groups.map { eras, _ in
      let range = ReleaseRange(eras[...], in: releases)
      let report = report(on: range)
      return Variant(
        name: "\(range.newest)".replacing(" ", with: "-"), title: "On \(range.words)",
        verdict: report.words.verdict, steps: report.steps)
    }
  }

  private func report(on range: ReleaseRange) -> EntityReport {
    EntityReport(EntityEffects(of: effects.entity, in: model, on: range), in: model)
  }

  /// What a batch delete of all rows can do: first what makes it fail, then the same as an ordinary one.
  private var batchSteps: [DeleteStep] {
    let name = words.name(effects.kinds, near: effects.entity)
    var batch = [
      DeleteStep(
        kind: .asked, sentence: "the rows of every \(name) are deleted at once (\(words.batchCall))"
      )
    ]
    if let failure = words.batchFailure {
      let references = words.batchFailures.compactMap { failure in
        model.schema.inverse(of: failure.relationship).map { inverse in
          DeleteStep.Reference(
            relationship: inverse.relationship, sources: failure.kinds,
            destinations: failure.deleted.kinds, meaning: .broken)
        }
      }
      batch.append(
        DeleteStep(kind: .refuses, sentence: "it \(failure)", references: references))
    }
    if effects.batch.predictions.contains(.deny) {
      batch += steps.filter { $0.references.contains { $0.meaning == .denied } }
    }
    batch.append(DeleteStep(kind: .remark, sentence: "otherwise it \(words.batchRest)"))
    batch += steps.filter { [.goes, .loses, .dangling].contains($0.kind) }
    if let invalid = words.batchInvalidation {
      let references = effects.batch.invalidations.map { left in
        DeleteStep.Reference(
          relationship: left.relationship, sources: left.kinds, destinations: left.deleted.kinds,
          meaning: .broken)
      }
      batch.append(
        DeleteStep(kind: .dangling, sentence: "it \(invalid)", references: references))
    }
    return batch
  }
}
