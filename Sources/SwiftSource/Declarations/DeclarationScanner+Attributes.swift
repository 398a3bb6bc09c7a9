extension DeclarationScanner {
  /// The attributes that bear on models.
  private static let known: Set = [
    "Attribute", "Model", "Relationship", "Transient", "_exported",
  ]

  /// Reads an attribute with its arguments.
  package mutating func attribute() {
    let start = index
    index += 1
    let path = namePath(isDotted: true)
    guard !path.isEmpty else { return }
    if tokens.isMark(index, "<") {
      var parser = TypeParser(tokens, at: index - 1)
      if parser.type() != nil { index = parser.index }
    }
    var arguments: [SwiftArgument] = []
    let isKnown = Self.known.contains(path.last ?? "")
    if let open = tokens[index], open.isMark("("), !open.startsLine {
      if isKnown { arguments = self.arguments() }
      index = tokens.after(index)
    }
    // A file may have a million others.
    guard isKnown else { return }
    attributes.append(
      SwiftAttribute(
        path: path, arguments: arguments, branch: tokens[start]?.branch ?? 0,
        location: tokens.location(start)))
  }

  /// Those of an attribute, whose bracket is here.
  private mutating func arguments() -> [SwiftArgument] {
    let arguments = tokens.arguments(at: index, atMost: Self.mostArguments + 1)
    guard arguments.count > Self.mostArguments else { return arguments }
    declarations.problems.append(
      SwiftTokens.Problem(
        message: "an attribute has more than \(Self.mostArguments) arguments",
        location: tokens.location(index)))
    return arguments.dropLast()
  }

  /// Ten times as many as `@Relationship` and `@Attribute` know.
  private static let mostArguments = 100
}

extension SwiftTokens {
  /// The arguments in the brackets that open at a place.
  package func arguments(at open: Int, atMost limit: Int = .max) -> [SwiftArgument] {
    let end = self[open]?.end ?? count
    var arguments: [SwiftArgument] = []
    var index = open + 1
    while index < end, arguments.count < limit {
      let hasLabel = self[index]?.name != nil && isMark(index + 1, ":")
      if hasLabel { index += 2 }
      let value = index
      while index < end, !isMark(index, ",") { index = after(index) }
      index = min(index, end)
      arguments.append(
        SwiftArgument(hasLabel: hasLabel, value: min(value, index)..<index))
      index += 1
    }
    return arguments
  }

  /// What stands before an argument's colon.
  package func label(of argument: SwiftArgument) -> String? {
    argument.hasLabel ? self[argument.start]?.name : nil
  }
}
