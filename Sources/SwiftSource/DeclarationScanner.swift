/// Finds the declarations in a file's tokens, without understanding what is between them.
///
/// Nothing here calls itself: the types around a place are kept on a stack.
struct DeclarationScanner {
  /// A type or extension whose members are being read.
  private struct Scope {
    var type: Int
    var end: Int
  }

  let tokens: SwiftTokens
  var declarations: SwiftDeclarations
  var index = 0
  var attributes: [SwiftAttribute] = []
  var modifiers: Set<String> = []
  /// Whether the next declaration has an attribute by which code elsewhere may use it.
  var isExposed = false
  /// The index at which the attributes and modifiers of the next declaration begin.
  var declarationStart: Int?
  private var scopes: [Scope] = []
  /// Whether what the code does is wanted: all properties and functions, and what is in protocols.
  let keepsCode: Bool

  static func declarations(in tokens: SwiftTokens, keepsCode: Bool) -> SwiftDeclarations {
    var scanner = DeclarationScanner(SwiftDeclarations(tokens: tokens), keepsCode)
    scanner.scanAll()
    return scanner.declarations
  }

  /// Reads single declarations from a place on.
  init(_ tokens: SwiftTokens, at index: Int) {
    self.init(SwiftDeclarations(tokens: tokens), true)
    self.index = index
  }

  private init(_ declarations: SwiftDeclarations, _ keepsCode: Bool) {
    tokens = declarations.tokens
    self.declarations = declarations
    self.keepsCode = keepsCode
  }

  /// The type whose members are being read; nil at the top of the file.
  var currentType: Int? { scopes.last?.type }

  private var scopePath: [String] { currentType.map { declarations.types[$0].path } ?? [] }

  private mutating func scanAll() {
    while let token = tokens[index] {
      if let scope = scopes.last, index >= scope.end {
        scopes.removeLast()
        index = max(index, tokens.isMark(scope.end, "}") ? scope.end + 1 : scope.end)
        forget()
        continue
      }
      switch token.kind {
      case .mark where token.text == "@": attribute()
      case .word: word(token)
      case .macro:
        let start = index
        if let currentType { declarations.types[currentType].macros.append(index) }
        skipDeclaration()
        if keepsCode, currentType == nil { declarations.looseCode.append(start..<index) }
      default:
        index = tokens.after(index)
        forget()
      }
    }
  }

  /// Forgets the attributes and modifiers that have found their declaration.
  private mutating func forget() {
    attributes = []
    modifiers = []
    isExposed = false
    declarationStart = nil
  }

  private mutating func word(_ token: SwiftToken) {
    switch token.text {
    case "class" where Self.isModifier(at: index, in: tokens),
      "prefix" where Self.isModifier(at: index, in: tokens),
      "postfix" where Self.isModifier(at: index, in: tokens),
      _ where Self.modifiers.contains(token.text):
      if declarationStart == nil { declarationStart = index }
      modifiers.insert(token.text)
      index += 1
      // `private(set)` says nothing about the property itself.
      if tokens.isMark(index, "(") { index = tokens.after(index) }
      return
    case "class", "struct", "enum", "actor", "extension", "protocol": type(token)
    case "var", "let": properties(isConstant: token.text == "let")
    case "typealias": alias(of: "=")
    case "associatedtype" where keepsCode: alias(of: ":")
    case "import": importedModule()
    case "macro":
      if let name = tokens[index + 1]?.name { declarations.macros.insert(name) }
      skipDeclaration()
    case "case" where keepsCode && currentType != nil: cases()
    case "func" where keepsCode, "init" where keepsCode, "deinit" where keepsCode,
      "subscript" where keepsCode:
      let function = function(token.text, before: tokens.count)
      if let currentType {
        let type = declarations.types[currentType]
        var function = function
        if type.keyword == "extension" { function.generics += type.generics }
        declarations.types[currentType].functions.append(function)
      } else {
        declarations.functions.append(function)
      }
    default:
      let start = index
      skipDeclaration()
      if keepsCode, currentType == nil { declarations.looseCode.append(start..<index) }
    }
    forget()
  }

