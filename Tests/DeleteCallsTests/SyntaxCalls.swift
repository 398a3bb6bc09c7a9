import SourceText
import SwiftSource

/// The calls in the tree of a file: what is called, how many arguments it has, and the brace around it.
struct SyntaxCalls {
  struct Call: Hashable, Comparable, CustomStringConvertible {
    /// Where the brace around it is, as the line and the byte in it; 0 outside of all.
    let brace: String
    let name: String
    let labels: String

    var description: String { "\(name)(\(labels)) in \(brace)" }
    static func < (one: Call, other: Call) -> Bool { one.description < other.description }
  }

  private(set) var calls: [Call: Int] = [:]
  private(set) var unknown = 0
  private var tokens: SwiftTokens
  private var brace = "0"
  private let bytes: [UInt8]
  private let lineStarts: [Int]

  init(_ file: SourceFile) {
    tokens = SwiftDeclarations(file, keepsCode: true).tokens
    bytes = file.bytes
    lineStarts = [0] + file.bytes.indices.filter { file.bytes[$0] == 0x0A }.map { $0 + 1 }
    var parser = SyntaxParser(tokens, in: 0..<tokens.count)
    visit(parser.statements())
  }

  /// How often the tree has a call; the labels of a pattern are not kept, nor is each name known.
  func count(of call: Call) -> Int {
    if call.name == "?" {
      return calls.reduce(0) { sum, known in
        let isSame = known.key.brace == call.brace && known.key.labels == call.labels
        return isSame ? sum + known.value : sum
      }
    }
    let pattern = Call(brace: call.brace, name: call.name, labels: "*")
    return (calls[call] ?? 0) + (calls[pattern] ?? 0)
  }

  private func place(of token: Int) -> String {
    let location = tokens.location(token)
    let line = bytes[lineStarts[location.line - 1]...]
    var left = location.column
    let before = line.prefix { byte in
      if byte & 0xC0 != 0x80 { left -= 1 }
      return left > 0
    }
    return "\(location.line):\(before.count + 1)"
  }

  private mutating func within(_ token: Int, _ visit: (inout SyntaxCalls) -> Void) {
    let outer = brace
    if tokens.isMark(token, "{") { brace = place(of: token) }
    visit(&self)
    brace = outer
  }

  private mutating func visit(_ statements: [SwiftStatement]) { statements.forEach { visit($0) } }

  private mutating func visit(_ block: SwiftBlock) {
    within(block.tokens.lowerBound) { $0.visit(block.statements) }
  }

  private mutating func visit(_ branch: SwiftBranch) {
    for condition in branch.conditions {
      switch condition {
      case .expression(let value): visit(value)
      case .binding(let pattern, _, let value):
        visit(pattern)
        if let value { visit(value) }
      case .match(let pattern, let value):
        visit(pattern)
        visit(value)
      case .availability: break
      }
    }
    visit(branch.block)
  }

  private mutating func visit(_ cases: [SwiftCase]) {
    for one in cases {
      one.patterns.forEach { visit($0) }
      one.conditions.forEach { visit($0) }
      visit(one.block)
    }
  }

