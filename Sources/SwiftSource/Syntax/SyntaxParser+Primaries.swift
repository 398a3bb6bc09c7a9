/// The beginnings of expressions: names, literals, brackets.
extension SyntaxParser {
  mutating func primary() -> SwiftExpression {
    let start = index
    let form = primaryForm()
    return SwiftExpression(form: form, tokens: start..<index)
  }

  private mutating func primaryForm() -> SwiftExpression.Form {
    guard let token else { return .unknown }
    switch token.kind {
    case .number:
      index += 1
      return .number(token.text)
    case .text:
      index += 1
      return .text(token.text)
    case .composedText:
      index += 1
      return .interpolated(interpolations(of: index - 1))
    case .regex:
      index += 1
      return .regex
    case .macro: return .macro(name())
    case .mark: return bracket(token)
    case .quotedWord: return .name(name())
    case .word: return word(token.text)
    }
  }

  private mutating func bracket(_ token: SwiftToken) -> SwiftExpression.Form {
    let start = index
    switch token.text {
    case "(":
      let parts = arguments()
      // What stands before an arrow is the type of a function.
      if isNext("->") || isWord("throws") || isWord("async") && isMark(at: index + 1, "->") {
        var parser = TypeParser(tokens, at: start, before: limit)
        if let type = parser.type() {
          index = parser.index
          return .type(type)
        }
      }
      return .tuple(parts)
    case "[": return list()
    case "{": return closure().form
    case "\\": return keyPath()
    case ".":
      index += 1
      guard self.token?.name != nil else { return .unknown }
      return .implicitMember(name())
    case "@":
      // `@Sendable { … }`
      index += 2
      return isNext("{") || isNext("(") ? primaryForm() : .unknown
    default: return .unknown
    }
  }

  private mutating func word(_ word: String) -> SwiftExpression.Form {
    let start = index
    switch word {
    case "nil":
      index += 1
      return .nothing
    case "true", "false":
      index += 1
      return .bool(word == "true")
    case "if", "switch", "do":
      guard let statement = statement() else { return .unknown }
      return .statement(statement)
    case "let", "var", "case", "else", "in", "for", "while", "guard", "return", "where", "catch",
      "func", "break", "continue", "import":
      return .unknown
    case "any", "some":
      guard tokens[start + 1]?.name != nil, !tokens.startsLine(start + 1) else { break }
      var parser = TypeParser(tokens, at: start, before: limit)
      guard let type = parser.type() else { break }
      index = parser.index
      return .type(type)
    default: break
    }
    return .name(name())
  }

  /// The name here, with its generic arguments or the labels of a function.
  mutating func name() -> SwiftName {
    var name = SwiftName(text: token?.text ?? "", token: index)
    index += 1
    if isNext("<"), isAttached, let (end, types) = generics(at: index) {
      index = end
      name.generics = types
    }
    if isNext("("), isAttached, let end = tokens.end(of: index), end > index + 1,
      (end - index) % 2 == 1,
      stride(from: index + 1, to: end, by: 2).allSatisfy({
        tokens[$0]?.name != nil && tokens.isMark($0 + 1, ":")
      })
    {
      index = end + 1
      name.hasLabels = true
    }
    return name
  }

  /// Returns the end of the generic arguments that open at an index; nil if `<` is an operator.
  func genericsEnd(at place: Int) -> Int? { generics(at: place)?.end }

  private func generics(at place: Int) -> (end: Int, types: [TypeExpression])? {
    var parser = TypeParser(tokens, at: place, before: limit)
    guard let types = parser.genericArguments() else { return nil }
    let end = parser.index
    guard end < limit, let follower = tokens[end], !follower.startsLine else { return (end, types) }
    switch follower.kind {
    case .mark:
      let isFollower = ["(", ")", "[", "]", "{", "}", ".", ",", ";", ":", "?", "!", ">", "@"]
        .contains(follower.text)
      return isFollower || follower.followsSpace ? (end, types) : nil
    case .word:
      return ["as", "is", "in", "else", "where"].contains(follower.text) ? (end, types) : nil
    default: return nil
    }
  }

  /// An array, a dictionary, or the type of one.
  private mutating func list() -> SwiftExpression.Form {
    let after = tokens.after(index)
    let next = tokens[after]
    let isType =
      next?.isMark("(") == true && next?.startsLine == false
      || next?.isMark(".") == true
        && ["init", "self", "Type"].contains(tokens[after + 1]?.text ?? "")
    if isType, after < limit {
      var parser = TypeParser(tokens, at: index, before: limit)
      if let type = parser.type(), parser.index == after {
        index = after
        return .type(type)
      }
    }
    return between(else: .array([])) { $0.elements() }
  }

  private mutating func elements() -> SwiftExpression.Form {
    var values: [SwiftExpression] = []
    var pairs: [SwiftExpression.Pair] = []
    if isNext(":") { return .dictionary([]) }
    while index < limit {
      let start = index
      let value = expression()
      if skip(mark: ":") {
        pairs.append(SwiftExpression.Pair(key: value, value: expression()))
      } else {
        values.append(value)
      }
      while index < limit, index > start, !isNext(","), tokens.closes(index) { index += 1 }
      _ = skip(mark: ",")
      if index <= start { index = start + 1 }
    }
    return pairs.isEmpty ? .array(values) : .dictionary(pairs)
  }

