// Goes through all tokens of an app, so that CompiledOnce is not imported.
import SourceText
import SwiftSource

/// A reader of the values that code gives to containers, configurations and schemas: databases, stores and types.
struct StoreValues {
  /// A value that an argument can have.
  enum Value: Hashable {
    /// A database of CloudKit, by its name.
    case database(String)
    case truth(Bool)
    /// A configuration.
    case store(isInMemory: Bool)
    /// A type, by the path of its declaration where one is known.
    case type([String])
  }

  static let label = "cloudKitDatabase"
  private static let type = "CloudKitDatabase"
  /// The databases that SwiftData has.
  private static let databases: Set = ["none", "automatic", "private"]

  private let code: [SwiftDeclarations]
  /// The bodies of each file that was asked about, by its path.
  private var bodies: [String: CodeBodies] = [:]
  /// The calls of each function, by their brackets; nil until one is looked for.
  private var calls: [String: [(file: Int, open: Int)]]?
  /// The names that code sets anywhere but where they are declared; nil until one is asked for.
  private var setNames: Set<String>?
  /// The types by their names; nil until one is looked for.
  private var types: TypeNames?
  /// The number of values that are still read for one argument.
  private var steps = 0

  init(in code: [SwiftDeclarations]) { self.code = code }

  /// Returns the databases that an argument can name.
  ///
  /// - Parameters:
  ///   - index: The token of the label.
  ///   - file: Its file.
  /// - Returns: The databases, or what is written if its value is unknown. None for an argument that passes on
  ///   a parameter or a property of the same name, whose value is stated elsewhere; for their declaration,
  ///   the databases of its value except for `none`.
  mutating func named(at index: Int, in file: SwiftDeclarations) -> Set<String> {
    let tokens = file.tokens
    guard tokens.isWord(index, Self.label), tokens.isMark(index + 1, ":") else { return [] }
    steps = Limits.inferenceSteps
    let start = index + 2
    let expression = Self.expression(at: start, in: tokens)
    let unknown: Set = [tokens.written(expression.tokens)]
    if case .assignment(_, _, let value) = expression.form {
      if case .nothing = value.form { return [] }
      return (databases(of: value, in: file) ?? unknown).subtracting(["none"])
    }
    var place = start
    while tokens[place]?.name != nil, tokens.isMark(place + 1, ".") { place += 2 }
    if tokens.isWord(place, Self.type) { return [] }
    if tokens.isWord(place, Self.label) {
      let isPassedOn = parameter(Self.label, at: start, in: file) != nil
      return isPassedOn ? [] : databases(of: expression, in: file) ?? []
    }
    return databases(of: expression, in: file) ?? unknown
  }

  private mutating func databases(
    of expression: SwiftExpression, in file: SwiftDeclarations
  ) -> Set<String>? {
    guard let values = values(of: expression, in: file, depth: 0) else { return nil }
    let names = values.compactMap { if case .database(let name) = $0 { name } else { nil } }
    return names.count == values.count ? Set(names) : nil
  }

  /// Whether the arguments of a container or a configuration keep its store in memory only, themselves or by
  /// the configurations that they name.
  mutating func areInMemory(_ arguments: [SwiftArgument], in file: SwiftDeclarations) -> Bool {
    steps = Limits.inferenceSteps
    func value(of argument: SwiftArgument) -> SwiftExpression {
      Self.expression(at: argument.value.lowerBound, in: file.tokens)
    }
    let flag = arguments.first {
      ["isStoredInMemoryOnly", "inMemory"].contains(file.tokens.label(of: $0))
    }
    if let flag { return values(of: value(of: flag), in: file, depth: 0) == [.truth(true)] }
    guard
      let first = arguments.firstIndex(where: { file.tokens.label(of: $0) == "configurations" })
    else { return false }
    // Further ones have no label.
    let others = arguments[(first + 1)...].prefix { !$0.hasLabel }
    return values(of: ([arguments[first]] + others).map(value), in: file, 0) == [
      .store(isInMemory: true)
    ]
  }

  /// Finds the types that an argument of a container, a configuration or a schema lists, itself or by what it
  /// names.
  ///
  /// - Returns: The paths of the types; nil if one of them is not certain.
  mutating func types(of argument: SwiftArgument, in file: SwiftDeclarations) -> Set<[String]>? {
    steps = Limits.inferenceSteps
    let expression = Self.expression(at: argument.value.lowerBound, in: file.tokens)
    return values(of: expression, in: file, depth: 0).flatMap(Self.types)
  }

