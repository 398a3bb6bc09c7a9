import CompiledOnce
import ModelDeletes
import ObjectGraph

/// The effects of a delete call that came or went with a change of its model.
struct CallDifference {
  private let old: DeleteStory
  private let new: DeleteStory
  private let renaming: Renaming?

  /// Compares the stories of a call as it was and as it is.
  init(from old: DeleteStory, to new: DeleteStory, _ renaming: Renaming?) {
    (self.old, self.new, self.renaming) = (old, new, renaming)
  }

  /// The effects in clauses, the worst first; empty for a batch delete, whose effects are worded together.
  var clauses: [String] {
    if new.operation == .batchDelete { return [] }
    let crashing = change(.crashes, .crashesByCascade)
    let dangling = change(.leftDangling)
    let (blocked, invalid) = (change(.blocked), change(.madeInvalid))
    let unlinked = change(.unlinked)
    let deleted = (
      gone: Set(old.alsoDeleted.map { renaming?.entities[$0] ?? $0 }).subtracting(new.alsoDeleted),
      added: Set(new.alsoDeleted).subtracting(old.alsoDeleted.map { renaming?.entities[$0] ?? $0 })
    )
    return [
      clause("now crashes while", crashing.added, "or", ending: " holds anything"),
      clause("now leaves dangling references in", dangling.added),
      clause("the save now fails while", invalid.added, "or", ending: " needs it"),
      // Sources disagree about deny.
      clause("the save can now fail while", blocked.added, "or", ending: " holds anything"),
      clause("now also deletes", deleted.added.sorted()),
      clause("now sets", unlinked.added, ending: " to nil"),
      clause("no longer crashes because of", crashing.gone),
      clause("no longer leaves dangling references in", dangling.gone),
      clause("the save no longer fails because of", blocked.gone + invalid.gone),
      clause("no longer deletes", deleted.gone.sorted()),
      clause("no longer sets", unlinked.gone, ending: " to nil"),
    ].compactMap(\.self)
  }

  private func clause(
    _ verb: String, _ names: [String], _ last: String = "and", ending: String = ""
  ) -> String? {
    names.isEmpty ? nil : "\(verb) \(new.few(names, last))\(ending)"
  }

  /// The relationships of some steps that only one of the stories has, by their new names.
  private func change(_ kinds: DeleteStory.Step.Kind...) -> (gone: [String], added: [String]) {
    func names(_ story: DeleteStory, _ name: (RelationshipID) -> String) -> [String] {
      story.steps.filter { step in
        kinds.contains(step.kind) && !step.needsSharing
          && (step.kind != .unlinked || !story.schema.declaration(of: step.relationship).isToMany)
      }.map { name($0.relationship) }
    }
    let was = names(old) { relationship in
      renaming?.relationships[relationship].map(new.qualified) ?? old.qualified(relationship)
    }
    let now = names(new, new.qualified)
    return (was.filter { !now.contains($0) }, now.filter { !was.contains($0) })
  }
}
