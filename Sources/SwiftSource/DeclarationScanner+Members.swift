extension DeclarationScanner {
  /// Reads a `var` or `let` with all its bindings.
  mutating func properties(isConstant: Bool) {
    let start = index
    var pending: [SwiftProperty] = []
    repeat {
      index += 1
      guard let name = tokens[index]?.name else { break }
      var property = SwiftProperty(
        name: name, isConstant: isConstant, attributes: attributes, modifiers: modifiers,
        isStored: true, start: declarationStart ?? start, branch: tokens[index]?.branch ?? 0,
        location: tokens.location(index))
      index += 1
      readType(&property)
      readValue(&property)
      if pending.count <= Limits.propertiesOfType { pending.append(property) }
    } while tokens.isMark(index, ",")
    shareType(&pending)
    if pending.count > 1 {
      for index in pending.indices { pending[index].isAlone = false }
    }
    keep(pending)
    index = max(index, start + 1)
    if pending.isEmpty { skipDeclaration() }
  }

  /// Keeps the properties that bear on models: those of classes that are models, and what says of a
  /// type which version of a model it is.
  private mutating func keep(_ properties: [SwiftProperty]) {
    guard let currentType else { return }
    let isModel = declarations.types[currentType].attributes.contains { $0.path.last == "Model" }
    let kept = properties.filter {
      isModel || $0.name == "versionIdentifier" || $0.name == "models"
    }
    let count = declarations.types[currentType].properties.count + kept.count
    guard count <= Limits.propertiesOfType else {
      let name = declarations.types[currentType].name
      let message = "\(name) has more than \(Limits.propertiesOfType) properties"
      // Said once.
      guard declarations.problems.last?.message != message else { return }
      return declarations.problems.append(
        SwiftTokens.Problem(
          message: message, location: declarations.types[currentType].location))
    }
    declarations.types[currentType].properties += kept
  }

  private func readableType(at index: Int) -> (type: TypeExpression?, next: Int) {
    var parser = TypeParser(tokens, at: index)
    let type = parser.type()
    let follower = tokens[parser.index]
    let isWhole =
      follower.map { token in
        token.startsLine || ["=", "{", ",", ";", "}"].contains { token.isMark($0) }
      } ?? true
    return (isWhole ? type : nil, type == nil ? index : parser.index)
  }

  private mutating func readType(_ property: inout SwiftProperty) {
    guard tokens.isMark(index, ":") else { return }
    let start = index + 1
    let (type, next) = readableType(at: start)
    property.type = type
    index = next
    if type == nil {
      while let token = tokens[index], !["=", "{", ",", ";", "}"].contains(where: token.isMark),
        !(token.startsLine && index > start)
      {
        index = tokens.after(index)
      }
    }
    property.writtenType = start..<index
  }

  private mutating func readValue(_ property: inout SwiftProperty) {
    if tokens.isMark(index, "=") {
      let start = index + 1
      index = endOfDeclaration(from: start, stopsAtComma: true)
      property.initialValue = start..<index
    } else if tokens.isMark(index, "{") {
      property.accessors = index
      property.isStored = hasObservers(at: index)
      index = tokens.after(index)
    }
  }

  private func hasObservers(at brace: Int) -> Bool {
    let end = tokens[brace]?.end ?? tokens.count
    var index = brace + 1
    while index < end, let token = tokens[index] {
      if token.isMark("@") {
        index += 2
      } else {
        return token.isWord("willSet") || token.isWord("didSet")
      }
    }
    return false
  }

  /// In `var a, b: B` the type stands behind the last.
  private func shareType(_ properties: inout [SwiftProperty]) {
    for index in properties.indices.reversed().dropFirst() {
      let next = properties[index + 1]
      guard properties[index].writtenType == nil, properties[index].initialValue == nil else {
        continue
      }
      properties[index].type = next.type
      properties[index].writtenType = next.writtenType
    }
  }
}

extension DeclarationScanner {
  /// The attributes that bear on models.
  private static let known: Set = [
    "Attribute", "Model", "Relationship", "Transient", "_exported",
  ]

  /// Reads an attribute with its arguments.
  mutating func attribute() {
    let start = index
    if declarationStart == nil { declarationStart = start }
    index += 1
    let path = namePath(isDotted: true)
    guard !path.isEmpty else { return }
    let nameEnd = index - 1
    if tokens.isMark(index, "<") {
      var parser = TypeParser(tokens, at: index - 1)
      if parser.type() != nil { index = parser.index }
    }
    var arguments: [SwiftArgument] = []
    var bracket: Int?
    let isKnown = Self.known.contains(path.last ?? "")
    if let open = tokens[index], open.isMark("("), !open.startsLine {
      bracket = index
      if isKnown { arguments = self.arguments() }
      index = tokens.after(index)
    }
    // A file may have a million others.
    guard isKnown else { return }
    attributes.append(
      SwiftAttribute(
        path: path, arguments: arguments, nameEnd: nameEnd, open: bracket,
        branch: tokens[start]?.branch ?? 0,
        location: tokens.location(start)))
  }

  /// Those of an attribute, whose bracket is here.
  private mutating func arguments() -> [SwiftArgument] {
    let arguments = tokens.arguments(at: index, atMost: Limits.argumentsOfAttribute + 1)
    guard arguments.count > Limits.argumentsOfAttribute else { return arguments }
    declarations.problems.append(
      SwiftTokens.Problem(
        message: "an attribute has more than \(Limits.argumentsOfAttribute) arguments",
        location: tokens.location(index)))
    return arguments.dropLast()
  }
}
