import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios

/// The stories of the deletes on a model, each computed when it is first asked for, and once.
package final class DeleteStories {
  package let model: Model
  /// The releases; nil for what the framework is described to do.
  package let range: ReleaseRange?
  private let builder: StoryBuilder
  private var stories: [DeleteStory.Operation: [EntityID: DeleteStory]] = [:]

  package init(of model: Model, on range: ReleaseRange? = nil) {
    self.model = model
    var range = range
    range?.hasMemoryStores = model.mayBeInMemory
    self.range = range
    builder = StoryBuilder(of: model, on: range)
  }

  /// The story of deleting an object of one of the model's entities.
  package func story(
    of entity: EntityID, by operation: DeleteStory.Operation = .delete
  ) -> DeleteStory {
    if let known = stories[operation]?[entity] { return known }
    let story = builder.story(of: entity, by: operation)
    stories[operation, default: [:]][entity] = story
    return story
  }

  /// The story of deleting what a call deletes of an entity: for a save and a read, the delete before it.
  package func story(of entity: EntityID, at call: DeleteCall) -> DeleteStory {
    let operation = DeleteStory.Operation(call.kind) ?? .delete
    let emptied = call.emptied.compactMap { model.schema.relationship($0, of: entity) }
    let story =
      emptied.isEmpty && !call.sparesSubentities
      ? story(of: entity, by: operation)
      : builder.story(
        of: entity, by: operation, emptied: emptied, sparingSubentities: call.sparesSubentities)
    return story.clearing(at: call)
  }
}
