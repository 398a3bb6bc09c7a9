import CompiledOnce
import ModelCheck
import ModelFiles
import SourceText

package enum RuleReport {
  package static var list: String {
    let width = CheckRule.allCases.map(\.rawValue.count).max() ?? 0
    let groups = CheckRule.groups.map { group in
      "\(group.title)\n" + lines(group.rules.map { ($0.rawValue, $0.titleWithMark) }, width: width)
    }
    return groups.joined(separator: "\n")
  }

  package static var page: Prose {
    CheckRule.groups.map { group in
      let rows = group.rules.map { ($0.rawValue, $0.titleWithMark) }
      return "\(Prose.heading(2, group.title.prose))\n\n\(table(rows))"
    }.joined(separator: "\n")
  }

  /// Rules as JSON, with everything but the findings of their examples.
  package static func json(of rules: some Sequence<CheckRule>) -> String {
    let list = rules.map { rule in
      JSONText.object([
        ("rule", .string(rule.rawValue)), ("severity", .string(rule.severity.rawValue)),
        ("option", .nullable(rule.category.option)), ("fixable", .bool(rule.isFixable)),
        ("title", .string(rule.summary)), ("reason", .string(rule.reason)),
        ("help", .string(rule.fix)),
      ]).line
    }
    return "{\"rules\":[\n  \(list.joined(separator: ",\n  "))\n]}\n"
  }

  /// A line for each word and its description, in two columns.
  ///
  /// - Parameters:
  ///   - rows: The words with their descriptions.
  ///   - width: The width of the first column; nil for that of the longest word.
  /// - Returns: The lines, each with a line break.
  static func lines(_ rows: [(word: String, description: String)], width: Int? = nil) -> String {
    let width = width ?? rows.map(\.word.count).max() ?? 0
    return rows.map { row in
      let padding = String(repeating: " ", count: max(0, width - row.word.count))
      return "  \(row.word)\(padding)  \(row.description)\n"
    }.joined()
  }

  static func table(_ rows: [(word: String, description: String)]) -> Prose {
    var table = Table(header: ["", ""])
    table.rows = rows.map { [$0.word.prose, $0.description.prose] }
    return "\(Prose(table))"
  }

  /// All rules: a table for each group, then each rule, as the file `RULES.md` has it.
  package static func document() throws -> String {
    var text: Prose = """
      \(Prose.heading(1, "The rules of `check`"))

      What `deleterules check` looks for, and what to do about it. The severity is the worst that a \
      rule reports. Rules marked *fixable* can be fixed by `deleterules check --fix`. This file is \
      generated from the rules; a test keeps it up to date.

      Most examples are SwiftData classes. In Xcode's Data Model inspector for Core Data, `deleteRule` is \
      *Delete Rule*, and `[T]` is *Type: To Many*. `T?` is *Optional* ticked; mandatory is *Optional* not \
      ticked. `inverse:` is *Inverse*, which both sides have.

      An id such as `I-J/nullify+nullify/delete-I1` names a row of the [result table](../../Matrices/RESULTS.md) \
      with the same rules; `deleterules explain ID` shows it.


      """
    for group in CheckRule.groups {
      var table = Table(header: ["rule", "severity", "what it finds"])
      for rule in group.rules {
        let mark: Prose = rule.isFixable ? " *fixable*" : ""
        table.rows.append([
          "[\(rule.rawValue)](#\(rule.rawValue))", "\(rule.severity.rawValue)",
          "\(rule.summary)\(mark)",
        ])
      }
      text += "\(Prose.heading(2, "\(group.title)"))\n\n\(Prose(table))\n"
    }
    for rule in CheckRule.allCases { text += "\n\(try page(of: rule, from: 2))" }
    return text.markdown
  }

  /// A rule: what it finds, its smallest example with the findings there, and the fix.
  package static func page(of rule: CheckRule) throws -> Prose { try page(of: rule, from: 1) }

  private static func page(of rule: CheckRule, from level: Int) throws -> Prose {
    var parts: [Prose] = [
      "\(Prose.heading(level, "\(rule.rawValue)"))\n", "\(rule.titleWithMark)\n",
      "\(rule.reason)\n",
    ]
    switch rule.category {
    case .always: break
    case .cloudKit:
      parts.append(
        """
        `check` looks for this where CloudKit mirrors a store: where the code has \
        `NSPersistentCloudKitContainer` or names a `cloudKitDatabase:` other than `.none`. An iCloud \
        container in the entitlements counts, too, as SwiftData uses it by default. `.automatic` does \
        not count if the Xcode project that compiles it has no entitlements about iCloud. \
        `check --cloudkit` looks for it anywhere.

        """)
    case .batchDeletes: parts.append("Only `check --batch` looks for this.\n")
    case .calls: parts.append("Only `deleterules calls` lists these.\n")
    }
    if let example = rule.example {
      parts += ["\(Prose.heading(level + 1, "Example"))\n", example.listing]
      for finding in try Check.findings(in: example, of: rule) where finding.rule == rule {
        parts.append(Prose.listing(finding.lines.joined(separator: "\n")))
        // One context cannot show what another one does.
        if let witness = finding.witness, rule != .deletedInOtherContext {
          parts.append("The smallest delete that shows it, as predicted: \(witness.words.prose).\n")
        }
      }
    }
    parts += ["\(Prose.heading(level + 1, "Fix"))\n", "\(rule.fix)\n"]
    if let example = rule.goodExample { parts.append(example.listing) }
    if level == 1, rule.isAboutDeclarations, rule.example?.file.hasSuffix(".swift") == true {
      parts.append(
        """
        In a Core Data model, Xcode's Data Model inspector has these as Delete Rule, Inverse, Type and Optional.

        """)
    }
    return parts.joined(separator: "\n")
  }
}

extension CheckRule {
  fileprivate var titleWithMark: String { summary + (isFixable ? " [fixable]" : "") }
}

extension CheckRule.Example {
  fileprivate var listing: Prose {
    Prose.listing(text, language: file.hasSuffix(".swift") ? "swift" : "xml")
  }
}

extension CheckRule.Category {
  /// The option of `check` that looks for such rules; nil where none is needed.
  fileprivate var option: String? {
    switch self {
    case .cloudKit: "--cloudkit"
    case .batchDeletes: "--batch"
    case .always, .calls: nil
    }
  }
}
