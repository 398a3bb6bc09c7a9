import DeleteCalls
import ObjectGraph
import Scenarios

/// The deletes of every object of an entity that holds nothing in a relationship, as unlinks and deletes leave it.
struct OrphanSweeps {
  private var calls: [DeleteCall] = []

  init() {}

  /// Takes the sweeps among the calls, apart from those in code that nothing calls.
  init(_ calls: [DeleteCall], ofModel index: Int) {
    self.calls = calls.filter {
      !$0.swept.isEmpty && $0.entity != nil && $0.uncalled == nil && $0.models.contains(index)
    }
  }

  /// Returns a note on the delete of all that is taken out of a relationship; nil if there is none.
  func note(about relationship: RelationshipID, in schema: Schema) -> Finding.Note? {
    guard let inverse = schema.inverse(of: relationship)?.relationship else { return nil }
    let name = schema.declaration(of: inverse).name
    let left = schema.kinds(of: schema.source(of: inverse))
    let sweep = calls.first { call in
      guard call.swept.contains(name), let entity = call.entity.flatMap(schema.entity) else {
        return false
      }
      let taken = call.sparesSubentities ? [entity] : schema.kinds(of: entity)
      return Set(taken).isSuperset(of: left)
    }
    let isToMany = schema.declaration(of: inverse).isToMany
    return sweep.map {
      .swept(
        schema.declaration(of: schema.source(of: inverse)).name,
        without: isToMany ? name : name.withArticle, at: $0.location)
    }
  }
}
