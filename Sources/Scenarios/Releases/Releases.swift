import ObjectGraph
import SourceText

/// The releases of the frameworks that are described, and what sets them apart.
///
/// ```swift
/// releases.framework(.swiftData, on: try Release("iOS 17.5").era)
///   .behaviours[.insertedAndSaved]  // .cascadeNullifies
/// ```
public struct Releases: Hashable, Sendable {
  package struct Described: Hashable, Sendable {
    /// The release, by the version of iOS.
    package internal(set) var release: Release
    /// The day it came out, as YYYY-MM-DD; nil where that is not known.
    package internal(set) var published: String?
  }

  /// The releases, the oldest first; never empty.
  package let described: [Described]
  /// The behaviours beyond the rules, in the order of the file.
  package let behaviours: [Behaviour]
  /// The standings of the behaviours on the described releases, under circumstances that are open.
  private var standings: [Framework.Name: [Release.Era: Standings]] = [:]
  private let dependent: [Behaviour]

  /// Describes releases.
  ///
  /// - Parameters:
  ///   - described: The releases, the oldest first; at least one.
  ///   - behaviours: What they do beyond the rules.
  /// - Throws: A ``ReleaseError`` where there is no release: nothing could be said of the newest.
  package init(described: [Described], behaviours: [Behaviour]) throws(ReleaseError) {
    if described.isEmpty { throw ReleaseError("no release; expected at least one") }
    self.described = described
    // A source is about what was out by then, or about the oldest.
    func newest(by day: String) -> Release.Era {
      let out = described.prefix { ($0.published ?? "") <= day }
      return (out.last ?? described[0]).release.era
    }
    let behaviours = behaviours.map { behaviour in
      var behaviour = behaviour
      for index in behaviour.sightings.indices {
        behaviour.sightings[index].newest = behaviour.sightings[index].published.map(newest)
      }
      return behaviour
    }
    self.behaviours = behaviours
    dependent = behaviours.filter(\.dependsOnCircumstances)
    for name in Framework.Name.allCases {
      let all = behaviours.filter { $0.framework == name }
      standings[name] = Dictionary(
        eras.map { ($0, Standings(all, on: $0, in: Circumstances())) }, uniquingKeysWith: { $1 })
    }
  }

  /// When the releases were, the oldest first.
  public var eras: [Release.Era] { described.map(\.release.era) }

  /// Returns a framework as it behaves on a release, as far as it is known.
  ///
  /// - Parameters:
  ///   - name: The framework.
  ///   - era: When the release was.
  ///   - circumstances: What is known beyond the release.
  /// - Returns: The description with what is presumed.
  public func framework(
    _ name: Framework.Name, on era: Release.Era, in circumstances: Circumstances = Circumstances()
  ) -> Framework {
    framework(name, doing: standings(of: name, on: era, in: circumstances).presumed)
  }

  func framework(_ name: Framework.Name, doing conditions: Conditions) -> Framework {
    var framework = Framework(name, behaviours: [:])
    for behaviour in behaviours
    where behaviour.framework == name && conditions.contains(behaviour.conditions) {
      framework.behaviours[behaviour.condition] = behaviour.consequence
    }
    return framework
  }

  /// Returns the standings of a framework's behaviours on a release, under some circumstances.
  func standings(
    of name: Framework.Name, on era: Release.Era, in circumstances: Circumstances,
    without irrelevant: Conditions = []
  ) -> Standings {
    let isMeant = { (behaviour: Behaviour) in
      behaviour.framework == name && !irrelevant.contains(behaviour.conditions)
    }
    guard let open = standings[name]?[era] else {
      return Standings(behaviours.filter(isMeant), on: era, in: circumstances)
    }
    if circumstances == Circumstances() { return open.without(irrelevant) }
    let anew = dependent.filter(isMeant)
    return open.without(irrelevant.union(Conditions(anew.map(\.condition))))
      .union(Standings(anew, on: era, in: circumstances))
  }

  /// The releases that were out on some day.
  ///
  /// - Parameter day: As YYYY-MM-DD; nil where it is not known, so that all may be meant.
  /// - Returns: The releases, the oldest first; one whose day is not known was out where the one
  ///   before it was.
  public func eras(outBy day: String?) -> [Release.Era] {
    guard let day else { return eras }
    var out: [Release.Era] = []
    for described in described {
      if let published = described.published, published > day { break }
      out.append(described.release.era)
    }
    return out
  }

  /// Returns the releases that a source can be about: those that it names, or those that were out
  /// when it was published.
  ///
  /// - Parameter source: The publication; nil if there is none.
  /// - Returns: The releases, oldest first. If the source is older than all described releases,
  ///   this is the oldest of them.
  public func eras(meantBy source: Source?) -> [Release.Era] {
    let carriedOver = source?.environment.carriedOver.map(\.era) ?? []
    let named = Set(eras(of: source?.environment.os) + carriedOver).sorted()
    if !named.isEmpty { return named }
    let out = eras(outBy: source?.published)
    return out.isEmpty ? Array(eras.prefix(1)) : out
  }

  /// The releases that a source names: all of a year, where no update is named.
  package func eras(of stated: StatedReleases?) -> [Release.Era] {
    var meant: Set<Release.Era> = []
    for release in stated?.releases ?? [] {
      let all = release.isUpdate ? [] : eras.filter { $0.year == release.era.year }
      meant.formUnion(all.isEmpty ? [release.era] : all)
    }
    return meant.sorted()
  }

  /// The behaviour that a framework has under a condition; nil where none is described.
  package func behaviour(_ condition: Framework.Condition, of name: Framework.Name) -> Behaviour? {
    behaviours.first { $0.condition == condition && $0.framework == name }
  }
}
