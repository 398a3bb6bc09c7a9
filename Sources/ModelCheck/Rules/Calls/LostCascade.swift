import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios

extension CheckRule {
  /// `lost_cascade`.
  public static let lostCascade = CheckRule(
    "lost_cascade", .warning,
    summary: "A context deletes what it has inserted and saved, and the cascade can be lost.",
    reason:
      "On iOS 17, measurements show that a delete in the context that inserted and saved the object can "
      + "leave its children, with nil for their parent. This may not be the whole condition: some of the models "
      + "were also unique, and Apple's own sample cascades.",
    fix:
      "Delete the children yourself, or delete in another context than the one that inserted.",
    bad: .swiftData(
      """
      @Model class Album { @Relationship(deleteRule: .cascade, inverse: \\Photo.album) var photos: [Photo] = [] }
      @Model class Photo { var album: Album? }
      func replay(in context: ModelContext) throws {
        let album = Album()
        context.insert(album)
        album.photos = [Photo()]
        try context.save()
        «context».delete(album)
        try context.save()
      }
      """),
    good: .swiftData(
      """
      @Model class Album { @Relationship(deleteRule: .cascade, inverse: \\Photo.album) var photos: [Photo] = [] }
      @Model class Photo { var album: Album? }
      func replay(in context: ModelContext) throws {
        let album = Album()
        context.insert(album)
        album.photos = [Photo()]
        try context.save()
        for photo in album.photos { context.delete(photo) }
        context.delete(album)
        try context.save()
      }
      """),
    found: .byCall { it, _ in
      guard it.call.kind == .delete else { return nil }
      let lost = it.schema.relationships(of: it.entity).first { relationship in
        let declaration = it.schema.declaration(of: relationship)
        return declaration.deleteRule == .cascade && it.call.savedWith.contains(declaration.name)
          && !it.call.settled.contains(declaration.destination)
          && !it.call.emptied.contains(declaration.name)
      }
      guard let lost, let child = it.schema.kinds(heldBy: lost).first else { return nil }
      let trial = Trial(
        kinds: [it.entity, child], links: [Trial.Link(0, lost, 1)], deleted: 0)
      let stored = trial.scenario(in: it.schema, mandatory: [], at: it.call.location)
      let actions: [Scenario.Action] =
        [.insert(stored.objects)] + stored.links.map { .link($0) } + [.save]
      let scenario = Scenario(
        framework: stored.framework, circumstances: Circumstances(insertedBy: .thisContext),
        entities: stored.entities, objects: [], links: [],
        steps: actions.map { Scenario.Step($0, at: it.call.location) } + stored.steps)
      let name = it.schema.declaration(of: child).name
      return CallMatch(
        FindingText(
          "deleting the \(it.name) can leave what \(it.schema.qualifiedName(of: lost)) holds",
          "the context that deletes the \(it.name) has inserted and saved it",
          "each \(name) then stays in the store"),
        path: [lost], proof: CallProof(scenario: scenario, effect: .ok))
    }, behaviour: .insertedAndSaved)
}
