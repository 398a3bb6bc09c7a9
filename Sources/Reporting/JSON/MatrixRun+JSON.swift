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
    let frameworks = self.others.map { other in
      (
        other.framework?.rawValue ?? "",
        JSONText.object(
          Verdict.allCases.map { ($0.rawValue, .integer(other.summary.count($0))) })
      )
    }
    return .object(
      counts(.deletes) + [("derived", .integer(summary.derived))] + others + frameworks
        + (range.map { range in
          [
            ("system", .string(range.newest.description)),
            ("observedOnSystem", .integer(observedOnNewest.count)),
            ("notKnownForSystem", .integer(results.count(where: \.isUncertain))),
          ]
        } ?? [])
        + [
          ("total", .object(counts(nil))),
          (
            "pinProblems",
            .array((pinProblems + self.others.flatMap(\.pinProblems)).map { .string($0) })
          ),
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
    let evidence = cell.observations.first?.evidence.rawValue
    let derived = cell.tableEntry?.isDerived == true ? "derived" : nil
    let rules = cell.tableEntry?.rules ?? []
    let expected = cell.observations.first.map { JSONText($0.expectation) }
    let predicted = result.predicted.map { JSONText(reporting: $0) }
    self = .object([
      ("id", .string(cell.id)),
      ("framework", .string(cell.scenario.framework.rawValue)),
      ("pairing", .string(cell.group)),
      ("rules", .array(rules.map { .nullable($0?.rawValue) })),
      ("operation", JSONText(cell.origin)),
      ("evidence", .nullable(evidence ?? derived)),
      ("expected", expected ?? .null),
      ("observations", .array(cell.observations.map { JSONText($0) })),
      ("predicted", predicted ?? .null),
      ("verdict", .string(result.verdict.rawValue)),
      ("notKnown", .bool(result.isUncertain)),
      ("error", .nullable(result.error?.message)),
      ("location", .string(cell.location.description)),
    ])
  }

  private init(_ origin: Cell.Origin) {
    switch origin {
    case .step(let number):
      self = .object([("step", .integer(number))])
    case .table(let entry):
      switch entry.operation {
      case .delete(let objects):
        self = .object([("delete", .strings(objects))])
      case .deleteUnlinked(let objects):
        self = .object([("delete", .strings(objects)), ("unlinked", .bool(true))])
      case .remove(let link):
        self = .object([("remove", JSONText(link))])
      }
    }
  }

  private init(_ observation: Observation) {
    self = .object([
      ("evidence", .string(observation.evidence.rawValue)),
      ("source", .nullable(observation.source?.id)),
      ("expected", JSONText(observation.expectation)),
      ("deviation", .nullable(observation.deviation)),
      ("location", .nullable(observation.location?.description)),
    ])
  }

  private init(_ expectation: Expectation) {
    self = .object([
      ("deleted", expectation.deleted.map { .strings($0) } ?? .null),
      ("effect", .nullable(expectation.effect?.rawValue)),
      ("nullified", expectation.nullified.map { .links($0) } ?? .null),
      ("dangling", expectation.dangling.map { .links($0) } ?? .null),
      ("stored", expectation.stored.map { .strings($0) } ?? .null),
      ("error", expectation.error.map { .integer($0.rawValue) } ?? .null),
    ])
  }
}
