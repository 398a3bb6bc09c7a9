import ObjectGraph

/// How an outcome is known.
public enum Evidence: String, CaseIterable, Hashable, Sendable {
  /// Somebody ran it.
  case observed
  /// The framework's maker says so.
  case documented
  /// It follows from another row by symmetry; nobody ran it.
  case derived
}

/// Where an outcome was published, and on what it was seen.
public struct Source: Hashable, Sendable {
  /// What something ran on; nil where the source does not say.
  public struct Environment: Hashable, Sendable {
    /// The system and its release.
    public let os: String?
    /// The release of Xcode.
    public let xcode: String?
    /// The kind of store: in memory, or a file.
    public let store: String?
  }

  /// The name by which the file's outcomes refer to it.
  public let id: String
  /// The source's title.
  public let title: String
  /// Where it can be read.
  public let url: String
  /// The day it was published, as YYYY-MM-DD; nil where it does not say.
  public let published: String?
  /// What something ran on.
  public let environment: Environment
}

/// What is expected of an outcome; nil where the source states nothing.
public struct Expectation: Hashable, Sendable {
  /// The objects that go, sorted.
  public let deleted: [String]?
  /// What else comes of it.
  public let effect: Effect
  /// The references that survivors lose, sorted.
  public let nullified: [NamedLink]?
  /// The references that still lead to a deleted object, sorted.
  public let dangling: [NamedLink]?

  /// Whether an outcome is as expected in everything that is stated.
  ///
  /// - Parameter outcome: What the engine predicts.
  /// - Returns: False where any stated part differs.
  public func holds(for outcome: Outcome) -> Bool {
    outcome.effect == effect && (deleted ?? outcome.deleted) == outcome.deleted
      && (nullified ?? outcome.nullified) == outcome.nullified
      && (dangling ?? outcome.dangling) == outcome.dangling
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
    return effect != other.effect || differ(\.deleted) || differ(\.nullified) || differ(\.dangling)
  }
}

/// One statement about a cell, with its evidence.
public struct Observation: Sendable {
  /// How it is known.
  public let evidence: Evidence
  /// Where it was published.
  public let source: Source
  /// What is stated.
  public let expectation: Expectation
  /// Why the engine is known to differ, if it is.
  public let deviation: String?
  /// Where it is written.
  public let location: Location
}
