import ObjectGraph
import SourceText

/// A behaviour of a framework beyond its rules, and the releases on which it was observed.
///
/// Nothing is guessed: the releases on which it begins and ends follow from the observations.
///
/// ```swift
/// behaviour.standing(on: try Release("iOS 26").era)  // .absent
/// ```
package struct Behaviour: Hashable, Sendable {
  /// A source's statement about one release.
  package struct Sighting: Hashable, Sendable {
    package enum Evidence: String, CaseIterable, Hashable, Sendable {
      /// Apple's own text or sample.
      case apple
      /// A test was run.
      case measured
      /// An observation, or a crash report.
      case observed
      /// A claim in a comment; no run is known.
      case claimed
    }

    /// The release; nil if the source names none.
    package internal(set) var release: Release?
    package internal(set) var happens: Bool
    /// Whether that holds for all later releases, too, as the source has it.
    package internal(set) var isFromThenOn: Bool
    package internal(set) var evidence: Evidence
    package internal(set) var source: String
    /// The day until which the source was published, as YYYY-MM-DD, if it names no release.
    package internal(set) var published: String?
    package internal(set) var circumstances: Circumstances
    /// The newest release that a source without a release can be about; nil for the newest of all.
    var newest: Release.Era?
  }

  package enum Standing: Hashable, Sendable {
    /// It does.
    case present
    /// It does not.
    case absent
    /// A result that was not observed, or on which sources disagree.
    ///
    /// The presumed value is that of a neighbouring observed release. If sources disagree, it is
    /// false, so only the rules apply.
    case unknown(presumed: Bool)

    package var isPresumed: Bool {
      switch self {
      case .present: true
      case .absent: false
      case .unknown(let presumed): presumed
      }
    }

    package var isKnown: Bool { self == .present || self == .absent }
  }

  package internal(set) var name: String
  package internal(set) var framework: Framework.Name
  package internal(set) var condition: Framework.Condition
  var conditions: Conditions { Conditions([condition]) }
  package internal(set) var consequence: Framework.Consequence
  /// A word for the behaviour, such as `fatal`.
  package internal(set) var presence: String
  /// A word for the absence of the behaviour, such as `accepted`.
  package internal(set) var absence: String
  /// The statements about releases, oldest release first; those that name no release come last.
  package internal(set) var sightings: [Sighting]

  /// Returns whether the behaviour occurs on a release.
  ///
  /// The result is known on an observed release, between two releases with the same result, and
  /// after a release on which the behaviour had ended.
  ///
  /// The result is unknown if sources disagree, between a release with the behaviour and one
  /// without, and beyond the first or last observed release. Beyond these, the behaviour is
  /// presumed absent if a statement without a release says so. A statement without a release can be
  /// about every release that was out when it was published: sources disagree if it contradicts the others.
  ///
  /// No behaviour is presumed before its first sighting. A sighting applies to the circumstances that its
  /// source states; one that leaves open what was shown to matter decides nothing where that is stated. Where circumstances that matter are left open, the result is known only if it is
  /// the same under all of them. A behaviour that was observed under other circumstances only is absent if a
  /// source states its absence under these; if no source states them, as for a custom store, nothing is
  /// concluded from other circumstances.
  package func standing(
    on era: Release.Era, in circumstances: Circumstances = Circumstances()
  ) -> Standing {
    conclusion(on: era, in: circumstances).standing
  }

  /// The conclusion from the sightings, and whether sources disagree about it.
  func conclusion(
    on era: Release.Era, in circumstances: Circumstances
  ) -> (standing: Standing, isDisputed: Bool) {
    let all = standings(on: era, in: circumstances)
    let meant = sightings.filter { $0.circumstances.isCompatible(with: circumstances) }
    let seen = meant.filter { $0.covers(era) }
    let isSeenBoth = seen.contains(where: \.happens) && !seen.allSatisfy(\.happens)
    let depends = all.contains(where: \.isPresumed) && !all.allSatisfy(\.isPresumed)
    let isDisputed = isSeenBoth || depends || isContradicted(on: era, from: meant)
    return (all.count == 1 ? all[0] : .unknown(presumed: false), isDisputed)
  }

  /// The conclusions for the values of all circumstances that are left open, each once.
  private func standings(on era: Release.Era, in circumstances: Circumstances) -> [Standing] {
    let stated = sightings.map(\.circumstances)
    if stated.allSatisfy({ $0 == Circumstances() }) { return [standing(on: era, from: sightings)] }
    let deciding = deciding(in: circumstances)
    let completions = circumstances.completions(for: stated, of: framework)
    return completions.reduce(into: []) { found, completion in
      let meant = sightings.filter { $0.circumstances.isCompatible(with: completion) }
      let happensElsewhereOnly =
        !meant.contains(where: \.happens) && sightings.contains(where: \.happens)
        && meant.contains { $0.circumstances != Circumstances() }
      var standing = happensElsewhereOnly ? .absent : standing(on: era, from: meant)
      if standing.isKnown, !happensElsewhereOnly,
        self.standing(
          on: era, from: deciding.filter { $0.circumstances.isCompatible(with: completion) })
          != standing
      {
        standing = .unknown(presumed: standing.isPresumed)
      }
      if !found.contains(standing) { found.append(standing) }
    }
  }

  /// The sightings that state enough to decide under some circumstances.
  ///
  /// One that leaves the store open decides no store once others show that stores differ. One that leaves
  /// another circumstance open does not decide a value under which the opposite was seen, unless that was seen
  /// without the value as well.
  private func deciding(in circumstances: Circumstances) -> [Sighting] {
    let dated = sightings.filter { $0.release != nil }
    let inStores = dated.filter { $0.circumstances.store != nil }
    let doesStoreMatter =
      inStores.contains(where: \.happens) && !inStores.allSatisfy(\.happens)
    // The store may be the reason why a source that states it saw the opposite.
    let comparable = doesStoreMatter ? dated.filter { $0.circumstances.store == nil } : dated
    let values = Circumstances.axes.filter { $0(circumstances) != nil }
    return sightings.filter { sighting in
      if doesStoreMatter, circumstances.store != nil, sighting.circumstances.store == nil {
        return false
      }
      return values.allSatisfy { axis in
        if axis(sighting.circumstances) != nil { return true }
        let opposite = comparable.filter { $0.happens != sighting.happens }
          .map { axis($0.circumstances) }
        return !opposite.contains(axis(circumstances)) || opposite.contains(nil)
      }
    }
  }

  /// The conclusion from the sightings of some circumstances.
  private func standing(on era: Release.Era, from sightings: [Sighting]) -> Standing {
    isContradicted(on: era, from: sightings)
      ? .unknown(presumed: false) : standingOfDated(on: era, from: sightings)
  }

  /// Whether a source that names no release contradicts what the others make known.
  private func isContradicted(on era: Release.Era, from sightings: [Sighting]) -> Bool {
    // A claim without a run and without a release weighs against a guess only.
    let undated = sightings.filter { $0.canBeAbout(era) && $0.evidence != .claimed }
    if undated.isEmpty { return false }
    let standing = standingOfDated(on: era, from: sightings)
    return standing.isKnown && undated.contains { $0.happens != standing.isPresumed }
  }

  /// The same without what sources say that name no release, but for what they let presume.
  private func standingOfDated(on era: Release.Era, from sightings: [Sighting]) -> Standing {
    let here = sightings.filter { $0.covers(era) }
    if let first = here.first {
      if here.contains(where: { $0.happens != first.happens }) { return .unknown(presumed: false) }
      return first.happens ? .present : .absent
    }
    let dated = sightings.compactMap { sighting in
      sighting.release.map { (era: $0.era, happens: sighting.happens) }
    }
    /// An unknown standing, presumed as given unless a statement without a release says that the
    /// behaviour doesn't occur.
    func presumption(_ happens: Bool) -> Standing {
      .unknown(presumed: happens && !sightings.contains { $0.canBeAbout(era) && !$0.happens })
    }
    func isKnown(_ era: Release.Era) -> Bool {
      standingOfDated(on: era, from: sightings).isKnown
    }
    switch (dated.last { $0.era < era }, dated.first { $0.era > era }) {
    case (let before?, let after?):
      if !isKnown(before.era) { return .unknown(presumed: false) }
      if before.happens != after.happens { return .unknown(presumed: before.happens) }
      return before.happens ? .present : .absent
    case (let before?, nil):
      if !isKnown(before.era) { return .unknown(presumed: false) }
      // What ended is not expected to come back.
      let hasEnded = !before.happens && dated.contains { $0.happens }
      return hasEnded ? .absent : presumption(before.happens)
    case (nil, _?): return .unknown(presumed: false)
    case (nil, nil): return presumption(sightings.contains(where: \.happens))
    }
  }

  /// Returns whether sources disagree about a release.
  package func isDisputed(
    on era: Release.Era, in circumstances: Circumstances = Circumstances()
  ) -> Bool {
    conclusion(on: era, in: circumstances).isDisputed
  }

  /// Whether it happens on a release for all that is known, or sources disagree about that.
  package func mayHappen(on era: Release.Era) -> Bool {
    let conclusion = conclusion(on: era, in: Circumstances())
    return conclusion.standing.isPresumed || conclusion.isDisputed
  }

  /// Whether a sighting states the store, the inserter or whether objects are loaded.
  package var dependsOnCircumstances: Bool {
    sightings.contains { $0.circumstances != Circumstances() }
  }

  /// Returns what is known about the behaviour on some releases: `fatal on iOS 18 and macOS 15;
  /// accepted from iOS 26 on; not known for iOS 17 and macOS 14`.
  package func words(
    on range: ReleaseRange, in circumstances: Circumstances = Circumstances()
  ) -> String {
    range.words(first: [presence, absence]) { era in
      switch conclusion(on: era, in: circumstances) {
      case (.present, _): .word(presence)
      case (.absent, _): .word(absence)
      case (.unknown, let isDisputed): isDisputed ? .disputed : .unknown
      }
    }
  }

  /// The releases on which the behaviour was and was not seen: `seen on iOS 17.0 and iOS 17.5`.
  package var seen: String {
    let (present, absent) = (sightings.filter(\.happens), sightings.filter { !$0.happens })
    let parts = [("seen on", present), ("not on", absent)].filter { !$0.1.isEmpty }
    return parts.map { words, sightings in
      let open = Set(sightings.filter(\.circumstances.words.isEmpty).map(\.placeAlone))
      let seen = sightings.reduce(into: [(circumstances: [String], places: [String])]()) {
        found, sighting in
        let words = sighting.circumstances.words
        // Open circumstances include the stated ones.
        if !words.isEmpty, open.contains(sighting.placeAlone) { return }
        let index = found.firstIndex { $0.circumstances == words }
        if index == nil { found.append((words, [])) }
        let last = index ?? found.count - 1
        if !found[last].places.contains(sighting.placeAlone) {
          found[last].places.append(sighting.placeAlone)
        }
      }
      let places = seen.map { circumstances, places in
        places.listed()
          + (circumstances.isEmpty ? "" : " (\(circumstances.joined(separator: ", ")))")
      }
      return "\(words) \(places.listed())"
    }.joined(separator: ", ")
  }
}

extension Behaviour.Sighting {
  var era: Release.Era? { release?.era }

  /// The release and the circumstances: `macOS 26 (an in-memory store)`.
  package var place: String {
    let words = circumstances.words
    return placeAlone + (words.isEmpty ? "" : " (\(words.joined(separator: ", ")))")
  }

  fileprivate var placeAlone: String { release?.description ?? "a release that is not named" }

  /// Returns true if the source names no release, and the release was out when it was published.
  func canBeAbout(_ era: Release.Era) -> Bool {
    release == nil && newest.map { era <= $0 } ?? true
  }

  /// Returns true if the statement applies to a release.
  ///
  /// A release named without an update covers its whole year.
  fileprivate func covers(_ era: Release.Era) -> Bool {
    guard let release else { return false }
    if isFromThenOn { return era >= release.era }
    return release.isUpdate ? era == release.era : era.year == release.era.year
  }
}
