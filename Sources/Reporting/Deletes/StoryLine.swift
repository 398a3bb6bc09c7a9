import CompiledOnce
import ModelDeletes
import ObjectGraph
import Scenarios
import SourceText

/// A sentence of a story as it is played: usually of one step, of several where they are worded together.
struct StoryLine {
  /// The effect at a glance; the names are the classes of a page.
  enum Kind: String {
    /// The requested object, and what is also deleted.
    case asked, goes
    case loses
    case refuses
    case dangling
    case crashes
    case remark

    fileprivate init(_ kind: DeleteStory.Step.Kind) {
      switch kind {
      case .alsoDeleted: self = .goes
      case .unlinked: self = .loses
      case .blocked, .madeInvalid, .failed: self = .refuses
      case .leftDangling, .leftInvalid: self = .dangling
      case .crashes, .crashesByCascade: self = .crashes
      case .avoidsCrash: self = .remark
      }
    }
  }

  let kind: Kind
  let sentence: String
  var steps: [DeleteStory.Step] = []
  /// Whether it happens only where a survivor holds the same object.
  var needsSharing = false

  /// The number of cascades that lead there; 0 for everything that is no cascade.
  var level: Int { steps.first?.level ?? 0 }
}

extension DeleteStory {
  /// The story as it is played, one line after the other.
  var lines: [StoryLine] {
    if requested.isEmpty { return [] }
    let name = name(requested, near: entity)
    switch operation {
    case .delete:
      return [StoryLine(kind: .asked, sentence: "\(name.withArticle) is deleted")]
        + steps.filter { $0.kind != .crashesByCascade }.map(line)
        + crashSentences.map { StoryLine(kind: .crashes, sentence: $0) }
        + [cascadeSentence, denySentence].compactMap(\.self).map {
          StoryLine(kind: .remark, sentence: $0)
        }
    case .batchDelete:
      let sentence = "the rows of every \(name) are deleted at once (\(batchCall))"
      return [StoryLine(kind: .asked, sentence: sentence)] + together(failures)
        + steps(.blocked).map(line)
        + [StoryLine(kind: .remark, sentence: "otherwise it \(batchRest)")]
        + steps(.alsoDeleted, .unlinked, .leftDangling).map(line) + together(steps(.leftInvalid))
    }
  }

  private func line(_ step: Step) -> StoryLine {
    StoryLine(
      kind: .init(step.kind), sentence: sentence(step), steps: [step],
      needsSharing: step.needsSharing)
  }

  private func together(_ steps: [Step]) -> [StoryLine] {
    steps.isEmpty
      ? []
      : [StoryLine(kind: .init(steps[0].kind), sentence: "it \(batchPhrase(steps))", steps: steps)]
  }
}
