import SourceText
import SwiftSource

/// A piece of code that may delete something and is not read.
public struct CodeGap: Hashable, Sendable {
  /// A reason for which code is not read.
  public enum Reason: String, CaseIterable, Hashable, Sendable {
    /// Braces and brackets nested too deep.
    case nesting
    /// A body, or an Objective-C file, with too many delete calls.
    case calls
    /// A string literal with too many interpolations.
    case interpolations
    /// A function that deletes through too many others.
    case rounds

    /// The reason as the end of a sentence.
    package var words: String {
      switch self {
      case .nesting:
        "braces and brackets are nested too deeply here; deletes inside are not read"
      case .calls:
        "more than \(Limits.calls) delete calls are in one place; the calls from here on are not read"
      case .interpolations:
        "this string has more than \(Limits.interpolations) interpolations; deletes in the rest are "
          + "not read"
      case .rounds:
        "this deletes through more than \(Limits.rounds) functions that call each other; its callers are not "
          + "followed"
      }
    }
  }

  /// The first token that is not read.
  public let location: Location
  /// The reason.
  public let reason: Reason

  package init(location: Location, reason: Reason) {
    self.location = location
    self.reason = reason
  }

  /// The words without which code deletes nothing through a framework.
  static let wordsOfDeletes = WordSet(["NSBatchDeleteRequest"], beginningWith: ["delete", "erase"])
}
