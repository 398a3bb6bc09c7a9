import DeleteMatrix
import ObjectGraph
import Scenarios
import SourceText

extension MatrixRun {
  /// Every cell on a line of its own, and the counts.
  var json: String {
    let cells = results.map { "  \(JSONText($0).line)" }.joined(separator: ",\n")
    return """
      {"cells":[
      \(cells)
      ],
      "summary":\(counts.line)}

      """
  }

  /// The article's own cells come first, under the verdicts' names; the others are counted apart.
  private var counts: JSONText {
    func counts(_ group: Summary.Group?) -> [(String, JSONText)] {
      Verdict.allCases.map { ($0.rawValue, .integer(summary.count($0, in: group))) }
    }
    let others = Summary.Group.allCases.filter { $0 != .deletes }
      .map { ($0.rawValue, JSONText.object(counts($0))) }
    return .object(
      counts(.deletes) + [("derived", .integer(summary.derived))] + others
        + [
          ("total", .object(counts(nil))),
          ("pinProblems", .array(pinProblems.map { .string($0) })),
        ])
  }
}

extension ComparisonReport {
  /// Every line for programs; ends with a line break.
  var json: String {
    let objects = lines.map { line in
      "  "
        + JSONText.object([
          ("id", .string(line.swiftData.cell.id)), ("differs", .bool(line.differs)),
          ("swiftData", JSONText(line.swiftData)), ("coreData", JSONText(line.coreData)),
        ]).line
    }
    let differing = comparison.lines.filter(\.differs).count
    return "{\"cells\":[\n\(objects.joined(separator: ",\n"))\n],\n"
      + "\"summary\":{\"cells\":\(comparison.lines.count),\"differing\":\(differing)}}\n"
  }
}

extension JSONText {
  init(_ result: CellResult) {
    let cell = result.cell
    let evidence = cell.observations.map(\.evidence.rawValue)
    self = .object([
      ("id", .string(cell.id)),
      ("framework", .string(cell.scenario.framework.rawValue)),
      ("pairing", .string(cell.group)),
      ("rules", .array(cell.rules.map { $0.map { .string($0.rawValue) } ?? .null })),
      ("operation", JSONText(cell.operation)),
      ("evidence", evidence.first.map { .string($0) } ?? (cell.isDerived ? "derived" : .null)),
      ("expected", cell.observations.first.map { JSONText($0.expectation) } ?? .null),
      ("observations", .array(cell.observations.map { JSONText($0) })),
      ("predicted", result.predicted.map { JSONText($0) } ?? .null),
      ("verdict", .string(result.verdict.rawValue)),
      ("error", result.error.map { .string($0.message) } ?? .null),
      ("location", .string(cell.location.description)),
    ])
  }

  private init(_ operation: Cell.Operation) {
    switch operation {
    case .delete(let objects):
      self = .object([("delete", .strings(objects))])
    case .deleteUnlinked(let objects):
      self = .object([("delete", .strings(objects)), ("unlinked", .bool(true))])
    case .remove(let link):
      self = .object([("remove", JSONText(link))])
    case .steps(let number):
      self = .object([("step", .integer(number))])
    }
  }

  private init(_ observation: Observation) {
    self = .object([
      ("evidence", .string(observation.evidence.rawValue)),
      ("source", observation.source.map { .string($0.id) } ?? .null),
      ("expected", JSONText(observation.expectation)),
      ("deviation", observation.deviation.map { .string($0) } ?? .null),
      ("location", .string(observation.location.description)),
    ])
  }

  private init(_ expectation: Expectation) {
    self = .object([
      ("deleted", expectation.deleted.map { .strings($0) } ?? .null),
      ("effect", expectation.effect.map { .string($0.rawValue) } ?? .null),
      ("nullified", expectation.nullified.map { .links($0) } ?? .null),
      ("dangling", expectation.dangling.map { .links($0) } ?? .null),
      ("stored", expectation.stored.map { .strings($0) } ?? .null),
      ("error", expectation.error.map { .integer($0.rawValue) } ?? .null),
    ])
  }
}
