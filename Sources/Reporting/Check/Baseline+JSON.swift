import ModelCheck
import SourceText

extension Baseline {
  /// A baseline file, an entry on each line.
  ///
  /// - Parameter lines: What is silenced, and why.
  /// - Returns: JSON, ending with a line break.
  public static func text(of lines: [(key: Key, reason: String)]) -> String {
    let entries = lines.map { line in
      JSONText.object([
        ("model", .string(line.key.model)),
        ("entity", line.key.entity.map { .string($0) } ?? .null),
        ("relationship", line.key.relationship.map { .string($0) } ?? .null),
        ("rule", .string(line.key.rule.rawValue)), ("reason", .string(line.reason)),
      ])
    }
    let list = entries.map { "    \($0.line)" }.joined(separator: ",\n")
    return "{\n  \"silenced\": \(list.isEmpty ? "[]" : "[\n\(list)\n  ]")\n}\n"
  }
}
