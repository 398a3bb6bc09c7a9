// Goes through all tokens of an app, so that CompiledOnce is not imported.
import SourceText
import SwiftSource

/// The databases that arguments of the label `cloudKitDatabase` name, and whether those of a store keep it in
/// memory.
struct CloudDatabases {
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
      return (values(of: value, in: file, depth: 0) ?? unknown).subtracting(["none"])
    }
    var place = start
    while tokens[place]?.name != nil, tokens.isMark(place + 1, ".") { place += 2 }
    if tokens.isWord(place, Self.type) { return [] }
    if tokens.isWord(place, Self.label) {
      let isPassedOn = parameter(Self.label, at: start, in: file) != nil
      return isPassedOn ? [] : values(of: expression, in: file, depth: 0) ?? []
    }
    return values(of: expression, in: file, depth: 0) ?? unknown
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
    if let flag { return values(of: value(of: flag), in: file, depth: 0) == ["true"] }
    guard
      let first = arguments.firstIndex(where: { file.tokens.label(of: $0) == "configurations" })
    else { return false }
    // Further ones have no label.
    let others = arguments[(first + 1)...].prefix { !$0.hasLabel }
    return values(of: ([arguments[first]] + others).map(value), in: file, 0) == [Self.inMemory]
  }

  /// The values of a configuration whose store is in memory only, and of any other.
  private static let (inMemory, onDisk) = ("a store in memory", "a store on disk")

  /// The value of a configuration that is made here; nil for any other expression.
  private mutating func configuration(
    _ base: SwiftExpression, _ suffixes: [SwiftSuffix], in file: SwiftDeclarations, _ depth: Int
  ) -> Set<String>? {
    guard case .call(let arguments)? = suffixes.last?.form else { return nil }
    switch (base.form, suffixes.count) {
    case (.name(let name), 1) where name.text == "ModelConfiguration": break
    case (.implicitMember(let name), 1) where name.text == "init": break
    case (.name(let owner), 2):
      guard case .member(let name) = suffixes[0].form,
        [["ModelConfiguration", "init"], ["SwiftData", "ModelConfiguration"]]
          .contains([owner.text, name.text])
      else { return nil }
    default: return nil
    }
    let flag = arguments.first { $0.label == "isStoredInMemoryOnly" }?.value
    let values = flag.flatMap { self.values(of: $0, in: file, depth: depth + 1) }
    return [values == ["true"] ? Self.inMemory : Self.onDisk]
  }

  private static func expression(at start: Int, in tokens: SwiftTokens) -> SwiftExpression {
    var parser = SyntaxParser(
      tokens, in: start..<min(tokens.count, start + Limits.tokensToSchema))
    return parser.value()
  }

  /// The databases, or the truth or the stores, that a value can be; nil if that is not certain.
  private mutating func values(
    of expression: SwiftExpression, in file: SwiftDeclarations, depth: Int
  ) -> Set<String>? {
    guard steps > 0, depth < Limits.nestedVariables else { return nil }
    steps -= 1
    switch expression.form {
    case .effect(_, let value): return values(of: value, in: file, depth: depth)
    case .bool(let value): return [value ? "true" : "false"]
    case .array(let values): return self.values(of: values, in: file, depth)
    case .implicitMember(let name): return member(name.text, of: nil, in: file, depth)
    case .name(let name): return variable(name, in: file, depth)
    case .ternary(_, let one, let other): return values(of: [one, other], in: file, depth)
    case .tuple(let parts):
      return parts.count == 1 ? values(of: parts[0].value, in: file, depth: depth) : nil
    case .statement(let statement): return results(of: [statement], in: file, depth)
    case .postfix(let base, let suffixes):
      if let made = configuration(base, suffixes, in: file, depth) { return made }
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
        } else {
          return nil
        }
      }
      guard path.count > 1 else { return nil }
      let owner = path[path.count - 2]
      if ["self", "Self"].contains(owner), path.count == 2 {
        let type = around(expression.tokens.lowerBound, in: file).first?.type
        return type.flatMap { property(path[1], of: $0, depth) }
      }
      return member(path[path.count - 1], of: owner.isEmpty ? nil : owner, in: file, depth)
    default: return nil
    }
  }

  private mutating func values(
    of expressions: [SwiftExpression], in file: SwiftDeclarations, _ depth: Int
  ) -> Set<String>? {
    var found: Set<String> = []
    for expression in expressions {
      guard let values = values(of: expression, in: file, depth: depth + 1) else { return nil }
      found.formUnion(values)
    }
    return found.isEmpty ? nil : found
  }

  /// The databases that a getter can return; nil if that is not certain.
  private mutating func results(
    of statements: [SwiftStatement], in file: SwiftDeclarations, _ depth: Int
  ) -> Set<String>? {
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

  /// The databases that a member of a type is; nil for the type of the databases itself.
  private mutating func member(
    _ name: String, of owner: String?, in file: SwiftDeclarations, _ depth: Int
  ) -> Set<String>? {
    if Self.databases.contains(name), owner == nil || owner?.first?.isUppercase == true {
      return [name]
    }
    let isOfDatabases = owner == nil || owner == Self.type
    return property(name, where: { isOfDatabases || $0.path.last == owner }, depth)
  }

  /// The databases that a variable, a parameter or a property can be.
  private mutating func variable(
    _ name: SwiftName, in file: SwiftDeclarations, _ depth: Int
  ) -> Set<String>? {
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
  ) -> Set<String>? {
    property(name, where: { $0.path == type }, isGlobal: type.isEmpty, depth)
  }

  /// The databases that the properties of a name are set to or return; nil if that is not certain.
  private mutating func property(
    _ name: String, where isMeant: (SwiftType) -> Bool, isGlobal: Bool = false, _ depth: Int
  ) -> Set<String>? {
    var found: Set<String> = []
    for file in code {
      let properties =
        isGlobal ? file.properties : file.types.filter(isMeant).flatMap(\.properties)
      for property in properties where property.name == name {
        guard let values = values(of: property, in: file, depth) else { return nil }
        found.formUnion(values)
      }
    }
    return found.isEmpty ? nil : found
  }

  private mutating func values(
    of property: SwiftProperty, in file: SwiftDeclarations, _ depth: Int
  ) -> Set<String>? {
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
    }
    return names
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

  /// The databases that the calls of a function give to a parameter; nil if one is not known, or if there are
  /// no calls.
  private mutating func given(
    to number: Int, of function: SwiftFunction, of type: [String], in owner: SwiftDeclarations,
    _ depth: Int
  ) -> Set<String>? {
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
    var found: Set<String> = []
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
