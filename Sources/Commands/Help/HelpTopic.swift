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

  var summary: String {
    switch self {
    case .paths: "which files are read, and which form one model"
    case .configuration: "project settings in \(Configuration.fileName)"
    case .releases: "which systems are covered, and how results differ"
    case .silencing: "how to silence known findings"
    case .formats: "output formats"
    case .files: "where output goes, and which files are never overwritten"
    case .environment: "environment variables"
    case .ci: "how to run it in CI"
    case .promises: "what stays compatible between versions"
    case .agents: "for coding agents: what to run, and how to read it"
    case .exitCodes: "exit codes"
    }
  }

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
      A MODEL is a folder, an .xcdatamodeld bundle, a version in a bundle, or a Swift file. All Swift \
      files that are given together form one model. Each bundle is a separate model. --framework \
      selects one of them. Without MODEL, the project around the working directory is read: the nearest \
      folder upwards with a Package.swift or an Xcode project, or else the top of the repository.
      """),
    .verbatim([
      "  deleterules check Trips Packages", "  deleterules check Trips/Models/*.swift",
      "  deleterules check 'App.xcdatamodeld/App 2.xcdatamodel'",
    ]),
    .paragraph(
      """
      Skipped by default: folders called Tests, …Tests or Fixtures, build folders, fetched packages, \
      and files that git ignores. Name a path to include it. --exclude 'Generated/**' skips more, \
      relative to the top of the project or, without a project, to the working directory. Symbolic \
      links are followed within the project.
      """),
    .paragraph(
      """
      In a folder, a file that can't be read is a finding, and the command ends with 1. A baseline \
      can't silence it. A file that you name yourself and that can't be read ends the command with 66.
      """),
  ]

  private static let aboutConfiguration: [HelpSection.Part] = [
    .paragraph(
      "A file at the top of the project describes it, for example several apps in one folder:"),
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
      All keys are optional. The file is searched from the working directory upwards. With it, \
      'deleterules check', 'deleterules explain Trip' and 'deleterules matrix --expect deletes.json' \
      need no path. A path on the command line uses the nearest configuration above it, and a \
      revision uses its own. Options on the command line take precedence; --no-config ignores the \
      file. 'deleterules-lab schema' prints its JSON Schema.
      """),
  ]

  private static let aboutReleases: [HelpSection.Part] = [
    .paragraph(
      """
      The effect of a delete can differ between releases: a cascade to a child that requires its \
      parent stops an app on iOS 18 with a fatal error, and is accepted on iOS 26. For a project, each \
      command covers all releases from the deployment target on, or those that --system names. The \
      deployment target is minimumSystem in the configuration, or that of Package.swift or the Xcode \
      project.
      """),
    .verbatim([
      "  deleterules check App --system 'iOS 17.5'",
      "  deleterules explain App Trip --system 'macOS 14...macOS 15'",
      "  deleterules diff main --system all",
      "  deleterules matrix --compare 'iOS 17' 'iOS 26'",
    ]),
    .paragraph(
      """
      Three words mark results that are less than certain. 'untested on iOS 17': no source reports \
      that release. 'disputed on iOS 18': sources disagree. 'predicted, not observed': no source \
      reports it for any release.
      """),
    .paragraph(
      """
      By default, the bundled matrices are replayed on the newest release. A recording covers the \
      releases for which it was written. Matrices/releases.json lists all sources.
      """),
  ]

  private static let aboutSilencing: [HelpSection.Part] = [
    .paragraph(
      "In Swift source, on the line of a relationship or call or the line above, with a reason:"
    ),
    .verbatim([
      "  // deleterules:ignore no_action_leaves_dangling Photo.leave() is called before",
      "  @Relationship(deleteRule: .noAction) var photos: [Photo] = []",
    ]),
    .paragraph(
      """
      Or in a baseline file. Its entries name the model, entity, relationship, rule and the function \
      around a call, not lines. An entry or a comment that no longer applies is reported. Xcode \
      removes comments from a Core Data model when it saves it, so use a baseline there.
      """),
    .verbatim([
      "  deleterules check App --write-baseline baseline.json --reason 'cleared in TagStore'",
      "  deleterules check App --baseline baseline.json",
    ]),
    .paragraph(
      """
      To leave out a rule, use 'disabled' in the configuration, with a reason, or --disable.
      """),
  ]

  private static let aboutFormats: [HelpSection.Part] = [
    .paragraph(
      "'deleterules help COMMAND' lists the formats of a command; the first is the default."),
    .table(
      Format.allCases.map { ($0.rawValue, meaning(of: $0)) } + [(ManPage.format, "the manual")]),
  ]

  private static func meaning(of format: Format) -> String {
    switch format {
    case .markdown: "tables and sentences; on a terminal, laid out to its width"
    case .text:
      """
      a line for each finding and then each of its notes, as compilers print them, for Xcode and VS Code; \
      on a terminal, with source lines
      """
    case .json: "all data, for programs; see 'help agents'"
    case .junit: "test cases, for CI services"
    case .sarif: "findings, for code scanning"
    case .github: "annotations of a change on GitHub"
    case .mermaid: "a diagram that GitHub and many editors draw"
    case .dot: "the same for Graphviz"
    case .html: "one page with pictures that works offline"
    case .svg: "a picture"
    case .badge: "data for a badge of shields.io"
    }
  }

  private static let aboutFiles: [HelpSection.Part] = [
    .paragraph(
      """
      --output, --record, --write-baseline and --fix write files atomically and keep their \
      permissions, even if the disk is full or the program is stopped. An output never overwrites an \
      input or a source file. JSON can be read from /dev/stdin.
      """),
    .paragraph(
      "Output is reproducible: no dates, no absolute paths. No caches or settings are stored."
    ),
  ]

  private static let aboutEnvironment: [HelpSection.Part] = [
    .table([
      ("CI", "if it is set, --record fails: a person should review a recording"),
      ("COLUMNS", "the width of the terminal"),
      ("GITHUB_STEP_SUMMARY", "the file to which --format github appends all findings"),
      (
        "GITHUB_SERVER_URL",
        "with GITHUB_REPOSITORY and GITHUB_SHA: 'report' links to the lines there"
      ),
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
      For GitHub, the action in scripts/action does this, except for the recording, and comments on \
      pull requests. Before a commit, 'deleterules check --changed HEAD' reports only findings that \
      involve a changed file. There is also a hook for pre-commit (.pre-commit-hooks.yaml) and a package plugin \
      ('swift package deleterules check').
      """),
    .paragraph(
      """
      In Xcode, use a Run Script build phase. Without the last part, a finding stops the build. With \
      ENABLE_USER_SCRIPT_SANDBOXING, the default of new projects, only listed files can be read: \
      scripts/packaging/xcode-build-phase checks these. scripts/packaging/README.md has a task for VS \
      Code, and all ways to install.
      """),
    .verbatim([#"  deleterules check "$SRCROOT/App" || [ $? -eq 1 ]"#]),
  ]

  private static let aboutPromises: [HelpSection.Part] = [
    .paragraph(
      """
      Later versions read every file that 1.0.0 reads or writes: pairings, scenarios, configurations, \
      baselines, recordings, and the lines of probes and adapters. Throughout version 1:
      """),
    .table([
      ("commands, options", "keep their names and meaning; more may be added"),
      ("exit codes", "keep their numbers"),
      ("rules", "keep their ids; more may be added, and a rule may find more or less"),
      ("cells", "keep their ids, as Q-R/cascade+nullify/delete-Q1"),
      ("JSON", "keeps its keys and their types; more keys and values may be added"),
    ]),
    .paragraph(
      """
      The Swift interface follows semantic versioning, which no test checks. Not promised: the words \
      of messages, tables and pages, the look of pictures, what counts as a finding, and predictions, \
      which follow new observations.
      """),
  ]

  private static let aboutExitCodes: [HelpSection.Part] = [
    .table(ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) })
  ]
}
