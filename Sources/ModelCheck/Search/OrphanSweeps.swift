import DeleteCalls
import ObjectGraph

/// The deletes of all objects of an entity that hold nothing in a relationship: those that unlinks and deletes leave
/// behind.
struct OrphanSweeps {
  private var calls: [DeleteCall] = []

  init() {}

  /// Finds the sweeps among the calls of the code that something calls.
  init(_ calls: [DeleteCall], ofModel index: Int) {
    self.calls = calls.filter {
      !$0.swept.isEmpty && $0.entity != nil && $0.uncalled == nil && $0.models.contains(index)
    }
  }

  /// Returns a note on the delete of what is taken out of a relationship; nil if none deletes all of that.
  func note(about relationship: RelationshipID, in schema: Schema) -> Finding.Note? {
    guard let inverse = schema.inverse(of: relationship)?.relationship else { return nil }
    let name = schema.declaration(of: inverse).name
    let left = schema.kinds(of: schema.source(of: inverse))
    let sweep = calls.first { call in
      guard call.swept.contains(name), let entity = call.entity.flatMap(schema.entity) else {
        return false
      }
      return Set(schema.kinds(of: entity)).isSuperset(of: left)
    }
    return sweep.map {
      .swept(schema.declaration(of: schema.source(of: inverse)).name, at: $0.location)
    }
  }
}
