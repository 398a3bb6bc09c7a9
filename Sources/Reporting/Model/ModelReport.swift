import ModelCheck
import ModelFiles
import ObjectGraph
import SourceText

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

  /// Whether one text shows one model only, as a diagram does.
  public var showsOne: Bool { self == .mermaid || self == .dot }

  /// Shows models.
  ///
  /// - Parameter models: The versions or models that were read: exactly one for a diagram.
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

  /// What can go wrong with a relationship's references, in a word each.
  func hazards(_ relationship: RelationshipID) -> [Hazard] {
    Hazard.allCases.filter { hazard in
      switch hazard {
      case .crashes: schema.canCrash(relationship)
      case .dangles: schema.canDangle(relationship)
      case .becomesInvalid: schema.canBecomeInvalid(relationship)
      }
    }
  }
}

/// What can go wrong with the references of a relationship.
enum Hazard: String, CaseIterable {
  /// Deleting an object with such a reference crashes.
  case crashes
  /// Deleting what it holds leaves the reference dangling.
  case dangles
  /// Deleting what it holds leaves too few, so that the save is refused.
  case becomesInvalid

  /// What happens, in words.
  func text(destination: String) -> String {
    switch self {
    case .crashes: "deleting this side crashes"
    case .dangles: "dangles when the \(destination) is deleted"
    case .becomesInvalid: "deleting the \(destination) is refused, as it would be missing here"
    }
  }
}
