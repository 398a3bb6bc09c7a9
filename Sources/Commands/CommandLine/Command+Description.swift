import CompiledOnce
import DeleteMatrix
import ModelCheck
import Reporting

/// The commands that replay matrices.
extension Command {
  static let matrix: Command = {
    let formats = MatrixRun.formats.map(\.rawValue)
    return Command(
      "matrix",
      forms: [
        CommandForm(
          summary: "replay the pairings and print the result table (the default)",
          options: [
            .format, .output, .only, .framework, .system, .matrices, .batch, .compare, .all, .quiet,
          ],
          formats: formats),
        CommandForm(
          arguments: [.models], summary: "what each delete does in a model of your own",
          options: [
            .format, .output, .only, .framework, .system, .batch, .record, .expect, .partial,
            .exclude,
            .noConfig, .quiet,
          ], formats: formats),
        CommandForm(
          arguments: [.cell],
          summary: "the same of one cell, or a picture of it",
          options: [.format, .output, .framework, .system, .matrices, .quiet],
          formats: formats + Explanation.formats.filter(\.showsOne).map(\.rawValue)),
      ],
      details: """
        A cell is one pair of delete rules and one operation. What the rules predict stands beside \
        what somebody observed. Of a model, --record keeps what is predicted, so that --expect can \
        say later what has changed, and where: nothing is printed where all is as recorded.
        """,
      failure: "a mismatch, or cells are missing",
      examples: [
        "deleterules --only 'Q-R/cascade+*'",
        "deleterules --compare",
        "deleterules --compare 'iOS 17' 'iOS 26'",
        "deleterules --format junit --output results.xml",
        "deleterules matrix App.xcdatamodeld",
      ],
      action: { try $0.matrix() })
  }()

  static let run = Command(
    "run",
    forms: [
      CommandForm(
        arguments: [Argument(Value("FILE", .file), count: .oneOrMore)],
        summary: "replay pairing and scenario files of your own",
        options: [.format, .output, .only, .system, .batch],
        formats: MatrixRun.formats.map(\.rawValue))
    ],
    details: "'deleterules-lab schema' prints what such a file holds.",
    failure: "a mismatch",
    examples: ["deleterules run scenario.json"],
    action: { try $0.replayFiles() })

  static let completions: Command = {
    let shells = Shell.allCases.map(\.rawValue)
    return Command(
      "completions",
      forms: [
        CommandForm(
          arguments: [Argument(Value("SHELL", .choice(shells)))],
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
      ],
      action: { try $0.completions() })
  }()

  /// The command that prints help.
  ///
  /// - Parameter examples: Whole command lines.
  /// - Returns: The command.
  package static func help(examples: [String]) -> Command {
    Command(
      "help",
      forms: [
        CommandForm(
          arguments: [Argument(Value("SUBJECT", .subject), count: .optional)],
          summary: "what there is, what a command does and takes, or all about a topic"),
        CommandForm(
          summary: "with --format man: all of it, as a manual page; with json, for programs",
          options: [.format, .output], formats: [ManPage.format, Format.json.rawValue]),
      ],
      examples: examples, action: { try $0.help() })
  }
}

/// The commands that read models.
extension Command {
  static let check = Command(
    "check",
    forms: [
      CommandForm(
        arguments: [.models],
        summary: "what is wrong or risky in a model, with file and line",
        options: [
          .format, .output, .framework, .strict, .assumeAll, .cloudkit, .batch, .rule, .disable,
          .baseline,
          .writeBaseline, .reason, .fix, .dryRun, .system, .exclude, .noConfig, .quiet,
        ],
        formats: CheckRun.formats.map(\.rawValue))
    ],
    details: """
      Each finding is proven by the smallest delete that shows it, and names the first call in the \
      code that comes to such a delete. 'deleterules rules' lists what is looked for. With --format github, all findings are also appended to the file that \
      GITHUB_STEP_SUMMARY names. What is known and left alone is kept in a baseline, or silenced in \
      Swift source by '// deleterules:ignore RULE reason' on the line or the one above; Xcode drops \
      comments in a Core Data model when it saves it. --fix names a missing inverse where only one \
      can be meant, and states the rule that a relationship has without one. \
      'deleterules PATH' is short for 'deleterules check PATH'.
      """,
    failure: "an error or a warning; with --strict also a note",
    examples: [
      "deleterules check App.xcdatamodeld",
      "deleterules check Sources --strict --format sarif --output findings.sarif",
      "deleterules check Sources --fix --dry-run",
      "deleterules check Sources --write-baseline baseline.json --reason 'as it was in 1.0'",
    ],
    action: { try $0.check() })

