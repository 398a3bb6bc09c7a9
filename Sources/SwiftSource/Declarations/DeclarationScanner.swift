/// Finds the declarations in a file's tokens, without understanding what is between them.
///
/// Nothing here calls itself: the types around a place are kept on a stack.
package struct DeclarationScanner {
  /// Types within types within types: past this, what is in them is not looked at.
  ///
  /// Each type keeps the names of all around it, and a file may have tens of thousands.
  private static let greatestDepth = 24
  /// As many as a project may have of `@Model` classes alone.
  private static let mostTypes = 20_000
  /// Only the first can be a superclass.
  private static let mostInherited = 1000

  /// A type or extension whose members are being read.
  private struct Scope {
    var type: Int
    var end: Int
  }

  package var declarations: SwiftDeclarations
  package var index = 0
  package var attributes: [SwiftAttribute] = []
  package var modifiers: Set<String> = []
  private var scopes: [Scope] = []

  package static func declarations(in tokens: SwiftTokens) -> SwiftDeclarations {
    var scanner = DeclarationScanner(declarations: SwiftDeclarations(tokens: tokens))
    scanner.scanAll()
    return scanner.declarations
  }

  private init(declarations: SwiftDeclarations) {
    self.declarations = declarations
  }

  package var tokens: SwiftTokens { declarations.tokens }

  /// The type whose members are being read; nil at the top of the file.
  package var currentType: Int? { scopes.last?.type }

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
        if let currentType { declarations.types[currentType].macros.append(index) }
        skipDeclaration()
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
  }

  private mutating func word(_ token: SwiftToken) {
    switch token.text {
    case "class" where isModifier(at: index), _ where Self.modifiers.contains(token.text):
      modifiers.insert(token.text)
      index += 1
      // `private(set)` says nothing about the property itself.
      if tokens.isMark(index, "(") { index = tokens.after(index) }
      return
    case "class", "struct", "enum", "actor", "extension", "protocol": type(token)
    case "var", "let": properties(isConstant: token.text == "let")
    case "typealias": alias()
    case "import": importedModule()
    default: skipDeclaration()
    }
    forget()
  }

  /// Whether the `class` at a place is one of `class func` instead of that of a class.
  private func isModifier(at index: Int) -> Bool {
    guard let next = tokens[index + 1], next.kind == .word else { return false }
    return Self.modifiers.contains(next.text)
      || ["func", "subscript", "var", "let"].contains(next.text)
  }

  private static let modifiers: Set<String> = [
    "convenience", "distributed", "dynamic", "fileprivate", "final", "indirect", "internal",
    "isolated", "lazy", "mutating", "nonisolated", "nonmutating", "open", "optional", "override",
    "package", "private", "public", "required", "sending", "static", "unowned", "weak",
  ]

  /// Goes past a name, or past names with dots between them.
  package mutating func namePath(isDotted: Bool) -> [String] {
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
    let path = namePath(isDotted: keyword.text == "extension")
    // `actor` may be the name of something.
    guard !path.isEmpty, path.count <= Self.greatestDepth else { return }
    guard declarations.types.count < Self.mostTypes else {
      declarations.problems.append(
        SwiftTokens.Problem(
          message:
            "the file has more than \(Self.mostTypes) types; those from here on are left out",
          location: tokens.location(start)))
      index = tokens.count
      return
    }
    let scope = scopePath
    var type = SwiftType(
      keyword: keyword.text, path: scope + path, scope: scope, attributes: attributes,
      branch: keyword.branch, location: tokens.location(start))
    while let token = tokens[index], !token.isMark("{"), !token.isMark("}"), !beginsLine(token) {
      if token.isMark(":"), type.inherited.isEmpty { type.inherited = inheritedTypes() }
      if !tokens.isMark(index, "{") { index = tokens.after(index) }
    }
    guard tokens.isMark(index, "{") else {
      declarations.types.append(type)
      return
    }
    let end = tokens[index]?.end ?? tokens.count
    if scopes.count < Self.greatestDepth, keyword.text != "protocol" {
      scopes.append(Scope(type: declarations.types.count, end: end))
      index += 1
    } else {
      if keyword.text != "protocol" {
        let message = "types are nested deeper than \(Self.greatestDepth) levels"
        declarations.problems.append(
          SwiftTokens.Problem(message: message, location: type.location))
      }
      index = tokens.after(index)
    }
    declarations.types.append(type)
  }

  private mutating func inheritedTypes() -> [TypeExpression] {
    var types: [TypeExpression] = []
    repeat {
      var parser = TypeParser(tokens, at: index + 1)
      guard types.count < Self.mostInherited, let type = parser.type() else { return types }
      types.append(type)
      index = parser.index
    } while tokens.isMark(index, ",")
    return types
  }

  private mutating func alias() {
    let name = tokens[index + 1]?.name
    var type: TypeExpression?
    if tokens.isMark(index + 2, "=") {
      var parser = TypeParser(tokens, at: index + 3)
      type = parser.type()
    }
    if let name {
      declarations.aliases.append(SwiftAlias(name: name, scope: scopePath, type: type))
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
