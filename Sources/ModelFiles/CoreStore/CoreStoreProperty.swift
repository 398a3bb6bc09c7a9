import CompiledOnce
import ObjectGraph
import SourceText
import SwiftSource

/// A property of a `CoreStoreObject` class that is a part of the model.
struct CoreStoreProperty {
  /// The parts of a relationship that its declaration states.
  struct Relationship {
    /// The type that tells the destination.
    var type: TypeExpression
    /// Whether it is a to-many, where not the type but a word says so.
    var isToMany: Bool?
    var isOrdered = false
    var rule: DeleteRule?
    /// The property that the inverse names.
    var inverse: String?
    var minCount = 0
    var maxCount = 0
    /// The arguments that cannot be read.
    var unread: [String] = []
  }

  /// The name of the Swift property.
  let name: String
  /// The name in the Core Data model.
  let key: String
  let location: Location
  /// What a relationship states; nil for an attribute.
  let relationship: Relationship?

  /// The properties of a class, in the order of its declaration.
  static func properties(of model: ModelClass, _ names: TypeNames) -> [CoreStoreProperty] {
    model.declaration.properties.compactMap { property in
      Self.wrapped(property, in: model.tokens) ?? Self.contained(property, of: model, names)
    }
  }

  /// The properties of a class that mention a relationship, or get one from code that is named elsewhere, and are not
  /// read as one.
  ///
  /// - Parameters:
  ///   - model: The class.
  ///   - names: The types of the files.
  ///   - makers: The functions and properties that give a relationship.
  /// - Returns: The properties, in the order of their declaration.
  static func unread(
    of model: ModelClass, _ names: TypeNames, makers: Set<String>
  ) -> [SwiftProperty] {
    let read = Set(properties(of: model, names).map(\.name))
    let tokens = model.tokens
    return model.declaration.properties.filter { property in
      if read.contains(property.name) || !property.isStored { return false }
      let isField = property.attributes.contains { $0.path.last == "Relationship" }
      func names(_ index: Int) -> Bool {
        tokens[index]?.name.map { containers.contains($0) || kinds.contains($0) } ?? false
      }
      return isField || property.writtenType?.contains(where: names) == true
        || property.initialValue?.contains { index in
          let isMade =
            tokens.isMark(index + 1, "(") || tokens.isMark(index + 1, "<")
            || tokens.isMark(index + 1, ".") && tokens.isWord(index + 2, "init")
          return isMade && names(index) || tokens[index]?.name.map(makers.contains) == true
        } == true
    }
  }

  /// The functions and properties of some files whose written type is a relationship, or an alias of one.
  static func makers(in files: [SwiftDeclarations]) -> Set<String> {
    let aliases = files.lazy.flatMap(\.aliases).filter { alias in
      alias.type?.names.contains { !kinds.isDisjoint(with: $0) } == true
    }
    let types = kinds.union(aliases.map(\.name))
    var makers: Set<String> = []
    for file in files {
      let tokens = file.tokens
      for index in 0..<tokens.count where tokens[index]?.name.map(types.contains) == true {
        if let maker = maker(ofTypeAt: index, in: tokens) { makers.insert(maker) }
      }
    }
    return makers
  }

  /// The name that is declared before `-> Relationship.ToOne<Owner>` or `: Relationship.ToOne<Owner>`.
  private static func maker(ofTypeAt index: Int, in tokens: SwiftTokens) -> String? {
    let start = max(0, index - Limits.tokensOfSharedValue)
    var isResult = false
    for place in (start..<index).reversed() {
      if tokens.isMark(place, "{") || tokens.isMark(place, "}") { return nil }
      if tokens.isMark(place, "=") && !isResult { return nil }
      if tokens.isMark(place, "->") { isResult = true }
      if tokens.isWord(place, "func") { return isResult ? tokens[place + 1]?.name : nil }
      if tokens.isWord(place, "var") || tokens.isWord(place, "let") {
        return tokens.isMark(place + 2, ":") ? tokens[place + 1]?.name : nil
      }
    }
    return nil
  }

  private static let containers: Set = ["Relationship", "RelationshipContainer"]
  private static let kinds: Set = ["ToOne", "ToManyOrdered", "ToManyUnordered"]

  /// Reads `@Field.Relationship("points", inverse: \.$hike) var points: [Point]`.
  private static func wrapped(_ property: SwiftProperty, in tokens: SwiftTokens)
    -> CoreStoreProperty?
  {
    guard
      let attribute = property.attributes.first(where: {
        $0.path.count == 2 && ["Field", "FieldContainer"].contains($0.path[0])
      })
    else { return nil }
    let arguments: [SwiftCallArgument] =
      attribute.open.map { open in
        var parser = SyntaxParser(tokens, in: open..<tokens.after(open))
        if case .tuple(let parts) = parser.value().form { return parts }
        return []
      } ?? []
    let key = arguments.first?.text ?? property.name
    guard attribute.path[1] == "Relationship" else {
      return CoreStoreProperty(
        name: property.name, key: key, location: property.location, relationship: nil)
    }
    guard let type = property.type else { return nil }
    var relationship = Relationship(type: type)
    switch type {
    case .array: relationship.isOrdered = true
    case .named(let path, _): relationship.isOrdered = path.last == "Array"
    default: break
    }
    relationship.read(arguments, in: tokens)
    return CoreStoreProperty(
      name: property.name, key: key, location: property.location, relationship: relationship)
  }