  /// Whether the word at a place is one of `class func` or `prefix func`, and not that of a class or a name.
  static func isModifier(at index: Int, in tokens: SwiftTokens) -> Bool {
    guard let next = tokens[index + 1], next.kind == .word else { return false }
    return modifiers.contains(next.text)
      || ["func", "subscript", "var", "let"].contains(next.text)
  }

  static func isModifier(_ token: SwiftToken) -> Bool {
    token.kind == .word && modifiers.contains(token.text)
  }

  static func declaresName(_ token: SwiftToken) -> Bool {
    token.kind == .word
      && ["actor", "class", "enum", "extension", "let", "struct", "var"].contains(token.text)
  }

  /// Whether a word begins a declaration behind its modifiers.
  static func declares(_ token: SwiftToken) -> Bool {
    declaresName(token) || isModifier(token)
      || token.kind == .word
        && ["case", "deinit", "func", "init", "protocol", "subscript", "typealias"]
          .contains(token.text)
  }

  private static let modifiers: Set<String> = [
    "borrowing", "consuming", "convenience", "distributed", "dynamic", "fileprivate", "final",
    "indirect", "internal",
    "isolated", "lazy", "mutating", "nonisolated", "nonmutating", "open", "optional", "override",
    "package", "private", "public", "required", "sending", "static", "unowned", "weak",
  ]

  /// Goes past a name, or past names with dots between them.
  mutating func namePath(isDotted: Bool) -> [String] {
    var path: [String] = []
    while let name = tokens[index]?.name {
      path.append(name)
      index += 1
      guard isDotted, tokens.isMark(index, "."), tokens[index + 1]?.name != nil else { break }
      index += 1
    }
    return path
  }

  private mutating func type(_ keyword: SwiftToken) {
    let start = index
    index += 1
    var path = namePath(isDotted: keyword.text == "extension")
    let element = keyword.text == "extension" ? extendedElement(&path) : nil
    // `actor` may be the name of something.
    guard !path.isEmpty, path.count <= Limits.typeNesting else { return }
    guard declarations.types.count < Limits.typesInFile else {
      declarations.problems.append(
        SwiftTokens.Problem(
          message:
            "the file has more than \(Limits.typesInFile) types; those from here on are left out",
          location: tokens.location(start)))
      index = tokens.count
      return
    }
    let scope = scopePath
    var type = SwiftType(
      keyword: keyword.text, path: scope + path, scope: scope, attributes: attributes,
      branch: keyword.branch, location: tokens.location(start))
    type.systems = oldestSystems
    // `@objc` on a class exposes no member.
    type.exposure = exposure(
      besides: ["extension", "protocol"].contains(keyword.text) ? [] : ["objc"])
    if keepsCode, keyword.text != "extension", tokens.isMark(index, "<") {
      type.generics = generics()
    }
    if let element {
      type.generics = [SwiftFunction.Generic(name: "Element", constraint: element, isSame: true)]
    }
    var isConstrained = false
    while let token = tokens[index], !token.isMark("{"), !token.isMark("}"), !beginsLine(token) {
      // What stands behind `where` is of others, or of all that conform to a protocol.
      if token.isWord("where") { isConstrained = true }
      if isConstrained, token.isWord("Self"),
        tokens.isMark(index + 1, ":") || tokens.isMark(index + 1, "=="),
        type.selfConstraints.count < Limits.inheritedTypes
      {
        var parser = TypeParser(tokens, at: index + 2)
        if let constraint = parser.type() { type.selfConstraints.append(constraint) }
      }
      if isConstrained, keepsCode, keyword.text == "extension" { constrain(&type) }
      if token.isMark(":"), !isConstrained, type.inherited.isEmpty {
        type.inherited = inheritedTypes()
      }
      if !tokens.isMark(index, "{") { index = tokens.after(index) }
    }
    guard tokens.isMark(index, "{") else {
      declarations.types.append(type)
      return
    }
    let end = tokens[index]?.end ?? tokens.count
    if scopes.count < Limits.typeNesting, keepsCode || keyword.text != "protocol" {
      scopes.append(Scope(type: declarations.types.count, end: end))
      index += 1
    } else {
      if keepsCode || keyword.text != "protocol" {
        let message = "types are nested deeper than \(Limits.typeNesting) levels"
        declarations.problems.append(
          SwiftTokens.Problem(message: message, location: type.location))
      }
      index = tokens.after(index)
    }
    declarations.types.append(type)
  }

