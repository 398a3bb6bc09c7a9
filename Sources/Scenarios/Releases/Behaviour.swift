import ObjectGraph
import SourceText

/// Something that a framework does beyond its rules, and on which releases somebody saw it.
///
/// Nothing is guessed: from when and until when it happens follows from what was seen.
///
/// ```swift
/// behaviour.standing(on: try Release("iOS 26").era)  // .absent
/// ```
public struct Behaviour: Hashable, Sendable {
  /// Somebody's word on one release.
  public struct Sighting: Hashable, Sendable {
    /// How it is known.
    public enum Evidence: String, CaseIterable, Hashable, Sendable {
      /// Apple's own text or sample.
      case apple
      /// A test was run.
      case measured
      /// Somebody saw it, or has a crash report.
      case observed
      /// A comment says so; nobody is known to have run it.
      case claimed
    }

    /// The release; nil where nobody named one.
    public let release: Release?
    /// Whether it happens there.
    public let happens: Bool
    /// Whether that holds for all later releases, too, as the source has it.
    public let isFromThenOn: Bool
    /// How it is known.
    public let evidence: Evidence
    /// Who says so.
    public let source: String
  }

  /// Whether it happens on a release.
  public enum Standing: Hashable, Sendable {
    /// It does.
    case present
    /// It does not.
    case absent
    /// Nobody saw either, or sources disagree; with what is taken to be so: what was seen on the
    /// nearest release, and the rules alone where sources disagree.
    case unknown(presumed: Bool)

    /// Whether it is taken to happen.
    public var isPresumed: Bool {
      switch self {
      case .present: true
      case .absent: false
      case .unknown(let presumed): presumed
      }
    }

    /// Whether it is known.
    public var isKnown: Bool { self == .present || self == .absent }
  }

  /// The word by which it is known.
  public let name: String
  /// The framework that does it.
  public let framework: Framework.Name
  /// When it happens.
  public let condition: Framework.Condition
  /// What happens.
  public let consequence: Framework.Consequence
  /// What happens, in a word, as in `fatal`.
  public let presence: String
  /// What happens where it does not, as in `accepted`.
  public let absence: String
  /// What was seen on which release, the oldest first, and at last where nobody named one.
  public let sightings: [Sighting]

  /// Whether it happens on a release.
  ///
  /// Between two releases with the same, and on one that somebody saw, it is known; so is what lies
  /// behind the first release on which it had changed. What lies between a release with it and one
  /// without, or beyond the last that anybody saw it on, is not: what is presumed there must not be
  /// at odds with what was seen on a release that nobody named.
  ///
  /// - Parameter era: When the release was.
  /// - Returns: What follows from the sightings. O(sightings).
  public func standing(on era: Release.Era) -> Standing {
    let here = seen(on: era)
    if here.count == 2 { return .unknown(presumed: false) }
    if let only = here.first { return only ? .present : .absent }
    let dated = sightings.compactMap { sighting in
      sighting.release.map { (era: $0.era, happens: sighting.happens) }
    }
    switch (dated.last { $0.era < era }, dated.first { $0.era > era }) {
    case (let before?, let after?):
      if before.happens != after.happens { return .unknown(presumed: before.happens) }
      return before.happens ? .present : .absent
    case (let before?, nil):
      if !standing(on: before.era).isKnown { return .unknown(presumed: false) }
      // What ended is not expected to come back.
      let hasEnded = !before.happens && dated.contains { $0.happens }
      return hasEnded ? .absent : presumption(before.happens)
    case (nil, let after?):
      if !standing(on: after.era).isKnown { return .unknown(presumed: false) }
      return presumption(after.happens)
    case (nil, nil): return presumption(true)
    }
  }

  /// Whether sources disagree about a release.
  ///
  /// - Parameter era: When the release was.
  /// - Returns: True where it was seen there, and seen not to happen. O(sightings).
  public func isDisputed(on era: Release.Era) -> Bool { seen(on: era).count == 2 }

  private func seen(on era: Release.Era) -> Set<Bool> {
    Set(sightings.filter { $0.covers(era) }.map(\.happens))
  }

  /// What is presumed where nobody saw anything, unless somebody saw otherwise and nobody knows where.
  private func presumption(_ happens: Bool) -> Standing {
    let undated = Set(sightings.filter { $0.era == nil }.map(\.happens))
    return .unknown(presumed: happens && !undated.contains(false))
  }

  /// What is known of some releases: `fatal on iOS 18 and macOS 15; accepted from iOS 26 on; not known
  /// for iOS 17 and macOS 14`.
  ///
  /// - Parameter range: The releases.
  /// - Returns: The words, what happens first.
  public func words(on range: ReleaseRange) -> String {
    range.words(first: [presence, absence]) { era in
      switch standing(on: era) {
      case .present: .word(presence)
      case .absent: .word(absence)
      case .unknown: isDisputed(on: era) ? .disputed : .unknown
      }
    }
  }

  /// Where it was seen, and where it was not: `seen on iOS 17.0 and iOS 17.5`.
  public var seen: String {
    let (present, absent) = (sightings.filter(\.happens), sightings.filter { !$0.happens })
    let parts = [("seen on", present), ("not on", absent)].filter { !$0.1.isEmpty }
    return parts.map { words, sightings in
      "\(words) \(sightings.map { $0.release?.description ?? "an unnamed release" }.listed())"
    }.joined(separator: ", ")
  }
}

extension Behaviour.Sighting {
  /// When the release was; nil where nobody named one.
  var era: Release.Era? { release?.era }

  /// Whether it speaks of a release: one without an update speaks of all of its year.
  fileprivate func covers(_ era: Release.Era) -> Bool {
    guard let release else { return false }
    if isFromThenOn { return era >= release.era }
    return release.isUpdate ? era == release.era : era.year == release.era.year
  }
}
