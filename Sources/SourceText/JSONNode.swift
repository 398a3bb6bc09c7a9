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

  /// What a person would call the value, for a message about what was found.
  package var kind: String {
    switch content {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "the number \(value)"
    case .decimal(let value): "the number \(value)"
    case .string(let value): "\"\(value.singleLine)\""
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONNode {
  /// Whether the value is an object with a member of that name.
  package func hasKey(_ key: String) -> Bool {
    guard case .object(let members) = content else { return false }
    return members.contains { $0.key == key }
  }
}
