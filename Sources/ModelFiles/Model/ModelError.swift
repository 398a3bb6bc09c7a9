import CompiledOnce
import SourceText

/// Why no model could be read.
public struct ModelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whose fault it is.
  public enum Kind: Hashable, Sendable {
    /// There is no such file, or it cannot be opened.
    case noInput
    /// The file does not hold a data model.
    case badData
  }

  /// Whose fault it is.
  public let kind: Kind
  /// The problems: what was found, where, and what was expected, one line each.
  public let description: String
  /// The problem without its location: what was found and what was expected.
  let message: String
  /// The location of the problem; for a whole file, its first character.
  let location: Location

  private init(kind: Kind, description: String, message: String, location: Location) {
    self.kind = kind
    self.description = description
    self.message = message
    self.location = location
  }

  /// Returns an error for a path that cannot be opened; the message names it.
  static func noInput(_ path: String, _ message: String) -> ModelError {
    ModelError(
      kind: .noInput, description: message, message: message, location: .start(of: path))
  }

  static func badData(_ location: Location, _ message: String) -> ModelError {
    ModelError(
      kind: .badData, description: "\(location): error: \(message)", message: message,
      location: location)
  }

  static func badData(_ path: String, _ message: String) -> ModelError {
    ModelError(
      kind: .badData, description: "\(path): error: \(message)", message: message,
      location: .start(of: path))
  }

  /// Makes an error from findings when nothing else could be read; nil if there are none.
  init?(_ findings: [ModelFinding]) {
    guard let first = findings.first else { return nil }
    self.init(
      kind: .badData, description: findings.map(\.description).joined(separator: "\n"),
      message: first.message, location: first.location)
  }
}

extension ModelFinding {
  /// Makes a finding about something that could not be read, reported together with what could be.
  init(_ rule: Rule, _ error: ModelError) {
    self.init(.error, rule, error.message, at: error.location)
  }
}
