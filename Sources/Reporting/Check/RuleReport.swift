import ModelCheck
import ModelFiles

/// What there is to say about the rules of `check`.
public enum RuleReport {
  /// One line for each rule.
  public static var list: String {
    let width = CheckRule.allCases.map(\.rawValue.count).max() ?? 0
    return CheckRule.allCases.map { rule in
      let padding = String(repeating: " ", count: width - rule.rawValue.count)
      return "\(rule.rawValue)\(padding)  \(rule.summary)\n"
    }.joined()
  }

  /// One rule: what it is about, its smallest example with what is found there, and the fix.
  ///
  /// - Parameter rule: The rule.
  /// - Returns: Markdown, ending with a line break.
  /// - Throws: A `ModelError` or a `CheckFault` where the example cannot be checked: our own fault.
  public static func text(of rule: CheckRule) throws -> String {
    var text = "# \(rule.rawValue)\n\n\(rule.summary)\n\n\(rule.reason)\n\n"
    if rule.isForCloudKit { text += "Looked for with `--cloudkit` only.\n\n" }
    if let example = rule.example {
      let model = try Model(reading: example.text, as: example.file)
      let findings = try Check(forCloudKit: rule.isForCloudKit).findings(in: model)
      let language = example.file.hasSuffix(".swift") ? "swift" : "xml"
      text += "## Example\n\n```\(language)\n\(example.text)\n```\n\n"
      for finding in findings where finding.rule == rule {
        text += "```text\n\(finding.description)\n```\n\n"
        if let witness = finding.witness {
          text += "The smallest delete that shows it: \(witness.words.markdown).\n\n"
        }
      }
    }
    return text + "## Fix\n\n\(rule.fix)\n"
  }
}
