import CompiledOnce
import DeleteMatrix
import ObjectGraph
import Scenarios
import SourceText

extension MatrixRun {
  /// The cells, one per line, and the counts.
  var json: String { json(of: nil) }

  /// The same, with what is known of the models whose cells they are.
  func json(of origin: MatrixOrigin?) -> String {
    let cells = sections.flatMap { section in
      section.results.map { "  \(JSONText($0, in: section.model, of: origin).line)" }
    }.joined(separator: ",\n")
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
      Verdict.ofMatrices.map { ($0.rawValue, .integer(summary.count($0, in: group))) }
    }
    let others = Summary.Group.allCases
      .filter { $0 != .deletes && ($0 != .batchDeletes || summary.count(in: $0) > 0) }
      .map { ($0.rawValue, JSONText.object(counts($0))) }
    let frameworks = self.others.map { other in
      (
        other.framework?.rawValue ?? "",
        JSONText.object(
          Verdict.ofMatrices.map { ($0.rawValue, .integer(other.summary.count($0))) })
      )
    }
    return .object(
      counts(.deletes) + [("derived", .integer(summary.derived))] + others + frameworks
        + knowledge
        + [
          ("total", .object(counts(nil))),
          (
            "pinProblems",
            .array((pinProblems + self.others.flatMap(\.pinProblems)).map { .string($0) })
          ),
        ])
  }
}

extension MatrixRun {
  /// The counts of observed and unknown results on the requested release, or on the releases of
  /// each cell.
  private var knowledge: [(String, JSONText)] {
    if ranges.isEmpty { return [] }
    let systems = ranges.map(\.span.description)
    return [
      systems.count == 1 ? ("system", .string(systems[0])) : ("systems", .strings(systems)),
      ("observedOnSystem", .integer(observedThere.count)),
      ("notKnownForSystem", .integer(results.count(where: \.isUncertain))),
      ("matchNotKnown", .integer(summary.matchesByDoubt())),
    ]
  }
}

extension ComparisonReport {
  /// Every line for programs; ends with a line break.
  var json: String {
    let (one, other) = (comparison.one, comparison.other)
    let keys =
      comparison.isOfReleases
      ? ("before", "after") : (one.framework.rawValue, other.framework.rawValue)
    let objects = lines.map { line in
      "  "
        + JSONText.object([
          ("id", .string(line.one.cell.id)), ("differs", .bool(line.differs)),
          ("notKnown", .bool(line.isUncertain)),
          (keys.0, JSONText(line.one)), (keys.1, JSONText(line.other)),
        ]).line
    }
    let systems = [one.range, other.range].map { JSONText.nullable($0?.span.description) }
    let summary = JSONText.object(
      [
        ("cells", .integer(comparison.lines.count)),
        ("differing", .integer(comparison.lines.count(where: \.differs))),
        ("notKnown", .integer(comparison.lines.count(where: \.isUncertain))),
      ]
        + (comparison.isOfReleases
          ? [("before", systems[0]), ("after", systems[1])] : [("system", systems[0])]))
    return "{\"cells\":[\n\(objects.joined(separator: ",\n"))\n],\n"
      + "\"summary\":\(summary.line)}\n"
  }
}

extension JSONText {
  init(_ result: CellResult, in model: String? = nil, of origin: MatrixOrigin? = nil) {
    let cell = result.cell
    let evidence = cell.observations.first?.evidence.rawValue
    let derived = cell.isDerived ? "derived" : nil
    let expected = cell.observations.first.map { JSONText(reportingStated: $0.state) }
    let parts = result.releases.count > 1 ? result.releases.map { JSONText($0) } : []
    let releases = parts.isEmpty ? [] : [("releases", JSONText.array(parts))]
    let cause = origin?.cause(of: result).map { JSONText.string($0.description) }
    let members: [(String, JSONText)] = [
      ("id", .string(cell.id)),
      ("framework", .string(cell.scenario.framework.rawValue)),
      ("pairing", .string(cell.group)),
      ("rules", .array(cell.rules.map { .nullable($0?.rawValue) })),
      ("operation", JSONText(operationOf: cell)),
      ("evidence", .nullable(evidence ?? derived)),
      ("expected", expected ?? .null),
      (
        "observations",
        .array(
          cell.observations.map { observation in
            JSONText(observation, result.compared.first { $0.observation == observation })
          })
      ),
      ("predicted", JSONText(reportingOneOf: result.possible)),
      ("verdict", .string(result.verdict.rawValue)),
      ("notKnown", .bool(result.isUncertain)),
      ("matchNotKnown", .bool(result.matchesByDoubt)),
      ("error", .nullable(result.error?.message)),
      ("location", .string(cell.location.description)),
    ]
    self = .object(
      (model.map { [("model", JSONText.string($0))] } ?? []) + members
        + (cause.map { [("cause", $0)] } ?? []) + releases)
  }

  /// Creates the JSON for the possible outcomes of a cell on some releases.
  private init(_ part: Prediction<Answer>) {
    self = .object([
      ("system", .string(part.range.span.description)),
      ("predicted", JSONText(reportingOneOf: part.outcomes)),
      ("notKnown", .bool(!part.isKnown)),
    ])
  }

  private init(operationOf cell: Cell) {
    switch cell.operation {
    case .delete(let object):
      self = .object([("delete", .strings([object]))])
    case .deleteUnlinked(let object):
      self = .object([("delete", .strings([object])), ("unlinked", .bool(true))])
    case .remove(let link):
      self = .object([("remove", JSONText(link))])
    case .batchDelete(let object):
      self = .object([("batchDelete", .strings([object]))])
    case nil:
      self = .object([("step", .integer(cell.stepCount))])
    }
  }

  private init(_ observation: Observation, _ compared: ComparedObservation?) {
    let matching = compared.map { $0.eras.isEmpty ? [] : [$0.matching] } ?? []
    self = .object(
      [
        ("evidence", .string(observation.evidence.rawValue)),
        ("source", .nullable(observation.source?.id)),
        ("expected", JSONText(reportingStated: observation.state)),
        ("deviation", .nullable(observation.deviation)),
        ("location", .nullable(observation.location?.description)),
      ] + matching.map { ("matchesOn", .strings($0.map(\.description))) })
  }
}