  /// The types that a property of a type lists; nil if it has none of the name, or they are not certain.
  mutating func types(in property: String, of type: [String]) -> Set<[String]>? {
    steps = Limits.inferenceSteps
    return self.property(property, of: type, 0).flatMap(Self.types)
  }

  private static func types(_ values: Set<Value>) -> Set<[String]>? {
    let paths = values.compactMap { if case .type(let path) = $0 { path } else { nil } }
    return paths.count == values.count ? Set(paths) : nil
  }

  /// The value of a configuration or a schema that is made here, or of a closure that is called; nil for any
  /// other expression.
  private mutating func made(
    _ base: SwiftExpression, _ suffixes: [SwiftSuffix], in file: SwiftDeclarations, _ depth: Int
  ) -> Set<Value>? {
    guard case .call(let arguments)? = suffixes.last?.form else { return nil }
    /// The type that is made; empty where it is implicit.
    let made: String
    switch (base.form, suffixes.count) {
    case (.closure(let closure), 1): return results(of: closure.body.statements, in: file, depth)
    case (.name(let name), 1): made = name.text
    case (.implicitMember(let name), 1) where name.text == "init": made = ""
    case (.name(let owner), 2):
      guard case .member(let name) = suffixes[0].form else { return nil }
      made = name.text == "init" ? owner.text : owner.text == "SwiftData" ? name.text : "?"
    default: return nil
    }
    if made.isEmpty || made == "Schema" {
      let listed = arguments.filter { [nil, "versionedSchema"].contains($0.label) }.map(\.value)
      let values = values(of: listed, in: file, depth)
      if let values, Self.types(values) != nil { return values }
    }
    guard made.isEmpty || made == "ModelConfiguration" else { return nil }
    let flag = arguments.first { $0.label == "isStoredInMemoryOnly" }?.value
    let values = flag.flatMap { self.values(of: $0, in: file, depth: depth + 1) }
    return [.store(isInMemory: values == [.truth(true)])]
  }

  /// The values that the functions of a called name return; nil if that is not certain.
  private mutating func called(
    _ base: SwiftExpression, _ suffixes: [SwiftSuffix], in file: SwiftDeclarations, _ depth: Int
  ) -> Set<Value>? {
    guard case .call? = suffixes.last?.form, let name = Self.calledName(base, suffixes)
    else { return nil }
    var found: Set<Value> = []
    for file in code {
      for function in file.functions + file.types.flatMap(\.functions) where function.name == name {
        guard let body = function.body else { return nil }
        var parser = SyntaxParser(file.tokens, in: body)
        parser.beginBody()
        guard let values = results(of: parser.statements(), in: file, depth + 1) else { return nil }
        found.formUnion(values)
      }
    }
    return found.isEmpty ? nil : found
  }

  /// The name of the function in `kind()`, `Settings.kind()` and `Settings().kind()`.
  private static func calledName(_ base: SwiftExpression, _ suffixes: [SwiftSuffix]) -> String? {
    if suffixes.count == 1 {
      if case .name(let name) = base.form { return name.text }
    } else if case .member(let name) = suffixes[suffixes.count - 2].form {
      return databases.contains(name.text) || name.text == "init" ? nil : name.text
    }
    return nil
  }

  private static func expression(at start: Int, in tokens: SwiftTokens) -> SwiftExpression {
    var parser = SyntaxParser(
      tokens, in: start..<min(tokens.count, start + Limits.tokensToSchema))
    return parser.value()
  }

