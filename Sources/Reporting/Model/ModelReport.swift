import ModelFiles
import ObjectGraph

/// The ways of showing what was read of a model, by the names that the command line knows.
public enum ModelReport: String, CaseIterable, Sendable {
  /// Tables for people.
  case markdown
  /// Everything for programs.
  case json
  /// A diagram that GitHub and many editors draw.
  case mermaid
  /// A diagram for Graphviz.
  case dot

  /// Shows models.
  ///
  /// - Parameter models: The versions or models that were read; at least one.
  /// - Returns: The text, ending with a line break; the same for the same models.
  public func text(of models: [Model]) -> String {
    switch self {
    case .markdown: models.map(\.markdown).joined(separator: "\n")
    case .json:
      models.count == 1
        ? models[0].json.line + "\n"
        : JSONText.object([("models", .array(models.map(\.json)))]).line + "\n"
    case .mermaid: models.map(\.mermaid).joined(separator: "\n")
    case .dot: models.map(\.dot).joined(separator: "\n")
    }
  }
}

extension Model {
  /// The name, with that of the version where there are several.
  var title: String { version.map { "\(name), \($0)" } ?? name }

  /// The identity in the schema of a relationship that the files state, where it fits in.
  func id(of relationship: ModelRelationship, in entity: ModelEntity) -> RelationshipID? {
    guard let owner = schema.entity(entity.name),
      let id = schema.relationship(relationship.name, of: owner), schema.source(of: id) == owner
    else { return nil }
    return id
  }
}
