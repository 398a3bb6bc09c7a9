extension [String] {
  /// The words as a person would list them: `a`, `a and b`, `a, b and c`.
  ///
  /// - Parameter lastWord: What stands before the last of them.
  /// - Returns: One line; empty where there are no words.
  package func listed(_ lastWord: String = "and") -> String {
    guard count > 1, let last else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(lastWord) \(last)"
  }
}
