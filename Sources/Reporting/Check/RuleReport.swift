import ModelCheck
import ModelFiles

/// What there is to say about the rules of `check`.
package enum RuleReport {
  /// One line for each rule.
  package static var list: String {
    let width = CheckRule.allCases.map(\.rawValue.count).max() ?? 0
    return CheckRule.allCases.map { rule in
      let padding = String(repeating: " ", count: width - rule.rawValue.count)
      return "\(rule.rawValue)\(padding)  \(rule.summary)\n"
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
    var text = "\(level)# \(rule.rawValue)\n\n\(rule.summary)\n\n\(rule.reason)\n\n"
    switch rule.occasion {
    case .always: break
    case .cloudKit: text += "Looked for with `--cloudkit` only.\n\n"
    case .batchDeletes: text += "Looked for with `--batch` only.\n\n"
    case .calls: text += "Listed by `deleterules calls` only.\n\n"
    }
    if let example = rule.example {
      let findings = try Check.findings(in: example, of: rule)
      text += "\(level)## Example\n\n\(example.markdown)\n\n"
      for finding in findings where finding.rule == rule {
        text += "```text\n\(finding.description)\n```\n\n"
        if let witness = finding.witness {
          text += "The smallest delete that shows it: \(witness.words.markdown).\n\n"
        }
      }
    }
    text += "\(level)## Fix\n\n\(rule.fix)\n"
    if let example = rule.goodExample { text += "\n\(example.markdown)\n" }
    return text
  }
}

extension CheckRule.Example {
  fileprivate var markdown: String {
    "```\(file.hasSuffix(".swift") ? "swift" : "xml")\n\(text)\n```"
  }
}
