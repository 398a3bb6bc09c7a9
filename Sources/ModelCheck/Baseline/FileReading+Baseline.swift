import SourceText

/// One entry of a baseline as the file has it.
package struct StatedBaselineEntry: Sendable {
  package let model: String
  package let entity: String?
  package let relationship: String?
  package let rule: String
  package let reason: String
  package let location: Location
}

extension FileReading {
  /// Reads a baseline, strictly.
  ///
  /// - Parameters:
  ///   - file: The file's path and bytes.
  ///   - rules: The rules that an entry can name.
  /// - Returns: The entries, in the order of the file.
  /// - Throws: A ``DataError`` with every problem, an entry without a reason among them.
  package static func baseline(
    _ file: SourceFile, rules: [String]
  ) throws(DataError) -> [StatedBaselineEntry] {
    let node = try JSONParser.parse(file.bytes, file: file.path)
    var reading = FileReading(file: file.path)
    let entries = reading.baseline(node, rules: rules)
    if !reading.problems.isEmpty {
      throw DataError(problems: reading.listedProblems)
    }
    return entries
  }

  private mutating func baseline(_ node: JSONNode, rules: [String]) -> [StatedBaselineEntry] {
    guard let members = members(node, of: .baseline) else { return [] }
    var entries: [StatedBaselineEntry] = []
    // Where an entry of a model, entity, relationship and rule stands first.
    var lines: [[String?]: Int] = [:]
    for node in elements(members["silenced"], expected: "an array of entries") ?? [] {
      guard let members = self.members(node, of: .baselineEntry) else { continue }
      let model = string(members["model"], expected: "a model's name")
      let entity = nullableString(members["entity"], expected: "an entity's name")
      let relationship = nullableString(
        members["relationship"], expected: "a relationship's name")
      let reason = string(members["reason"], expected: "the reason why it is left alone")
      guard let rule = string(members["rule"], expected: "a rule") else { continue }
      if !rules.contains(rule), let place = members["rule"]?.location {
        // The message is only made where it is kept.
        report(
          place, "found the unknown rule \"\(rule.singleLine)\"\(rule.suggestion(among: rules))")
      }
      guard let model, let reason else { continue }
      if reason.allSatisfy(\.isWhitespace), let place = members["reason"] {
        report(place.location, "found a blank reason; expected the reason why it is left alone")
      }
      let entry = StatedBaselineEntry(
        model: model, entity: entity, relationship: relationship, rule: rule, reason: reason,
        location: node.location)
      let key = [model, entity, relationship, rule]
      if let first = lines[key] {
        report(node.location, "found the entry again; it stands first in line \(first)")
      } else {
        lines[key] = node.location.line
      }
      entries.append(entry)
    }
    return entries
  }
}

extension FormatObject {
  package static let baseline = FormatObject(
    "baseline", "a baseline", required: ["silenced"], optional: ["$schema"])
  package static let baselineEntry = FormatObject(
    "baselineEntry", "an entry of a baseline",
    required: ["model", "entity", "relationship", "rule", "reason"])
}
