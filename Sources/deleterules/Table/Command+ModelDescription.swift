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
            .format, .output, .framework, .strict, .cloudkit, .rule, .disable, .baseline,
            .writeBaseline, .reason,
          ],
          formats: CheckReport.allCases.map(\.rawValue))
      ],
      details: """
        Each finding is proven by the smallest delete that shows it. 'deleterules rules' lists what \
        is looked for. With --format github, all findings are also appended to the file that \
        GITHUB_STEP_SUMMARY names. A baseline keeps what is known and left alone, with the reason.
        """,
      failure: "an error or a warning; with --strict also a note",
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
          summary: "what deleting one object takes with it, and what refuses it",
          options: [.format, .output, .only, .framework, .instances],
          formats: EffectsReport.allCases.map(\.rawValue)),
      ],
      details: """
        A cell has the id that --format json prints, as in the example. --instances reads objects \
        and links, as a scenario file has them, and says exactly what would go: a dry run.
        """,
      examples: [
        "deleterules explain Q-R/cascade+nullify/delete-Q1",
        "deleterules explain App.xcdatamodeld Task",
        "deleterules explain App.xcdatamodeld Task --instances tasks.json",
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
          summary: "what deletes do differently in two models, or two versions of one",
          options: [.format, .output, .framework],
          formats: ModelChangesReport.allCases.map(\.rawValue))
      ],
      details: """
        Without NEW, the current version of the bundle OLD is compared with the one before. Nothing \
        is printed where every delete does the same, although the text may differ. A version is \
        named as 'App.xcdatamodeld/App 2.xcdatamodel'.
        """,
      failure: "a delete that does something else",
      examples: ["deleterules diff Old.xcdatamodeld App.xcdatamodeld"])
  }

  static var aboutModel: CommandDescription {
    CommandDescription(
      forms: [
        CommandForm(
          arguments: [.model],
          summary: "what was read of an .xcdatamodeld or of SwiftData source",
          options: [.format, .output, .framework, .allVersions],
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