  /// Reads `let points = Relationship.ToManyOrdered<Point>("points", inverse: { $0.hike })`.
  private static func contained(
    _ property: SwiftProperty, of model: ModelClass, _ names: TypeNames
  ) -> CoreStoreProperty? {
    let tokens = model.tokens
    guard let value = property.initialValue else { return nil }
    var parser = TypeParser(tokens, at: value.lowerBound, before: value.upperBound)
    var open = value.lowerBound
    var type = property.type
    if tokens.isMark(open, ".") {
      // `let points: Relationship.ToManyOrdered<Point> = .init("points")`
      open += 1
    } else {
      type = parser.type()
      open = parser.index
      if tokens.isMark(open, ".") { open += 1 }
    }
    if tokens.isWord(open, "init") { open += 1 }
    guard tokens.isMark(open, "("), tokens.after(open) == value.upperBound,
      case .named(let path, let generics)? = Self.target(of: type, of: model, names),
      let kind = path.last
    else { return nil }
    var call = SyntaxParser(tokens, in: open..<value.upperBound)
    guard case .tuple(let arguments) = call.value().form else { return nil }
    let key = arguments.first?.text ?? property.name
    if ["Value", "Transformable"].contains(path.first) {
      return CoreStoreProperty(
        name: property.name, key: key, location: property.location, relationship: nil)
    }
    guard path.count > 1, containers.contains(path[path.count - 2]), kinds.contains(kind),
      let destination = generics.first
    else { return nil }
    var relationship = Relationship(type: destination)
    relationship.isToMany = kind != "ToOne"
    relationship.isOrdered = kind == "ToManyOrdered"
    relationship.read(arguments, in: tokens)
    return CoreStoreProperty(
      name: property.name, key: key, location: property.location, relationship: relationship)
  }

  /// The type behind an alias, through any others.
  private static func target(
    of type: TypeExpression?, of model: ModelClass, _ names: TypeNames
  ) -> TypeExpression? {
    var (type, scope) = (type, model.declaration.path)
    for _ in 0..<Limits.aliasesOfType {
      guard case .named(let path, let arguments)? = type,
        case .alias(let alias)? = names.meaning(of: path, in: scope),
        case .named(let target, let stated)? = alias.type
      else { break }
      let given = Dictionary(zip(alias.generics, arguments)) { first, _ in first }
      let destinations = stated.map { argument in
        if case .named(let name, _) = argument, name.count == 1 {
          given[name[0]] ?? argument
        } else {
          argument
        }
      }
      (type, scope) = (.named(target, arguments: destinations), alias.scope)
    }
    return type
  }
}

extension CoreStoreProperty.Relationship {
  fileprivate mutating func read(_ arguments: [SwiftCallArgument], in tokens: SwiftTokens) {
    for argument in arguments {
      switch argument.label {
      case "deleteRule"?:
        rule = Self.rule(argument.value)
        if rule == nil { unread.append("deleteRule") }
      case "inverse"?:
        inverse = Self.lastName(argument.value)
        if inverse == nil { unread.append("inverse") }
      case "minCount"?, "maxCount"?:
        guard case .number(let text) = argument.value.form, let count = Int(text) else {
          unread.append(argument.label ?? "")
          continue
        }
        if argument.label == "minCount" { minCount = count } else { maxCount = count }
      case nil where argument.isTrailing: inverse = Self.lastName(argument.value)
      default: break
      }
    }
  }

  private static func rule(_ value: SwiftExpression) -> DeleteRule? {
    let word: String
    switch value.form {
    case .implicitMember(let name): word = name.text
    case .postfix(_, let suffixes):
      guard case .member(let name)? = suffixes.last?.form else { return nil }
      word = name.text
    default: return nil
    }
    // CoreStore has no rule that leaves the destination as it is.
    let rule = DeleteRule(rawValue: word)
    return rule == .noAction ? nil : rule
  }

  /// The property that `\.$hike` or `{ $0.hike }` names.
  private static func lastName(_ value: SwiftExpression) -> String? {
    switch value.form {
    case .keyPath(_, let suffixes):
      guard case .member(let name)? = suffixes.last?.form else { return nil }
      return name.text.hasPrefix("$") ? String(name.text.dropFirst()) : name.text
    case .closure(let closure):
      guard closure.body.statements.count == 1,
        case .expression(let expression) = closure.body.statements[0].form,
        case .postfix(_, let suffixes) = expression.form,
        case .member(let name)? = suffixes.last?.form
      else { return nil }
      return name.text
    default: return nil
    }
  }
}

extension SwiftCallArgument {
  /// The text that it is, where it is a literal without a label.
  fileprivate var text: String? {
    if label == nil, case .text(let text) = value.form { text } else { nil }
  }
}
