import CompiledOnce
import ModelCheck
import Reporting

/// A subject that concerns several commands, described once: by `help TOPIC` and in the manual.
package enum HelpTopic: String, CaseIterable, Sendable {
  case paths
  case configuration
  case releases
  case silencing
  case formats
  case files
  case environment
  case ci
  case promises
  case agents
  case exitCodes = "exit-codes"

  /// The topic in one line.
  var summary: String {
    switch self {
    case .paths: "which files are read, and what is one model"
    case .configuration: "what a project says of itself, in \(Configuration.fileName)"
    case .releases: "which systems are meant, and what is known of them"
    case .silencing: "what you know and leave alone"
    case .formats: "how results are written"
    case .files: "where results go, and what is never written over"
    case .environment: "the variables that are read"
    case .ci: "in services that test each change"
    case .promises: "what stays as it is from one version to the next"
    case .agents: "for programs that write code: what to run, and how to read it"
    case .exitCodes: "what the program tells its caller"
    }
  }

  /// The topic itself.
  var parts: [HelpSection.Part] {
    switch self {
    case .paths: Self.aboutPaths
    case .configuration: Self.aboutConfiguration
    case .releases: Self.aboutReleases
    case .silencing: Self.aboutSilencing
    case .formats: Self.aboutFormats
    case .files: Self.aboutFiles
    case .environment: Self.aboutEnvironment
    case .ci: Self.aboutCI
    case .promises: Self.aboutPromises
    case .agents: Self.aboutAgents
    case .exitCodes: Self.aboutExitCodes
    }
  }

  private static let aboutPaths: [HelpSection.Part] = [
    .paragraph(
      """
      A MODEL is a folder, an .xcdatamodeld bundle, a version in one, or a Swift file. All Swift files \
      that are given together are one model; each bundle is another; --framework chooses.
      """),
    .verbatim([
      "  deleterules check Trips Packages", "  deleterules check Trips/Models/*.swift",
      "  deleterules check 'App.xcdatamodeld/App 2.xcdatamodel'",
    ]),
    .paragraph(
      """
      Folders called Tests, …Tests or Fixtures, what was built or fetched, and what git ignores are \
      passed over; name one to read it. --exclude 'Generated/**' passes over more, from the project's \
      top; without one, from the working directory. Links are followed within the project.
      """),
    .paragraph(
      """
      What cannot be read is a finding whatever is looked for, and exit code 1 of each command; no \
      baseline silences it.
      """),
  ]

  private static let aboutConfiguration: [HelpSection.Part] = [
    .paragraph("Several apps in one folder are best told apart in a file at the project's top:"),
    .verbatim([
      #"  {"#,
      #"    "models": [["Trips", "Packages"], ["Watch"]],"#,
      #"    "exclude": ["**/Generated"],"#,
      #"    "disabled": {"deny_on_child": "Trip.delete() asks first"},"#,
      #"    "severity": {"nullify_leaves_orphans": "warning"},"#,
      #"    "baseline": "deleterules-baseline.json","#,
      #"    "minimumSystem": "iOS 17.0""#,
      #"  }"#,
    ]),
    .paragraph(
      """
      Each is optional. The file is found from the working directory upwards; then 'deleterules \
      check', 'deleterules explain Trip' and 'deleterules matrix --expect deletes.json' need no path, \
      and the path of its folder means the same models. A path that is given is looked at with the \
      configuration nearest above it, and a revision with its own. What the command line says goes \
      before it, and --no-config leaves it aside. 'deleterules-lab schema' has its JSON Schema.
      """),
  ]

  private static let aboutReleases: [HelpSection.Part] = [
    .paragraph(
      """
      What a delete does differs from release to release: a cascade to a child that must have its \
      parent stops an app on iOS 18 with a fatal error, and is accepted on iOS 26. On a project, each \
      command looks at all releases from its deployment target on (minimumSystem in the \
      configuration, or else what Package.swift or Xcode's project state), or at those that --system \
      names, and says what happens where, and where nobody knows.
      """),
    .verbatim([
      "  deleterules check App --system 'iOS 17.5'",
      "  deleterules explain App Trip --system 'macOS 14...macOS 15'",
      "  deleterules diff main --system all",
      "  deleterules --compare 'iOS 17' 'iOS 26'",
    ]),
    .paragraph(
      """
      The bundled matrices are replayed on the newest release where none is asked for. A recording \
      speaks of the releases that were looked at when it was written. Who saw what on which release \
      is in Matrices/releases.json.
      """),
  ]

  private static let aboutSilencing: [HelpSection.Part] = [
    .paragraph(
      "In Swift source, at a relationship or at a call, on the line or the one above, with the reason:"
    ),
    .verbatim([
      "  // deleterules:ignore no_action_leaves_dangling Photo.leave() is called before",
      "  @Relationship(deleteRule: .noAction) var photos: [Photo] = []",
    ]),
    .paragraph(
      """
      Or in a baseline, which goes by the model's place in the project, entity, relationship, rule and \
      the function around a call, not by lines or the folder you are in. An entry or a comment that no \
      longer applies is reported.
      """),
    .verbatim([
      "  deleterules check App --write-baseline baseline.json --reason 'cleared in TagStore'",
      "  deleterules check App --baseline baseline.json",
    ]),
    .paragraph(
      """
      A rule that never fits is left out by 'disabled' in the configuration, with the reason, or by \
      --disable.
      """),
  ]

  private static let aboutFormats: [HelpSection.Part] = [
    .paragraph(
      "'deleterules COMMAND --help' says which of these it takes; the first is the default."),
    .table(
      Format.allCases.map { ($0.rawValue, meaning(of: $0)) } + [(ManPage.format, "the manual")]),
  ]

  private static func meaning(of format: Format) -> String {
    switch format {
    case .markdown: "tables and sentences; on a terminal, as wide as that is"
    case .text: "findings as compilers write them, for terminals, editors and Xcode"
    case .json: "everything, for programs, as 'help agents' says"
    case .junit: "test cases, for services"
    case .sarif: "findings, for code scanning"
    case .github: "annotations of a change on GitHub"
    case .mermaid: "a picture that GitHub and many editors draw"
    case .dot: "the same for Graphviz"
    case .html: "one page that needs nothing but itself, with pictures"
    case .svg: "a picture"
    case .badge: "what shields.io draws a badge of"
    }
  }

  private static let aboutFiles: [HelpSection.Part] = [
    .paragraph(
      """
      What is written by --output, --record, --write-baseline or --fix is replaced as a whole, keeping \
      its rights, or stays as it was: also when the disk is full or the program is stopped. Nothing is \
      written over what is read. JSON may come from /dev/stdin.
      """),
    .paragraph(
      "The same input gives the same bytes: no dates, no absolute paths. Nothing is kept elsewhere."
    ),
  ]

  private static let aboutEnvironment: [HelpSection.Part] = [
    .table([
      ("CI", "where it is set, --record refuses: a recording is reviewed by a person"),
      ("COLUMNS", "how wide a terminal is"),
      ("GITHUB_STEP_SUMMARY", "the file to which --format github appends all findings"),
      ("NO_COLOR, TERM=dumb", "no colours on a terminal"),
    ])
  ]

  private static let aboutCI: [HelpSection.Part] = [
    .verbatim([
      "  deleterules check App --format github                      # annotations at the lines",
      "  deleterules check App --format sarif --output findings.sarif",
      "  deleterules diff origin/main --format github               # needs the history of git",
      "  deleterules matrix App --expect deletes.json --format junit --output deletes.xml",
      "  deleterules report App --since origin/main --output deletes.html",
    ]),
    .paragraph(
      """
      For GitHub, an action in scripts/action does this but for the recording, and comments on pull \
      requests; .pre-commit-hooks.yaml has a hook, and a plugin makes it 'swift package deleterules check'.
      """),
    .paragraph(
      """
      In Xcode, as a Run Script build phase; without the last part, a finding stops the build. Where \
      ENABLE_USER_SCRIPT_SANDBOXING is YES, as new projects have it, list the folder's files as input \
      files, or set it to NO.
      """),
    .verbatim([#"  deleterules check "$SRCROOT/App" || [ $? -eq 1 ]"#]),
  ]

  private static let aboutPromises: [HelpSection.Part] = [
    .paragraph(
      """
      Every file that 1.0.0 reads or writes is read for ever: pairings, scenarios, configurations, \
      baselines, recordings, and the lines of probes and adapters. And until a version that is not 1:
      """),
    .table([
      ("commands, options", "keep their names and what they mean; there may be more"),
      ("exit codes", "keep their numbers"),
      ("rules", "keep their ids; there may be more, and one may find more or less"),
      ("cells", "keep their ids, as Q-R/cascade+nullify/delete-Q1"),
      ("JSON", "keeps its keys and their types; there may be more keys, and more words"),
    ]),
    .paragraph(
      """
      Swift's names follow semantic versioning, to which no test holds them. Not promised: the words of \
      messages, tables and pages, how pictures look, what is a finding, and \
      what a delete is predicted to do, which follows what people see.
      """),
  ]

  private static let aboutExitCodes: [HelpSection.Part] = [
    .table(ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) })
  ]
}
