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
        isStored: true, exposure: exposure(), start: declarationStart ?? start,
        branch: tokens[index]?.branch ?? 0, location: tokens.location(index))
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
    guard let currentType else {
      if keepsCode { declarations.properties += properties }
      return
    }
    let isModel = declarations.types[currentType].attributes.contains { $0.path.last == "Model" }
    let kept = properties.filter {
      keepsCode || isModel || $0.name == "versionIdentifier" || $0.name == "models"
        || $0.name == "schemas"
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
      var end = start
      while end < index, !tokens.isMark(end, "{") || !hasObservers(at: end) {
        end = tokens.after(end)
      }
      property.initialValue = start..<min(end, index)
      if end < index { property.accessors = end }
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

  /// Applies the type after the last name to those before it, as in `var a, b: B`.
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
  /// Reads a function, an initializer, a `deinit` or a subscript.
  mutating func function(_ keyword: String, before limit: Int) -> SwiftFunction {
    let start = index
    let end = min(endOfDeclaration(from: start), limit)
    var function = SwiftFunction(
      name: keyword, isStatic: !modifiers.isDisjoint(with: ["static", "class"]),
      location: tokens.location(start))
    let stated = attributes.first { $0.path == ["objc"] }?.arguments.first
    function.objectiveCName = stated.flatMap { tokens[$0.start]?.name }
    function.objectiveCSelector = stated.map { first in
      tokens.joined(first.start..<max(first.start, tokens.after(first.start - 1) - 1))
    }
    function.exposure = exposure()
    index += 1
    if keyword == "func" {
      if let name = tokens[index]?.name {
        function.name = name
        index += 1
      } else if let last = tokens.operatorEnd(index, before: end) {
        function.name = tokens.joined(index..<last)
        index = last
      }
    } else if keyword == "init", tokens.isMark(index, "?") || tokens.isMark(index, "!") {
      index += 1
    }
    if tokens.isMark(index, "<") { function.generics = generics() }
    if tokens.isMark(index, "(") {
      readParameters(&function)
      index = tokens.after(index)
      if keyword == "func", tokens.operatorEnd(start + 1, before: end) != nil {
        for place in function.parameters.indices { function.parameters[place].label = nil }
      }
    }
    while index < end, !tokens.isMark(index, "{") {
      if tokens.isMark(index, "->") {
        var parser = TypeParser(tokens, at: index + 1)
        function.result = parser.type()
        index = max(parser.index, index + 1)
      } else if tokens.isWord(index, "where") {
        index += 1
        while index < end, let name = tokens[index]?.name, tokens.isMark(index + 1, ":") {
          var parser = TypeParser(tokens, at: index + 2)
          if let type = parser.type() {
            function.generics.append(SwiftFunction.Generic(name: name, constraint: type))
          }
          index = max(parser.index, index + 3)
          if tokens.isMark(index, ",") { index += 1 }
        }
      } else {
        if tokens.isWord(index, "throws") || tokens.isWord(index, "rethrows") {
          function.isThrowing = true
        }
        index = tokens.after(index)
      }
    }
    if tokens.isMark(index, "{") {
      function.body = index + 1..<max(tokens[index]?.end ?? tokens.count, index + 1)
      index = tokens.after(index)
    }
    index = max(index, start + 1)
    return function
  }

  /// Reads the generic parameters of a declaration, whose `<` is the current token.
  mutating func generics() -> [SwiftFunction.Generic] {
    var generics: [SwiftFunction.Generic] = []
    repeat {
      index += 1
      // A pack of types, or a number: `each T`, `let count: Int`.
      let isMarked = tokens.isWord(index, "each") || tokens.isWord(index, "let")
      if isMarked, tokens[index + 1]?.name != nil { index += 1 }
      guard let name = tokens[index]?.name else { break }
      var generic = SwiftFunction.Generic(name: name)
      index += 1
      if tokens.isMark(index, ":") {
        var parser = TypeParser(tokens, at: index + 1)
        generic.constraint = parser.type()
        index = max(parser.index, index + 1)
      }
      generics.append(generic)
    } while tokens.isMark(index, ",") && generics.count < Limits.partsOfTypeExpression
    if tokens.isMark(index, ">") { index += 1 }
    return generics
  }

  /// Reads what a `where` says of a generic parameter at the current token, if that is one.
  func constrain(_ type: inout SwiftType) {
    guard let name = tokens[index]?.name, name != "Self",
      type.generics.count < Limits.inheritedTypes
    else { return }
    let isSame = tokens.isMark(index + 1, "==")
    guard isSame || tokens.isMark(index + 1, ":") else { return }
    var parser = TypeParser(tokens, at: index + 2)
    guard let constraint = parser.type() else { return }
    type.generics.append(
      SwiftFunction.Generic(name: name, constraint: constraint, isSame: isSame))
  }

  private func readParameters(_ function: inout SwiftFunction) {
    let end = tokens[index]?.end ?? tokens.count
    var place = index + 1
    while place < end, function.parameters.count < Limits.partsOfTypeExpression {
      while tokens.isMark(place, "@") {
        place += 2
        if tokens.isMark(place, "("), tokens[place]?.followsSpace == false {
          place = tokens.after(place)
        }
      }
      guard let first = tokens[place]?.name else { break }
      var parameter = SwiftFunction.Parameter(label: first == "_" ? nil : first, name: first)
      place += 1
      if let second = tokens[place]?.name {
        parameter.name = second
        place += 1
      }
      if tokens.isMark(place, ":") {
        var parser = TypeParser(tokens, at: place + 1, before: end)
        parameter.type = parser.type()
        parameter.isVariadic = tokens.isMark(parser.index, ".")
        if parameter.isVariadic { parameter.type = parameter.type.map(TypeExpression.array) }
      }
      var value: Int?
      while place < end, !tokens.isMark(place, ",") {
        if value == nil, tokens.isMark(place, "=") { value = place + 1 }
        // The `<` of a type is no bracket to the lexer.
        if tokens.isMark(place, "<") {
          var parser = TypeParser(tokens, at: place - 1, before: end)
          if parser.type() != nil, parser.index > place { place = parser.index; continue }
        }
        place = tokens.after(place)
      }
      parameter.defaultValue = value.map { $0..<max($0, min(place, end)) }
      place += 1
      function.parameters.append(parameter)
    }
  }
}

