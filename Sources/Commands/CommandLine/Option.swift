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
  case changed
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

  package var name: String { "--\(rawValue)" }

  var letter: String? { self == .help ? "-h" : nil }

  /// Whether the option means something to every command.
  var fitsEverywhere: Bool { self == .help || self == .version }

  init?(named word: String) {
    guard let option = Option.allCases.first(where: { $0.name == word || $0.letter == word })
    else { return nil }
    self = option
  }
}

struct OptionConflict {
  let one: Option
  let other: Option
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
      message: "'--write-baseline' silences the findings that '--fix' fixes; leave one of them out"),
    OptionConflict(
      one: .writeBaseline, other: .changed,
      message: "'--write-baseline' silences all findings; leave '--changed' out"),
    OptionConflict(
      one: .format, other: .dryRun,
      message: "'--dry-run' prints a diff; leave '--format' out"),
  ]
}

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
  var description: OptionDescription {
    switch self {
    case .format:
      OptionDescription(
        value: Value("FORMAT", .format), summary: "the output format")
    case .output:
      OptionDescription(
        value: .file, summary: "write to this file; - is standard output (the default)")
    case .only:
      OptionDescription(
        value: Value("PATTERN", .text),
        summary: "only cells or objects whose id matches; * and ? are wildcards")
    case .framework:
      OptionDescription(
        value: Value("NAME", .choice(Framework.Name.allCases.map(\.rawValue))),
        summary: "only this framework"
      )
    case .system:
      OptionDescription(
        value: Value("RELEASE", .text),
        summary:
          "the releases to predict: 'iOS 17.5', 'macOS 14', 'iOS 17...iOS 18' or all; default: the "
          + "newest release; for a model, all releases from its deployment target")
    case .matrices:
      OptionDescription(
        value: Value("DIR", .folder),
        summary: "replay the files of this folder instead of the bundled ones")
    case .compare:
      OptionDescription(
        pair: Value("RELEASE", .text),
        summary:
          "print the cells in which SwiftData and Core Data, or two releases of one framework, "
          + "differ")
    case .all:
      OptionDescription(
        summary: "also list cells that do not differ, or calls that delete only their object",
        needed: .compare)
    case .record:
      OptionDescription(value: .file, summary: "write the predictions to this file, for --expect")
    case .expect:
      OptionDescription(
        value: .file, summary: "print the differences from a file that --record wrote")
    case .strict:
      OptionDescription(summary: "treat every finding as an error")
    case .assumeAll:
      OptionDescription(
        summary:
          "report every problem at full severity, even if no delete call triggers it (for libraries)"
      )
    case .unresolved:
      OptionDescription(summary: "also list calls whose object could not be determined")
    case .cloudkit:
      OptionDescription(
        summary:
          "check the requirements of CloudKit even if nothing shows that it mirrors a store; attribute "
          + "types Undefined and ObjectID, relationships between configurations, and changes of a "
          + "schema in production are not checked")
    case .batch:
      OptionDescription(
        summary:
          "also cover batch deletes: delete(model:) and NSBatchDeleteRequest")
    case .rule:
      OptionDescription(
        value: .ruleIDs, summary: "check only these rules, separated by commas",
        isRepeatable: true)
    case .disable:
      OptionDescription(
        value: .ruleIDs, summary: "leave these rules out, separated by commas",
        isRepeatable: true)
    case .baseline:
      OptionDescription(value: .file, summary: "leave out the findings that this file silences")
    case .writeBaseline:
      OptionDescription(
        value: .file,
        summary: "write all findings to this file to silence them; existing reasons are kept")
    case .reason:
      OptionDescription(
        value: Value("TEXT", .text),
        summary: "with --write-baseline, the reason for silencing them", needed: .writeBaseline)
    case .fix:
      OptionDescription(
        summary: "apply the safe fixes, then check again")
    case .dryRun:
      OptionDescription(
        summary: "with --fix, print a diff instead of changing files", needed: .fix)
    case .instances:
      OptionDescription(
        value: .file, summary: "try the delete on the objects and links of this scenario file")
    case .allVersions:
      OptionDescription(summary: "show all versions of a model, not only the current one")
    case .exclude:
      OptionDescription(
        value: Value("GLOB", .text),
        summary: "skip these paths, relative to the project's top; *, ? and ** are wildcards",
        isRepeatable: true)
    case .partial:
      OptionDescription(
        summary: "with --record, record even if parts of the model can't be read", needed: .record)
    case .noConfig:
      OptionDescription(summary: "do not look for a .deleterules.json")
    case .quiet:
      OptionDescription(summary: "print only the result: no counts and no hints")
    case .failOn:
      OptionDescription(
        value: Value("IMPACT", .choice(FailureThreshold.allCases.map(\.rawValue))),
        summary: "the changes that make the exit code 1: worse (default), worse or review, or none")
    case .exitZero:
      OptionDescription(summary: "the same as --fail-on never")
    case .since:
      OptionDescription(
        value: Value("REVISION", .text),
        summary: "also show the changes since this git revision")
    case .changed:
      OptionDescription(
        value: Value("REVISION", .text),
        summary:
          "report only findings that involve a file that differs from this git revision, such as HEAD"
      )
    case .jobs:
      OptionDescription(
        value: Value("N", .text), summary: "the number of parallel processes; default: 1"
      )
    case .timeout:
      OptionDescription(
        value: Value("SECONDS", .text),
        summary: "the timeout of an answer, ten times as long on the second try; default: 5")
    case .random:
      OptionDescription(
        value: Value("N", .text),
        summary: "also compare this number of random scenarios with this engine")
    case .seed:
      OptionDescription(
        value: Value("S", .text),
        summary: "with --random, the seed; default: 1", needed: .random)
    case .known:
      OptionDescription(
        value: .file,
        summary:
          "file of known differences and their reasons; an entry that no longer differs is an error"
      )
    case .model:
      OptionDescription(
        value: Value("MODEL", .file),
        summary: "test the deletes of this model instead of the matrices")
    case .expanded:
      OptionDescription(
        summary: "write classes as @Model expands them, for the command line tools without Xcode")
    case .into:
      OptionDescription(
        value: Value("DIR", .folder),
        summary: "write the matrix files to this folder; by default they are only described")
    case .help:
      OptionDescription(summary: "print help; after a command, its arguments and options")
    case .version:
      OptionDescription(summary: "print the version")
    }
  }
}

extension Value {
  fileprivate static let file = Value("FILE", .file)
  fileprivate static let ruleIDs = Value("ID", .ruleIDs)
}
