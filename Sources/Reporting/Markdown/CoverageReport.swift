import CompiledOnce
import DeleteMatrix
import ObjectGraph
import Scenarios
import SourceText

/// A report of the cells that were observed, by release and store, and of those that are only
/// predicted.
package struct CoverageReport: Report {
  private let coverage: Coverage

  package static var writers: Writers {
    [.markdown: { $0.markdown }, .html: { $0.html }, .json: { $0.json }]
  }

  package init(_ coverage: Coverage) { self.coverage = coverage }

  package var page: Prose {
    var text: Prose = "\(Prose.heading(1, "Who observed what"))\n"
    for framework in Framework.Name.allCases {
      guard let counts = coverage.counts[framework] else { continue }
      var table = Table(header: ["release", "store", "frameworks", "observed", "by"])
      for line in coverage.lines where line.framework == framework {
        table.rows.append([
          (line.release ?? "not named").prose, (line.store ?? "not named").prose,
          (line.frameworks ?? "").prose,
          "\(line.observed) of \(counts.all)\(carriedOver(line))".prose,
          by(line.sources),
        ])
      }
      text += "\n\(Prose.heading(2, framework.title.prose))\n\n\(Prose(table))\n"
      text += "\(counts.predictedOnly) of \(counts.all) cells are predicted only"
      let unobserved = coverage.unobserved[framework] ?? []
      text += unobserved.isEmpty ? ".\n" : "; so are all on \(unobserved.listed().prose).\n"
      for (versions, releases) in sameVersions(of: framework) {
        text +=
          "\n\(versions.prose) is the same on \(releases.listed().prose): what is observed on one "
        text += "applies to the others.\n"
      }
    }
    if !coverage.next.isEmpty { text += "\n\(Prose.heading(2, "Ask next"))\n\n" }
    for question in coverage.next {
      let words = [question.circumstances.store?.words, question.circumstances.insertedBy?.words]
      text += "- \(question.framework.title.prose) on \("\(question.release)".prose), "
      text += "\(words.compactMap(\.self).joined(separator: ", ").prose): "
      text += "\(question.behaviours.count) behaviours are unknown"
      text += question.claims == 0 ? "\n" : ", on which \(question.claims) claims rest\n"
    }
    return text
  }

  /// The number of cells that carry over to a release, in words; empty if there are none.
  private func carriedOver(_ line: Coverage.Line) -> String {
    line.carriedOver == 0
      ? "" : ", and \(line.carriedOver) carried over from a release with the same frameworks"
  }

  /// The versions of frameworks that several releases have, with these.
  private func sameVersions(of framework: Framework.Name) -> [(String, [String])] {
    var found: [(versions: String, releases: [String])] = []
    for line in coverage.lines where line.framework == framework {
      guard let versions = line.frameworks, let release = line.release else { continue }
      if let place = found.firstIndex(where: { $0.versions == versions }) {
        if !found[place].releases.contains(release) { found[place].releases.append(release) }
      } else {
        found.append((versions, [release]))
      }
    }
    return found.filter { $0.releases.count > 1 }
  }

  /// Returns the names of one or two sources, or the number of sources if there are more.
  private func by(_ sources: [String]) -> Prose {
    sources.count < 3 ? sources.listed().prose : "\(sources.count) sources".prose
  }

  private var json: String {
    JSONText.object([
      (
        "observed",
        .array(
          coverage.lines.map { line in
            .stating([
              ("framework", .string(line.framework.rawValue)),
              ("release", .nullable(line.release)), ("store", .nullable(line.store)),
              ("frameworks", .nullable(line.frameworks)),
              ("cells", .integer(line.observed)),
              ("carriedOver", line.carriedOver == 0 ? nil : .integer(line.carriedOver)),
              ("sources", .strings(line.sources)),
            ])
          })
      ),
      (
        "next",
        .array(
          coverage.next.map { question in
            .stating(
              [
                ("framework", .string(question.framework.rawValue)),
                ("release", .string("\(question.release)")),
              ] + question.circumstances.members + [
                ("behaviours", .strings(question.behaviours)),
                ("claims", question.claims == 0 ? nil : .integer(question.claims)),
              ])
          })
      ),
      (
        "counts",
        .object(
          Framework.Name.allCases.compactMap { name in
            coverage.counts[name].map { counts in
              (
                name.rawValue,
                JSONText.object([
                  ("cells", .integer(counts.all)),
                  ("predictedOnly", .integer(counts.predictedOnly)),
                ])
              )
            }
          })
      ),
    ]).line + "\n"
  }
}
