import Reporting

/// The commands that read models.
extension Command {
  static var aboutCheck: CommandDescription {
    CommandDescription(
      forms: [
        CommandForm(
          arguments: [Argument(value: Argument.model.value, count: .oneOrMore)],
          summary: "what is wrong or risky in a model, with file and line",
          options: [
            .format, .output, .strict, .cloudkit, .rule, .disable, .baseline, .writeBaseline,
            .reason,
          ],
          formats: ["text", "json", "sarif", "junit", "github", "markdown"])
      ],
      details: "'deleterules rules' lists what is looked for.",
      failure: "a finding that fails",
      examples: [
        "deleterules check App.xcdatamodeld",
        "deleterules check Sources --strict --format sarif --output findings.sarif",
        "deleterules check Sources --write-baseline baseline.json --reason 'as it was in 1.0'",
      ])
  }

  static var aboutRules: CommandDescription {
    CommandDescription(
      forms: [
        CommandForm(
          arguments: [Argument(value: Value(word: "ID", kind: .ruleID), count: .optional)],
          summary: "the rules that 'check' knows, or all about one of them", options: [.output])
      ],
      examples: ["deleterules rules"])
  }

  static var aboutExplain: CommandDescription {
    CommandDescription(
      forms: [
        CommandForm(
          arguments: [Argument(value: Value(word: "CELL", kind: .text))],
          summary: "why one cell comes out as it does, step by step",
          options: [.output, .framework, .matrices]),
        CommandForm(
          arguments: [.model, Argument(value: Value(word: "ENTITY", kind: .text))],
          summary: "what one delete takes with it, and why",
          options: [.format, .output, .only, .instances],
          formats: ["markdown", "json", "mermaid", "dot"]),
      ],
      details: "A cell has the id that --format json prints, as in the example.",
      examples: [
        "deleterules explain Q-R/cascade+nullify/delete-Q1",
        "deleterules explain App.xcdatamodeld Task",
      ])
  }

  static var aboutDiff: CommandDescription {
    CommandDescription(
      forms: [
        CommandForm(
          arguments: [
            Argument(value: Value(word: "OLD", kind: .file)),
            Argument(value: Value(word: "NEW", kind: .file), count: .optional),
          ],
          summary: "what a delete does in one model and not in the other",
          options: [.format, .output], formats: ["markdown", "json"])
      ],
      examples: ["deleterules diff Old.xcdatamodeld App.xcdatamodeld"])
  }

  static var aboutModel: CommandDescription {
    CommandDescription(
      forms: [
        CommandForm(
          arguments: [.model],
          summary: "what was read of an .xcdatamodeld or of SwiftData source",
          options: [.format, .output, .allVersions],
          formats: ModelReport.allCases.map(\.rawValue))
      ],
      details: """
        A folder is searched for bundles and Swift source. A diagram, as mermaid and dot are, \
        shows one model.
        """,
      failure: "an error in the model",
      examples: [
        "deleterules model App.xcdatamodeld --format mermaid",
        "deleterules model Sources",
      ])
  }
}

extension Argument {
  static let model = Argument(value: Value(word: "MODEL", kind: .file))
}
