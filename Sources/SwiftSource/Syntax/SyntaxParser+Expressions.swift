/// Expressions: operators by their precedence, and what stands before and behind a value.
extension SyntaxParser {
  /// The expression that begins here.
  mutating func expression(takesClosure: Bool = true) -> SwiftExpression {
    let outer = isBasic
    isBasic = !takesClosure
    defer { isBasic = outer }
    let start = index
    return deeper(upTo: limit, else: SwiftExpression(form: .unknown, tokens: start..<limit)) {
      $0.sequence(.assignment)
    }
  }

  /// Values with operators between them that bind as closely as one does.
  private mutating func sequence(_ least: Precedence) -> SwiftExpression {
    let start = index
    var left = unary()
    var rest: [SwiftExpression.Operand] = []
    var level = least
    func all(_ parser: SyntaxParser) -> SwiftExpression {
      rest.isEmpty
        ? left : SwiftExpression(form: .operation(left, rest), tokens: start..<parser.index)
    }
    while let found = nextOperator, found.precedence >= least {
      let first = index
      if found.precedence != level || found.precedence <= .ternary || found.precedence == .casting {
        left = all(self)
        rest = []
        level = found.precedence
      }
      index = found.end
      switch found.precedence {
      case .assignment:
        let right = nested { $0.sequence(.assignment) }
        left = SwiftExpression(
          form: .assignment(found.mark, left, right), tokens: start..<index)
      case .ternary:
        let yes = nested { $0.sequence(.assignment) }
        _ = skip(mark: ":")
        let no = nested { $0.sequence(.ternary) }
        left = SwiftExpression(form: .ternary(left, yes, no), tokens: start..<index)
      case .casting:
        let isCast = found.mark == "as"
        if isCast, isNext("?") || isNext("!") { index += 1 }
        let type = self.type()
        left = left.followed(
          by: SwiftSuffix(form: isCast ? .cast(type) : .check(type), tokens: first..<index))
      default:
        let value = sequence(found.precedence.next)
        rest.append(SwiftExpression.Operand(mark: found.mark, value: value))
      }
    }
    return all(self)
  }

  /// Parses an expression that nests without a bracket.
  private mutating func nested(
    _ read: (inout SyntaxParser) -> SwiftExpression
  ) -> SwiftExpression {
    let start = index
    return deeper(upTo: limit, else: SwiftExpression(form: .unknown, tokens: start..<limit), read)
  }

  // MARK: Operators

  enum Precedence: Int, Comparable {
    case assignment
    case ternary
    case custom
    case disjunction
    case conjunction
    case comparison
    case coalescing
    case casting
    case range
    case addition
    case multiplication
    case shift
    case value

    var next: Precedence { Precedence(rawValue: rawValue + 1) ?? .value }

    static func < (one: Precedence, other: Precedence) -> Bool { one.rawValue < other.rawValue }

    init(of mark: String) {
      self =
        switch mark {
        case "=": .assignment
        case "||": .disjunction
        case "&&": .conjunction
        case "==", "!=", "<", ">", "<=", ">=", "===", "!==", "~=", ".==", ".!=": .comparison
        case "??": .coalescing
        case "...", "..<": .range
        case "+", "-", "&+", "&-", "|", "^": .addition
        case "*", "/", "%", "&*", "&": .multiplication
        case "<<", ">>", "&<<", "&>>": .shift
        default: mark.hasSuffix("=") ? .assignment : .custom
        }
    }
  }

  /// The operator between a value and another one that is next, if any is.
  private var nextOperator: (mark: String, end: Int, precedence: Precedence)? {
    guard index < limit, let token else { return nil }
    if token.isWord("as") { return ("as", index + 1, .casting) }
    if token.isWord("is") { return ("is", index + 1, .casting) }
    guard let end = tokens.operatorEnd(index, before: limit) else { return nil }
    let mark = tokens.joined(index..<end)
    if mark == "?" { return (mark, end, .ternary) }
    let hasSpaceBefore = token.followsSpace || token.startsLine
    let hasSpaceBehind = !tokens.isAttached(end) || end >= limit || tokens.closes(end)
    // One before a value begins something new, at least on a line of its own.
    if hasSpaceBefore, !hasSpaceBehind, token.startsLine { return nil }
    let precedence = Precedence(of: mark)
    if end >= limit || endsAtAssignment && precedence == .assignment { return nil }
    return (mark, end, precedence)
  }

  // MARK: What stands before a value

  private mutating func unary() -> SwiftExpression {
    let start = index
    var effects: [SwiftEffect] = []
    while let effect = nextEffect() { effects.append(effect) }
    if !effects.isEmpty {
      let inner = nested { $0.sequence(.assignment) }
      return SwiftExpression(form: .effect(effects, inner), tokens: start..<index)
    }
    var marks: [String] = []
    while let token, token.kind == .mark, let end = tokens.operatorEnd(index, before: limit) {
      // An operator that stands for itself: `sorted(by: <)`.
      if end >= limit || tokens.closes(end) || tokens.isMark(end, ",") || tokens.isMark(end, ":") {
        if !marks.isEmpty { break }
        index = end
        let name = SwiftName(text: tokens.joined(start..<end), token: start)
        return postfix(SwiftExpression(form: .name(name), tokens: start..<end))
      }
      marks.append(tokens.joined(index..<end))
      index = end
    }
    let value = postfix(primary())
    if marks.isEmpty { return value }
    return SwiftExpression(form: .prefix(marks, value), tokens: start..<index)
  }

