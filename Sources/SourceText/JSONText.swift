/// A JSON value on its way out; members keep their order.
package enum JSONText {
  case null
  case bool(Bool)
  case integer(Int)
  case string(String)
  case array([JSONText])
  case object([(String, JSONText)])

  /// The value on one line.
  package var line: String {
    switch self {
    case .null: return "null"
    case .bool(let value): return "\(value)"
    case .integer(let value): return "\(value)"
    case .string(let value): return Self.quoted(value)
    case .array(let elements):
      return "[" + elements.map(\.line).joined(separator: ",") + "]"
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
}

extension JSONText: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) {
    self = .string(value)
  }
}
