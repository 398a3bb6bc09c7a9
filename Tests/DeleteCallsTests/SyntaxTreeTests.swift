import SourceText
import SwiftSource
import Testing

@Suite("What does the tree of some code look like?")
struct SyntaxTreeTests {
  private static func tokens(_ text: String) -> SwiftTokens {
    let file = SourceFile(path: "A.swift", bytes: Array(text.utf8))
    return SwiftDeclarations(file, keepsCode: true).tokens
  }

  private static func parse(_ text: String) -> (tree: [SwiftStatement], skipped: [Range<Int>]) {
    let tokens = tokens(text)
    var parser = SyntaxParser(tokens, in: 0..<tokens.count)
    let tree = parser.statements()
    return (tree, parser.skipped)
  }

  @Test(
    "Operators are folded by their precedence, and what stands before and behind a value binds closest",
    arguments: [
      ("a + b * c - d", "(a + (b * c) - d)"),
      ("a ?? b == c && !d || e", "((((a ?? b) == c) && !d) || e)"),
      ("x = c ? a : b + 1", "(x = (c ? a : (b + 1)))"),
      ("c ? a : d ? b : e", "(c ? a : (d ? b : e))"),
      ("a as? T ?? b", "(a.as ?? b)"), ("a + b as T", "(a + b).as"),
      ("try await a.b(c)", "do a.b(c)"), ("x = try? a ?? b", "(x = do (a ?? b))"),
      ("-a.b!.c?[0]", "-a.b!.c?[0]"), ("a...b", "(a ... b)"), ("a[1...]", "a[1...]"),
      ("a.b<T>(c)", "a.b(c)"), ("a < b", "(a < b)"), ("f(a < b, c > d)", "f((a < b), (c > d))"),
      ("f(a<b, c>(d))", "f(a(d))"), ("sorted(by: <)", "sorted(<)"),
      ("a.map(context.delete(_:))", "a.map(context.delete)"), ("a.b { c }.d", "a.b({}).d"),
      ("a\n  .b()\n  -c", "a.b() -c"), ("a\n(b)", "a (b)"), ("\\Trip.name", "\\.name"),
      ("[Trip]()", "type()"), ("[a: b]", "[a: b]"), ("x += 1", "(x += 1)"),
      ("x /= f(2 / y, 1)", "(x /= f((2 / y), 1))"), ("f(/a b/)", "f(?)"), ("x ?? /a/", "(x ?? ?)"),

    ])
  func expressions(text: String, expected: String) {
    let written = Self.parse(text).tree.map { statement in
      if case .expression(let value) = statement.form { Self.written(value) } else { "?" }
    }
    #expect(written.joined(separator: " ") == expected)
  }

  @Test("A view of twenty nested groups is in the tree as a whole")
  func nestedView() {
    let groups = String(repeating: "Group(alignment: .top) {\n", count: 20)
    let text =
      "\(groups)Button(\"Go\") { if a { context.delete(b) } }\(String(repeating: "}\n", count: 20))"
    let calls = SyntaxCalls(SourceFile(path: "A.swift", bytes: Array(text.utf8)))
    #expect(calls.calls.filter { $0.key.name == "Group" }.count == 20)
    #expect(calls.calls.contains { $0.key.name == "delete" })
    #expect(Self.parse(text).skipped.isEmpty)
  }

  @Test(
    "What is nested too deep is told, and what stands behind it is in the tree",
    arguments: ["(", "[", "{", "if a {", "f(", "x = ", "a ? b : "])
  func depth(opening: String) {
    let (tree, skipped) = Self.parse("\(String(repeating: opening, count: 5000))\n}\nimport A\n")
    #expect(!tree.isEmpty)
    #expect(!skipped.isEmpty)
  }

  @Test("Every part of a file has a tree, wherever it is cut")
  func cuts() throws {
    let text = """
      @Model final class Trip { var days: [Day] = [.init(a: 1)]; var n: Int { get { 1 } set(x) { f(x) } } }
      func go<T: P>(_ a: T = .b, c d: [Int]?) async throws -> Int where T: Q {
        guard case .some(let (x, _))? = try? await a.b?[c], let y = x as? T else { return -1 }
        for case let (i, v) in z where v is Int { switch v { case .a(let b), .c: b(\\.self) default: break } }
        return y.map { [weak self] (q: Int, r) -> Int in self?.s("\\(q, "\\(r)")") ?? 0 } + (a < b ? 1 : 2)
      }
      """
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: 11) {
      for length in stride(from: 1, to: bytes.count - start, by: 17) {
        let file = SourceFile(path: "A.swift", bytes: Array(bytes[start..<start + length]))
        #expect(SyntaxCalls(file).calls.count < 100)
      }
    }
    #expect(SyntaxCalls(SourceFile(path: "A.swift", bytes: bytes)).unknown == 0)
  }

  /// An expression with a bracket around every operation.
  private static func written(_ value: SwiftExpression) -> String {
    switch value.form {
    case .name(let name): name.text
    case .implicitMember(let name): ".\(name.text)"
    case .number(let text), .text(let text): text
    case .bool(let value): "\(value)"
    case .closure: "{}"
    case .type: "type"
    case .array(let values): "[\(values.map(written).joined(separator: ", "))]"
    case .dictionary(let pairs):
      "[\(pairs.map { "\(written($0.key)): \(written($0.value))" }.joined(separator: ", "))]"
    case .tuple(let parts): "(\(parts.map { written($0.value) }.joined(separator: ", ")))"
    case .keyPath(_, let path): "\\\(path.map(written).joined())"
    case .postfix(let base, let suffixes): written(base) + suffixes.map(written).joined()
    case .prefix(let marks, let value): marks.joined() + written(value)
    case .effect(_, let value): "do \(written(value))"
    case .operation(let first, let rest):
      "(\(written(first))\(rest.map { " \($0.mark) \(written($0.value))" }.joined()))"
    case .assignment(let mark, let left, let right): "(\(written(left)) \(mark) \(written(right)))"
    case .ternary(let condition, let yes, let no):
      "(\(written(condition)) ? \(written(yes)) : \(written(no)))"
    case .nothing, .regex, .interpolated, .macro, .statement, .unknown: "?"
    }
  }

  private static func written(_ suffix: SwiftSuffix) -> String {
    switch suffix.form {
    case .member(let name): ".\(name.text)"
    case .call(let given): "(\(given.map { written($0.value) }.joined(separator: ", ")))"
    case .element(let given): "[\(given.map { written($0.value) }.joined(separator: ", "))]"
    case .unwrap(let isForced): isForced ? "!" : "?"
    case .operator(let mark): mark
    case .cast: ".as"
    case .check: ".is"
    }
  }
}
