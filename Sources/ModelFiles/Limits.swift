#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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
  /// Many times as many `@Model` classes as the largest known project has.
  static let classes = 20_000
  /// Many times as many versions as any model has.
  static let versions = 1000
  /// The maximum number of statements in all versions of a model: ten times the limit for one
  /// version.
  static let statementsOfAllVersions = 100_000
  /// More classes above a class than anybody writes; in broken source, they may be a circle.
  static let ancestors = 64
  /// More aliases of aliases than anybody writes.
  static let aliasesOfType = 32
  /// Every open relationship is compared with each that leads back: past this, for many seconds.
  static let pairsOfInverses = 20_000_000
  /// Comments in a file that ask for findings to be left out: each may become a finding.
  static let ignoreComments = 1000
  /// More would fill pages: where every relationship could belong to every other, the square of
  /// their number.
  static let listedCandidates = 10
}
