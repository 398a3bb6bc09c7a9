/// Limits on how much of a file is read and reported: above any practical need, and low enough to
/// be affordable.
enum Limits {
  /// The deepest nesting of JSON values.
  static let greatestDepth = 128
  /// The problems of a file that are listed; a file of a megabyte could have millions.
  static let mostProblems = 1000
  /// The words that a message lists where none is near the one that was found.
  static let mostAlternatives = 20
  /// The words of a file that are compared with one that is not known.
  static let mostComparisons = 200_000
  /// The letters by which two words are compared; a word may have a megabyte.
  static let comparedLetters = 64
  /// The bytes of a line that are kept on either side of a location: more than is shown, in most
  /// alphabets.
  static let excerptBytes = 1 << 8
}
