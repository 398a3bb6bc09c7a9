import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension CheckRun {
  /// A table for each model, and how each finding shows.
  var markdown: String {
    var parts = ["# Findings\n\n\(models.listed().markdown): \(counts).\n"]
    for model in models {
      let findings = findings.filter { $0.model == model }
      if findings.isEmpty { continue }
      var table = MarkdownTable(header: ["", "where", "what", "smallest delete", "rule"])
      for finding in findings {
        table.rows.append([
          finding.severity.rawValue,
          "\(finding.location.file):\(finding.location.line)".markdown,
          finding.message.markdown, finding.witness?.words.markdown ?? "",
          finding.rule.rawValue.markdown,
        ])
      }
      parts.append("## \(model.markdown)\n\n\(table.text)")
    }
    if !findings.isEmpty {
      parts.append("`deleterules rules RULE` explains a rule and what to do about it.\n")
    }
    return parts.joined(separator: "\n")
  }
}

extension Witness {
  /// The objects, the delete, and what comes of it: `Album1.photos → Photo1; delete Album1: …`.
  package var words: String {
    let links = scenario.links.map(\.description).joined(separator: ", ")
    let result = outcome.words(under: .named(scenario.framework))
    let framework = scenario.framework == .swiftData ? "" : " of \(scenario.framework.rawValue)"
    let cell = cell.map { ", as in \($0)\(framework)" } ?? ""
    return "\(links); delete \(outcome.requested.listed()): \(result)\(cell)"
  }
}
