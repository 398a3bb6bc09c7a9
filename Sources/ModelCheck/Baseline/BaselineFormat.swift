import CompiledOnce
import Scenarios
import SourceText

private struct BaselineLine: Sendable {
  var model = ""
  var entity: String?
  var relationship: String?
  var rule: CheckRule?
  var caller: String?
  var reason = ""

  static let format = FileFormat(
    "baselineEntry", "an entry of a baseline",
    "One finding, whatever line it is in, and why it is left alone.", blank: BaselineLine(),
    [
      .required("model", \.model, .text("a model's name")),
      .stated("entity", \.entity, .textOrNull("an entity's name"), isRequired: true),
      .stated(
        "relationship", \.relationship, .textOrNull("a relationship's name"), isRequired: true),
      .stated("rule", \.rule, .rule, isRequired: true),
      .stated("caller", \.caller, .text("whose code it is in")),
      .required("reason", \.reason, .reason("the reason why it is left alone")),
    ])
}

extension FormatObject {
  package static let baseline = FormatObject(
    "baseline", "a baseline", "Findings that are known and left alone.",
    [.schema, .required("silenced", .list(.object(BaselineLine.format.object)))])
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
  package static func text(of lines: [(key: Key, reason: String)]) -> String {
    let entries = lines.map { line in
      BaselineLine.format.json(
        BaselineLine(
          model: line.key.model, entity: line.key.entity, relationship: line.key.relationship,
          rule: line.key.rule, caller: line.key.caller, reason: line.reason))
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
    guard let line = value(node, of: BaselineLine.format), let rule = line.rule else { return nil }
    let place = [line.model, line.entity, line.relationship, rule.rawValue, line.caller]
    if let first = lines[place] {
      report(node.location, "found the entry again; it stands first in line \(first)")
    } else {
      lines[place] = node.location.line
    }
    let key = Baseline.Key(
      model: line.model, entity: line.entity, relationship: line.relationship, rule: rule,
      caller: line.caller)
    return Baseline.Entry(key: key, stated: key, reason: line.reason, location: node.location)
  }
}

extension Notation<CheckRule> {
  static var rule: Notation {
    Notation(
      .name,
      read: { reading, node, _ in
        guard let id = reading.string(node, expected: "a rule") else { return nil }
        if let rule = CheckRule(rawValue: id) { return rule }
        let known = CheckRule.allCases.map(\.rawValue)
        reading.report(
          node.location,
          "found the unknown rule \"\(id.singleLine)\"\(id.suggestion(among: known))")
        return nil
      }, write: { .string($0.rawValue) })
  }
}

extension Notation<String> {
  /// The reason why something is left alone, which must say something.
  static func reason(_ expected: String) -> Notation {
    Notation(
      .name,
      read: { reading, node, _ in
        let reason = reading.string(node, expected: expected)
        if let reason, reason.allSatisfy(\.isWhitespace) {
          reading.report(node.location, "found a blank reason; expected \(expected)")
        }
        return reason
      }, write: { .string($0) })
  }
}
