import ObjectGraph
import SourceText

/// How an outcome is known.
///
/// ```swift
/// let seen = file.observations.values.joined().filter { $0.evidence == .observed }
/// ```
public enum Evidence: String, CaseIterable, Hashable, Sendable {
  /// Somebody ran it.
  case observed
  /// A text says so without a run: the framework's documentation, or an article.
  case documented
  /// It follows from another row by symmetry; nobody ran it.
  case derived
  /// The engine predicted it for a reader's own model, and somebody kept it.
  case recorded
}

/// Where an outcome was published, and on what it was seen.
///
/// ```swift
/// let article = Source(
///   id: "article", title: "What a list does", environment: Source.Environment(os: "iOS 18"))
/// ```
public struct Source: Hashable, Sendable {
  /// What something ran on; nil where the source does not say.
  public struct Environment: Hashable, Sendable {
    /// The system and its release.
    public let os: String?
    /// The releases that are named in it.
    public let releases: [Release]
    /// The release of Xcode.
    public let xcode: String?
    /// The kind of store: in memory, or a file.
    public let store: String?

    /// States what something ran on.
    public init(os: String? = nil, xcode: String? = nil, store: String? = nil) {
      self.os = os
      releases = os.map { Release.mentioned(in: $0) } ?? []
      self.xcode = xcode
      self.store = store
    }
  }

  /// The name by which the file's outcomes refer to it.
  public let id: String
  /// The source's title.
  public let title: String
  /// Where it can be read; nil where that is not known.
  public let url: String?
  /// The day it was published, as YYYY-MM-DD; nil where it does not say.
  public let published: String?
  /// What something ran on.
  public let environment: Environment

  /// Names a source.
  ///
  /// - Parameters:
  ///   - id: The name by which observations refer to it.
  ///   - title: What it is called.
  ///   - url: Where it can be read; nil where that is not known.
  ///   - published: The day it was published, as `2026-01-31`; nil where it does not say.
  ///   - environment: What something ran on.
  public init(
    id: String, title: String, url: String? = nil, published: String? = nil,
    environment: Environment = Environment()
  ) {
    self.id = id
    self.title = title
    self.url = url
    self.published = published
    self.environment = environment
  }
}

/// What is expected of an outcome; nil where the source states nothing.
///
/// ```swift
/// let expectation = Expectation(deleted: ["L"], effect: .denied, error: .deniedDelete)
/// let holds = expectation.holds(for: outcome)
/// ```
public struct Expectation: Hashable, Sendable {
  /// The objects that go, sorted.
  public let deleted: [String]?
  /// What else comes of it.
  public let effect: Effect?
  /// The references that survivors lose, sorted.
  public let nullified: [NamedLink]?
  /// The references that still lead to a deleted object, sorted.
  public let dangling: [NamedLink]?
  /// The objects that a fetch from the store finds, sorted.
  public let stored: [String]?
  /// The objects of which `isDeleted` is true, sorted.
  public let isDeleted: [String]?
  /// What the step reads.
  public let reading: Outcome.Reading?
  /// Core Data's number for what refuses the save.
  public let error: ErrorCode?
  /// What some relationships hold.
  public let references: [NamedReferences]
  /// What values some attributes have.
  public let values: [NamedValue]
  /// What some fetches find, in order.
  public let fetched: [FetchedObjects]

  /// States what is expected; what is left out is not stated.
  public init(
    deleted: [String]? = nil, effect: Effect? = nil, nullified: [NamedLink]? = nil,
    dangling: [NamedLink]? = nil, stored: [String]? = nil, isDeleted: [String]? = nil,
    reading: Outcome.Reading? = nil, error: ErrorCode? = nil, references: [NamedReferences] = [],
    values: [NamedValue] = [], fetched: [FetchedObjects] = []
  ) {
    self.deleted = deleted?.sorted()
    self.effect = effect
    self.nullified = nullified?.sorted()
    self.dangling = dangling?.sorted()
    self.stored = stored?.sorted()
    self.isDeleted = isDeleted?.sorted()
    self.reading = reading
    self.error = error
    self.references = references
    self.values = values
    self.fetched = fetched
  }

  /// Whether an outcome is as expected in everything that is stated.
  ///
  /// - Parameter outcome: What has come of the steps.
  /// - Returns: False where any stated part differs.
  public func holds(for outcome: Outcome) -> Bool {
    (effect ?? outcome.effect) == outcome.effect && (deleted ?? outcome.deleted) == outcome.deleted
      && (nullified ?? outcome.nullified) == outcome.nullified
      && (dangling ?? outcome.dangling) == outcome.dangling
      && (stored ?? outcome.stored) == outcome.stored
      && (isDeleted ?? outcome.isDeleted) == outcome.isDeleted
      && (reading == nil || reading == outcome.reading)
      && (error == nil || error == outcome.error)
      && outcome.references.isSuperset(of: references) && outcome.values.isSuperset(of: values)
      && fetched.allSatisfy(outcome.fetched.contains)
  }