  static let rules = Command(
    "rules",
    forms: [
      CommandForm(
        arguments: [Argument(Value("ID", .ruleID), count: .optional)],
        summary: "the rules that 'check' knows, or all about one of them",
        options: [.format, .output], formats: [Format.markdown, .json].map(\.rawValue))
    ],
    examples: ["deleterules rules"],
    action: { try $0.rules() })

  static let why = Command(
    "why",
    forms: [
      CommandForm(
        arguments: [Argument(Value("WORD", .text), count: .any)],
        summary: "why a delete did that, and what to do: by error text, code or your own words",
        options: [.format, .output], formats: [Format.markdown, .json].map(\.rawValue))
    ],
    details: """
      Prints the most likely symptom with its causes, and two alternatives. In a project, the causes \
      found there come first. '-' reads a console or crash log from standard input. The name of a \
      symptom prints all about it, with examples and sources; without WORD, all symptoms are listed.
      """,
    failure: "no symptom matches",
    examples: [
      "deleterules why EXC_BAD_ACCESS", "deleterules why 1600",
      "deleterules why 'deleting a tag deleted my notes'",
    ],
    action: { try $0.why() })

  static let calls = Command(
    "calls",
    forms: [
      CommandForm(
        arguments: [.models],
        summary: "what each delete in the code of an app does",
        options: [
          .format, .output, .framework, .unresolved, .baseline, .writeBaseline, .reason, .system,
          .exclude, .noConfig, .quiet,
        ],
        formats: CallsReport.formats.map(\.rawValue))
    ],
    details: """
      A call is told only where the code says for certain what it deletes; --unresolved lists the \
      others, too. Functions of the app that delete what they are given make calls of their callers. \
      To take an object out of a relationship deletes nothing, and is told as such. A baseline, or \
      '// deleterules:ignore delete_call reason' at a call, takes off the list what is known.
      """,
    examples: [
      "deleterules calls Sources", "deleterules calls Sources --unresolved --format json",
      "deleterules calls . --baseline calls.json --format github",
    ],
    action: { try $0.calls() })

  static let explain = Command(
    "explain",
    forms: [
      CommandForm(
        arguments: [.cell],
        summary: "why one cell comes out as it does, step by step",
        options: [.format, .output, .framework, .system, .matrices],
        formats: Explanation.formats.map(\.rawValue)),
      CommandForm(
        arguments: [
          .models, Argument(Value("ENTITY", .entity), count: .optional),
        ],
        summary: "what deleting one object takes with it, and what refuses it",
        options: [.format, .output, .only, .framework, .instances, .system, .exclude, .noConfig],
        formats: (EntityReport.formats + [.text]).map(\.rawValue)),
    ],
    details: """
      A cell has the id that --format json prints, as in the example. Without ENTITY, each is \
      told in a line; of ENTITY, a line says what a batch delete does otherwise, and the calls in the \
      code are listed that delete one. FILE:LINE in its place stands for what a call there deletes. \
      Without MODEL, they are looked for in the project around. \
      --instances reads \
      objects and links, as a scenario file has them, and says exactly what would go: a dry run.
      """,
    failure: "something that could not be read",
    examples: [
      "deleterules explain Q-R/cascade+nullify/delete-Q1",
      "deleterules explain App.xcdatamodeld",
      "deleterules explain App.xcdatamodeld Task",
      "deleterules explain App.xcdatamodeld Task --instances tasks.json",
    ],
    action: { try $0.explain() })

