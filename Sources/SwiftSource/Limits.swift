/// How much is read of one file: many times as much as anybody writes, so that no file costs more
/// than its length.
enum Limits {
  /// Types within types within types: past this, what is in them is not looked at.
  ///
  /// Each type keeps the names of all around it, and a file may have tens of thousands.
  static let typeNesting = 24
  /// As many as a project may have of `@Model` classes alone.
  static let typesInFile = 20_000
  /// What stands behind the colon of a type: only the first can be a superclass.
  static let inheritedTypes = 1000
  /// Twice as many as a model may have.
  static let propertiesOfType = 20_000
  /// Ten times as many as `@Relationship` and `@Attribute` know.
  static let argumentsOfAttribute = 100
  /// Far more than any relationship needs.
  static let depthOfTypeExpression = 32
  /// How many generic arguments, or parts of a tuple, are kept; the others are gone past.
  static let partsOfTypeExpression = 1000
  /// How many names without a type may stand before the one that has it: `var a, b, c: Item`.
  static let namesWithoutType = 16
  /// Comments that speak to this program: each may become a finding.
  static let commentsOfFile = 1000
  /// Attributes and modifiers between a comment and the name of what it is about.
  static let wordsBeforeDeclaration = 100
  /// What the condition of an `#if` may ask for until nothing is made of the rest.
  static let choicesOfCondition = 16
  /// The steps in which it is found out whether a condition can be met: every flag doubles them, and a
  /// file may have as many conditions as lines.
  static let waysOfCondition = 1000
  /// What is quoted of a source in a message, in bytes.
  static let quotedBytes = 60
  /// Brackets within each other in code: what is deeper is not in the tree.
  static let syntaxNesting = 100
  /// Pieces of code in one string literal.
  static let interpolations = 100
}
