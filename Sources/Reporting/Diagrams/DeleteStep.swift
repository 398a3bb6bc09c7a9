import CompiledOnce
import ModelDeletes
import ObjectGraph
import Scenarios

/// One thing that a delete can do, with the words for it: deletes are played one after the other.
struct DeleteStep {
  enum Kind: String {
    /// What is asked for, and what goes with it.
    case asked, goes
    /// A reference is cut loose.
    case loses
    /// The save is refused.
    case refuses
    /// A reference is left dangling.
    case dangling
    case crashes
    /// What holds of all of it.
    case remark
  }

  /// The references that are concerned.
  struct Reference {
    let relationship: RelationshipID
    let sources: [EntityID]
    let destinations: [EntityID]
    let meaning: Diagram.Meaning
  }

  let kind: Kind
  /// How many cascades lead there; 0 for what is about all that goes.
  var level = 0
  let sentence: String
  var references: [Reference] = []
  /// Whether it happens only where something that stays holds the same object.
  var isShared = false
}

extension EntityReport {
  /// What the delete can do, in the order in which it is found out: what goes, level by level, what is
  /// cut loose, what refuses, what is left dangling, what crashes.
  var steps: [DeleteStep] {
    if effects.kinds.isEmpty { return [] }
    let name = words.name(effects.kinds, near: effects.entity)
    var steps = [DeleteStep(kind: .asked, sentence: "\(name.withArticle) is deleted")]
    for cascade in effects.cascades {
      steps.append(
        DeleteStep(
          kind: .goes, level: cascade.level, sentence: words.words(cascade),
          references: [
            .init(
              relationship: cascade.relationship, sources: cascade.sources,
              destinations: cascade.destinations, meaning: .cascade)
          ]))
    }
    steps += survivors(effects.losses, .loses, .lost) { words.loss($0) }
    for denial in effects.denials {
      steps.append(
        DeleteStep(
          kind: .refuses, sentence: "\(words.denial(denial)): \(words.lift(denial))",
          references: [
            .init(
              relationship: denial.relationship, sources: denial.deleted.kinds,
              destinations: denial.kinds, meaning: .denied)
          ], isShared: words.isShared(denial)))
    }
    steps += survivors(effects.invalidations, .refuses, .broken) {
      "\(words.invalidation($0)): \(words.lift($0))"
    }
    steps += survivors(effects.dangling, .dangling, .dangling) { words.dangling($0) }
    for crash in effects.crashes {
      steps.append(
        DeleteStep(
          kind: .crashes, sentence: words.crash(crash), isShared: words.isShared(crash)))
    }
    return steps + words.releaseSentences.map { DeleteStep(kind: .crashes, sentence: $0) }
  }

  private func survivors(
    _ survivors: [EntityEffects.Survivors], _ kind: DeleteStep.Kind, _ meaning: Diagram.Meaning,
    _ words: (EntityEffects.Survivors) -> String
  ) -> [DeleteStep] {
    survivors.map { each in
      DeleteStep(
        kind: kind, sentence: words(each),
        references: [
          .init(
            relationship: each.relationship, sources: each.kinds, destinations: each.deleted.kinds,
            meaning: meaning)
        ], isShared: self.words.isShared(each))
    }
  }
}
