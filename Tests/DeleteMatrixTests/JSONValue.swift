import SourceText

@testable import DeleteMatrix

/// A JSON value without places, which tests can change and write down again.
indirect enum JSONValue: Equatable {
  case null
  case bool(Bool)
  case integer(Int)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(_ node: JSONNode) {
    switch node.content {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .decimal(let value): self = .string("\(value)")
    case .string(let value): self = .string(value)
    case .array(let elements): self = .array(elements.map { JSONValue($0) })
    case .object(let members):
      self = .object(
        Dictionary(
          members.map { ($0.key, JSONValue($0.value)) }, uniquingKeysWith: { first, _ in first }))
    }
  }

  var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .string(let value): Self.quoted(value)
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }.map { "\(Self.quoted($0.key)):\($0.value.text)" }
        .joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped.replacing("\n", with: "\\n"))\""
  }

  subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  var strings: [String] {
    guard case .array(let elements) = self else { return [] }
    return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  /// Every value that differs from this one in one place: a value of another type, a key that is
  /// gone, a key that nobody knows.
  var mutants: [JSONValue] {
    switch self {
    case .object(let members):
      let inner = members.keys.sorted().flatMap { key -> [JSONValue] in
        let changed = (members[key]?.mutants ?? []).map { mutant in
          JSONValue.object(members.merging([key: mutant]) { _, new in new })
        }
        return [.object(members.filter { $0.key != key })] + changed
      }
      return [.integer(7), .object(members.merging(["unheardOf": .null]) { _, new in new })] + inner
    case .array(let elements):
      let inner = elements.indices.flatMap { index in
        elements[index].mutants.map { mutant in
          var changed = elements
          changed[index] = mutant
          return JSONValue.array(changed)
        }
      }
      return [.bool(true), .object([:])] + inner
    case .string: return [.integer(7), .array([.null]), .string(""), .null]
    case .integer, .bool, .null: return [.string("seven"), .object([:]), .integer(-1)]
    }
  }
}
