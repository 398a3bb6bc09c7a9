import CompiledOnce
import SourceText
import SwiftSource

extension ModelClassReading {
  /// Returns the place where `inverse:` would be written for a property.
  ///
  /// - Returns: The place, with the text to write around the name of the other property. Nil if an
  ///   inverse is already stated, or if the place is uncertain, as under `#if`.
  func inverseInsertionPoint(
    of property: SwiftProperty, _ shape: RelationshipShape, _ macro: SwiftAttribute?
  ) -> InsertionPoint? {
    let tokens = model.tokens
    guard property.isAlone, property.branch == 0, tokens[property.start]?.branch == 0,
      let root = writtenDestination(of: property, shape)
    else { return nil }
    let label = "inverse: \\\(root)."
    guard let macro else {
      return tokens.place(before: property.start).map {
        InsertionPoint(place: $0, prefix: "@Relationship(\(label)", suffix: ") ")
      }
    }
    guard macro.branch == 0,
      property.attributes.count(where: { $0.isSwiftData("Relationship") }) == 1
    else { return nil }
    guard let open = macro.open else {
      return tokens.place(after: macro.nameEnd).map {
        InsertionPoint(place: $0, prefix: "(\(label)", suffix: ")")
      }
    }
    guard let close = tokens[open]?.end, tokens.isMark(close, ")"),
      !macro.arguments.contains(where: { tokens.label(of: $0) == "inverse" }),
      tokens.areBalanced(open + 1..<close)
    else { return nil }
    if close == open + 1 {
      return tokens.place(after: open).map { InsertionPoint(place: $0, prefix: label, suffix: "") }
    }
    // The parameters have their order.
    if let next = macro.arguments.first(where: { tokens.label(of: $0) == "hashModifier" }) {
      return tokens.place(before: next.start).map {
        InsertionPoint(place: $0, prefix: label, suffix: ", ")
      }
    }
    let isAfterComma = tokens.isMark(close - 1, ",")
    return tokens.place(after: close - 1).map {
      InsertionPoint(place: $0, prefix: (isAfterComma ? " " : ", ") + label, suffix: "")
    }
  }

  /// Returns the destination as the property's own type names it; nil if another name covers more
  /// than the class.
  private func writtenDestination(of property: SwiftProperty, _ shape: RelationshipShape) -> String?
  {
    guard let model = shape.model, var type = property.type else { return nil }
    for _ in 0..<Limits.aliasesOfType {
      switch type {
      case .optional(let inner), .array(let inner): type = inner
      case .composite, .labelled, .conforming, .function: return nil
      case .named(let path, let arguments):
        if let argument = arguments.first {
          type = argument
        } else {
          let isClass = names.model(named: path, in: scope) == model
          return isClass ? path.map(\.swiftName).joined(separator: ".") : nil
        }
      }
    }
    return nil
  }
}

extension String {
  /// The name as written after a dot in Swift source; some names need backticks.
  package var swiftName: String {
    let isPlain = unicodeScalars.allSatisfy {
      $0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType == .decimal
    }
    return isPlain && !["Protocol", "Type", "init", "self"].contains(self) ? self : "`\(self)`"
  }
}
