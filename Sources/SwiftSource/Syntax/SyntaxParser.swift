/// Makes a tree of a file's tokens: statements, patterns and expressions.
///
/// It never fails: code that it does not understand becomes a node, and parsing continues after it.
package struct SyntaxParser {
  let tokens: SwiftTokens
  var index: Int
  /// The end of the innermost enclosing brackets.
  var limit: Int
  /// The depth of enclosing brackets and of expressions that end with another expression.
  private var depth: Int
  /// Whether a brace behind a value is that of a statement.
  var isBasic = false
  /// Whether a `=` ends a pattern and is not part of an expression.
  var endsAtAssignment = false
  /// Whether words such as `get` begin accessors here.
  var readsAccessors = false
  /// Code that is nested too deep and is not in the tree.
  package private(set) var skipped: [Range<Int>] = []
  /// The interpolations of a string past those that are read, by the string.
  package private(set) var cutStrings: [Int] = []

  /// Makes a parser of some tokens.
  package init(_ tokens: SwiftTokens, in range: Range<Int>, depth: Int = 0) {
    self.tokens = tokens
    self.depth = depth
    index = range.lowerBound
    limit = min(range.upperBound, tokens.count)
  }

  /// The statements there are, which may be the members of a type, or a whole file.
  package mutating func statements() -> [SwiftStatement] {
    var all: [SwiftStatement] = []
    while let statement = nextStatement() { all.append(statement) }
    return all
  }

  /// The next statement; nil at the end.
  package mutating func nextStatement() -> SwiftStatement? {
    while index < limit {
      let start = index
      let statement = statement()
      // Every step goes on.
      if index <= start { index = start + 1 }
      if let statement { return statement }
    }
    return nil
  }

  /// Begins the body of a getter or a function, which may have accessors in place of statements.
  package mutating func beginBody() { readsAccessors = beginsAccessors(at: index - 1) }

  package mutating func value() -> SwiftExpression { expression() }

  // MARK: Tokens

  func isNext(_ mark: String) -> Bool { index < limit && tokens.isMark(index, mark) }
  func isWord(_ word: String) -> Bool { index < limit && tokens.isWord(index, word) }
  func isMark(at place: Int, _ mark: String) -> Bool { place < limit && tokens.isMark(place, mark) }
  var token: SwiftToken? { index < limit ? tokens[index] : nil }
  /// Whether the next token follows the one before at once.
  var isAttached: Bool { tokens.isAttached(index) }
  /// Whether the next token begins a line.
  var startsLine: Bool { tokens.startsLine(index) }

  mutating func skip(_ word: String) -> Bool {
    guard isWord(word) else { return false }
    index += 1
    return true
  }

  mutating func skip(mark: String) -> Bool {
    guard isNext(mark) else { return false }
    index += 1
    return true
  }

  // MARK: Nesting

  /// Reads what is one level deeper, up to a place; what is too deep is passed over.
  mutating func deeper<Node>(
    upTo end: Int, else empty: Node, _ read: (inout SyntaxParser) -> Node
  ) -> Node {
    guard depth < Limits.syntaxNesting else {
      skipped.append(index..<max(index, end))
      index = max(index, end)
      return empty
    }
    depth += 1
    let outer = limit
    limit = min(end, outer)
    let node = read(&self)
    limit = outer
    depth -= 1
    return node
  }

  /// Reads what is between the brackets that open here, and goes behind them.
  mutating func between<Node>(else empty: Node, _ read: (inout SyntaxParser) -> Node) -> Node {
    let end = tokens.end(of: index) ?? limit
    let after = max(tokens.after(index), index + 1)
    index += 1
    let outer = (isBasic, endsAtAssignment)
    (isBasic, endsAtAssignment) = (false, false)
    let node = deeper(upTo: max(index, min(end, limit)), else: empty, read)
    (isBasic, endsAtAssignment) = outer
    index = after
    return node
  }

  /// The block whose brace is here; an empty one where there is none.
  mutating func block() -> SwiftBlock {
    let start = index
    guard isNext("{") else { return SwiftBlock(statements: [], tokens: start..<start) }
    let statements = between(else: []) { $0.statements() }
    return SwiftBlock(statements: statements, tokens: start..<index)
  }

  /// The type that begins here; what cannot be read of one is passed over to the next space.
  mutating func type() -> TypeExpression? {
    var parser = TypeParser(tokens, at: index, before: limit)
    if let type = parser.type() {
      index = parser.index
      return type
    }
    let start = index
    while index < limit, index == start || isAttached, !tokens.closes(index) {
      index = max(tokens.after(index), index + 1)
    }
    return nil
  }

  /// Keeps the code in a string.
  mutating func interpolations(of string: Int) -> [SwiftInterpolation] {
    var pieces = tokens.interpolations(of: string, atMost: Limits.interpolations + 1)
    if pieces.count > Limits.interpolations {
      pieces.removeLast()
      cutStrings.append(string)
    }
    return pieces.map { piece in
      // Code in a string is as deep as the string, and one deeper.
      var parser = SyntaxParser(piece, in: 0..<piece.count, depth: depth + 1)
      let isTooDeep = parser.depth > Limits.syntaxNesting
      if isTooDeep { skipped.append(string..<string + 1) }
      let arguments = isTooDeep ? [] : parser.argumentList()
      if !parser.skipped.isEmpty { skipped.append(string..<string + 1) }
      cutStrings += parser.cutStrings.isEmpty ? [] : [string]
      return SwiftInterpolation(tokens: piece, arguments: arguments)
    }
  }
}