  /// The oldest systems that have the declaration: those of the `@available` on it, and for other systems
  /// those of the enclosing type.
  private var oldestSystems: [String] {
    var versions: [String: String] = [:]
    for system in currentType.map({ declarations.types[$0].systems }) ?? [] {
      let words = system.split(separator: " ").map(String.init)
      versions[words[0]] = words[1]
    }
    for attribute in attributes where attribute.path == ["available"] {
      var system: String?
      for argument in attribute.arguments {
        let texts = argument.value.compactMap { tokens[$0]?.text }
        if argument.hasLabel {
          // `iOS, introduced: 26`
          guard tokens.isWord(argument.start, "introduced"), let system else { continue }
          versions[system] = texts.joined()
        } else {
          system = texts.first
          if let system, texts.count > 1 { versions[system] = texts.dropFirst().joined() }
        }
      }
    }
    return versions.map { "\($0) \($1)" }.sorted()
  }

  /// Reads the rest of an extended type, `[Trip]` or the arguments of `Set`, and returns the type of its
  /// elements; nil where nothing says it.
  private mutating func extendedElement(_ path: inout [String]) -> TypeExpression? {
    let isBracket = path.isEmpty && tokens.isMark(index, "[")
    guard isBracket || !path.isEmpty && tokens.isMark(index, "<") else { return nil }
    var parser = TypeParser(tokens, at: isBracket ? index : index - 1)
    guard let type = parser.type() else { return nil }
    index = parser.index
    if case .array(let element) = type {
      path = ["Array"]
      return element
    }
    if isBracket { path = ["Dictionary"] }
    guard case .named(_, let arguments) = type, arguments.count == 1 else { return nil }
    return arguments[0]
  }

  private mutating func inheritedTypes() -> [TypeExpression] {
    var types: [TypeExpression] = []
    repeat {
      var parser = TypeParser(tokens, at: index + 1)
      guard types.count < Limits.inheritedTypes, let type = parser.type() else { return types }
      types.append(type)
      index = parser.index
    } while tokens.isMark(index, ",")
    return types
  }

  private mutating func alias(of mark: String) {
    let name = tokens[index + 1]?.name
    var type: TypeExpression?
    index += 2
    let parameters = mark == "=" && tokens.isMark(index, "<") ? generics().map(\.name) : []
    if tokens.isMark(index, mark) {
      var parser = TypeParser(tokens, at: index + 1)
      type = parser.type()
    }
    // What an associated type is, without a constraint, only whoever conforms knows.
    if let name, type != nil || mark == "=" {
      declarations.aliases.append(
        SwiftAlias(name: name, scope: scopePath, type: type, generics: parameters))
    }
    skipDeclaration()
  }

  private mutating func importedModule() {
    let start = index
    var next = index + 1
    if let token = tokens[next], Self.importKinds.contains(token.text) { next += 1 }
    if let module = tokens[next]?.name {
      declarations.imports.insert(module)
      if attributes.contains(where: { $0.path == ["_exported"] }) {
        declarations.reexports.insert(module)
      }
    }
    index = next
    skipDeclaration()
    index = max(index, start + 1)
  }

  private static let importKinds: Set<String> = [
    "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
  ]
}

extension DeclarationScanner {
  /// Goes to the end of a declaration or expression, passing over everything in brackets.
  mutating func skipDeclaration() {
    index = endOfDeclaration(from: index)
  }

  /// The end of the declaration or expression that a token belongs to.
  func endOfDeclaration(from start: Int, stopsAtComma: Bool = false) -> Int {
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

  func beginsLine(_ token: SwiftToken) -> Bool {
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
    while index < start + 2 * Limits.namesWithoutType, tokens[index]?.name != nil {
      if tokens.isMark(index + 1, ":") || tokens.isMark(index + 1, "=") { return true }
      guard tokens.isMark(index + 1, ",") else { return false }
      index += 2
    }
    return false
  }
}