  /// Whether two expectations cannot both hold.
  ///
  /// - Parameter other: Another expectation of the same cell.
  /// - Returns: True where both state a part and differ in it.
  public func contradicts(_ other: Expectation) -> Bool {
    func differ<Part: Equatable>(_ part: KeyPath<Expectation, Part?>) -> Bool {
      guard let one = self[keyPath: part], let two = other[keyPath: part] else { return false }
      return one != two
    }
    return differ(\.effect) || differ(\.deleted) || differ(\.nullified) || differ(\.dangling)
      || differ(\.stored) || differ(\.isDeleted) || differ(\.reading) || differ(\.error)
      || references.contains { one in
        other.references.contains {
          ($0.object, $0.relationship) == (one.object, one.relationship) && $0 != one
        }
      }
      || values.contains { one in
        other.values.contains {
          ($0.object, $0.attribute) == (one.object, one.attribute) && $0 != one
        }
      }
      || fetched.contains { one in other.fetched.contains { $0.fetch == one.fetch && $0 != one } }
  }

  /// What cannot all be true of one outcome, in words.
  package func contradictions(deleting requested: [String]) -> [String] {
    var found: [String] = []
    let isDangling = dangling.map { !$0.isEmpty }
    if effect == .ok && isDangling == true {
      found.append("the effect is \"ok\", yet a reference dangles")
    }
    if effect == .trapOnRead && isDangling == false && reading != .trap {
      found.append("the effect is \"trapOnRead\", yet no reference dangles")
    }
    if effect == .ok && reading == .trap {
      found.append("the effect is \"ok\", yet the read traps")
    }
    if let error, let effect, effect == .ok || effect == .trapOnRead {
      found.append(
        "the effect is \"\(effect.rawValue)\", yet the save fails with \(error.rawValue)")
    }
    let danglingLinks = Set(dangling ?? [])
    for link in nullified ?? [] where danglingLinks.contains(link) {
      found.append("\(link) is nullified, yet it dangles")
    }
    guard let deleted = deleted.map(Set.init) else { return found }
    for name in requested where !deleted.contains(name) {
      found.append("\(name) is asked for, yet it is not in \"deleted\"")
    }
    for link in dangling ?? [] {
      if deleted.contains(link.source) {
        found.append("\(link) dangles, yet \(link.source) is in \"deleted\"")
      }
      if !deleted.contains(link.destination) {
        found.append("\(link) dangles, yet \(link.destination) is not in \"deleted\"")
      }
    }
    for link in nullified ?? [] where deleted.contains(link.source) {
      found.append("\(link) is nullified, yet \(link.source) is in \"deleted\"")
    }
    return found
  }
}

/// One statement about an outcome, with its evidence.
///
/// ```swift
/// let observation = Observation(.observed, Expectation(effect: .crash), source: article)
/// ```
public struct Observation: Sendable {
  /// How it is known.
  public let evidence: Evidence
  /// What is stated.
  public let expectation: Expectation
  /// Where it was published; nil in a file that names no source.
  public let source: Source?
  /// The releases of which it was recorded; nil for all that no other record of the same names.
  public let system: ReleaseSpan?
  /// Why the engine is known to differ, if it is.
  public let deviation: String?
  /// Where it is written; nil for one that was made in code.
  public let location: Location?

  /// States something about an outcome.
  ///
  /// - Parameters:
  ///   - evidence: How it is known.
  ///   - expectation: What is stated.
  ///   - source: Where it was published; nil in a file that names no source.
  ///   - system: The releases of which it was recorded; nil for all that no other record names.
  ///   - deviation: Why the engine is known to differ; nil where it is not to differ.
  ///   - location: Where it is written; nil for one that was made in code.
  public init(
    _ evidence: Evidence, _ expectation: Expectation, source: Source? = nil,
    system: ReleaseSpan? = nil, deviation: String? = nil, at location: Location? = nil
  ) {
    self.evidence = evidence
    self.expectation = expectation
    self.source = source
    self.system = system
    self.deviation = deviation
    self.location = location
  }
}

extension Observation: Equatable {
  /// Whether both state the same, wherever they are written.
  public static func == (one: Observation, other: Observation) -> Bool {
    one.evidence == other.evidence && one.expectation == other.expectation
      && one.source == other.source && one.system == other.system
      && one.deviation == other.deviation
  }
}
