import CompiledOnce
import ObjectGraph

/// Everything that begins with hyphens.
package enum Option: String, CaseIterable, Sendable {
  case format
  case output
  case only
  case framework
  case system
  case matrices
  case compare
  case all
  case record
  case expect
  case strict
  case assumeAll = "assume-all"
  case unresolved
  case cloudkit
  case batch
  case rule
  case disable
  case baseline
  case writeBaseline = "write-baseline"
  case reason
  case fix
  case dryRun = "dry-run"
  case instances
  case allVersions = "all-versions"
  case exclude
  case partial
  case noConfig = "no-config"
  case quiet
  case failOn = "fail-on"
  case exitZero = "exit-zero"
  case since
  case jobs
  case timeout
  case random
  case seed
  case known
  case model
  case expanded
  case into
  case help
  case version

  /// The option as it is written.
  package var name: String { "--\(rawValue)" }

  /// The short way of writing it.
  var letter: String? { self == .help ? "-h" : nil }

  /// Whether the option means something to every command.
  var fitsEverywhere: Bool { self == .help || self == .version }

  /// Finds the option that a word names.
  init?(named word: String) {
    guard let option = Option.allCases.first(where: { $0.name == word || $0.letter == word })
    else { return nil }
    self = option
  }
}

/// Two options of which only one may be given.
struct OptionConflict {
  let one: Option
  let other: Option
  /// The message if both are given.
  let message: String

  static let all = [
    OptionConflict(
      one: .compare, other: .batch,
      message: "'--compare' shows no batch deletes; leave '--batch' out"),
    OptionConflict(
      one: .record, other: .expect,
      message: "'--record' writes what '--expect' reads; leave one of them out"),
    OptionConflict(
      one: .record, other: .only,
      message: "'--record' writes the whole matrix; leave '--only' out"),
    OptionConflict(
      one: .into, other: .matrices,
      message: "'--into' is read, too; leave '--matrices' out"),
    OptionConflict(
      one: .model, other: .matrices,
      message: "'--model' is asked about instead of the matrices; leave '--matrices' out"),
    OptionConflict(
      one: .rule, other: .disable,
      message: "'--rule' names all rules that are checked; leave '--disable' out"),
    OptionConflict(
      one: .writeBaseline, other: .fix,
      message: "'--write-baseline' keeps what '--fix' mends; leave one of them out"),
    OptionConflict(
      one: .format, other: .dryRun,
      message: "'--dry-run' prints a diff; leave '--format' out"),
  ]
}

/// An option's line of the table.
struct OptionDescription {
  /// The value that the option takes; nil for a flag.
  var value: Value?
  /// The value that must follow the option either twice or not at all.
  var pair: Value?
  let summary: String
  var isRepeatable = false
  /// The option without which this one means nothing.
  var needed: Option?
}

