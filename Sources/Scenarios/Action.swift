import ObjectGraph
import SourceText

extension Scenario {
  /// The action of one step.
  public enum Action: Hashable, Sendable {
    /// Adds objects.
    case insert([NamedObject])
    /// Adds an object to a relationship.
    case link(NamedLink)
    /// Takes an object out of a relationship.
    case unlink(NamedLink)
    /// Replaces what a relationship holds.
    case set(String, String, to: [String])
    /// Gives an attribute another value, or none.
    case setValue(NamedValue)
    /// Asks for the deletion of objects.
    case delete([String])
    /// Deletes rows of the store at once, past what is pending: all that are stored of an entity,
    /// or those of some objects; with those of subentities or not.
    case batchDelete(entity: String, objects: [String]?, includesSubentities: Bool)
    /// Applies the cascades of the deletes asked for, as the end of an event does.
    case processPendingChanges
    /// Saves.
    case save
    /// Gives up all changes since the last save.
    case rollback
    /// Fetches objects, which the context then has, whatever container inserted them.
    case fetch([String])
    /// Takes hold of objects, as a view, an array or a variable of the app does.
    case hold([String])
    /// Reads from an object: what identifies it, or what its properties lead to, the last of them an
    /// attribute or a relationship.
    case read(String, path: [String])
  }
}

extension Scenario.Action {
  /// Whether it changes objects of the context, as the app's own code may while one is deleted.
  var changesGraph: Bool {
    switch self {
    case .insert, .link, .unlink, .set, .setValue, .delete: true
    case .batchDelete, .processPendingChanges, .save, .rollback, .fetch, .hold, .read: false
    }
  }

  /// The action with objects in the order in which files list them.
  var asWritten: Self {
    if case .insert(let objects) = self { .insert(objects.groupedByEntity) } else { self }
  }

  /// The size of its text: itself, and each name in a list of any length.
  ///
  /// What it inserts counts among the objects.
  var size: Int {
    switch self {
    case .set(_, _, let names), .delete(let names), .fetch(let names), .hold(let names),
      .read(_, let names):
      1 + names.count
    case .batchDelete(_, let objects, _): 1 + (objects?.count ?? 0)
    case .insert, .link, .unlink, .setValue, .processPendingChanges, .save, .rollback: 1
    }
  }

  /// Whether it goes through all objects, not only those that it names.
  var looksAtAll: Bool {
    switch self {
    case .batchDelete, .processPendingChanges, .save, .rollback, .fetch, .read: true
    case .insert, .link, .unlink, .set, .setValue, .delete, .hold: false
    }
  }

  package var brief: String {
    switch self {
    case .insert(let objects): "insert \(objects.map(\.name).listed())"
    case .link(let link): "link \(link.source).\(link.relationship) to \(link.destination)"
    case .unlink(let link): "unlink \(link.source).\(link.relationship) from \(link.destination)"
    case .set(let object, let name, let values):
      "set \(object).\(name) to \(values.isEmpty ? "nothing" : values.listed())"
    case .setValue(let value): "set \(value.object).\(value.attribute)"
    case .delete(let objects): "delete \(objects.listed())"
    case .batchDelete(let entity, let objects, _):
      "batch-delete \(objects.map { $0.listed() } ?? "all of \(entity)")"
    case .processPendingChanges: "processPendingChanges"
    case .save: "save"
    case .rollback: "rollback"
    case .fetch(let objects): "fetch \(objects.listed())"
    case .hold(let objects): "hold \(objects.listed())"
    case .read(let object, let path): "read \(([object] + path).joined(separator: "."))"
    }
  }

  /// The action without some objects; nil where nothing is left of it.
  package func without(_ gone: Set<String>) -> Self? {
    func kept(_ names: [String]) -> [String] { names.filter { !gone.contains($0) } }
    switch self {
    case .insert(let objects):
      let left = objects.filter { !gone.contains($0.name) }
      return left.isEmpty ? nil : .insert(left)
    case .link(let link), .unlink(let link):
      return gone.contains(link.source) || gone.contains(link.destination) ? nil : self
    case .set(let object, let property, let values):
      return gone.contains(object) ? nil : .set(object, property, to: kept(values))
    case .setValue(let value): return gone.contains(value.object) ? nil : self
    case .delete(let names):
      let left = kept(names)
      return left.isEmpty ? nil : .delete(left)
    case .batchDelete(let entity, let names, let includesSubentities):
      return .batchDelete(
        entity: entity, objects: names.map(kept), includesSubentities: includesSubentities)
    case .fetch(let names):
      let left = kept(names)
      return left.isEmpty ? nil : .fetch(left)
    case .hold(let names):
      let left = kept(names)
      return left.isEmpty ? nil : .hold(left)
    case .read(let object, _): return gone.contains(object) ? nil : self
    case .processPendingChanges, .save, .rollback: return self
    }
  }
}
