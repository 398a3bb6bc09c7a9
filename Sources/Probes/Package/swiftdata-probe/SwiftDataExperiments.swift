import Foundation
import Probe
import SwiftData

extension SwiftDataStage {
  /// The experiments that scenarios can't express; each begins with a list that cascades to its
  /// one item.
  static var experiments: [Experiment] {
    [
      Experiment("batch_delete_reaches_the_store") { place in
        let stage = try SwiftDataStage(.list(doing: []), in: place)
        try stage.take(.batchDeletingItems)
        if let refusal = stage.refusals.first { return "refused: \(refusal.raw)" }
        return try stage.stored() == ["home"] ? "at once" : "not before a save"
      },
      Experiment("rollback_after_batch_delete") { place in
        let stage = try SwiftDataStage(.list(doing: []), in: place)
        try stage.take(.batchDeletingItems)
        if let refusal = stage.refusals.first { return "refused: \(refusal.raw)" }
        stage.context.rollback()
        try stage.context.save()
        return try stage.stored() == ["home"] ? "undoes nothing" : "undoes it"
      },
      Experiment("cascade_before_processing") { place in
        let stage = try SwiftDataStage(.list(doing: []), in: place)
        try stage.deleteHome()
        return stage.isDeleted()?.count == 2 ? "the item is deleted at once" : "only the list is"
      },
      Experiment("autosave_of_delete") { place in
        #if canImport(Darwin)
        let stage = try SwiftDataStage(.list(doing: []), in: place)
        stage.context.autosaveEnabled = true
        try stage.deleteHome()
        let end = Date().addingTimeInterval(10)
        while Date() < end {
          RunLoop.main.run(until: Date().addingTimeInterval(0.1))
          if try stage.stored()?.isEmpty == true { return "within 10 s" }
        }
        return "not within 10 s"
        #else
        throw Skip("a run loop that saves")
        #endif
      },
      Experiment("undo_of_cascade") { place in
        #if canImport(Darwin)
        let stage = try SwiftDataStage(.list(doing: []), in: place)
        let undo = UndoManager()
        stage.context.undoManager = undo
        try stage.deleteHome()
        stage.context.processPendingChanges()
        undo.undo()
        let alive = try stage.alive().count
        let held = try stage.destinations(of: "home", "items").count
        return "\(alive) of 2 are back, \(held) of 1 linked"
        #else
        throw Skip("an undo manager")
        #endif
      },
    ]
      + Experiment.ordersOfAssignment(on: SwiftDataStage.self)
      + Experiment.loadedAndNot("read_after_delete") { place, isLoaded in
        try SwiftDataStage(.list(doing: []), in: place).readDeleted(isLoaded, inOtherContext: false)
      }
      + Experiment.loadedAndNot("read_after_delete_in_other_context") { place, isLoaded in
        try SwiftDataStage(.list(doing: []), in: place).readDeleted(isLoaded, inOtherContext: true)
      }
      + Experiment.loadedAndNot("delete_after_rollback") { place, isLoaded in
        let stage = try SwiftDataStage(.list(doing: []), in: place)
        let (context, lists) = try stage.lists(areLoaded: isLoaded)
        for list in lists { context.delete(list) }
        context.rollback()
        for list in lists { context.delete(list) }
        try context.save()
        return try stage.stored()?.isEmpty == true ? "deletes both" : "keeps some"
      }
  }

  /// The lists of a new context, and that context; loaded with their items, or as fetched.
  private func lists(
    areLoaded: Bool
  ) throws -> (context: ModelContext, lists: [any PersistentModel]) {
    let context = ModelContext(container)
    context.autosaveEnabled = false
    let lists = try schema.types["List"]?.fetch(context) ?? []
    if areLoaded {
      for list in lists {
        _ = schema.types["List"]?.name(list)
        for item in items(of: list) { _ = schema.types["Item"]?.name(item) }
      }
    }
    return (context, lists)
  }

  private func items(of list: any PersistentModel) -> [any PersistentModel] {
    schema.types["List"]?.relationships["items"]?.get(list) ?? []
  }

  /// Reads a list whose delete was saved, by the context that reads or by another.
  private func readDeleted(_ isLoaded: Bool, inOtherContext: Bool) throws -> String {
    let (reader, lists) = try lists(areLoaded: isLoaded)
    return try withExtendedLifetime(reader) {
      if inOtherContext {
        try deleteHome()
        try context.save()
      } else {
        for list in lists { reader.delete(list) }
        try reader.save()
      }
      let names = lists.compactMap { schema.types["List"]?.name($0) }
      return "\(names.count) of 1 readable, with \(lists.flatMap(items).count) of 1 item"
    }
  }

  private func deleteHome() throws {
    var step = Scenario.Step()
    step.delete = ["home"]
    try take(step)
  }
}

extension Scenario.Step {
  fileprivate static var batchDeletingItems: Scenario.Step {
    var step = Scenario.Step()
    step.batchDelete = Scenario.BatchDelete(entity: "Item")
    return step
  }
}
