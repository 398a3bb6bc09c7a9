import CompiledOnce
import ObjectGraph
import SourceText

/// Releases as a user requests them, or a file names them: one, two and all between them, or all.
///
/// ```swift
/// try ReleaseSpan("iOS 17...iOS 18").contains(Release("macOS 15.2").era)  // true
/// ```
public enum ReleaseSpan: Hashable, Sendable {
  /// All that are described.
  case all
  /// From the first to the second, which may be the same.
  case between(Release, Release)

  /// Reads what was asked for.
  ///
  /// - Parameter text: A release, two with `...` or ` to ` between them, or `all`.
  /// - Throws: A ``ReleaseError`` where a word names no release, or the second is older.
  public init(_ text: String) throws(ReleaseError) {
    if text == "all" {
      self = .all
      return
    }
    let mentioned = (try? StatedReleases(text))?.releases ?? []
    if text.contains(","), let first = mentioned.first, let last = mentioned.last, first != last {
      throw ReleaseError(
        "'\(text.singleLine)' is no release; did you mean '\(first)...\(last)'?")
    }
    let ends = text.replacing(" to ", with: "...").split(
      separator: "...", omittingEmptySubsequences: false
    ).map {
      $0.trimmingPrefix(while: { $0 == " " })
    }
    guard let first = ends.first, ends.count < 3, !ends.contains("") else {
      throw ReleaseError(
        "'\(text.singleLine)' is no release; expected one as in 'iOS 17.5', two, or 'all'")
    }
    let oldest = try Release(String(first))
    var newest = oldest
    if ends.count == 2 {
      let word = String(ends[1])
      let isNumber = word.first?.isNumber == true
      newest = try Release(isNumber ? "\(oldest.system) \(word)" : word)
    }
    self = .between(oldest, newest)
    if newest.era < oldest.era, newest.isUpdate || newest.era.year < oldest.era.year {
      throw ReleaseError(
        "'\(text.singleLine)' ends before it begins; did you mean '\(newest)...\(oldest)'?")
    }
  }

  /// Names releases of which each is described behind the one before it.
  package init(_ eras: [Release.Era]) {
    self = .between(Release(eras[0]), Release(eras[eras.count - 1]))
  }

  /// Returns true if a release is in the span; a release named without an update includes its
  /// whole year.
  ///
  /// - Parameter era: The era of the release.
  /// - Returns: True if it is between the ends, or is one of them.
  public func contains(_ era: Release.Era) -> Bool {
    guard case .between(let oldest, let newest) = self else { return true }
    return era >= oldest.era && (newest.isUpdate ? era <= newest.era : era.year <= newest.era.year)
  }
}

extension ReleaseSpan: CustomStringConvertible {
  /// The text that is read as the same: `iOS 17.0...iOS 18`.
  public var description: String {
    guard case .between(let oldest, let newest) = self else { return "all" }
    return oldest == newest ? "\(oldest)" : "\(oldest)...\(newest)"
  }
}

/// The releases that a question is about.
///
/// ```swift
/// try ReleaseRange("iOS 17...iOS 18", in: releases).eras.count  // 3
/// ```
public struct ReleaseRange: Hashable, Sendable {
  /// The releases, the oldest first; never empty.
  public let eras: [Release.Era]
  /// The described releases.
  public let releases: Releases
  /// Whether the app may have a store in memory.
  package var hasMemoryStores = true
  /// The system by which the app's project names the releases.
  package var system = Release.System.iOS

  /// The newest release of the range.
  public var newest: Release.Era { eras[eras.count - 1] }

  /// All described releases from one on, and that one: an update that is not described is of its year.
  ///
  /// - Parameters:
  ///   - oldest: The first release; nil for the first that is described.
  ///   - releases: What is described.
  public init(from oldest: Release?, in releases: Releases) {
    let found = releases.eras(from: oldest, to: nil) { era in
      oldest.map { era >= $0.era } ?? true
    }
    self.init(found.isEmpty ? releases.eras.suffix(1) : found[...], in: releases)
  }

  /// The newest release alone.
  ///
  /// - Parameter releases: What is described.
  public init(newestIn releases: Releases) {
    self.init(releases.eras.suffix(1), in: releases)
  }

  /// Reads a requested range.
  ///
  /// - Parameters:
  ///   - text: A release, two with `...` or ` to ` between them, or `all`.
  ///   - releases: The described releases.
  /// - Throws: A ``ReleaseError`` if a word names no release, or one that is not described.
  public init(_ text: String, in releases: Releases) throws(ReleaseError) {
    if let open = text.wholeMatch(of: /(\w+ [0-9.]+)(\+| (and|or) (newer|later|up))/) {
      throw ReleaseError(
        "'\(text)' names no end; did you mean '\(open.1)...iOS \(releases.eras[releases.eras.count - 1].year)'?"
      )
    }
    try self.init(ReleaseSpan(text), in: releases)
  }

