extension DeclarationScanner {
  /// Reads an attribute with its arguments.
  mutating func attribute() {
    let start = index
    index += 1
    let path = namePath(isDotted: true)
    guard !path.isEmpty else { return }
    if tokens.isMark(index, "<") {
      var parser = TypeParser(tokens, at: index - 1)
      if parser.type() != nil { index = parser.index }
    }
    var arguments: [SwiftArgument] = []
    if let open = tokens[index], open.isMark("("), !open.startsLine {
      arguments = tokens.arguments(at: index)
      index = tokens.after(index)
    }
    attributes.append(
      SwiftAttribute(
        path: path, arguments: arguments, branch: tokens[start]?.branch ?? 0,
        location: tokens.location(start)))
  }
}

extension SwiftTokens {
  /// The arguments in the brackets that open at a place.
  func arguments(at open: Int) -> [SwiftArgument] {
    let end = self[open]?.end ?? count
    var arguments: [SwiftArgument] = []
    var index = open + 1
    while index < end {
      let start = index
      var label: String?
      if let name = self[index]?.name, isMark(index + 1, ":") {
        label = name
        index += 2
      }
      let value = index
      while index < end, !isMark(index, ",") { index = after(index) }
      index = min(index, end)
      arguments.append(
        SwiftArgument(label: label, value: min(value, index)..<index, location: location(start)))
      index += 1
    }
    return arguments
  }
}
