import CompiledOnce
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension CheckRun {
  /// The titles of the models for people: the project's root folder has a title instead of `.`,
  /// which would say nothing.
  package var titles: [String] { models.map(\.titleOfModel) }

  package var page: Prose {
    var parts: [Prose] = [
      "\(Prose.heading(1, "Findings"))\n\n\(titles.listed().prose): \(counts).\n"
    ]
    for model in models {
      let findings = findings.filter { $0.model == model }
      if findings.isEmpty { continue }
      var table = Table(header: ["", "where", "what", "smallest delete", "rule"])
      for finding in findings {
        table.rows.append([
          finding.severity.prose,
          "\(finding.location.file):\(finding.location.line)".prose,
          finding.message.prose, finding.witness?.words.prose ?? "",
          finding.rule.rawValue.prose,
        ])
      }
      parts.append("\(Prose.heading(2, model.titleOfModel.prose))\n\n\(Prose(table))")
    }
    if !findings.isEmpty {
      parts.append("\(code: "deleterules rules RULE") explains a rule and what to do about it.\n")
    }
    return parts.joined(separator: "\n")
  }
}

extension Witness {
  /// The objects, the delete, and what comes of it: `Album1.photos → Photo1; delete Album1: …`.
  package var words: String {
    let links = scenario.links.map(\.description).joined(separator: ", ")
    let result = outcome.words(under: .named(scenario.framework))
    let framework = scenario.framework == .swiftData ? "" : " of \(scenario.framework.title)"
    let cell = cell.map { ", as in \($0)\(framework)" } ?? ""
    let steps = scenario.steps.map(\.action)
    // A delete and its save are one step to a reader.
    let isOneDelete = steps.count { $0 != .save } == 1 && !scenario.deletedObjects.isEmpty
    let words =
      isOneDelete ? "delete \(scenario.deletedObjects)" : steps.map(\.brief).joined(separator: ", ")
    return "\(links.isEmpty ? "" : "\(links); ")\(words): \(result)\(cell)"
  }
}

extension String {
  /// The place of a model, with words for that of one that lies in several folders of the project.
  package var titleOfModel: String { self == "." ? "the Swift files together (.)" : self }
}

extension ModelFinding.Severity {
  var prose: Prose {
    let mark: Prose.Mark =
      switch self {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
    return Prose(.marked(mark, "\(rawValue)"))
  }
}
