/// A JSON value that knows where it stands.
package struct JSONNode: Sendable {
  package struct Member: Sendable {
    package let key: String
    package let keyLocation: Location
    package let value: JSONNode
  }

  package enum Content: Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case decimal(Double)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  package let location: Location
  package let content: Content

  /// The name of the value for people, for a message about what was found.
  package var kind: String {
    switch content {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "the number \(value)"
    case .decimal(let value): "the number \(value)"
    case .string(let value): "\"\(value.shortened.singleLine)\""
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONNode {
  package var isNull: Bool { if case .null = content { true } else { false } }

  /// The member of that name; nil where the value is no object or has none.
  package subscript(key: String) -> JSONNode? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The elements of an array; empty for anything else.
  package var elements: [JSONNode] {
    if case .array(let elements) = content { elements } else { [] }
  }

  /// Whether the value is an object with a member of that name.
  package func hasKey(_ key: String) -> Bool { self[key] != nil }
}

/// A JSON value on its way out; members keep their order.
package enum JSONText: Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// Null where it is no number: JSON has none for that.
  case decimal(Double)
  case string(String)
  case array([JSONText])
  case object([(String, JSONText)])

  package var line: String {
    switch self {
    case .null: return "null"
    case .bool(let value): return "\(value)"
    case .integer(let value): return "\(value)"
    case .decimal(let value): return value.isFinite ? "\(value)" : "null"
    case .string(let value): return Self.quoted(value)
    case .array(let elements):
      return "[" + elements.map { $0.line }.joined(separator: ",") + "]"
    case .object(let members):
      let parts = members.map { "\(Self.quoted($0.0)):\($0.1.line)" }
      return "{" + parts.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.escaped { scalar in
      switch scalar {
      case "\"": return "\\\""
      case "\\": return "\\\\"
      case "\n": return "\\n"
      case "\r": return "\\r"
      case "\t": return "\\t"
      // Some of these are legal in JSON, but end a line in JavaScript or command a terminal.
      case _ where scalar.isCommand:
        let hex = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: return nil
      }
    }
    return "\"\(escaped)\""
  }
}

extension JSONText {
  package static func strings(_ strings: [String]) -> JSONText {
    .array(strings.map { .string($0) })
  }

  package static func nullable(_ string: String?) -> JSONText {
    string.map { .string($0) } ?? .null
  }
}

extension JSONText: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) {
    self = .string(value)
  }
}