  private mutating func visit(_ statement: SwiftStatement) {
    switch statement.form {
    case .expression(let value): visit(value)
    case .bindings(let bindings):
      for binding in bindings {
        if let value = binding.value { visit(value) }
        if let accessors = binding.accessors { visit(accessors) }
      }
    case .function(let function):
      for parameter in function.parameters {
        guard let value = parameter.defaultValue else { continue }
        var parser = SyntaxParser(tokens, in: value)
        visit(parser.value())
      }
      if let body = function.body {
        var parser = SyntaxParser(tokens, in: body)
        // What has accessors is not parsed as a function's statements.
        parser.beginBody()
        within(body.lowerBound - 1) { $0.visit(parser.statements()) }
      }
    case .type(_, _, let members):
      var parser = SyntaxParser(tokens, in: members)
      visit(parser.statements())
    case .cases(let values): values.forEach { visit($0) }
    case .attribute(_, let arguments): visit(arguments)
    case .accessor(_, _, let block): visit(block)
    case .conditional(let branches, let otherwise):
      branches.forEach { visit($0) }
      if let otherwise { visit(otherwise) }
    case .requirement(let branch), .whileLoop(let branch): visit(branch)
    case .repeatLoop(let block, let condition):
      visit(block)
      if let condition { visit(condition) }
    case .forLoop(let pattern, let sequence, let condition, let block):
      visit(pattern)
      visit(sequence)
      if let condition { visit(condition) }
      visit(block)
    case .choice(let subject, let cases):
      visit(subject)
      visit(cases)
    case .attempt(let block, let catches):
      visit(block)
      visit(catches)
    case .deferral(let block): visit(block)
    case .exit(_, let value): if let value { visit(value) }
    case .other: break
    }
  }

  private mutating func visit(_ pattern: SwiftPattern) {
    switch pattern {
    case .name, .nothing, .check: break
    case .tuple(let parts): parts.forEach { visit($0) }
    case .member(let name, let parts):
      if !parts.isEmpty { add(name, nil) }
      parts.forEach { visit($0) }
    case .optional(let inner), .cast(let inner, _): visit(inner)
    case .expression(let value): visit(value)
    }
  }

  private mutating func visit(_ arguments: [SwiftCallArgument]) {
    arguments.forEach { visit($0.value) }
  }

  private mutating func visit(_ expression: SwiftExpression) {
    switch expression.form {
    case .name, .implicitMember, .number, .text, .bool, .nothing, .regex, .macro, .type: break
    case .unknown: unknown += 1
    case .interpolated(let pieces):
      for piece in pieces {
        let outer = tokens
        tokens = piece.tokens
        visit(piece.arguments)
        tokens = outer
      }
    case .array(let values): values.forEach { visit($0) }
    case .dictionary(let pairs):
      for pair in pairs {
        visit(pair.key)
        visit(pair.value)
      }
    case .tuple(let parts): visit(parts)
    case .closure(let closure):
      within(closure.body.tokens.lowerBound) { walker in
        // What it captures is found around it by the compiler.
        walker.visit(closure.body.statements)
      }
      for capture in closure.captures {
        if let value = capture.value { visit(value) }
      }
    case .keyPath(_, let path): visit(path, of: nil)
    case .postfix(let base, let suffixes):
      visit(base)
      visit(suffixes, of: base)
    case .prefix(_, let value), .effect(_, let value): visit(value)
    case .operation(let first, let rest):
      visit(first)
      rest.forEach { visit($0.value) }
    case .assignment(_, let left, let right):
      visit(left)
      visit(right)
    case .ternary(let condition, let yes, let no):
      visit(condition)
      visit(yes)
      visit(no)
    case .statement(let statement): visit(statement)
    }
  }

  private mutating func visit(_ suffixes: [SwiftSuffix], of base: SwiftExpression?) {
    var name = "?"
    var isMacro = false
    switch base?.form {
    case .name(let base): name = base.text
    case .implicitMember(let base): name = base.text
    case .macro: isMacro = true
    default: break
    }
    for suffix in suffixes {
      switch suffix.form {
      case .member(let member): name = member.text
      case .call(let arguments):
        if !isMacro { add(name, arguments) }
        visit(arguments)
        name = "?"
        isMacro = false
      case .element(let arguments):
        visit(arguments)
        name = "?"
      case .unwrap, .operator, .cast, .check: name = "?"
      }
    }
  }

  private mutating func add(_ name: String, _ arguments: [SwiftCallArgument]?) {
    let labels = arguments.map { $0.map { "\($0.label ?? "_"):" }.joined() } ?? "*"
    calls[Call(brace: brace, name: name, labels: labels), default: 0] += 1
  }
}
