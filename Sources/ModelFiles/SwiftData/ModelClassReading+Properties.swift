import CompiledOnce
import ObjectGraph
import SourceText
import SwiftSource

extension ModelClassReading {
  /// Returns the property of the model for a stored property; nil if it isn't part of the model or
  /// cannot be read.
  mutating func property(_ property: SwiftProperty) -> Property? {
    let macro = relationshipMacro(of: property)
    let type = property.type ?? typeOfInitialValue(property)
    let shape = type.flatMap { names.shape(of: $0, in: scope) }
    if let shape, shape.model != nil || macro != nil {
      guard !property.isConstant else {
        report(
          .warning, .constantProperty,
          "'\(property.name)' is a let; SwiftData keeps what is a var, so it is left out",
          relationship: property.name, at: property.location)
        return nil
      }
      reportIneffectiveOptions(of: property)
      return .relationship(relationship(property, shape, macro))
    }
    if macro != nil {
      let found = property.writtenType.map { "the type '\(model.tokens.written($0))'" } ?? "no type"
      report(
        .error, .unreadableType,
        "@Relationship is on '\(property.name)', which has \(found); expected a model class, an "
          + "optional or an array of one, so it is left out",
        relationship: property.name, at: property.location)
      return nil
    }
    guard !property.isConstant else { return nil }
    reportUnclearType(property, type)
    if let shape { reportMissingClass(property, shape) }
    return .attribute(attribute(property, type))
  }

  /// Reports options of `@Attribute` on a relationship.
  private mutating func reportIneffectiveOptions(of property: SwiftProperty) {
    let options = property.attributes.filter { $0.isSwiftData("Attribute") }
      .flatMap(\.arguments).filter { !$0.hasLabel }
      .compactMap { member(of: "Option", in: $0.value) }
    guard !options.isEmpty else { return }
    report(
      .warning, .ineffectiveOption,
      "\(options.map { "'.\($0)'" }.listed()) of @Attribute does nothing on the relationship "
        + "'\(property.name)'",
      relationship: property.name, at: property.location)
  }

  private mutating func relationshipMacro(of property: SwiftProperty) -> SwiftAttribute? {
    let macros = property.attributes.filter { $0.isSwiftData("Relationship") }
    if let second = macros.dropFirst().first, let first = macros.first {
      let isConditional = first.branch != second.branch
      report(
        isConditional ? .warning : .error,
        isConditional ? .conditionalDeclaration : .repeatedDeclaration,
        "'\(property.name)' has more than one @Relationship; the first is taken",
        relationship: property.name, at: second.location)
    }
    return macros.first
  }

  private func typeOfInitialValue(_ property: SwiftProperty) -> TypeExpression? {
    guard property.writtenType == nil, let value = property.initialValue,
      case .typed(let type) = InitialValue(value, in: model.tokens)
    else { return nil }
    return type
  }

  /// Says so where something that is taken for an attribute might be a relationship.
  private mutating func reportUnclearType(_ property: SwiftProperty, _ type: TypeExpression?) {
    let found: String
    if let type {
      guard let name = type.names.first(where: { names.model(named: $0, in: scope) != nil }) else {
        return
      }
      found = "holds \(name.joined(separator: ".")) in a way that no relationship does"
    } else if let written = property.writtenType {
      found = "has the type '\(model.tokens.written(written))', which cannot be read"
    } else if let value = property.initialValue {
      guard isUnclear(value) else { return }
      found = "states no type, and '\(model.tokens.written(value))' does not show one"
    } else {
      found = "states no type"
    }
    report(
      .warning, .unreadableType, "'\(property.name)' \(found); it is taken for an attribute",
      at: property.location)
  }

  private func isUnclear(_ value: Range<Int>) -> Bool {
    guard case .unclear = InitialValue(value, in: model.tokens) else { return false }
    if let first = model.tokens[value.lowerBound]?.name?.first, first.isLowercase { return true }
    return value.contains { index in
      guard let name = model.tokens[index]?.name, !model.tokens.isMark(index - 1, ".") else {
        return false
      }
      return names.model(named: [name], in: scope) != nil
    }
  }

  private mutating func attribute(
    _ property: SwiftProperty, _ type: TypeExpression?
  ) -> ModelAttribute {
    var isUnique = false
    var odd: [SwiftArgument] = []
    for argument in property.attributes.lazy.filter({ $0.isSwiftData("Attribute") })
      .flatMap(\.arguments) where !argument.hasLabel
    {
      let value = argument.value
      if member(of: "Option", in: value) == "unique" {
        isUnique = true
      } else if !model.tokens.isMark(value.lowerBound, "."), member(of: "Option", in: value) == nil
      {
        odd.append(argument)
      }
    }
    reportUnreadable(
      .warning, odd, "an option of @Attribute such as .unique",
      ", so \(odd.count > 1 ? "they are" : "it is") passed over")
    let isOptional = type.map(isOptional) ?? false
    return ModelAttribute(
      declaration: Attribute(
        property.name, isOptional: isOptional || property.initialValue != nil, isUnique: isUnique),
      location: property.location)
  }

