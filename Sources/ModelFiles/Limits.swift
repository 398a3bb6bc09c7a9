import CLibrary

/// The limits on reading a model.
///
/// They are many times larger than any known model, so that no file keeps the reader busy for
/// long.
enum Limits {
  /// The largest file that is read, in bytes: real models have some hundred kilobytes.
  static let bytesOfFile = 16 << 20
  /// From how many bytes on the system does not find what a path names.
  static let bytesOfPath = Int(PATH_MAX)
  /// Some ten times as many entities and properties as the largest known model has.
  static let statements = 10_000
  /// The files and folders among which code is looked for in a folder that is passed over.
  static let filesPassedOver = 10_000
  /// The folders that are passed over in which models are looked for where there are none elsewhere.
  static let skippedPlaces = 5
  /// Many times as many `@Model` classes as the largest known project has.
  static let classes = 20_000
  /// Many times as many versions as any model has.
  static let versions = 1000
  /// The targets whose classes are read separately.
  static let targets = 300
  /// The longest path in an Xcode project, in bytes: groups in groups each have that of the outer ones.
  static let bytesOfProjectPath = 512
  /// The maximum number of statements in all versions of a model: ten times the limit for one
  /// version.
  static let statementsOfAllVersions = 100_000
  /// More classes above a class than anybody writes; in broken source, they may be a circle.
  static let ancestors = 64
  /// More tokens than stand between a schema in a variable and the container that is made with it.
  static let tokensToSchema = 2000
  /// More files of settings than one includes.
  static let configurationFiles = 32
  /// More build settings than refer to each other in a chain.
  static let nestedVariables = 8
  /// More aliases of aliases than anybody writes.
  static let aliasesOfType = 32
  /// Every open relationship is compared with each that leads back: past this, for many seconds.
  static let pairsOfInverses = 20_000_000
  /// Comments in a file that ask for findings to be left out: each may become a finding.
  static let ignoreComments = 1000
  /// More would fill pages: where every relationship could belong to every other, the square of
  /// their number.
  static let listedCandidates = 10
  /// The values that are looked at to tell the type of a property from its initial value.
  static let inferenceSteps = 200
  /// The longest value of a name that is read for each property that has it as its own, in tokens.
  static let tokensOfSharedValue = 200
  /// The steps in which code that builds a model is followed, plus one for every four words of
  /// all files.
  static let builderSteps = 100_000
  /// Calls and brackets within each other in such code; each takes some kilobytes of the stack.
  static let builderNesting = 160
  /// Arrays in arrays, which no code that builds a model has.
  static let builderValueNesting = 16
  /// The longest name that is put together, in bytes.
  static let builderText = 1000
  /// Places of a model's code that cannot be followed: each becomes a finding.
  static let builderGaps = 100
  /// The places in a file at which a model is made.
  static let builders = 50
  /// The functions between a model and the code that says what is in it.
  static let builderCallers = 4
}
