/// Statements and the declarations among them.
extension SyntaxParser {
  /// The statement that begins here; nil for a token that is none.
  mutating func statement() -> SwiftStatement? {
    let start = index
    guard let token else { return nil }
    guard let form = statementForm(token) else { return nil }
    return SwiftStatement(form: form, tokens: start..<index)
  }

  private mutating func statementForm(_ token: SwiftToken) -> SwiftStatement.Form? {
    switch token.kind {
    case .mark:
      if token.text == "@" { return attribute() }
      if token.text == ";" || token.text == "," || tokens.closes(index) || token.text == ":" {
        index += 1
        return nil
      }
      return expressionStatement()
    case .word:
      // A label before a loop.
      if isMark(at: index + 1, ":"),
        ["for", "while", "repeat", "if", "switch", "do"].contains(
          tokens[index + 2]?.text ?? "")
      {
        index += 2
        return statementForm(self.token ?? token)
      }
      return keyword(token.text) ?? expressionStatement()
    default: return expressionStatement()
    }
  }

  private mutating func expressionStatement() -> SwiftStatement.Form { .expression(expression()) }

  private mutating func keyword(_ word: String) -> SwiftStatement.Form? {
    switch word {
    case "let", "var", "inout": return bindings()
    case "if": return conditional()
    case "guard":
      index += 1
      let conditions = conditions()
      _ = skip("else")
      return .requirement(SwiftBranch(conditions: conditions, block: block()))
    case "while":
      index += 1
      let conditions = conditions()
      return .whileLoop(SwiftBranch(conditions: conditions, block: block()))
    case "repeat" where isMark(at: index + 1, "{"):
      index += 1
      let body = block()
      guard skip("while") else { return .repeatLoop(body, nil) }
      return .repeatLoop(body, expression())
    case "for": return loop()
    case "switch": return choice()
    case "do": return attempt()
    case "defer" where isMark(at: index + 1, "{"):
      index += 1
      return .deferral(block())
    case "return", "throw", "break", "continue", "fallthrough", "yield", "discard":
      return exit(word)
    case "import", "typealias", "associatedtype", "operator", "precedencegroup", "macro":
      return other(word)
    case "case" where tokens[index + 1]?.name != nil: return cases()
    case "func", "init", "deinit", "subscript": return function(word)
    case "class", "struct", "enum", "actor", "extension", "protocol": return typeDeclaration(word)
    case "else", "catch", "in":
      index += 1
      return isNext("{") ? .attempt(block(), []) : .other
    default: return modifierOrAccessor(word)
    }
  }

  /// Goes past a modifier of a declaration, or reads an accessor.
  private mutating func modifierOrAccessor(_ word: String) -> SwiftStatement.Form? {
    if Self.accessors.contains(word), let form = accessor(word) { return form }
    guard tokens[index].map(DeclarationScanner.isModifier) == true else { return nil }
    var next = index + 1
    if tokens.isMark(next, "("), tokens.end(of: next) == next + 2 { next += 3 }
    guard let follower = tokens[next], next < limit, follower.kind == .word || follower.isMark("@"),
      !follower.startsLine || follower.isMark("@") || DeclarationScanner.declares(follower)
    else { return nil }
    index = next
    return .other
  }

  static let accessors: Set<String> = [
    "get", "set", "willSet", "didSet", "_read", "_modify", "read", "modify", "mutateAddress",
    "unsafeAddress", "unsafeMutableAddress",
  ]

  /// The accessor whose word is here; nil where it is a name.
  private mutating func accessor(_ word: String) -> SwiftStatement.Form? {
    guard readsAccessors else { return nil }
    var next = index + 1
    var parameter: String?
    if isMark(at: next, "("), tokens.end(of: next) == next + 2 {
      parameter = tokens[next + 1]?.name
      next += 3
    }
    while tokens.isWord(next, "async") || tokens.isWord(next, "throws") {
      next += 1
      if isMark(at: next, "("), tokens.isWord(next - 1, "throws") { next = tokens.after(next) }
    }
    guard isMark(at: next, "{") else {
      // One that a protocol requires.
      guard next >= limit || tokens[next]?.kind == .word else { return nil }
      index = next
      return .other
    }
    index = next
    readsAccessors = false
    let body = block()
    readsAccessors = true
    return .accessor(word, parameter: parameter, body)
  }

  /// The accessors, or the getter's statements, between the braces that open here.
  mutating func accessorBlock() -> SwiftBlock {
    let start = index
    let outer = readsAccessors
    readsAccessors = beginsAccessors(at: index)
    let statements = between(else: []) { $0.statements() }
    readsAccessors = outer
    return SwiftBlock(statements: statements, tokens: start..<index)
  }