  private mutating func nextEffect() -> SwiftEffect? {
    guard let token, token.kind == .word else { return nil }
    switch token.text {
    case "try":
      index += 1
      guard isNext("?") || isNext("!"), isAttached else { return .tries }
      index += 1
      return tokens.isMark(index - 1, "?") ? .triesOptionally : .triesForcibly
    case "await" where tokens.beginsOperand(index + 1):
      index += 1
      return .awaits
    case "repeat":
      guard tokens.beginsOperand(index + 1) else { return nil }
      index += 1
      return .other
    case "consume", "copy", "borrow", "each", "unsafe":
      let next = tokens[index + 1]
      guard index + 1 < limit, let next, !next.startsLine,
        next.name != nil && !["as", "is", "in", "else", "where"].contains(next.text)
      else { return nil }
      index += 1
      return .other
    default: return nil
    }
  }

  // MARK: What stands behind a value

  private mutating func postfix(_ value: SwiftExpression) -> SwiftExpression {
    var suffixes: [SwiftSuffix] = []
    // What is behind more of them begins a value of its own.
    while suffixes.count < Limits.suffixes, let suffix = suffix() { suffixes.append(suffix) }
    if suffixes.isEmpty { return value }
    return SwiftExpression(
      form: .postfix(value, suffixes), tokens: value.tokens.lowerBound..<index)
  }

  /// Parses the next suffix of a value; nil if there is none.
  mutating func suffix() -> SwiftSuffix? {
    guard index < limit, let token, token.kind == .mark else { return nil }
    let start = index
    guard let form = suffixForm(token) else {
      index = start
      return nil
    }
    return SwiftSuffix(form: form, tokens: start..<index)
  }

  private mutating func suffixForm(_ token: SwiftToken) -> SwiftSuffix.Form? {
    switch token.text {
    case "?", "!":
      guard isAttached else { return nil }
      index += 1
      return .unwrap(isForced: token.text == "!")
    case ".": return memberSuffix()
    case "(":
      if token.startsLine { return nil }
      return call()
    case "[":
      if token.startsLine { return nil }
      return .element(arguments())
    case "{":
      return opensClosure ? call() : nil
    default:
      guard isAttached, let end = tokens.operatorEnd(index, before: limit),
        end >= limit || tokens.closes(end) || tokens.isMark(end, ",") || tokens.startsLine(end),
        !tokens.joined(index..<end).hasSuffix("=")
      else { return nil }
      let mark = tokens.joined(index..<end)
      index = end
      return .operator(mark)
    }
  }

  private mutating func memberSuffix() -> SwiftSuffix.Form? {
    guard index + 1 < limit, let next = tokens[index + 1] else { return nil }
    if next.isMark(".") {
      // A range without an end.
      guard isAttached, let end = tokens.operatorEnd(index, before: limit),
        end >= limit || tokens.closes(end) || tokens.isMark(end, ",")
      else { return nil }
      index = end
      return .operator("...")
    }
    if next.kind == .number {
      index += 2
      return .member(SwiftName(text: next.text, token: index - 1))
    }
    index += 1
    // Nothing that is understood, but it goes on.
    guard next.name != nil else { return .operator(".") }
    return .member(name())
  }

  /// Arguments in brackets, closures behind them, or both.
  private mutating func call() -> SwiftSuffix.Form {
    var given = isNext("(") ? arguments() : []
    guard opensClosure else { return .call(given) }
    given.append(SwiftCallArgument(label: nil, value: closure(), isTrailing: true))
    while token?.name != nil, isMark(at: index + 1, ":"), isMark(at: index + 2, "{"),
      tokens[index]?.isWord("default") != true
    {
      let label = token?.name
      index += 2
      given.append(SwiftCallArgument(label: label, value: closure(), isTrailing: true))
    }
    return .call(given)
  }

  /// Whether a brace is next that opens a closure.
  private var opensClosure: Bool {
    guard isNext("{") else { return false }
    if !isBasic { return !beginsAccessors(at: index) }
    let next = tokens.after(index)
    guard next < limit, let token = tokens[next] else { return false }
    switch token.kind {
    case .mark:
      switch token.text {
      case "{", ",": return true
      case "(", "[", ".", "?", "!": return !token.startsLine
      default: return !token.startsLine && tokens.operatorEnd(next, before: limit) != nil
      }
    case .word:
      return token.text == "where" || !token.startsLine && ["as", "is"].contains(token.text)
    default: return false
    }
  }

  /// The arguments in the brackets that open here.
  mutating func arguments() -> [SwiftCallArgument] { between(else: []) { $0.argumentList() } }

  /// Arguments with commas between them.
  mutating func argumentList() -> [SwiftCallArgument] {
    var all: [SwiftCallArgument] = []
    while index < limit {
      let start = index
      var label: String?
      if let name = token?.name, isMark(at: index + 1, ":") {
        label = name
        index += 2
      }
      all.append(SwiftCallArgument(label: label, value: expression()))
      while index < limit, !isNext(",") { index = max(tokens.after(index), index + 1) }
      index += 1
      if index <= start { index = start + 1 }
    }
    return all
  }
}

extension SwiftExpression {
  /// The same with one thing more behind it.
  fileprivate func followed(by suffix: SwiftSuffix) -> SwiftExpression {
    let all = tokens.lowerBound..<suffix.tokens.upperBound
    if case .postfix(let value, let suffixes) = form, suffixes.count < 100 {
      return SwiftExpression(form: .postfix(value, suffixes + [suffix]), tokens: all)
    }
    return SwiftExpression(form: .postfix(self, [suffix]), tokens: all)
  }
}
