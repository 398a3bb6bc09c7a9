import CompiledOnce
import SourceText

extension FormatObject {
  package static let baseline = FormatObject(
    "baseline", "a baseline", required: ["silenced"], optional: ["$schema"])
  package static let baselineEntry = FormatObject(
    "baselineEntry", "an entry of a baseline",
    required: ["model", "entity", "relationship", "rule", "reason"], optional: ["caller"])
}

extension Baseline {
  /// Reads a baseline.
  ///
  /// ```json
  /// {"silenced": [
  ///   {"model": "App.xcdatamodeld", "entity": "Task", "relationship": "tags",
  ///    "rule": "no_action_leaves_dangling", "reason": "Tag.delete() takes it out of every task"}
  /// ]}
  /// ```
  ///
  /// - Parameter file: The file's path and bytes.
  /// - Throws: A `DataError` with every problem: an entry without a reason is one.
  package init(_ file: SourceFile) throws(DataError) {
    self.init(entries: try FileReading.value(in: file) { $0.baseline($1) }, in: file)
  }

  /// A baseline file, an entry on each line.
  ///
  /// - Parameter lines: What is silenced, and why.
  /// - Returns: JSON, ending with a line break.
  package static func text(of lines: [(key: Key, reason: String)]) -> String {
    let entries = lines.map { line in
      JSONText.object(
        [
          ("model", .string(line.key.model)), ("entity", .nullable(line.key.entity)),
          ("relationship", .nullable(line.key.relationship)),
          ("rule", .string(line.key.rule.rawValue)),
        ] + (line.key.caller.map { [("caller", .string($0))] } ?? [])
          + [("reason", .string(line.reason))])
    }
    let list = entries.map { "    \($0.line)" }.joined(separator: ",\n")
    return "{\n  \"silenced\": \(list.isEmpty ? "[]" : "[\n\(list)\n  ]")\n}\n"
  }
}

extension FileReading {
  fileprivate mutating func baseline(_ node: JSONNode) -> [Baseline.Entry] {
    guard let members = members(node, of: .baseline) else { return [] }
    // Where an entry of a model, entity, relationship, rule and caller stands first.
    var lines: [[String?]: Int] = [:]
    return list(members["silenced"], expected: "an array of entries") {
      $0.baselineEntry($1, &lines)
    }
  }

  private mutating func baselineEntry(
    _ node: JSONNode, _ lines: inout [[String?]: Int]
  ) -> Baseline.Entry? {
    guard let members = members(node, of: .baselineEntry) else { return nil }
    let model = string(members["model"], expected: "a model's name")
    let entity = nullableString(members["entity"], expected: "an entity's name")
    let relationship = nullableString(members["relationship"], expected: "a relationship's name")
    let caller = members["caller"].flatMap { string($0, expected: "whose code it is in") }
    let reason = string(members["reason"], expected: "the reason why it is left alone")
    guard let id = string(members["rule"], expected: "a rule") else { return nil }
    let rule = CheckRule(rawValue: id)
    if rule == nil, let place = members["rule"]?.location {
      // The message is only made where it is kept.
      let known = CheckRule.allCases.map(\.rawValue)
      report(place, "found the unknown rule \"\(id.singleLine)\"\(id.suggestion(among: known))")
    }
    guard let model, let reason else { return nil }
    if reason.allSatisfy(\.isWhitespace), let place = members["reason"] {
      report(place.location, "found a blank reason; expected the reason why it is left alone")
    }
    let key = [model, entity, relationship, id, caller]
    if let first = lines[key] {
      report(node.location, "found the entry again; it stands first in line \(first)")
    } else {
      lines[key] = node.location.line
    }
    return rule.map { rule in
      let key = Baseline.Key(
        model: model, entity: entity, relationship: relationship, rule: rule, caller: caller)
      return Baseline.Entry(key: key, stated: key, reason: reason, location: node.location)
    }
  }
}
