import ObjectGraph
import SourceText

/// How an outcome is known.
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
  /// Where it can be read; nil where that is not known.
  public let url: String?
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
  public let effect: Effect?
  /// The references that survivors lose, sorted.
  public let nullified: [NamedLink]?
  /// The references that still lead to a deleted object, sorted.
  public let dangling: [NamedLink]?
  /// The objects that a fetch from the store finds, sorted.
  public let stored: [String]?
  /// Core Data's number for what refuses the save.
  public let error: ErrorCode?
  /// What some relationships hold.
  public let references: [NamedReferences]
  /// What values some attributes have.
  public let values: [NamedValue]
  /// What some fetches find, in order.
  public let fetched: [NamedFetch]

  package init(
    deleted: [String]?, effect: Effect?, nullified: [NamedLink]? = nil,
    dangling: [NamedLink]? = nil, stored: [String]? = nil, error: ErrorCode? = nil,
    references: [NamedReferences] = [], values: [NamedValue] = [], fetched: [NamedFetch] = []
  ) {
    self.deleted = deleted
    self.effect = effect
    self.nullified = nullified
    self.dangling = dangling
    self.stored = stored
    self.error = error
    self.references = references
    self.values = values
    self.fetched = fetched
  }

  /// Whether an outcome is as expected in everything that is stated.
  ///
  /// - Parameter outcome: What the engine predicts.
  /// - Returns: False where any stated part differs.
  public func holds(for outcome: Outcome) -> Bool {
    (effect ?? outcome.effect) == outcome.effect && (deleted ?? outcome.deleted) == outcome.deleted
      && (nullified ?? outcome.nullified) == outcome.nullified
      && (dangling ?? outcome.dangling) == outcome.dangling
      && (stored ?? outcome.stored) == outcome.stored
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
      || differ(\.stored) || differ(\.error) || contradictsParts(of: other)
  }
}

extension Expectation {
  private func contradictsParts(of other: Expectation) -> Bool {
    references.contains { one in
      other.references.contains {
        $0.object == one.object && $0.relationship == one.relationship && $0 != one
      }
    }
      || values.contains { one in
        other.values.contains {
          $0.object == one.object && $0.attribute == one.attribute && $0 != one
        }
      }
      || fetched.contains { one in
        other.fetched.contains {
          $0.entity == one.entity && $0.attribute == one.attribute
            && $0.isAscending == one.isAscending && $0 != one
        }
      }
  }
}

/// One statement about a cell, with its evidence.
public struct Observation: Sendable {
  /// How it is known.
  public let evidence: Evidence
  /// Where it was published; nil in a file that names no source.
  public let source: Source?
  /// What is stated.
  public let expectation: Expectation
  /// Why the engine is known to differ, if it is.
  public let deviation: String?
  /// Where it is written.
  public let location: Location
}
