import ObjectGraph

@testable import ModelFiles

extension Project {
  /// The relationships of its models, one a line: `Folder.files: File * cascade <-> folder`.
  var relationshipLines: [String] { models.flatMap(\.relationshipLines) }
}

extension Model {
  fileprivate var relationshipLines: [String] {
    entities.flatMap { entity in
      entity.relationships.map { relationship in
        let declaration = relationship.declaration
        let inverse = if case .named(let name) = declaration.inverse { " <-> \(name)" } else { "" }
        let count =
          !declaration.isToMany
          ? declaration.isOptional ? "?" : "1" : declaration.isOrdered ? "* ordered" : "*"
        return "\(entity.name).\(relationship.name): \(declaration.destination) \(count) "
          + "\(declaration.deleteRule)\(inverse)"
      }
    }
  }
}
