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
  /// What was found, where, and what was expected: one line for each problem.
  public let description: String
  /// What was found and what was expected, without the place.
  let message: String
  /// Where it was found; a whole file from its first character on.
  let location: Location

  private init(kind: Kind, description: String, message: String, location: Location) {
    self.kind = kind
    self.description = description
    self.message = message
    self.location = location
  }

  /// What cannot be opened; the message names it.
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

  /// What some findings say, where they are all that there is; nil for none.
  init?(_ findings: [ModelFinding]) {
    guard let first = findings.first else { return nil }
    self.init(
      kind: .badData, description: findings.map(\.description).joined(separator: "\n"),
      message: first.message, location: first.location)
  }
}

extension ModelFinding {
  /// What could not be read, said beside what could be.
  init(_ rule: Rule, _ error: ModelError) {
    self.init(.error, rule, error.message, at: error.location)
  }
}

extension Location {
  /// Where a whole file is meant.
  static func start(of file: String) -> Location { Location(file: file, line: 1, column: 1) }
}
