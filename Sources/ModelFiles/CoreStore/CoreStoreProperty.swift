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
  static func properties(of model: ModelClass) -> [CoreStoreProperty] {
    model.declaration.properties.compactMap { property in
      Self.wrapped(property, in: model.tokens) ?? Self.contained(property, in: model.tokens)
    }
  }

  /// Reads `@Field.Relationship("points", inverse: \.$hike) var points: [Point]`.
  private static func wrapped(_ property: SwiftProperty, in tokens: SwiftTokens)
    -> CoreStoreProperty?
  {
    guard
      let attribute = property.attributes.first(where: {
        $0.path.count == 2 && $0.path[0] == "Field"
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
    _ property: SwiftProperty, in tokens: SwiftTokens
  ) -> CoreStoreProperty? {
    guard let value = property.initialValue else { return nil }
    var parser = SyntaxParser(tokens, in: value)
    guard case .postfix(let base, let suffixes) = parser.value().form,
      case .name(let container) = base.form,
      suffixes.count == 2, case .member(let kind) = suffixes[0].form,
      case .call(let arguments) = suffixes[1].form
    else { return nil }
    let key = arguments.first?.text ?? property.name
    if ["Value", "Transformable"].contains(container.text) {
      return CoreStoreProperty(
        name: property.name, key: key, location: property.location, relationship: nil)
    }
    guard container.text == "Relationship", let type = kind.generics.first,
      ["ToOne", "ToManyOrdered", "ToManyUnordered"].contains(kind.text)
    else { return nil }
    var relationship = Relationship(type: type)
    relationship.isToMany = kind.text != "ToOne"
    relationship.isOrdered = kind.text == "ToManyOrdered"
    relationship.read(arguments, in: tokens)
    return CoreStoreProperty(
      name: property.name, key: key, location: property.location, relationship: relationship)
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
