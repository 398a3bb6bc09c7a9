import ObjectGraph
import Reporting

extension Command {
  /// The command's line of the table.
  var description: CommandDescription {
    switch self {
    case .matrix: Self.aboutMatrix
    case .run: Self.aboutRun
    case .check: Self.aboutCheck
    case .rules: Self.aboutRules
    case .explain: Self.aboutExplain
    case .diff: Self.aboutDiff
    case .model: Self.aboutModel
    case .schema: Self.aboutSchema
    case .completions: Self.aboutCompletions
    case .help: Self.aboutHelp
    }
  }

  private static var aboutMatrix: CommandDescription {
    let formats = ReportFormat.allCases.map(\.rawValue)
    return CommandDescription(
      forms: [
        CommandForm(
          summary: "replay the pairings and print the result table (the default)",
          options: [.format, .output, .only, .framework, .matrices, .compare, .all],
          formats: formats),
        CommandForm(
          arguments: [.model], summary: "what each delete does in a model of your own",
          options: [.format, .output, .only, .framework, .record, .expect], formats: formats),
      ],
      details: """
        A cell is one pair of delete rules and one operation. What the rules predict stands beside \
        what somebody observed. Of a model, --record keeps what is predicted, so that --expect can \
        say later what has changed.
        """,
      failure: "a mismatch, or cells are missing",
      examples: [
        "deleterules --only 'Q-R/cascade+*'",
        "deleterules --compare",
        "deleterules --format junit --output results.xml",
        "deleterules matrix App.xcdatamodeld",
      ])
  }

  private static var aboutRun: CommandDescription {
    CommandDescription(
      forms: [
        CommandForm(
          arguments: [Argument(value: Value(word: "FILE", kind: .file), count: .oneOrMore)],
          summary: "replay pairing and scenario files of your own",
          options: [.format, .output, .only], formats: ReportFormat.allCases.map(\.rawValue))
      ],
      details: "'deleterules schema' prints what such a file holds.",
      failure: "a mismatch",
      examples: ["deleterules run scenario.json"])
  }

  private static var aboutSchema: CommandDescription {
    CommandDescription(
      forms: [CommandForm(summary: "print the JSON Schema of the files", options: [.output])],
      details: "Editors use it to complete and to check pairing and scenario files.",
      examples: ["deleterules schema --output matrix.schema.json"])
  }

  private static var aboutCompletions: CommandDescription {
    let shells = Shell.allCases.map(\.rawValue)
    return CommandDescription(
      forms: [
        CommandForm(
          arguments: [Argument(value: Value(word: "SHELL", kind: .choice(shells)))],
          summary: "print a script that completes command lines in bash, zsh or fish",
          options: [.output])
      ],
      details: """
        In bash: source <(deleterules completions bash). In zsh the same behind compinit, or as a \
        file _deleterules in a folder of $fpath. In fish: as the file deleterules.fish in \
        ~/.config/fish/completions.
        """,
      examples: [
        "deleterules completions bash",
        "deleterules completions zsh --output _deleterules",
        "deleterules completions fish --output deleterules.fish",
      ])
  }

  private static var aboutHelp: CommandDescription {
    let commands = Command.allCases.map(\.rawValue)
    return CommandDescription(
      forms: [
        CommandForm(
          arguments: [
            Argument(value: Value(word: "COMMAND", kind: .choice(commands)), count: .optional)
          ],
          summary: "what there is, or what a command does and takes")
      ],
      examples: ["deleterules help explain"])
  }
}