  /// The values that an expression can have, of a list those of its elements; nil if that is not certain.
  private mutating func values(
    of expression: SwiftExpression, in file: SwiftDeclarations, depth: Int
  ) -> Set<Value>? {
    guard steps > 0, depth < Limits.nestedVariables else { return nil }
    steps -= 1
    switch expression.form {
    case .effect(_, let value): return values(of: value, in: file, depth: depth)
    case .bool(let value): return [.truth(value)]
    case .array(let values): return values.isEmpty ? [] : self.values(of: values, in: file, depth)
    case .operation(let first, let rest) where rest.allSatisfy { $0.mark == "+" }:
      return values(of: [first] + rest.map(\.value), in: file, depth)
    case .implicitMember(let name): return member(name.text, of: nil, depth)
    case .name(let name): return variable(name, in: file, depth)
    case .ternary(_, let one, let other): return values(of: [one, other], in: file, depth)
    case .tuple(let parts):
      return parts.count == 1 ? values(of: parts[0].value, in: file, depth: depth) : nil
    case .statement(let statement): return results(of: [statement], in: file, depth)
    case .postfix(let base, let suffixes):
      if let made = made(base, suffixes, in: file, depth) { return made }
      if let called = called(base, suffixes, in: file, depth) { return called }
      var path: [String] = []
      switch base.form {
      case .implicitMember(let name): path = ["", name.text]
      case .name(let name): path = [name.text]
      default: return nil
      }
      for suffix in suffixes {
        // Two branches of `#if` read like a member of a member.
        if path.count > 1, Self.databases.contains(path[path.count - 1]) {
          guard case .call = suffix.form, path.last == "private" else { return nil }
        } else if case .member(let name) = suffix.form, path[0] != "" {
          path.append(name.text)
        } else if case .cast = suffix.form {
          continue
        } else {
          return nil
        }
      }
      guard path.count > 1 else { return nil }
      let scope = around(expression.tokens.lowerBound, in: file).first?.type ?? []
      let owner = path[path.count - 2]
      if !owner.isEmpty {
        let type = owner == "self" ? scope : type(Array(path.dropLast()), in: scope)
        if path.last == "self" || path.last == "models" && isVersion(type) { return [.type(type)] }
        if let found = property(path[path.count - 1], of: type, depth) { return found }
      }
      return member(path[path.count - 1], of: owner.isEmpty ? nil : owner, depth)
    default: return nil
    }
  }

  /// The full name of the type that a name means somewhere; the name itself where no file declares it.
  private mutating func type(_ path: [String], in scope: [String]) -> [String] {
    let names = types ?? TypeNames(code, models: [])
    types = names
    return names.target(of: path, in: scope)
  }

  /// Whether a type is a version of a schema.
  private func isVersion(_ path: [String]) -> Bool {
    code.contains { file in
      file.types.contains { type in
        type.path == path
          && type.inherited.contains { parent in
            parent.names.contains { $0.last == "VersionedSchema" }
          }
      }
    }
  }

  private mutating func values(
    of expressions: [SwiftExpression], in file: SwiftDeclarations, _ depth: Int
  ) -> Set<Value>? {
    var found: Set<Value> = []
    for expression in expressions {
      guard let values = values(of: expression, in: file, depth: depth + 1) else { return nil }
      found.formUnion(values)
    }
    return expressions.isEmpty ? nil : found
  }

  /// The values that a getter or a closure can return; nil if that is not certain.
  private mutating func results(
    of statements: [SwiftStatement], in file: SwiftDeclarations, _ depth: Int
  ) -> Set<Value>? {
    values(of: Self.returned(by: statements, depth: 0), in: file, depth)
  }

  /// The values that statements return, with that of a single expression.
  private static func returned(by statements: [SwiftStatement], depth: Int) -> [SwiftExpression] {
    guard depth < Limits.nestedVariables else { return [] }
    func returned(_ block: SwiftBlock) -> [SwiftExpression] {
      Self.returned(by: block.statements, depth: depth + 1)
    }
    return statements.flatMap { statement -> [SwiftExpression] in
      switch statement.form {
      case .expression(let value):
        if case .statement(let inner) = value.form {
          return Self.returned(by: [inner], depth: depth + 1)
        }
        return statements.count == 1 ? [value] : []
      case .exit("return", let value): return value.map { [$0] } ?? []
      case .accessor("get", _, let block): return returned(block)
      case .conditional(let branches, let otherwise):
        return branches.flatMap { returned($0.block) } + (otherwise.map(returned) ?? [])
      case .requirement(let branch): return returned(branch.block)
      case .choice(_, let cases): return cases.flatMap { returned($0.block) }
      default: return []
      }
    }
  }

  /// The values of a member of a type; nil for the type of the databases itself.
  private mutating func member(
    _ name: String, of owner: String?, _ depth: Int
  ) -> Set<Value>? {
    if Self.databases.contains(name), owner == nil || owner?.first?.isUppercase == true {
      return [.database(name)]
    }
    let isOfDatabases = owner == nil || owner == Self.type
    return property(name, where: { isOfDatabases || $0.path.last == owner }, depth)
  }