  static let diff: Command = {
    let options = [
      Option.format, .output, .framework, .system, .exclude, .noConfig, .failOn, .exitZero,
    ]
    let formats = ChangesReport.formats.map(\.rawValue)
    return Command(
      "diff",
      forms: [
        CommandForm(
          arguments: [
            Argument(Value("OLD", .file)),
            Argument(Value("NEW", .file), count: .optional),
          ],
          summary: "what deletes do differently in two models, or two versions of one",
          options: options, formats: formats),
        CommandForm(
          arguments: [
            Argument(Value("REVISION", .text)),
            .models,
          ],
          summary: "what deletes do differently since a revision that git keeps",
          options: options, formats: formats),
      ],
      details: """
        A change is worse if 'check' finds a fault that it did not find before, better if a fault is \
        gone, and needs review if a delete takes more or less or unlinks something else. Two models in \
        which every delete does the same print nothing. Where an ordinary delete does the same, a batch \
        delete is tried. Without NEW, the current version of the bundle OLD is compared with the one \
        before. A version is \
        named as 'App.xcdatamodeld/App 2.xcdatamodel'. A first argument that is no path is a \
        revision, such as main, with which the files are compared as they are; main..topic is two \
        revisions, and main...topic where topic branched off and topic. The work tree is not touched. \
        Since a revision, the delete calls in the code are compared, too: those that do something else \
        because a rule changed, and those that are new or gone.
        """,
      failure: "a change that is worse, or needs review with --fail-on review",
      examples: [
        "deleterules diff main", "deleterules diff Old.xcdatamodeld App.xcdatamodeld",
        "deleterules diff origin/main --format markdown --exit-zero --output comment.md",
      ],
      action: { try $0.diff() })
  }()

  static let report = Command(
    "report",
    forms: [
      CommandForm(
        summary: "every cell of the matrices as a picture, and who observed what, on one page",
        options: [.format, .output, .framework, .system, .matrices, .batch],
        formats: MatricesReport.formats.map(\.rawValue)),
      CommandForm(
        arguments: [.models], summary: "all about the deletes of an app, to look at, on one page",
        options: [
          .format, .output, .framework, .since, .system, .baseline, .assumeAll, .batch, .exclude,
          .noConfig, .quiet,
        ], formats: AppReport.formats.map(\.rawValue)),
    ],
    details: """
      The page needs nothing but itself: it opens from disk, in a mail, or as an artifact of a CI \
      service, and is read without scripts, too. It shows the model as a picture, plays the delete of \
      each entity step by step, and has the findings of 'check' with the smallest delete that shows \
      each, the calls of 'calls', the cells of 'matrix', and with --since the changes of 'diff'. Without MODEL, it is the page of the \
      bundled matrices; a configured project is '.'.
      """,
    failure: "something that could not be read",
    examples: [
      "deleterules report App.xcdatamodeld --output report.html",
      "deleterules report --since main --output report.html",
      "deleterules report --output matrix.html",
    ],
    action: { try $0.report() })

  static let model = Command(
    "model",
    forms: [
      CommandForm(
        arguments: [.models],
        summary: "what was read of an .xcdatamodeld or of SwiftData source",
        options: [.format, .output, .framework, .system, .allVersions, .exclude, .noConfig],
        formats: ModelReport.formats.map(\.rawValue))
    ],
    details: """
      A folder is searched for bundles and Swift source. A diagram, as mermaid, dot and svg are, \
      shows one model.
      """,
    failure: "an error in the model, or something that could not be read",
    examples: [
      "deleterules model App.xcdatamodeld --format mermaid",
      "deleterules model Sources",
    ],
    action: { try $0.show() })
}

extension Argument {
  static let model = Argument(Value("MODEL", .file))
  static let models = Argument(model.value, count: .any)
  static let cell = Argument(Value("CELL", .text))
}
