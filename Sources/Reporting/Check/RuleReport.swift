import CompiledOnce
import ModelCheck
import ModelFiles

/// What there is to say about the rules of `check`.
package enum RuleReport {
  /// One line for each rule.
  package static var list: String { lines(CheckRule.allCases.map { ($0.rawValue, $0.summary) }) }

  /// A line for each word and what it is about, one below the other.
  static func lines(_ rows: [(word: String, subject: String)]) -> String {
    let width = rows.map(\.word.count).max() ?? 0
    return rows.map { row in
      let padding = String(repeating: " ", count: width - row.word.count)
      return "\(row.word)\(padding)  \(row.subject)\n"
    }.joined()
  }

  /// All rules: a table, then each of them, as the file `RULES.md` beside them has it.
  ///
  /// - Returns: Markdown, ending with a line break.
  /// - Throws: A `ModelError` or a `CheckFault` where an example cannot be checked: our own fault.
  package static func document() throws -> String {
    var table = Table(header: ["rule", "severity", "what it is about"])
    for rule in CheckRule.allCases {
      table.rows.append([
        "[\(rule.rawValue)](#\(rule.rawValue))", "\(rule.severity.rawValue)", rule.summary.prose,
      ])
    }
    let rules = try CheckRule.allCases.map { try text(of: $0, under: "#") }
    return """
      # The rules of `check`

      What `deleterules check` looks for, how bad it is, and what to do about it. A severity is that \
      of the worst that a rule finds: a reference that dangles is an error where reading it traps, as \
      in SwiftData, and a warning in Core Data. Written from the rules; a test keeps it true.

      \(table.markdown)
      \(rules.joined(separator: "\n"))
      """
  }

  /// One rule: what it is about, its smallest example with what is found there, and the fix.
  ///
  /// - Parameter rule: The rule.
  /// - Returns: Markdown, ending with a line break.
  /// - Throws: A `ModelError` or a `CheckFault` where the example cannot be checked: our own fault.
  package static func text(of rule: CheckRule) throws -> String { try text(of: rule, under: "") }

  private static func text(of rule: CheckRule, under level: String) throws -> String {
    let parts = ["\(level)# \(rule.rawValue)", rule.summary]
    return (parts + (try self.parts(of: rule, under: level))).joined(separator: "\n\n") + "\n"
  }

  /// Why a rule matters, its example, what is found there and the fix: paragraphs of markdown.
  static func parts(of rule: CheckRule, under level: String) throws -> [String] {
    var parts = [rule.reason]
    switch rule.category {
    case .always: break
    case .cloudKit: parts.append("Looked for with `--cloudkit` only.")
    case .batchDeletes: parts.append("Looked for with `--batch` only.")
    case .calls: parts.append("Listed by `deleterules calls` only.")
    }
    if let example = rule.example {
      parts += ["\(level)## Example", example.markdown]
      for finding in try Check.findings(in: example, of: rule) where finding.rule == rule {
        parts.append("```text\n\(finding.description)\n```")
        if let witness = finding.witness {
          parts.append("The smallest delete that shows it: \(witness.words.markdown).")
        }
      }
    }
    parts += ["\(level)## Fix", rule.fix]
    if let example = rule.goodExample { parts.append(example.markdown) }
    return parts
  }
}

extension CheckRule.Example {
  fileprivate var markdown: String {
    "```\(file.hasSuffix(".swift") ? "swift" : "xml")\n\(text)\n```"
  }
}
