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
///
/// A whole number and the decimal of the same size are the same value: many languages write 1 for 1.0.
public enum AttributeValue: Hashable, Comparable, Sendable {
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// Any other number.
  case decimal(Double)
  /// A text.
  case string(String)

  /// Compares numbers by size, however they are written, and texts by their characters.
  public static func == (one: AttributeValue, other: AttributeValue) -> Bool {
    switch (one, other) {
    case (.bool(let one), .bool(let other)): one == other
    case (.integer(let one), .integer(let other)): one == other
    case (.decimal(let one), .decimal(let other)): one == other
    case (.integer(let whole), .decimal(let decimal)), (.decimal(let decimal), .integer(let whole)):
      Int(exactly: decimal) == whole
    case (.string(let one), .string(let other)): one == other
    default: false
    }
  }

  /// Hashes a decimal without a fraction as the whole number that it equals.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .decimal(let value):
      if let whole = Int(exactly: value) { hasher.combine(whole) } else { hasher.combine(value) }
    case .string(let value): hasher.combine(value)
    }
  }

  /// Orders false before true, numbers by size, texts by their characters, and these kinds after
  /// each other.
  public static func < (one: AttributeValue, other: AttributeValue) -> Bool {
    switch (one, other) {
    case (.bool(let one), .bool(let other)): !one && other
    case (.integer(let one), .integer(let other)): one < other
    case (.decimal(let one), .decimal(let other)): one < other
    // As whole numbers, because not every one of these is a decimal.
    case (.integer(let one), .decimal(let other)):
      Int(exactly: other.rounded(.up)).map { one < $0 } ?? (other > 0)
    case (.decimal(let one), .integer(let other)):
      Int(exactly: one.rounded(.down)).map { $0 < other } ?? (one < 0)
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