extension DeclarationScanner {
  /// The attributes that bear on models and on their contexts.
  private static let known: Set = [
    "Attribute", "Coded", "MainActor", "Model", "ModelActor", "NSApplicationMain",
    "PersistentModel",
    "Relationship", "Stored", "Transient", "UIApplicationMain", "_exported", "available", "main",
    "objc",
  ]

  /// The other attributes that expose nothing.
  private static let unexposing: Set = [
    "CommandsBuilder", "Observable", "SceneBuilder", "Sendable", "ToolbarContentBuilder",
    "ViewBuilder",
    "_disfavoredOverload", "concurrent", "discardableResult", "dynamicMemberLookup", "frozen",
    "inlinable",
    "inline", "nonobjc", "preconcurrency", "propertyWrapper", "unknown", "usableFromInline",
    "warn_unqualified_access",
  ]

  /// Finds how the declaration behind the attributes and modifiers so far is exposed.
  func exposure(besides unexposing: Set<String> = []) -> SwiftExposure {
    let isExported = attributes.contains { $0.path.last == "objc" } && !unexposing.contains("objc")
    let isOther =
      isExposed || isExported
      || !modifiers.isDisjoint(with: ["distributed", "dynamic", "override"])
    let isOfModules = !modifiers.isDisjoint(with: ["open", "package", "public"])
    let other: SwiftExposure = isOther ? .other : []
    return isOfModules ? other.union(.modules) : other
  }

  mutating func attribute() {
    let start = index
    if declarationStart == nil { declarationStart = start }
    index += 1
    var path = namePath(isDotted: true)
    guard !path.isEmpty else { return }
    let nameEnd = index - 1
    if tokens.isMark(index, "<") {
      var parser = TypeParser(tokens, at: index - 1)
      if let type = parser.type() {
        index = parser.index
        // `@FieldContainer<Trip>.Relationship`
        if case .named(let inner, _) = type { path += inner.dropFirst() }
      }
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
    guard isKnown else {
      isExposed = isExposed || !Self.unexposing.contains(path.last ?? "")
      return
    }
    attributes.append(
      SwiftAttribute(
        path: path, arguments: arguments, nameEnd: nameEnd, open: bracket,
        branch: tokens[start]?.branch ?? 0,
        location: tokens.location(start)))
  }

  /// Returns the arguments of an attribute, whose opening bracket is the current token.
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

extension SwiftType {
  /// Whether it is an enumeration with strings for its raw values.
  fileprivate var isOfStrings: Bool {
    guard keyword == "enum", case .named(let path, _)? = inherited.first else { return false }
    return path.last == "String"
  }
}

extension DeclarationScanner {
  mutating func cases() {
    let end = endOfDeclaration(from: index)
    let isOfStrings = currentType.map { declarations.types[$0].isOfStrings } ?? false
    repeat {
      index += 1
      guard let name = tokens[index]?.name, let currentType else { break }
      index += 1
      var rawText = name
      if tokens.isMark(index, "="), let text = tokens[index + 1], text.kind == .text {
        rawText = text.text
        index += 2
      }
      if isOfStrings, declarations.types[currentType].rawTexts.count < Limits.propertiesOfType {
        declarations.types[currentType].rawTexts[name] = rawText
      }
      if tokens.isMark(index, "(") {
        var parser = TypeParser(tokens, at: index, before: end)
        let count = declarations.types[currentType].cases.count
        if let type = parser.type(), count < Limits.propertiesOfType {
          let parts =
            if case .composite(let parts) = type { parts.map(\.unlabelled) } else { [type] }
          declarations.types[currentType].cases[name] = parts
        }
        index = tokens.after(index)
      }
    } while index < end && tokens.isMark(index, ",")
    index = max(end, index)
  }
}
