/// Limits on how much of one file is read: many times more than people write, so that the cost is
/// bounded by the file's length.
enum Limits {
  /// Types within types within types: past this, what is in them is not looked at.
  ///
  /// Each type keeps the names of all around it, and a file may have tens of thousands.
  static let typeNesting = 24
  /// The most types in a file: as many as a project may have `@Model` classes.
  static let typesInFile = 20_000
  /// The most types after the colon of a type; only the first can be a superclass.
  static let inheritedTypes = 1000
  /// Twice as many as a model may have.
  static let propertiesOfType = 20_000
  /// Ten times as many as `@Relationship` and `@Attribute` know.
  static let argumentsOfAttribute = 100
  /// Far more than any relationship needs.
  static let depthOfTypeExpression = 32
  /// The most generic arguments, or parts of a tuple, that are kept; the others are skipped.
  static let partsOfTypeExpression = 1000
  /// The most names without a type before the one that has it: `var a, b, c: Item`.
  static let namesWithoutType = 16
  /// Comments that speak to this program: each may become a finding.
  static let commentsOfFile = 1000
  /// Attributes and modifiers between a comment and the name of what it is about.
  static let wordsBeforeDeclaration = 100
  /// The most alternatives that an `#if` condition may ask about; the rest counts as unknown.
  static let choicesOfCondition = 16
  /// The steps in which it is found out whether a condition can be met: every flag doubles them, and a
  /// file may have as many conditions as lines.
  static let waysOfCondition = 1000
  /// The most bytes of source that a message quotes.
  static let quotedBytes = 60
  /// Brackets, and expressions in them, within each other in code: what is deeper is not in the tree.
  static let syntaxNesting = 100
  /// Pieces of code in one string literal.
  static let interpolations = 100
  /// Members, calls and elements behind one value.
  static let suffixes = 5000
  /// Properties that lead from one variable to the value of another in Objective-C.
  static let objectiveCMembers = 32
  /// Tokens of one argument, receiver or declaration in Objective-C.
  static let objectiveCTokens = 128
  /// The most bytes of an Objective-C line that are read to see whether it is `#if 0`.
  static let condition = 64
}
