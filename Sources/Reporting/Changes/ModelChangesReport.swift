import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// The ways of writing down what deletes do differently, by the names that the command line knows.
public enum ModelChangesReport: String, CaseIterable, Sendable {
  /// A table for people.
  case markdown
  /// Everything for programs.
  case json

  /// Writes down the changes.
  ///
  /// - Parameters:
  ///   - changes: What deletes do differently.
  ///   - old: The model as it was.
  ///   - new: The model as it is.
  /// - Returns: The text, ending with a line break; as markdown, nothing where there is no change.
  public func text(of changes: ModelChanges, from old: Model, to new: Model) -> String {
    switch self {
    case .markdown: changes.changes.isEmpty ? "" : changes.markdown(old, new)
    case .json: changes.json
    }
  }
}

extension ModelChanges {
  fileprivate func markdown(_ old: Model, _ new: Model) -> String {
    var table = MarkdownTable(header: ["", "delete", "linked by", "before", "after"])
    for change in changes {
      let words = [(change.before, old), (change.after, new)].map { outcome, model in
        outcome?.words(under: .named(model.framework)).markdown ?? "–"
      }
      let name = "\(change.entity).\(change.relationship)"
      table.rows.append([
        change.danger.title, change.scenario.deletedObject.markdown, name.markdown, words[0],
        words[1],
      ])
    }
    var titles = old.title == new.title ? old.title : "\(old.title) → \(new.title)"
    if old.name == new.name, let before = old.version, let after = new.version {
      titles = "\(new.name), \(before) → \(after)"
    }
    return """
      # What deletes do differently: \(titles.markdown)

      \(table.text)
      The most dangerous first. – stands where there is no such relationship, or no such graph.

      """
  }

  fileprivate var json: String {
    let lines = changes.map { "  \(JSONText($0).line)" }.joined(separator: ",\n")
    return "{\"changes\":\(lines.isEmpty ? "[]" : "[\n\(lines)\n]")}\n"
  }
}

extension JSONText {
  fileprivate init(_ change: ModelChange) {
    let name = "\(change.entity).\(change.relationship)"
    self = .object([
      ("entity", .string(change.entity)), ("relationship", .string(change.relationship)),
      ("deleted", .string(change.deleted)), ("danger", .string(change.danger.rawValue)),
      ("before", change.before.map { JSONText(reporting: $0) } ?? .null),
      ("after", change.after.map { JSONText(reporting: $0) } ?? .null),
      (
        "witness",
        JSONText(
          ScenarioFile(showing: "delete \(change.deleted)", named: name, change.scenario))
      ),
    ])
  }
}

extension ModelChange.Danger {
  var title: String {
    switch self {
    case .crashes: "crashes"
    case .traps: "traps"
    case .deletesMore: "deletes more"
    case .isRefused: "is refused"
    case .isAllowed: "no longer refused"
    case .differs: "differs"
    case .isSafer: "safer"
    }
  }
}

extension Scenario {
  /// The object that is deleted first.
  fileprivate var deletedObject: String {
    for step in steps {
      if case .delete(let objects) = step.action { return objects.listed() }
    }
    return ""
  }
}
