/// The limits for reading a body, so that the cost of a file stays proportional to its length.
enum Limits {
  /// Pieces of code in one string literal.
  static let interpolations = 100
  /// Calls in one body, or in one Objective-C file, that are listed.
  static let calls = 5000
  /// Deleted objects in one body, unsaved or saved.
  static let pending = 64
  /// Tokens behind a binding among which a use of its name is looked for.
  static let uses = 1000
  /// Types from which one inherits, through others.
  static let lineage = 24
  /// Functions of one name that a value has, and types that conform to one protocol.
  static let overloads = 64
  /// Parameters of a function that can say what it deletes.
  static let parameters = 46
  /// Arguments of one call.
  static let arguments = 1000
  /// The length of a chain of properties: of such without a declared type, and in the name of a context.
  static let properties = 16
  /// Aliases and arguments that lead to each other, and parts of one type that are looked at.
  static let typeDepth = 32
  static let typeParts = 32
  /// The number of searches for functions that delete, each among the callers of those found
  /// before.
  static let rounds = 64
}
