/// How much is said at once: of more, nobody would read everything.
enum Limits {
  /// Objects that have a section of their own; of more there is a table.
  static let mostSections = 20
  /// Names in a sentence.
  static let mostNames = 10
  /// Sentences in a section.
  static let mostSentences = 20
  /// Rows of what is neither worse nor better that stand open; more are folded.
  static let mostOpenRows = 10
  /// Annotations that GitHub shows for one step.
  static let mostAnnotations = 10
}
