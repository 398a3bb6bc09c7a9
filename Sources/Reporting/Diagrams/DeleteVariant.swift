import CompiledOnce
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios

extension EntityReport {
  struct Variant {
    /// The name in an address.
    let name: String
    let title: String
    let story: DeleteStory

    /// The whole story in a sentence.
    var verdict: String {
      story.operation == .delete ? story.verdict : "A batch delete \(story.verdict)"
    }
  }

  /// The delete on releases that differ, and a batch delete where that does something else.
  var variants: [Variant] {
    if batch.batchPhrases.isEmpty { return byRelease }
    return byRelease + [
      Variant(name: "batch", title: "A batch delete, \(batch.batchCall)", story: batch)
    ]
  }

  private var byRelease: [Variant] {
    var groups: [(eras: [Release.Era], verdict: String)] = []
    if let range = story.range, !story.crashing.isEmpty {
      for era in range.eras {
        // Whether it is known that it crashes is a difference, too: the words say so.
        let verdict = story(on: ReleaseRange([era], in: range.releases)).verdict
        if groups.last?.verdict == verdict {
          groups[groups.count - 1].eras.append(era)
        } else {
          groups.append(([era], verdict))
        }
      }
    }
    guard let releases = story.range?.releases, groups.count > 1 else {
      return [Variant(name: "delete", title: "A delete", story: story)]
    }
    return groups.map { eras, _ in
      let range = ReleaseRange(eras[...], in: releases)
      return Variant(
        name: "\(range.newest)".replacing(" ", with: "-"), title: "On \(range.words)",
        story: story(on: range))
    }
  }

  private func story(on range: ReleaseRange) -> DeleteStory {
    DeleteStory(of: story.entity, in: model, on: range)
  }
}
