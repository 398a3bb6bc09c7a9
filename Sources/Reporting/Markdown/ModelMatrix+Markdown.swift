import CompiledOnce
import DeleteMatrix
import ModelDeletes
import ObjectGraph
import Scenarios
import SourceText

extension ModelMatrixReport {
  /// The table, what takes links apart, and a legend; or only what differs from a recording.
  package var page: Prose {
    if matrix.hasRecording { return differences }
    let framework = Framework.named(matrix.framework)
    let heading = Prose.heading(
      1,
      "What a delete does: \(matrix.model.titleOfModel.prose) (\(matrix.framework.title)\(matrix.range.place))"
    )
    let title: Prose = "\(heading)\n"
    if run.sections.isEmpty {
      return "\(title)\nThe model has no relationships, so a delete removes only its own object.\n"
    }
    let unknowns = run.unknowns.map { sentence -> Prose in "- \(sentence.prose).\n" }.joined()
    let parts = [title, Prose(table), lines, unknowns, legend(framework)]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var table: Table {
    let hasBatchDeletes = run.summary.count(in: .batchDeletes) > 0
    var table = Table(
      header: ["left", "rule", "right", "rule", "delete left", "delete right"]
        + (hasBatchDeletes ? ["batch left", "batch right"] : []))
    let pairings = Dictionary(
      matrix.pairings.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for section in run.sections {
      guard let first = section.results.first, let sides = section.sides else { continue }
      let rules = first.cell.rules.map { $0?.prose ?? "–" }
      let objects = pairings[section.name]?.sides.map(\.object) ?? []
      let operations =
        objects.map { Cell.Operation.delete($0) }
        + (hasBatchDeletes ? objects.map { .batchDelete($0) } : [])
      let outcomes = zip(operations, objects + objects).map { operation, object -> Prose in
        section.results.first { $0.cell.operation == operation }
          .map { "\(object.prose): \($0.markedWords(beside: section.results))" } ?? ""
      }
      table.rows.append([sides[0].prose, rules[0], sides[1].prose, rules[1]] + outcomes)
    }
    return table
  }

  private var lines: Prose {
    var text: Prose = ""
    let unlinked = results(.unlinkedDeletes)
    if !unlinked.isEmpty {
      text += line("Without links, a delete removes only the requested object", unlinked) {
        $0.effect == .ok && $0.deleted == $0.requested && $0.dangling.isEmpty
      }
    }
    let removals = results(.removals)
    if !removals.isEmpty {
      text += line(
        "Removing an object from a relationship ends the link and deletes nothing", removals
      ) {
        $0.effect == .ok && $0.deleted.isEmpty && !$0.nullified.isEmpty
      }
    }
    if !matrix.leftOut.isEmpty {
      text += "- Left out, because one of the sides can have no objects: "
      text += "\(matrix.leftOut.listed().prose).\n"
    }
    return text
  }

  private func results(_ group: Summary.Group) -> [CellResult] {
    run.results.filter { Summary.Group($0.cell) == group }
  }

  private func line(
    _ title: String, _ results: [CellResult], isUsual: (Outcome) -> Bool
  ) -> Prose {
    let unusual = results.filter { $0.possible.isEmpty || !$0.possible.allSatisfy(isUsual) }
    let exceptions = unusual.map { result -> Prose in
      "  - \("\(result.cell.id): \(result.outcomeWords)".prose)\n"
    }
    let end = exceptions.isEmpty ? "." : ", except:"
    let times = results.count == 1 ? "once" : "\(results.count) times"
    return "- \(title): tried \(times)\(end)\n" + exceptions.joined()
  }

  private func legend(_ framework: Framework) -> Prose {
    let doubt = matrix.range?.doubtIfUntested(.danglingRead, of: framework.name)
    let untested = MatrixRun.untestedReads(doubt != nil)
    let dangling: Prose =
      framework.trapsOnDanglingRead
      ? "\(emphasis: "reading … crashes"): the reference still points at a deleted object\(untested)."
      : "\(emphasis: "cannot be fulfilled"): the reference still points at a deleted object."
    let batch: Prose =
      run.summary.count(in: .batchDeletes) > 0 ? "\n\(MatrixRun.batchSentences(indent: ""))" : ""
    let sentences: Prose = """
      A rule applies when its own side's object is deleted. ★ marks the default rule, – a side
      without a relationship. A row covers one relationship; \(code: "deleterules explain") covers
      all relationships of an object. \(emphasis: "also deletes Y"): a cascade deletes Y too.
      \(dangling)\(batch)

      """
    return Prose(.flowing(sentences))
  }

  /// A line for each difference from the recording, with the place in the model that makes it.
  private var differences: Prose {
    matrix.differences(in: run).map { line -> Prose in "- \(line.prose)\n" }.joined()
  }
}
