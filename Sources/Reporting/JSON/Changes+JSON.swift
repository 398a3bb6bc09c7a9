import CompiledOnce
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension ChangesReport {
  var json: String {
    let lines = ChangeImpact.allCases.flatMap(sorted).map { "  \(json($0.change, $0.pair).line)" }
    let list = lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n]"
    let counts = JSONText.object(
      ChangeImpact.allCases.map { ($0.rawValue, .integer(changes.count(of: $0))) }
        + [("same", .integer(changes.unchangedCount))])
    let models = [("new", changes.added), ("gone", changes.gone)].map { key, models in
      "\"\(key)\":\(JSONText.array(models.map { .string($0.place) }).line)"
    }
    let system = JSONText.nullable(changes.range?.span.description)
    return
      "{\"changes\":\(list),\"calls\":\(callsJSON.line),\"system\":\(system.line),\"counts\":\(counts.line),"
      + "\(models.joined(separator: ","))}\n"
  }

  package var problems: [Envelope.Problem] {
    unread.map { finding in
      let (place, revision) = plain(finding.location)
      return Envelope.Problem(
        message: finding.message, location: place, rule: finding.rule.rawValue, revision: revision)
    }
  }

  /// Returns a location as JSON members, with the revision of a file that is not on disk.
  private func members(of location: Location) -> [(String, JSONText)] {
    let (place, revision) = plain(location)
    return JSONText.members(of: place) + (revision.map { [("revision", .string($0))] } ?? [])
  }

  private func json(_ change: ModelChange, _ pair: ProjectChanges.Pair) -> JSONText {
    let name = "\(change.entity).\(change.relationship)"
    return .object(
      [
        ("model", .string(pair.new.place)), ("entity", .string(change.entity)),
        ("relationship", .string(change.relationship)), ("deleted", .string(change.deleted)),
        ("operation", .string(change.isBatch ? "batchDelete" : "delete")),
        ("impact", .string(change.impact.rawValue)), ("title", .string(change.title)),
        ("rule", .nullable(change.fault?.rule)),
      ] + (location(of: change, in: pair).map(members) ?? []) + [
        ("before", change.before.map { JSONText(reporting: $0) } ?? .null),
        ("after", change.after.map { JSONText(reporting: $0) } ?? .null),
        ("releases", .array(change.places.map { JSONText($0) })),
        (
          "witness",
          JSONText(
            ScenarioFile(
              showing: "delete \(change.deleted)\(change.isBatch ? ", by batch" : "")", named: name,
              change.scenario))
        ),
      ])
  }
}

extension JSONText {
  fileprivate init(_ place: ModelChange.Place) {
    self = .object([
      ("system", .string(place.range.span.description)), ("notKnown", .bool(!place.isKnown)),
    ])
  }
}
