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

  static func noInput(_ message: String) -> ModelError {
    ModelError(kind: .noInput, description: message)
  }

  static func badData(_ location: Location, _ message: String) -> ModelError {
    ModelError(kind: .badData, description: "\(location): error: \(message)")
  }

  static func badData(_ path: String, _ message: String) -> ModelError {
    ModelError(kind: .badData, description: "\(path): error: \(message)")
  }
}
