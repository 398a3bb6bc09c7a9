import CompiledOnce
import DeleteMatrix
import ModelCheck
import Reporting

/// The commands that replay matrices.
extension Command {
  static let matrix: Command = {
    let formats = MatrixRun.formats.map(\.rawValue)
    return Command(
      "matrix", summary: "print the result table, or what every delete of a model does",
      forms: [
        CommandForm(
          summary: "print the result table (the default)",
          options: [
            .format, .output, .only, .framework, .system, .matrices, .batch, .compare, .all, .quiet,
          ],
          formats: formats),
        CommandForm(
          arguments: [.models], summary: "print what every delete does in your model",
          options: [
            .format, .output, .only, .framework, .system, .batch, .record, .expect, .partial,
            .exclude,
            .noConfig, .quiet,
          ], formats: formats),
        CommandForm(
          arguments: [.cell],
          summary: "print one cell, or draw it",
          options: [.format, .output, .framework, .system, .matrices, .quiet],
          formats: formats + Explanation.formats.filter(\.showsOne).map(\.rawValue)),
      ],
      details: """
        A cell is one pair of delete rules and one operation. The prediction is printed next to \
        published observations. For a model, --record writes the predictions to a file. --expect \
        compares a model with this file later, and prints only the differences.
        """,
      failure: "a mismatch, a difference from --expect, or missing cells",
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
        summary: "replay your own pairing and scenario files",
        options: [.format, .output, .only, .system, .batch],
        formats: MatrixRun.formats.map(\.rawValue))
    ],
    details: "'deleterules-lab schema' prints the JSON Schema of these files.",
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
          summary: "print a completion script for bash, zsh or fish",
          options: [.output])
      ],
      details: """
        bash: source <(deleterules completions bash). zsh: the same after compinit, or as a \
        file _deleterules in a folder of $fpath. fish: as the file deleterules.fish in \
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
  package static func help(examples: [String]) -> Command {
    Command(
      "help", summary: "describe a command or a topic",
      forms: [
        CommandForm(
          arguments: [Argument(Value("SUBJECT", .subject), count: .optional)],
          summary: "list the commands, or describe a command or a topic"),
        CommandForm(
          summary: "with --format man: print the manual page; with json: the commands as data",
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
        summary: "find crashes, failing saves and orphans, with file and line",
        options: [
          .format, .output, .framework, .strict, .assumeAll, .cloudkit, .batch, .rule, .disable,
          .baseline,
          .writeBaseline, .reason, .fix, .dryRun, .changed, .system, .exclude, .noConfig, .quiet,
        ],
        formats: CheckRun.formats.map(\.rawValue))
    ],
    details: """
      Each finding is proven by the smallest delete that shows it, and names the first delete call \
      that reaches it. If the code contains delete calls, problems that none of them can trigger are \
      reported as notes. 'deleterules rules' lists the rules. Known findings can be silenced ('help \
      silencing'). With --format github, all findings are also appended to the file that \
      GITHUB_STEP_SUMMARY names. --fix adds a missing inverse if there is only one candidate. \
      'deleterules PATH' is short for 'deleterules check PATH'.
      """,
    failure: "an error or a warning; with --strict also a note",
    examples: [
      "deleterules check App.xcdatamodeld",
      "deleterules check Sources --strict --format sarif --output findings.sarif",
      "deleterules check Sources --fix --dry-run",
      "deleterules check Sources --changed HEAD",
      "deleterules check Sources --write-baseline baseline.json --reason 'as it was in 1.0'",
    ],
    action: { try $0.check() })

  static let rules = Command(
    "rules",
    forms: [
      CommandForm(
        arguments: [Argument(Value("ID", .ruleID), count: .optional)],
        summary: "list the rules of 'check', or describe one of them",
        options: [.format, .output], formats: [Format.markdown, .json].map(\.rawValue))
    ],
    examples: ["deleterules rules"],
    action: { try $0.rules() })

  static let why = Command(
    "why",
    forms: [
      CommandForm(
        arguments: [Argument(Value("WORD", .text), count: .any)],
        summary: "look up an error text, an error code or a symptom",
        options: [.format, .output], formats: [Format.markdown, .json].map(\.rawValue))
    ],
    details: """
      Prints the most likely symptom with its causes, and two alternatives. In a project, the causes \
      found there come first. '-' reads a console or crash log from standard input. The name of a \
      symptom prints its examples and sources. Without WORD, all symptoms are listed.
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
        summary: "list the delete calls in the code and their effects",
        options: [
          .format, .output, .framework, .all, .unresolved, .baseline, .writeBaseline, .reason,
          .system,
          .exclude, .noConfig, .quiet,
        ],
        formats: CallsReport.formats.map(\.rawValue))
    ],
    details: """
      On a terminal and as markdown, calls with effects are listed, the worst first; --all also lists \
      calls that delete only their object. Calls whose object could not be determined are counted; \
      --unresolved lists them. If a function deletes its argument, its callers are delete calls. \
      Removing an object from a relationship (an unlink) is listed, too, although it deletes nothing; \
      the last line counts it apart. A baseline, or '// deleterules:ignore delete_call reason' at a \
      call, takes a known call off the list.
      """,
    failure: "something that could not be read, or a silenced call that is no longer there",
    examples: [
      "deleterules calls Sources", "deleterules calls Sources --unresolved --format json",
      "deleterules calls . --baseline calls.json --format github",
    ],
    action: { try $0.calls() })

  static let explain = Command(
    "explain", summary: "show what deleting one object does, step by step",
    forms: [
      CommandForm(
        arguments: [.cell],
        summary: "explain one cell of the result table",
        options: [.format, .output, .framework, .system, .matrices],
        formats: Explanation.formats.map(\.rawValue)),
      CommandForm(
        arguments: [
          .models, Argument(Value("ENTITY", .entity), count: .optional),
        ],
        summary: "show what deleting one object does, step by step",
        options: [.format, .output, .only, .framework, .instances, .system, .exclude, .noConfig],
        formats: (EntityReport.formats + [.text]).map(\.rawValue)),
    ],
    details: """
      Shows which objects are also deleted, which references stay dangling, and when the save fails, \
      for ordinary and batch deletes, with the delete calls in the code. Without ENTITY, every entity \
      gets one line. FILE:LINE instead of ENTITY explains the delete call there. Without MODEL, the \
      project around the working directory is read. --instances reads objects and links from a \
      scenario file, and prints exactly what would be deleted: a dry run. A cell has the id that \
      'matrix --format json' prints.
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
      "diff", summary: "compare deletes with another version or a git revision",
      forms: [
        CommandForm(
          arguments: [
            Argument(Value("OLD", .file)),
            Argument(Value("NEW", .file), count: .optional),
          ],
          summary: "compare the deletes of two models, or of two versions of one",
          options: options, formats: formats),
        CommandForm(
          arguments: [
            Argument(Value("REVISION", .text)),
            .models,
          ],
          summary: "compare the deletes with those of a git revision",
          options: options, formats: formats),
        CommandForm(
          arguments: [
            Argument(Value("V1", .text)),
            Argument(Value("V2", .text)),
            .models,
          ],
          summary: "compare the deletes of two versions of a model",
          options: options, formats: formats),
      ],
      details: """
        A change is worse if a delete newly crashes, leaves a dangling reference or an orphan, or fails as \
        'check' reports, and better if one of these is gone, even if more is deleted. Any other \
        difference needs review: a delete deletes more or less, or unlinks other objects. A deny rule \
        that starts to block needs review in the model, and is worse at a delete call that can meet \
        it. If every delete behaves as before, nothing is printed for two models. If an ordinary delete behaves as before, a batch \
        delete is tried. Without NEW, the current version of the bundle OLD is compared with the \
        previous one. A version is named like 'App.xcdatamodeld/App 2.xcdatamodel', or by its name \
        alone, such as SchemaV1. A first argument that is not a path is a revision, such as main, \
        which is compared with the files on disk. \
        main..topic compares two revisions, main...topic the branch point with topic. The work tree \
        is not touched. With a revision, the delete calls in the code are compared, too.
        """,
      failure: "a change that is worse, or needs review with --fail-on review",
      examples: [
        "deleterules diff main", "deleterules diff Old.xcdatamodeld App.xcdatamodeld",
        "deleterules diff SchemaV1 SchemaV2 App",
        "deleterules diff origin/main --format markdown --exit-zero --output comment.md",
      ],
      action: { try $0.diff() })
  }()

  static let report = Command(
    "report", summary: "write all of it to one HTML page that works offline",
    forms: [
      CommandForm(
        arguments: [.models], summary: "write a page about all deletes of an app",
        options: [
          .format, .output, .framework, .since, .system, .baseline, .assumeAll, .batch, .exclude,
          .noConfig, .quiet,
        ], formats: AppReport.formats.map(\.rawValue)),
      CommandForm(
        summary: "with --matrices: write a page with a picture of every cell and its sources",
        options: [.format, .output, .framework, .system, .matrices, .batch],
        formats: MatricesReport.formats.map(\.rawValue)),
    ],
    details: """
      The page is a single file that works offline and without scripts, for example as an artifact of \
      a CI service. It has the changes of 'diff' (with --since), the findings of 'check', each delete \
      step by step, the calls of 'calls', a picture of the model, and the cells of 'matrix'. \
      'matrix --format html' is the page of the bundled matrices.
      """,
    failure: "something that could not be read",
    examples: [
      "deleterules report --output report.html",
      "deleterules report App.xcdatamodeld --since main --output report.html",
    ],
    action: { try $0.report() })

  static let model = Command(
    "model",
    forms: [
      CommandForm(
        arguments: [.models],
        summary: "show the model as it was read, as a table or a diagram",
        options: [.format, .output, .framework, .system, .allVersions, .exclude, .noConfig],
        formats: ModelReport.formats.map(\.rawValue))
    ],
    details: """
      A folder is searched for .xcdatamodeld bundles and Swift source. A diagram (mermaid, dot or svg) \
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
