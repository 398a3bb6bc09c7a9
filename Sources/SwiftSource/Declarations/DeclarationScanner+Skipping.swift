extension DeclarationScanner {
  /// Goes to the end of a declaration or expression, passing over everything in brackets.
  package mutating func skipDeclaration() {
    index = endOfDeclaration(from: index)
  }

  /// The end of the declaration or expression that a token belongs to.
  package func endOfDeclaration(from start: Int, stopsAtComma: Bool = false) -> Int {
    var index = start
    while let token = tokens[index] {
      if index > start, token.startsLine, begins(token, after: index - 1) { return index }
      if token.kind == .mark {
        if token.text == "}" || token.text == ")" || token.text == "]" {
          // What is open is passed over as a whole, so this ends what is around.
          return index
        }
        if token.text == ";" { return index }
        if stopsAtComma, token.text == ",", beginsBinding(at: index + 1) { return index }
      }
      index = tokens.after(index)
    }
    return index
  }

  /// Whether a token begins a declaration wherever it stands.
  package func beginsLine(_ token: SwiftToken) -> Bool {
    token.isMark(";")
      || token.startsLine
        && (token.isMark("@") || token.kind == .word && Self.keywords.contains(token.text))
  }

  /// Whether a token that starts a line begins a declaration, instead of going on with one.
  private func begins(_ token: SwiftToken, after before: Int) -> Bool {
    switch token.kind {
    case .mark: return token.text == "@"
    case .word where Self.keywords.contains(token.text): return true
    case .word where Self.continuations.contains(token.text): return false
    default: break
    }
    guard let previous = tokens[before] else { return true }
    switch previous.kind {
    case .mark:
      switch previous.text {
      case ")", "]", "}": return true
      case "?", "!", ">": return !previous.followsSpace
      default: return false
      }
    case .word: return !Self.wordsBeforeOthers.contains(previous.text)
    default: return true
    }
  }

  /// Words that never go on with an expression.
  private static let keywords: Set<String> = [
    "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "internal", "let",
    "private", "protocol", "public", "static", "struct", "subscript", "typealias", "var",
  ]
  private static let continuations: Set<String> = [
    "as", "async", "catch", "else", "is", "rethrows", "throws", "where",
  ]
  private static let wordsBeforeOthers: Set<String> = [
    "any", "as", "await", "else", "in", "is", "return", "some", "throw", "try", "where",
  ]

  /// Whether another property of the same `var` begins: `b: B`, `b = 2` or `b, c: B`.
  private func beginsBinding(at start: Int) -> Bool {
    var index = start
    while index < start + 32, tokens[index]?.name != nil {
      if tokens.isMark(index + 1, ":") || tokens.isMark(index + 1, "=") { return true }
      guard tokens.isMark(index + 1, ",") else { return false }
      index += 2
    }
    return false
  }
}
