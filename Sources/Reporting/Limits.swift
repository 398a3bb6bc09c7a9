/// How much is said at once: of more, nobody would read everything.
enum Limits {
  /// Objects that have a section of their own; of more there is a table.
  static let mostSections = 20
  /// Names in a sentence.
  static let mostNames = 10
  /// Sentences in a section.
  static let mostSentences = 20
  /// Reasons in a line that says all.
  static let mostReasons = 3
  /// Annotations of each severity that GitHub shows for one step.
  static let mostAnnotations = 10
}