  /// The values that a variable, a parameter or a property can have.
  private mutating func variable(
    _ name: SwiftName, in file: SwiftDeclarations, _ depth: Int
  ) -> Set<Value>? {
    let around = around(name.token, in: file)
    switch local(name.text, before: name.token, from: around.last?.tokens.lowerBound ?? 0, in: file)
    {
    case .some(let given): return given.flatMap { values(of: $0, in: file, depth) }
    case nil: break
    }
    if let (function, type, number) = parameter(name.text, at: name.token, in: file) {
      return given(to: number, of: function, of: type, in: file, depth)
    }
    let type = around.first?.type ?? []
    let own = property(name.text, of: type, depth)
    let isOwn = code.contains { file in
      file.types.contains { $0.path == type && $0.properties.contains { $0.name == name.text } }
    }
    return isOwn ? own : property(name.text, of: [], depth)
  }

  private mutating func around(_ place: Int, in file: SwiftDeclarations) -> [CodeBodies.Body] {
    let found = bodies[file.tokens.file] ?? CodeBodies(of: file)
    bodies[file.tokens.file] = found
    return found.around(place)
  }

  /// The values that a variable is set to between its declaration and a place, which are nil inside if one is
  /// not known; nil if no variable is declared.
  private func local(
    _ name: String, before place: Int, from first: Int, in file: SwiftDeclarations
  ) -> [SwiftExpression]?? {
    let tokens = file.tokens
    let start = max(1, first, place - Limits.tokensToSchema)
    guard start < place else { return nil }
    var found: [SwiftExpression] = []
    var isDeclared = false
    for index in (start..<place).reversed()
    where tokens.isWord(index, name) && !tokens.isMark(index - 1, ".") {
      if tokens.isWord(index + 1, "in") || tokens.isMark(index - 1, "&") { return .some(nil) }
      if Self.changes(at: index, in: tokens) { return .some(nil) }
      let declares = tokens.isWord(index - 1, "let") || tokens.isWord(index - 1, "var")
      // A variable of a block that has ended is another one.
      let isOther =
        declares
        && (start..<index).contains { open in
          tokens.isMark(open, "{") && (index..<place).contains(tokens.end(of: open) ?? place)
        }
      if isOther { return .some(nil) }
      var end = index + 1
      while end < place, !tokens.isMark(end, "="), tokens[end]?.startsLine == false { end += 1 }
      if tokens.isMark(end, "="), declares || end == index + 1 {
        found.append(Self.expression(at: end + 1, in: tokens))
      }
      isDeclared = isDeclared || declares
      // Another branch of `#if` may declare it again.
      if declares, tokens[index]?.branch == 0 { break }
    }
    return isDeclared ? .some(found.isEmpty ? nil : found) : nil
  }

  private mutating func property(
    _ name: String, of type: [String], _ depth: Int
  ) -> Set<Value>? {
    property(name, where: { $0.path == type }, isGlobal: type.isEmpty, depth)
  }

  /// The values that properties of a name are set to or return; nil if that is not certain.
  private mutating func property(
    _ name: String, where isMeant: (SwiftType) -> Bool, isGlobal: Bool = false, _ depth: Int
  ) -> Set<Value>? {
    var found: Set<Value>?
    for file in code {
      let properties =
        isGlobal ? file.properties : file.types.filter(isMeant).flatMap(\.properties)
      for property in properties where property.name == name {
        guard let values = values(of: property, in: file, depth) else { return nil }
        found = (found ?? []).union(values)
      }
    }
    return found
  }

  private mutating func values(
    of property: SwiftProperty, in file: SwiftDeclarations, _ depth: Int
  ) -> Set<Value>? {
    if let initial = property.initialValue {
      let mayChange = !property.isConstant && (!property.attributes.isEmpty || isSet(property.name))
      return mayChange
        ? nil
        : values(
          of: Self.expression(at: initial.lowerBound, in: file.tokens), in: file, depth: depth + 1)
    }
    guard let open = property.accessors else { return nil }
    var parser = SyntaxParser(file.tokens, in: open + 1..<(file.tokens.end(of: open) ?? open + 1))
    parser.beginBody()
    return results(of: parser.statements(), in: file, depth)
  }