  private func isOptional(_ type: TypeExpression) -> Bool {
    var (type, scope) = (type, scope)
    for _ in 0..<Limits.aliasesOfType {
      switch type {
      case .optional: return true
      case .named(let path, let arguments):
        if !arguments.isEmpty { return path == ["Optional"] || path == ["Swift", "Optional"] }
        guard case .alias(let alias)? = names.meaning(of: path, in: scope), let target = alias.type
        else { return false }
        (type, scope) = (target, alias.scope)
      default: return false
      }
    }
    return false
  }

  /// The member that `.member`, or `Schema.Relationship.Type.member`, names.
  func member(of type: String, in range: Range<Int>) -> String? {
    var path: [String] = []
    var expectsName = !model.tokens.isMark(range.lowerBound, ".")
    for index in range {
      if expectsName {
        guard let name = model.tokens[index]?.name else { return nil }
        path.append(name)
      } else if !model.tokens.isMark(index, ".") {
        return nil
      }
      expectsName.toggle()
    }
    guard !expectsName, let member = path.last else { return nil }
    if path.count == 1 { return model.tokens.isMark(range.lowerBound, ".") ? member : nil }
    return path[path.count - 2] == type ? member : nil
  }
}

/// The information that an initial value gives about the type of its property.
enum InitialValue {
  /// The type is written in it: `Item()`, `[Item]()`, `nil as Item?`, `Item?.none`.
  case typed(TypeExpression)
  /// A literal of a standard type.
  case literal
  /// Anything else.
  case unclear

  init(_ range: Range<Int>, in tokens: SwiftTokens) {
    if let type = Self.cast(range, in: tokens) ?? Self.optionalCase(range, in: tokens)
      ?? Self.call(range, in: tokens)
    {
      self = .typed(type)
    } else {
      let first = tokens[range.lowerBound]
      let isSigned = first?.isMark("-") ?? false
      switch tokens[range.lowerBound + (isSigned ? 1 : 0)] {
      case let token? where token.isWord("true") || token.isWord("false"): self = .literal
      case let token?:
        self = [.number, .text, .composedText, .regex].contains(token.kind) ? .literal : .unclear
      case nil: self = .unclear
      }
    }
  }

  /// The type in `value as Item?`.
  private static func cast(_ range: Range<Int>, in tokens: SwiftTokens) -> TypeExpression? {
    var index = range.lowerBound
    while index < range.upperBound {
      if tokens.isWord(index, "as") {
        var parser = TypeParser(tokens, at: index + 1, before: range.upperBound)
        let type = parser.type()
        return parser.index == range.upperBound ? type : nil
      }
      index = tokens.after(index)
    }
    return nil
  }

  /// The type in `Item?.none`, `[Item]?.some([])` or `Optional<Item>.none`.
  private static func optionalCase(
    _ range: Range<Int>, in tokens: SwiftTokens
  ) -> TypeExpression? {
    func isCase(from index: Int) -> Bool {
      guard tokens.isMark(index, ".") else { return false }
      if tokens.isWord(index + 1, "none") { return index + 2 == range.upperBound }
      return tokens.isWord(index + 1, "some") && tokens.isMark(index + 2, "(")
        && tokens.after(index + 2) == range.upperBound
    }
    if tokens.isWord(range.lowerBound, "Optional") {
      var parser = TypeParser(tokens, at: range.lowerBound + 1, before: range.upperBound)
      guard let wrapped = parser.genericArguments()?.first, isCase(from: parser.index) else {
        return nil
      }
      return .optional(wrapped)
    }
    var parser = TypeParser(tokens, at: range.lowerBound, before: range.upperBound)
    guard case .optional(let wrapped)? = parser.type(), isCase(from: parser.index) else {
      return nil
    }
    return .optional(wrapped)
  }

  /// The type in `Item()`, `[Item]()`, `Item.init()` or `[Item()]`.
  private static func call(_ range: Range<Int>, in tokens: SwiftTokens) -> TypeExpression? {
    var parser = TypeParser(tokens, at: range.lowerBound, before: range.upperBound)
    if let type = parser.type(), namesType(type) {
      var index = parser.index
      if tokens.isMark(index, "."), tokens.isWord(index + 1, "init") { index += 2 }
      let isCall = tokens.isMark(index, "(") && tokens.after(index) == range.upperBound
      return isCall ? type : nil
    }
    guard tokens.isMark(range.lowerBound, "["), let end = tokens[range.lowerBound]?.end,
      end + 1 == range.upperBound
    else { return nil }
    var element = TypeParser(tokens, at: range.lowerBound + 1, before: end)
    guard let type = element.type(), namesType(type), tokens.isMark(element.index, "(") else {
      return nil
    }
    let next = tokens.after(element.index)
    return next == end || tokens.isMark(next, ",") ? .array(type) : nil
  }

  /// Whether a name is that of a type: functions and cases begin with a small letter.
  private static func namesType(_ type: TypeExpression) -> Bool {
    guard case .named(let path, _) = type else { return true }
    return path.last?.first.map { !$0.isLowercase } ?? false
  }
}
