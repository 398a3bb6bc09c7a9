import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension ChangesReport {
  /// The changes, each on a line of its own, and what they come to.
  var json: String {
    let lines = Self.order.flatMap(sorted).map { "  \(json($0.change, $0.pair).line)" }
    let list = lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n]"
    let counts = JSONText.object(
      Self.order.map { ($0.rawValue, .integer(changes.count(of: $0))) }
        + [("same", .integer(changes.unchangedCount))])
    let models = [("new", changes.added), ("gone", changes.gone)].map { key, models in
      "\"\(key)\":\(JSONText.array(models.map { .string($0.place) }).line)"
    }
    let unread = JSONText.array(
      unread.map {
        .object(
          [("rule", .string($0.rule.rawValue)), ("message", .string($0.message))]
            + $0.location.members)
      })
    return "{\"changes\":\(list),\"counts\":\(counts.line),"
      + "\(models.joined(separator: ",")),\"unread\":\(unread.line)}\n"
  }

  private func json(_ change: ModelChange, _ pair: ProjectChanges.Pair) -> JSONText {
    let name = "\(change.entity).\(change.relationship)"
    return .object(
      [
        ("model", .string(pair.new.place)), ("entity", .string(change.entity)),
        ("relationship", .string(change.relationship)), ("deleted", .string(change.deleted)),
        ("tendency", .string(change.danger.tendency.rawValue)),
        ("danger", .string(change.danger.rawValue)),
      ] + (location(of: change, in: pair)?.members ?? []) + [
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

extension Location {
  /// The place, as members of what stands there.
  fileprivate var members: [(String, JSONText)] {
    [("file", .string(file)), ("line", .integer(line)), ("column", .integer(column))]
  }
}
