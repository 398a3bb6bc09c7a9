/// An attribute as its entity declares it.
public struct Attribute: Hashable, Sendable {
  /// The name, unique among the properties of the entity and its ancestors.
  public var name: String
  /// Whether an object may be saved without a value.
  public var isOptional: Bool
  /// Whether no two objects may have the same value.
  public var isUnique: Bool

  /// Declares an attribute.
  ///
  /// - Parameters:
  ///   - name: The name, unique among the properties of the entity and its ancestors.
  ///   - isOptional: Whether an object may be saved without a value.
  ///   - isUnique: Whether no two objects may have the same value.
  public init(_ name: String, isOptional: Bool = true, isUnique: Bool = false) {
    self.name = name
    self.isOptional = isOptional
    self.isUnique = isUnique
  }
}

/// The value of an attribute.
public enum AttributeValue: Hashable, Comparable, Sendable {
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// Any other number.
  case decimal(Double)
  /// A text.
  case string(String)

  /// Orders false before true, numbers by size, texts by their characters, and these kinds after
  /// each other; a whole number stands before the decimal of the same size.
  public static func < (one: AttributeValue, other: AttributeValue) -> Bool {
    switch (one, other) {
    case (.bool(let one), .bool(let other)): !one && other
    case (.integer(let one), .integer(let other)): one < other
    case (.decimal(let one), .decimal(let other)): one < other
    case (.integer(let one), .decimal(let other)): Double(one) <= other
    case (.decimal(let one), .integer(let other)): one < Double(other)
    case (.string(let one), .string(let other)): one < other
    default: one.kind < other.kind
    }
  }

  private var kind: Int {
    switch self {
    case .bool: 0
    case .integer, .decimal: 1
    case .string: 2
    }
  }
}