  /// Finds the releases that are asked for: also an update that is not described, of a year that is.
  ///
  /// - Parameters:
  ///   - span: The releases as they are named.
  ///   - releases: What is described.
  /// - Throws: A ``ReleaseError`` where one of the ends is nothing that is described.
  public init(_ span: ReleaseSpan, in releases: Releases) throws(ReleaseError) {
    var found = releases.eras
    if case .between(let oldest, let newest) = span {
      try releases.check(oldest)
      try releases.check(newest)
      found = releases.eras(from: oldest, to: newest, where: span.contains)
      if found.isEmpty {
        throw ReleaseError("\(oldest) is not described; expected one of \(releases.names)")
      }
    }
    self.init(found[...], in: releases)
  }

  /// Releases of which each is described behind the one before it; at least one.
  package init(_ eras: ArraySlice<Release.Era>, in releases: Releases) {
    self.eras = Array(eras)
    self.releases = releases
  }

  /// Returns the releases that are not older than one; the newest, if all are older.
  package func since(_ era: Release.Era) -> ReleaseRange {
    let left = eras.drop { $0 < era }
    return ReleaseRange(left.isEmpty ? eras.suffix(1) : left, in: releases)
  }

  /// The releases as they can be asked for: `iOS 17.0...iOS 18.6`.
  public var span: ReleaseSpan { ReleaseSpan(eras) }

  /// The releases as people read them: `iOS 17.0 to iOS 18.6`.
  package var words: String { eras.count == 1 ? "\(newest)" : "\(eras[0]) to \(newest)" }

  /// The releases as the project names them: `macOS 14.0 to macOS 15.6 (as iOS 17.0 to iOS 18.6)`.
  package var ownWords: String {
    if system == .iOS { return words }
    let names = [eras[0], newest].map { "\(system) \(system.version(of: $0))" }
    return "\(eras.count == 1 ? names[0] : "\(names[0]) to \(names[1])") (as \(words))"
  }

  /// Returns a framework that crashes wherever one of the releases may crash; unknown behaviours
  /// count as crashes.
  package func worst(of name: Framework.Name) -> Framework {
    var framework = Framework.named(name)
    for condition in Framework.Condition.allCases where condition.consequences == [.crash] {
      let behaviour = releases.behaviour(condition, of: name)
      let happens = eras.contains { era in
        behaviour.map { $0.standing(on: era) != .absent } ?? false
      }
      framework.behaviours[condition] = happens ? .crash : nil
    }
    return framework
  }
}

extension Releases {
  /// Refuses a release of which nothing is known.
  fileprivate func check(_ release: Release) throws(ReleaseError) {
    let first = eras[0]
    if release.era < first {
      throw ReleaseError(
        "\(release) has no SwiftData, and no release of Core Data is known to differ from another; "
          + "expected \(first.yearText), or newer")
    }
    try checkIsNotNewer(release)
  }

  /// Refuses a release on which a framework cannot have run: one before SwiftData, or one behind all that are
  /// described.
  package func check(_ release: Release, for framework: Framework.Name) throws(ReleaseError) {
    if framework == .swiftData, release.era.year < 17 {
      throw ReleaseError("\(release) has no SwiftData; expected iOS 17 and macOS 14, or newer")
    }
    try checkIsNotNewer(release)
  }

  /// Refuses a release behind all that are described: nothing is known of it.
  package func checkIsNotNewer(_ release: Release) throws(ReleaseError) {
    let last = eras[eras.count - 1]
    if release.era.year > last.year {
      throw ReleaseError(
        "\(release) is newer than every known release; the newest is \(last.yearText)")
    }
  }

  /// The described releases that are meant, and the ends themselves, where they are updates of a year
  /// that is described.
  fileprivate func eras(
    from oldest: Release?, to newest: Release?, where isMeant: (Release.Era) -> Bool
  ) -> [Release.Era] {
    let ends = [oldest, newest].compactMap { $0 }.filter { end in
      end.isUpdate && eras.contains { $0.year == end.era.year }
    }
    return (eras.filter(isMeant) + ends.map(\.era)).sortedWithoutRepeats()
  }

  /// `iOS 17.0, iOS 17.1, …`.
  fileprivate var names: String { eras.map(\.description).listed("or") }
}
