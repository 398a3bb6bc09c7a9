extension String {
  /// The text in quotes, as Graphviz wants it; a line break stays one.
  var dot: String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0).singleLineText.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
    return "\"\(lines.joined(separator: "\\n"))\""
  }
}