  /// Whether the brace here is that of accessors or observers with words of their own.
  func beginsAccessors(at brace: Int) -> Bool {
    guard isMark(at: brace, "{") else { return false }
    var place = brace + 1
    while let token = tokens[place] {
      if token.isMark("@") {
        place += 2
        if isMark(at: place, "("), tokens.isAttached(place) { place = tokens.after(place) }
      } else if [
        "mutating", "nonmutating", "nonisolated", "borrowing", "consuming", "private",
        "fileprivate",
      ]
      .contains(token.text) {
        place += 1
      } else {
        break
      }
    }
    guard let word = tokens[place], word.kind == .word,
      Self.accessors.contains(word.text) || word.text == "init"
    else { return false }
    place += 1
    if isMark(at: place, "(") { return isMark(at: tokens.after(place), "{") }
    while tokens.isWord(place, "async") || tokens.isWord(place, "throws") { place += 1 }
    return tokens.isMark(place, "{") || tokens.isMark(place, "}") || tokens.isWord(place, "set")
      || tokens.isWord(place, "get")
  }

  private mutating func attribute() -> SwiftStatement.Form {
    index += 1
    var name = SwiftName(text: "", token: index)
    while token?.name != nil {
      name = self.name()
      guard isNext("."), isAttached else { break }
      index += 1
    }
    return .attribute(name, isNext("(") && isAttached ? arguments() : [])
  }

  private mutating func exit(_ word: String) -> SwiftStatement.Form? {
    if word == "yield" || word == "discard", !tokens.beginsOperand(index + 1) { return nil }
    index += 1
    if word == "break" || word == "continue" {
      if token?.kind == .word, !startsLine { index += 1 }
      return .exit(word, nil)
    }
    guard index < limit, let token, !token.isMark("}"), !token.isMark(";"), word != "fallthrough",
      !token.startsLine || tokens.goesOn(index)
    else { return .exit(word, nil) }
    return .exit(word, expression())
  }

  private mutating func other(_ word: String) -> SwiftStatement.Form? {
    let isName = word == "macro" || word == "operator" || word == "precedencegroup"
    if isName, tokens[index + 1]?.kind != .word && word != "operator" { return nil }
    if word == "operator", tokens[index + 1]?.kind != .mark { return nil }
    index += 1
    while index < limit, !startsLine, !isNext(";"), !isNext("}") {
      index = max(tokens.after(index), index + 1)
    }
    return .other
  }

  // MARK: Declarations

  private mutating func bindings() -> SwiftStatement.Form? {
    guard tokens[index + 1]?.name != nil || isMark(at: index + 1, "(") else { return nil }
    index += 1
    var all: [SwiftBinding] = []
    repeat {
      let pattern = pattern(isBinding: true)
      var type: TypeExpression?
      if skip(mark: ":") { type = self.type() }
      var value: SwiftExpression?
      if skip(mark: "=") { value = expression() }
      let accessors = isNext("{") ? accessorBlock() : nil
      all.append(SwiftBinding(pattern: pattern, type: type, value: value, accessors: accessors))
    } while skip(mark: ",")
    return .bindings(all)
  }

  private mutating func cases() -> SwiftStatement.Form {
    var values: [SwiftExpression] = []
    repeat {
      index += 1
      guard token?.name != nil else { break }
      index += 1
      if isNext("(") { index = tokens.after(index) }
      if skip(mark: "=") { values.append(expression()) }
    } while isNext(",")
    return .cases(values)
  }

  private mutating func function(_ word: String) -> SwiftStatement.Form? {
    // `self.init(…)` is a call, and so may be `subscript` or `deinit`.
    let next = tokens[index + 1]
    switch word {
    case "func": guard next?.name != nil || next?.kind == .mark else { return nil }
    case "deinit": guard next?.isMark("{") == true else { return nil }
    default:
      guard let next, ["(", "<", "?", "!"].contains(where: next.isMark) else { return nil }
    }
    var scanner = DeclarationScanner(tokens, at: index)
    let function = scanner.function(word, before: limit)
    index = max(scanner.index, index + 1)
    return .function(function)
  }

  private mutating func typeDeclaration(_ word: String) -> SwiftStatement.Form? {
    if word == "class", DeclarationScanner.isModifier(at: index, in: tokens) {
      index += 1
      return .other
    }
    guard let name = tokens[index + 1]?.name ?? (word == "extension" ? "" : nil) else { return nil }
    if word == "actor", tokens[index + 1]?.startsLine == true { return nil }
    var place = index + 2
    while place < limit, !tokens.isMark(place, "{"), !tokens.isMark(place, "}"),
      !tokens.isMark(place, ";")
    {
      place = tokens.after(place)
    }
    guard isMark(at: place, "{") else {
      index = place
      return .other
    }
    let end = min(tokens.end(of: place) ?? limit, limit)
    index = max(tokens.after(place), place + 1)
    return .type(keyword: word, name: name, members: place + 1..<max(end, place + 1))
  }

