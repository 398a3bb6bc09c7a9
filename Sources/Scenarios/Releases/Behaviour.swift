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

    /// The release.
    public let release: Release
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
  /// What was seen on which release, the oldest first.
  public let sightings: [Sighting]

  /// Whether it happens on a release.
  ///
  /// Between two releases with the same, and on one that somebody saw, it is known; so is what lies
  /// behind the first release on which it had changed. What lies between a release with it and one
  /// without, or beyond the last that anybody saw it on, is not.
  ///
  /// - Parameter era: When the release was.
  /// - Returns: What follows from the sightings. O(sightings).
  public func standing(on era: Release.Era) -> Standing {
    let here = Set(sightings.filter { $0.covers(era) }.map(\.happens))
    if here.count == 2 { return .unknown(presumed: false) }
    if let only = here.first { return only ? .present : .absent }
    let before = sightings.last { $0.release.era < era }
    let after = sightings.first { $0.release.era > era }
    switch (before?.happens, after?.happens) {
    case (let one?, let other?):
      return one != other ? .unknown(presumed: one) : one ? .present : .absent
    case (let seen?, nil):
      if let last = before?.release.era, !standing(on: last).isKnown {
        return .unknown(presumed: false)
      }
      // What ended is not expected to come back.
      let hasChanged = sightings.contains { $0.happens != seen }
      return hasChanged && !seen ? .absent : .unknown(presumed: seen)
    case (nil, let seen?): return .unknown(presumed: seen)
    case (nil, nil): return .unknown(presumed: false)
    }
  }

  /// What is known of some releases: `fatal on iOS 18 and macOS 15; accepted from iOS 26 on; not known
  /// for iOS 17 and macOS 14`.
  ///
  /// - Parameter eras: The releases, the oldest first.
  /// - Returns: The words, what happens first.
  public func words(on eras: [Release.Era]) -> String {
    var years: [(year: String, standing: [Standing])] = []
    for era in eras {
      if years.last?.year != era.yearText { years.append((era.yearText, [])) }
      years[years.count - 1].standing.append(standing(on: era))
    }
    func part(_ word: String, _ preposition: String, _ isMeant: ([Standing]) -> Bool) -> String? {
      let meant = years.indices.filter { isMeant(years[$0].standing) }
      guard let first = meant.first else { return nil }
      if meant.count > 1, meant == Array(first..<years.count) {
        return "\(word) from \(years[first].year) on"
      }
      return "\(word) \(preposition) \(meant.map { years[$0].year }.joined(separator: ", "))"
    }
    let parts = [
      part(presence, "on") { $0.contains(.present) },
      part(absence, "on") { !$0.contains(.present) && $0.contains(.absent) },
      part("not known", "for") { !$0.contains(.present) && !$0.contains(.absent) },
    ]
    return parts.compactMap { $0 }.joined(separator: "; ")
  }

  /// Where it was seen, and where it was not: `seen on iOS 17.0 and iOS 17.5`.
  public var seen: String {
    let (present, absent) = (sightings.filter(\.happens), sightings.filter { !$0.happens })
    let parts = [("seen on", present), ("not on", absent)].filter { !$0.1.isEmpty }
    return parts.map { "\($0) \($1.map(\.release.description).listed())" }.joined(separator: ", ")
  }
}

extension Behaviour.Sighting {
  /// Whether it speaks of a release: one without an update speaks of all of its year.
  fileprivate func covers(_ era: Release.Era) -> Bool {
    if isFromThenOn { return era >= release.era }
    return release.isUpdate ? era == release.era : era.year == release.era.year
  }
}