extension Option {
  /// The option's line of the table.
  var description: OptionDescription {
    switch self {
    case .format:
      OptionDescription(
        value: Value("FORMAT", .format), summary: "how the result is written")
    case .output:
      OptionDescription(value: .file, summary: "write there; - is standard output, as by default")
    case .only:
      OptionDescription(
        value: Value("PATTERN", .text),
        summary: "only these cells (an id or a pairing) or objects, with * and ?")
    case .framework:
      OptionDescription(
        value: Value("NAME", .choice(Framework.Name.allCases.map(\.rawValue))),
        summary: "only this framework; by default SwiftData's pairings, and all scenarios or models"
      )
    case .system:
      OptionDescription(
        value: Value("RELEASE", .text),
        summary:
          "on this release: 'iOS 17.5', 'macOS 14', 'iOS 17...iOS 18' or all; by default the "
          + "newest, and of a model from its deployment target on")
    case .matrices:
      OptionDescription(
        value: Value("DIR", .folder),
        summary: "replay the files of this folder instead of the bundled ones")
    case .compare:
      OptionDescription(
        pair: Value("RELEASE", .text),
        summary:
          "SwiftData beside Core Data, or two releases of one framework: the cells in which they "
          + "differ")
    case .all:
      OptionDescription(summary: "with --compare, the other cells too", needed: .compare)
    case .record:
      OptionDescription(value: .file, summary: "write what is predicted, for --expect")
    case .expect:
      OptionDescription(value: .file, summary: "say what differs from what --record wrote")
    case .strict:
      OptionDescription(summary: "everything found is an error")
    case .assumeAll:
      OptionDescription(
        summary:
          "as if every delete were performed, as for a library; else a hazard that no delete call in "
          + "the code comes to is a note, where there are any")
    case .unresolved:
      OptionDescription(summary: "list the calls of which it is not certain what they delete, too")
    case .cloudkit:
      OptionDescription(
        summary:
          "also what a store that CloudKit mirrors refuses; left unchecked are the attribute "
          + "types Undefined and ObjectID, relationships from one configuration to another, and "
          + "what a schema that is in production no longer lets change")
    case .batch:
      OptionDescription(
        summary:
          "also what batch deletes do, delete(model:) and NSBatchDeleteRequest: what makes them "
          + "fail, or cells of their own")
    case .rule:
      OptionDescription(
        value: .ruleIDs, summary: "check only this rule, or these with commas between them",
        isRepeatable: true)
    case .disable:
      OptionDescription(
        value: .ruleIDs, summary: "leave this rule out, or these with commas between them",
        isRepeatable: true)
    case .baseline:
      OptionDescription(value: .file, summary: "leave out what this file silences")
    case .writeBaseline:
      OptionDescription(
        value: .file, summary: "silence all findings, keeping the reasons that are there")
    case .reason:
      OptionDescription(
        value: Value("TEXT", .text),
        summary: "with --write-baseline, why they are left alone", needed: .writeBaseline)
    case .fix:
      OptionDescription(
        summary: "write what surely mends a finding into the files, and check again")
    case .dryRun:
      OptionDescription(
        summary: "with --fix, print a diff of the files and write nothing", needed: .fix)
    case .instances:
      OptionDescription(
        value: .file, summary: "objects and links to try the delete on, as a scenario file")
    case .allVersions:
      OptionDescription(summary: "all versions of a model instead of the current one")
    case .exclude:
      OptionDescription(
        value: Value("GLOB", .text),
        summary: "pass over these paths from the project's top, with *, ? and **",
        isRepeatable: true)
    case .partial:
      OptionDescription(
        summary: "with --record, record what can be read of the model", needed: .record)
    case .noConfig:
      OptionDescription(summary: "do not look for a .deleterules.json")
    case .quiet:
      OptionDescription(summary: "say nothing but the result: no counts, nothing where all is well")
    case .failOn:
      OptionDescription(
        value: Value("IMPACT", .choice(FailureThreshold.allCases.map(\.rawValue))),
        summary: "end with 1 if a change is worse, or needs review, or never; default: worse")
    case .exitZero:
      OptionDescription(summary: "the same as --fail-on never")
    case .since:
      OptionDescription(
        value: Value("REVISION", .text),
        summary: "also what deletes do differently since a revision that git keeps")
    case .jobs:
      OptionDescription(
        value: Value("N", .text), summary: "ask so many processes at once; 1 by default"
      )
    case .timeout:
      OptionDescription(
        value: Value("SECONDS", .text),
        summary: "how long an answer may take, and ten times as long the second time; 5 by default")
    case .random:
      OptionDescription(
        value: Value("N", .text),
        summary: "also ask about so many scenarios by chance, and compare with this engine")
    case .seed:
      OptionDescription(
        value: Value("S", .text),
        summary: "with --random, where chance begins; 1 by default", needed: .random)
    case .known:
      OptionDescription(
        value: .file, summary: "what is known to differ, with reasons; what no longer does fails")
    case .model:
      OptionDescription(
        value: Value("MODEL", .file),
        summary: "ask about the deletes of this model instead of the matrices")
    case .expanded:
      OptionDescription(
        summary: "write classes as @Model expands them, for the command line tools without Xcode")
    case .into:
      OptionDescription(
        value: Value("DIR", .folder),
        summary: "write the matrix files into this folder; by default they are only described")
    case .help:
      OptionDescription(summary: "print this; behind a command, what it takes")
    case .version:
      OptionDescription(summary: "print the version")
    }
  }
}

extension Value {
  fileprivate static let file = Value("FILE", .file)
  fileprivate static let ruleIDs = Value("ID", .ruleIDs)
}
