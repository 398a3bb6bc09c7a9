extension String {
  /// The text with some scalars written in another way; those without one stay.
  ///
  /// By scalars: to a parser, a mark that carries an accent is a mark all the same.
  package func escaped(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if let replacement = replacement(scalar) {
        text += replacement
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
