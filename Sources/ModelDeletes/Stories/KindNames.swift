import CompiledOnce
import ObjectGraph
import SourceText

package struct KindNames: Sendable {
  package let schema: Schema
  /// The first entity that each set of kinds can be called by.
  private let entities: [[EntityID]: EntityID]

  init(in schema: Schema) {
    self.schema = schema
    entities = Dictionary(
      schema.entities.map { (schema.kinds(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the name of an entity that covers exactly these kinds, or else the names of all of
  /// them.
  package func name(_ kinds: [EntityID], near entity: EntityID) -> String {
    let fitting = schema.kinds(of: entity) == kinds ? entity : entities[kinds]
    return fitting.map { schema.declaration(of: $0).name }
      ?? kinds.map { schema.declaration(of: $0).name }.listed("or")
  }
}
