import ObjectGraph
import SourceText

/// The kind of knowledge of an outcome.
///
/// ```swift
/// let seen = file.observations.values.joined().filter { $0.evidence == .observed }
/// ```
public enum Evidence: String, CaseIterable, Hashable, Sendable {
  /// An observation from a run.
  case observed
  /// A text says so without a run: the framework's documentation, or an article.
  case documented
  /// Derived from another row by symmetry; no run is known.
  case derived
  /// A prediction by the engine for a reader's model, kept as a recording.
  case recorded
}

/// The publication of an outcome, and the environment it was observed in.
///
/// ```swift
/// let article = Source(
///   id: "article", title: "What a list does",
///   environment: Source.Environment(os: try StatedReleases("iOS 18")))
/// ```
public struct Source: Hashable, Sendable {
  /// The environment; nil if the source does not state it.
  public struct Environment: Hashable, Sendable {
    /// The system and its releases.
    public package(set) var os: StatedReleases?
    /// The release of Xcode.
    public package(set) var xcode: String?
    /// The kind of store: in memory, or a file.
    public package(set) var store: String?
    /// The versions of the frameworks' bundles, `SwiftData 120.1.2`.
    public package(set) var frameworks: String?

    /// States what something ran on.
    public init(
      os: StatedReleases? = nil, xcode: String? = nil, store: String? = nil,
      frameworks: String? = nil
    ) {
      self.os = os
      self.xcode = xcode
      self.store = store
      self.frameworks = frameworks
    }

    /// The releases that it names, and those with the same frameworks.
    public var releases: [Release] { (os?.releases ?? []) + carriedOver }

    /// The releases to which what was observed carries over, because their frameworks have the same
    /// versions; found when matrices are put together.
    package var carriedOver: [Release] = []
  }

  /// The name by which the file's outcomes refer to it.
  public package(set) var id: String
  /// The source's title.
  public package(set) var title: String
  /// The address; nil if it is not known.
  public package(set) var url: String?
  /// The day it was published, as YYYY-MM-DD; nil where it does not say.
  public package(set) var published: String?
  /// The environment that a scenario ran in.
  public package(set) var environment: Environment

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

/// A statement about an outcome, with its evidence.
///
/// ```swift
/// let observation = Observation(.observed, ObservedState(effect: .crash), source: article)
/// ```
public struct Observation: Sendable {
  /// The kind of knowledge.
  public internal(set) var evidence: Evidence
  /// The stated part of the outcome.
  public internal(set) var state: ObservedState
  /// The publication; nil in a file that names no source.
  public internal(set) var source: Source?
  /// The releases of which it was recorded; nil for all that no other record of the same names.
  public internal(set) var system: ReleaseSpan?
  /// The reason for a known difference from the engine, if there is one.
  public internal(set) var deviation: String?
  /// The place in a file; nil for one that was made in code.
  public internal(set) var location: Location?

  /// States something about an outcome.
  ///
  /// - Parameters:
  ///   - evidence: How it is known.
  ///   - state: What is stated.
  ///   - source: Where it was published; nil in a file that names no source.
  ///   - system: The releases of which it was recorded; nil for all that no other record names.
  ///   - deviation: Why the engine is known to differ; nil where it is not to differ.
  ///   - location: Where it is written; nil for one that was made in code.
  public init(
    _ evidence: Evidence, _ state: ObservedState, source: Source? = nil,
    system: ReleaseSpan? = nil, deviation: String? = nil, at location: Location? = nil
  ) {
    self.evidence = evidence
    self.state = state
    self.source = source
    self.system = system
    self.deviation = deviation
    self.location = location
  }
}

extension Observation {
  /// The same with another statement.
  package func stating(_ change: (inout ObservedState) -> Void) -> Observation {
    var observation = self
    change(&observation.state)
    return observation
  }
}

extension Observation: Equatable {
  /// Whether both state the same, wherever they are written.
  public static func == (one: Observation, other: Observation) -> Bool {
    one.evidence == other.evidence && one.state == other.state && one.source == other.source
      && one.system == other.system && one.deviation == other.deviation
  }
}
