import ModelDeletes
import ModelFiles
import ObjectGraph
import SourceText

/// The ways of showing what a delete does, by the names that the command line knows.
public enum EffectsReport: String, CaseIterable, Sendable {
  /// Sentences for people.
  case markdown
  /// Everything for programs.
  case json
  /// A diagram that GitHub and many editors draw.
  case mermaid
  /// A diagram for Graphviz.
  case dot

  /// Whether one text shows one object only, as a diagram does.
  public var showsOne: Bool { self == .mermaid || self == .dot }

  /// Shows what deleting one object of an entity can do.
  ///
  /// - Parameters:
  ///   - effects: What was worked out.
  ///   - model: The model that it was worked out for.
  /// - Returns: The text, ending with a line break; the same for the same model.
  public func text(of effects: EntityEffects, in model: Model) -> String {
    let words = EffectsWords(effects: effects, schema: model.schema)
    switch self {
    case .markdown: return words.markdown(title: model.title)
    case .json: return words.json(of: model).line + "\n"
    case .mermaid: return words.diagram(title: model.title).mermaid
    case .dot: return words.diagram(title: model.title).dot
    }
  }

  /// Shows what deleting each of some objects does.
  ///
  /// - Parameters:
  ///   - effects: What was worked out, one object after the other: exactly one for a diagram.
  ///   - entity: The entity whose objects they are.
  ///   - model: The model of the objects.
  /// - Returns: The text, ending with a line break; the same for the same objects.
  /// - Throws: ``NotOneObject`` for a diagram of several objects, or of none.
  public func text(
    of effects: [InstanceEffects], entity: EntityID, in model: Model
  ) throws(NotOneObject) -> String {
    let report = InstancesReport(
      effects: effects, entity: model.schema.declaration(of: entity).name, model: model)
    if showsOne && effects.count != 1 { throw NotOneObject(self, effects.map(\.object)) }
    switch self {
    case .markdown: return report.markdown
    case .json: return report.json.line + "\n"
    case .mermaid: return report.diagram.mermaid
    case .dot: return report.diagram.dot
    }
  }
}

/// A diagram was asked for of several objects, or of none.
public struct NotOneObject: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was asked for, and what there is to choose from.
  public let description: String

  init(_ report: EffectsReport, _ names: [String]) {
    let shown = names.prefix(10) + (names.count > 10 ? ["\(names.count - 10) more"] : [])
    let choice = names.isEmpty ? "there is none" : "name one of \(Array(shown).listed())"
    description = "'--format \(report.rawValue)' draws one object; \(choice)"
  }
}
