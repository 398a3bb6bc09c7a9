import CoreData
import Foundation
import Probe

extension CoreDataStage {
  /// The experiments that scenarios can't express; each begins with a list that cascades to its
  /// one item.
  static var experiments: [Experiment] {
    [
      Experiment("batch_delete_reaches_the_store") { place in
        let stage = try CoreDataStage(.list(doing: []), in: place)
        try stage.take(.batchDeletingItems)
        if let refusal = stage.refusals.first { return "refused: \(refusal.raw)" }
        return try stage.stored() == ["home"] ? "at once" : "not before a save"
      },
      Experiment("rollback_after_batch_delete") { place in
        let stage = try CoreDataStage(.list(doing: []), in: place)
        try stage.take(.batchDeletingItems)
        if let refusal = stage.refusals.first { return "refused: \(refusal.raw)" }
        stage.context.rollback()
        return try stage.stored() == ["home"] ? "undoes nothing" : "undoes it"
      },
      Experiment("cascade_before_processing") { place in
        let stage = try CoreDataStage(.list(doing: []), in: place)
        try stage.deleteHome()
        return stage.isDeleted()?.count == 2 ? "the item is deleted at once" : "only the list is"
      },
      Experiment("deletes_not_propagated_at_end_of_event") { place in
        let stage = try CoreDataStage(.list(doing: []), in: place)
        stage.context.propagatesDeletesAtEndOfEvent = false
        try stage.deleteHome()
        stage.context.processPendingChanges()
        let pending = stage.isDeleted()?.count == 2 ? "with the event" : "not with the event"
        try stage.context.save()
        return "\(pending); \(try stage.stored()?.isEmpty == true ? "by the save" : "never")"
      },
      Experiment("cascade_in_child_context") { place in
        let stage = try CoreDataStage(.list(doing: []), in: place)
        let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        child.parent = stage.context
        let lists = try child.fetch(NSFetchRequest<NSManagedObject>(entityName: "List"))
        for list in lists { child.delete(list) }
        try child.save()
        let pending = try stage.alive().isEmpty ? "in the parent" : "not in the parent"
        try stage.context.save()
        return "\(pending); \(try stage.stored()?.isEmpty == true ? "then in the store" : "never")"
      },
      Experiment("undo_of_cascade") { place in
        #if canImport(Darwin)
        let stage = try CoreDataStage(.list(doing: []), in: place)
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
      + Experiment.ordersOfAssignment(on: CoreDataStage.self)
      + Experiment.loadedAndNot("read_after_delete") { place, isLoaded in
        try CoreDataStage(.list(doing: []), in: place).readDeleted(isLoaded, inOtherContext: false)
      }
      + Experiment.loadedAndNot("read_after_delete_in_other_context") { place, isLoaded in
        try CoreDataStage(.list(doing: []), in: place).readDeleted(isLoaded, inOtherContext: true)
      }
      + Experiment.loadedAndNot("delete_after_rollback") { place, isLoaded in
        let stage = try CoreDataStage(.list(doing: []), in: place)
        let (context, lists) = try stage.lists(areLoaded: isLoaded)
        try context.performAndWait {
          for list in lists { context.delete(list) }
          context.rollback()
          for list in lists { context.delete(list) }
          try context.save()
        }
        return try stage.stored()?.isEmpty == true ? "deletes both" : "keeps some"
      }
  }

  /// The lists of a new context, and that context; loaded with their items, or as fetched.
  private func lists(
    areLoaded: Bool
  ) throws -> (context: NSManagedObjectContext, lists: [NSManagedObject]) {
    let context = container.newBackgroundContext()
    return try context.performAndWait {
      let lists = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "List"))
      if areLoaded {
        for object in lists + lists.flatMap({ Self.objects($0.value(forKey: "items")) }) {
          _ = object.value(forKey: identifyingAttribute)
        }
      }
      return (context, lists)
    }
  }

  /// Reads a list whose delete was saved, by the context that reads or by another.
  private func readDeleted(_ isLoaded: Bool, inOtherContext: Bool) throws -> String {
    let (reader, lists) = try lists(areLoaded: isLoaded)
    if inOtherContext {
      try deleteHome()
      try context.save()
    }
    return try reader.performAndWait {
      if !inOtherContext {
        for list in lists { reader.delete(list) }
        try reader.save()
      }
      let names = lists.compactMap { $0.value(forKey: identifyingAttribute) }
      let items = lists.flatMap { Self.objects($0.value(forKey: "items")) }
      return "\(names.count) of 1 readable, with \(items.count) of 1 item"
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