  /// Whether any code sets a variable of a name after its declaration.
  private mutating func isSet(_ name: String) -> Bool {
    let names = setNames ?? Self.setNames(in: code)
    setNames = names
    return names.contains(name)
  }

  private static func setNames(in code: [SwiftDeclarations]) -> Set<String> {
    var names: Set<String> = []
    for tokens in code.lazy.map(\.tokens) {
      for index in 1..<max(1, tokens.count) where tokens.isMark(index + 1, "=") {
        guard let name = tokens[index]?.name, !tokens.isWord(index - 1, "var"),
          !tokens.isWord(index - 1, "let")
        else { continue }
        names.insert(name)
      }
      for index in 1..<max(1, tokens.count) where changes(at: index, in: tokens) {
        if let name = tokens[index]?.name { names.insert(name) }
      }
    }
    return names
  }

  /// Whether the list that a token names is added to.
  private static func changes(at index: Int, in tokens: SwiftTokens) -> Bool {
    tokens.isMark(index + 1, "+=") || tokens.isMark(index + 1, "+") && tokens.isMark(index + 2, "=")
      || tokens.isMark(index + 1, ".")
        && ["append", "insert"].contains { tokens.isWord(index + 2, $0) }
  }

  /// The function around a place that has a parameter of a name, with its type and the parameter's number.
  private mutating func parameter(
    _ name: String, at place: Int, in file: SwiftDeclarations
  ) -> (SwiftFunction, type: [String], number: Int)? {
    for body in around(place, in: file) {
      guard let function = body.function,
        let number = function.parameters.firstIndex(where: { $0.name == name })
      else { continue }
      return (function, body.type, number)
    }
    return nil
  }

  /// The values that calls of a function give to a parameter; nil if one is not known, or if there are
  /// no calls.
  private mutating func given(
    to number: Int, of function: SwiftFunction, of type: [String], in owner: SwiftDeclarations,
    _ depth: Int
  ) -> Set<Value>? {
    let parameter = function.parameters[number]
    var names = [function.name]
    if function.name == "init" {
      // Subclasses may inherit an initializer, and what makes one may leave out its name.
      let name = type.last ?? ""
      let heirs = code.contains { file in
        file.types.contains { type in
          type.keyword == "class"
            && type.inherited.contains { $0.names.contains { $0.last == name } }
        }
      }
      if heirs { return nil }
      names = [name, "self", "Self", ""]
    }
    let calls = self.calls ?? callsByName()
    self.calls = calls
    var found: Set<Value> = []
    for (position, open) in names.flatMap({ calls[$0] ?? [] }) {
      let file = code[position]
      let arguments = file.tokens.arguments(at: open, atMost: 16)
      let argument = arguments.enumerated().first { index, argument in
        parameter.label == nil
          ? index == number && !argument.hasLabel
          : file.tokens.label(of: argument) == parameter.label
      }
      var value = argument.map { (place: $0.element.value.lowerBound, file: file) }
      if value == nil, let standard = parameter.defaultValue {
        value = (standard.lowerBound, owner)
      }
      guard let value else { continue }
      let expression = Self.expression(at: value.place, in: value.file.tokens)
      guard let values = values(of: expression, in: value.file, depth: depth + 1) else {
        return nil
      }
      found.formUnion(values)
    }
    guard found.isEmpty, let standard = parameter.defaultValue else {
      return found.isEmpty ? nil : found
    }
    // No call says anything else.
    let expression = Self.expression(at: standard.lowerBound, in: owner.tokens)
    return values(of: expression, in: owner, depth: depth + 1)
  }

  /// The calls in all files by the name of what is called; those of a bare `init` have none.
  private func callsByName() -> [String: [(file: Int, open: Int)]] {
    var calls: [String: [(file: Int, open: Int)]] = [:]
    for (position, tokens) in code.lazy.map(\.tokens).enumerated() {
      for open in 0..<tokens.count
      where tokens.isMark(open, "(") && !tokens.isWord(open - 2, "func") {
        let isBare = tokens.isWord(open - 1, "init") && tokens.isMark(open - 2, ".")
        guard let name = tokens.calledName(before: open) ?? (isBare ? "" : nil) else { continue }
        calls[name, default: []].append((position, open))
      }
    }
    return calls
  }
}