  private mutating func keyPath() -> SwiftExpression.Form {
    index += 1
    var root: TypeExpression?
    if isNext("[") || isNext("(") {
      let end = tokens.after(index)
      var parser = TypeParser(tokens, at: index, before: end)
      root = parser.type()
      index = max(end, index + 1)
    } else if token?.name != nil {
      let first = name()
      root = .named([first.text], arguments: first.generics)
    }
    let outer = isBasic
    isBasic = true
    defer { isBasic = outer }
    var path: [SwiftSuffix] = []
    // The first dot may be the path itself: `\.self`.
    while index < limit, isAttached, !isNext("{"), let suffix = suffix() {
      if case .operator = suffix.form { break }
      path.append(suffix)
    }
    return .keyPath(root: root, path)
  }
}

/// Closures.
extension SyntaxParser {
  /// The closure whose brace is here.
  mutating func closure() -> SwiftExpression {
    let start = index
    var captures: [SwiftClosure.Capture] = []
    var parameters: [SwiftClosure.Parameter] = []
    var result: TypeExpression?
    let statements = between(else: [SwiftStatement]()) { parser in
      if let word = parser.signatureEnd() {
        (captures, parameters) = parser.signature(upTo: word)
        result = parser.result(upTo: word)
        parser.index = word + 1
      }
      return parser.statements()
    }
    let block = SwiftBlock(statements: statements, tokens: start..<index)
    return SwiftExpression(
      form: .closure(
        SwiftClosure(captures: captures, parameters: parameters, result: result, body: block)),
      tokens: start..<index)
  }

  /// The type behind the arrow of a closure's signature, which is read up to its result.
  private mutating func result(upTo end: Int) -> TypeExpression? {
    while index < end, !isNext("->") { index = max(tokens.after(index), index + 1) }
    var parser = TypeParser(tokens, at: index + 1, before: end)
    return index < end ? parser.type() : nil
  }

  /// The `in` behind a closure's captures and parameters; nil where it has neither.
  private func signatureEnd() -> Int? {
    var place = index
    while tokens.isMark(place, "@") {
      place += 2
      if isMark(at: place, "("), tokens.isAttached(place) { place = tokens.after(place) }
    }
    if isMark(at: place, "[") { place = tokens.after(place) }
    if isMark(at: place, "(") {
      place = tokens.after(place)
    } else {
      while place < limit, let token = tokens[place], token.name != nil, !token.isWord("in"),
        !token.isWord("async"), !token.isWord("throws")
      {
        place += 1
        guard isMark(at: place, ",") else { break }
        place += 1
      }
    }
    while tokens.isWord(place, "async") || tokens.isWord(place, "throws") {
      place += 1
      if isMark(at: place, "(") { place = tokens.after(place) }
    }
    if isMark(at: place, "->") {
      var parser = TypeParser(tokens, at: place + 1, before: limit)
      if parser.type() != nil {
        place = parser.index
      } else {
        while place < limit, !tokens.isWord(place, "in"),
          place == index || !tokens.startsLine(place)
        {
          place = tokens.after(place)
        }
      }
    }
    return place < limit && tokens.isWord(place, "in") ? place : nil
  }

  private mutating func signature(
    upTo end: Int
  ) -> ([SwiftClosure.Capture], [SwiftClosure.Parameter]) {
    var captures: [SwiftClosure.Capture] = []
    while isNext("@") {
      index += 2
      if isNext("("), isAttached { index = tokens.after(index) }
    }
    if isNext("[") { captures = between(else: []) { $0.captures() } }
    var range = index..<end
    if isNext("("), let last = tokens.end(of: index) { range = index + 1..<max(last, index + 1) }
    var parameters: [SwiftClosure.Parameter] = []
    index = range.lowerBound
    while index < range.upperBound, let name = token?.name, name != "async", name != "throws" {
      index += 1
      var parameter = SwiftClosure.Parameter(name: name)
      // A second name is the one that the body uses.
      if let second = token?.name, index < range.upperBound, second != "async", second != "throws" {
        parameter = SwiftClosure.Parameter(name: second)
        index += 1
      }
      if skip(mark: ":") {
        var parser = TypeParser(tokens, at: index, before: range.upperBound)
        parameter.type = parser.type()
      }
      parameters.append(parameter)
      while index < range.upperBound, !isNext(",") {
        if isNext("->") { return (captures, parameters) }
        index = max(tokens.after(index), index + 1)
      }
      index += 1
    }
    return (captures, parameters)
  }

  private mutating func captures() -> [SwiftClosure.Capture] {
    var all: [SwiftClosure.Capture] = []
    while index < limit {
      let start = index
      // `weak`, `unowned(safe)` and the like.
      while tokens[index + 1]?.name != nil || isMark(at: index + 1, "("), index + 1 < limit {
        index += 1
        if isNext("(") { index = tokens.after(index) }
      }
      if let name = token?.name {
        index += 1
        let value = skip(mark: "=") ? expression() : nil
        all.append(SwiftClosure.Capture(name: name, value: value))
      }
      while index < limit, !isNext(",") { index = max(tokens.after(index), index + 1) }
      index += 1
      if index <= start { index = start + 1 }
    }
    return all
  }
}
