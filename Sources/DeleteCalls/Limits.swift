/// How much is read of one body, so that no file costs more than its length.
enum Limits {
  /// Braces and brackets within each other: what is deeper is passed over.
  static let nesting = 100
  /// Pieces of code in one string literal.
  static let interpolations = 100
  /// Calls in one body that are listed.
  static let calls = 5000
  /// What is deleted and not saved, or saved, in one body.
  static let pending = 64
  /// Types from which one inherits, through others.
  static let lineage = 24
  /// Functions of one name that a value has, and types that conform to one protocol.
  static let overloads = 64
  /// Arguments of one call.
  static let arguments = 1000
  /// How many properties without a stated type may lead to each other.
  static let properties = 16
  /// Aliases and arguments that lead to each other, and parts of one type that are looked at.
  static let typeDepth = 32
  static let typeParts = 32
  /// How often functions that delete are looked for among those that call them.
  static let rounds = 64
}
