import CompiledOnce
import ObjectGraph
import SourceText
import SwiftSource

extension ModelClassReading {
  /// Returns the property of the model for a stored property; nil if it isn't part of the model or
  /// cannot be read.
  mutating func property(_ property: SwiftProperty) -> Property? {
    let macro = relationshipMacro(of: property)
    let stated = statement(of: property)
    let shape = stated.flatMap { names.shape(of: $0.type, in: $0.scope) }
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
      let found =
        property.writtenType.map { "the type '\(model.tokens.written($0))'" }
        ?? property.initialValue.map { "the value '\(model.tokens.written($0))'" } ?? "no type"
      report(
        .error, .unreadableType,
        "@Relationship is on '\(property.name)', which has \(found); expected a model class, an "
          + "optional or an array of one, so it is left out",
        relationship: property.name, at: property.location)
      return nil
    }
    guard !property.isConstant else { return nil }
    reportUnclearType(property, stated)
    if let shape { reportMissingClass(property, shape) }
    return .attribute(attribute(property, stated?.type))
  }

  /// The option that keeps a value in the history of deletes.
  static let preserving = "preserveValueOnDeletion"

  /// Reports options of `@Attribute` on a relationship, and the one of these that `@Relationship` is given.
  private mutating func reportIneffectiveOptions(of property: SwiftProperty) {
    for macro in ["Attribute", "Relationship"] {
      let options = property.attributes.filter { $0.isSwiftData(macro) }.flatMap(\.arguments)
        .filter { !$0.hasLabel }.compactMap { member(of: "Option", in: $0.value) }
        .filter { macro == "Attribute" || $0 == Self.preserving }
      guard !options.isEmpty else { continue }
      report(
        .warning, .ineffectiveOption,
        "\(options.map { "'.\($0)'" }.listed()) of @\(macro) "
          + "\(options.count == 1 ? "does" : "do") nothing on the relationship "
          + "'\(property.name)'",
        relationship: property.name, at: property.location)
    }
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

  /// The type that is written, or that the initial value shows, and the types around that place.
  private mutating func statement(
    of property: SwiftProperty
  ) -> (type: TypeExpression, scope: [String])? {
    if let type = property.type { return (type, scope) }
    guard property.writtenType == nil, let value = property.initialValue,
      case .typed(let type, let scope) = initialValue(value)
    else { return nil }
    return (type, scope)
  }

  /// Says so where something that is taken for an attribute might be a relationship.
  private mutating func reportUnclearType(
    _ property: SwiftProperty, _ stated: (type: TypeExpression, scope: [String])?
  ) {
    let found: String
    if let stated {
      guard
        let name = stated.type.names.first(where: {
          names.model(named: $0, in: stated.scope) != nil
        })
      else { return }
      let model = name.joined(separator: ".")
      let written =
        property.writtenType.map { "the type '\(self.model.tokens.written($0))'" }
        ?? property.initialValue.map { "the value '\(self.model.tokens.written($0))'" }
      found =
        "has \(written ?? "no type"), which is no relationship; expected \(model), \(model)?, "
        + "[\(model)] or [\(model)]?"
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
      relationship: property.name, at: property.location)
  }

  private mutating func isUnclear(_ value: Range<Int>) -> Bool {
    guard case .unclear = initialValue(value) else { return false }
    let first = model.tokens[value.lowerBound]?.name
    if first == "Self" || first?.first?.isLowercase == true { return true }
    // What a type makes that no file declares may be anything, unless it is one of the system's.
    if let first, model.tokens.isMark(value.lowerBound + 1, "."),
      let member = model.tokens[value.lowerBound + 2]?.name, member.first?.isLowercase == true,
      !Self.isOfSystem([first])
    {
      return true
    }
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
    let isOptional = type.map { names.isOptional($0, in: scope) } ?? false
    return ModelAttribute(
      declaration: Attribute(
        property.name, isOptional: isOptional || property.initialValue != nil, isUnique: isUnique),
      location: property.location)
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