  // MARK: Control flow

  private mutating func conditional() -> SwiftStatement.Form {
    var branches: [SwiftBranch] = []
    while true {
      index += 1
      let conditions = conditions()
      branches.append(SwiftBranch(conditions: conditions, block: block()))
      guard skip("else") else { return .conditional(branches, otherwise: nil) }
      if isWord("if") { continue }
      return .conditional(branches, otherwise: block())
    }
  }

  private mutating func conditions() -> [SwiftCondition] {
    var all: [SwiftCondition] = []
    while index < limit, !isNext("{"), !isWord("else") {
      let start = index
      all.append(condition())
      _ = skip(mark: ",")
      if index <= start { index = start + 1 }
    }
    return all
  }

  private mutating func condition() -> SwiftCondition {
    if isWord("let") || isWord("var") || isWord("inout") {
      index += 1
      let pattern = pattern(isBinding: true)
      let type = skip(mark: ":") ? self.type() : nil
      let value = skip(mark: "=") ? expression(takesClosure: false) : nil
      return .binding(pattern, type, value)
    }
    if isWord("case") {
      index += 1
      let pattern = pattern(isBinding: false)
      if skip(mark: ":") { _ = type() }
      while index < limit, !isNext("="), !isNext("{"), !isNext(",") {
        index = max(tokens.after(index), index + 1)
      }
      _ = skip(mark: "=")
      return .match(pattern, expression(takesClosure: false))
    }
    if let name = token, name.kind == .macro,
      name.text.hasSuffix("vailable") || name.text == "#_hasSymbol"
    {
      index += 1
      if isNext("(") { index = tokens.after(index) }
      return .availability
    }
    return .expression(expression(takesClosure: false))
  }

  private mutating func loop() -> SwiftStatement.Form {
    index += 1
    while isWord("try") || isWord("await") || isWord("unsafe") { index += 1 }
    let isCase = skip("case")
    var pattern = pattern(isBinding: !isCase)
    if skip(mark: ":") { pattern = .cast(pattern, type()) }
    while index < limit, !isWord("in"), !isNext("{") { index = max(tokens.after(index), index + 1) }
    _ = skip("in")
    let sequence = expression(takesClosure: false)
    let condition = skip("where") ? expression(takesClosure: false) : nil
    return .forLoop(pattern, in: sequence, where: condition, block())
  }

  private mutating func choice() -> SwiftStatement.Form {
    index += 1
    let subject = expression(takesClosure: false)
    guard isNext("{") else { return .choice(subject, []) }
    return .choice(subject, between(else: []) { $0.switchCases() })
  }

  private mutating func switchCases() -> [SwiftCase] {
    var all: [SwiftCase] = []
    while index < limit {
      let start = index
      if isNext("@") { _ = attribute() }
      var patterns: [SwiftPattern] = []
      var conditions: [SwiftExpression] = []
      if skip("case") {
        repeat {
          patterns.append(pattern(isBinding: false))
          if skip("where") { conditions.append(expression(takesClosure: false)) }
        } while skip(mark: ",")
      } else {
        _ = skip("default")
      }
      while index < limit, index > start, !isNext(":"), !beginsCase {
        index = max(tokens.after(index), index + 1)
      }
      _ = skip(mark: ":")
      let first = index
      var statements: [SwiftStatement] = []
      while index < limit, !beginsCase {
        let start = index
        if let statement = statement() { statements.append(statement) }
        if index <= start { index = start + 1 }
      }
      let block = SwiftBlock(statements: statements, tokens: first..<index)
      all.append(SwiftCase(patterns: patterns, conditions: conditions, block: block))
      if index <= start { index = start + 1 }
    }
    return all
  }

  private var beginsCase: Bool {
    if isWord("case") { return true }
    if isWord("default"), isMark(at: index + 1, ":") { return true }
    return isNext("@") && tokens.isWord(index + 1, "unknown")
  }

  private mutating func attempt() -> SwiftStatement.Form {
    index += 1
    if skip("throws"), isNext("(") { index = tokens.after(index) }
    let body = block()
    var catches: [SwiftCase] = []
    while skip("catch") {
      var patterns: [SwiftPattern] = []
      var conditions: [SwiftExpression] = []
      while index < limit, !isNext("{") {
        let start = index
        patterns.append(pattern(isBinding: false, takesClosure: false))
        if skip("where") { conditions.append(expression(takesClosure: false)) }
        _ = skip(mark: ",")
        if index <= start { index = start + 1 }
      }
      catches.append(SwiftCase(patterns: patterns, conditions: conditions, block: block()))
    }
    return .attempt(body, catches)
  }
}
