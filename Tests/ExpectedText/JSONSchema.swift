import Foundation

/// Looks at JSON as a JSON Schema (draft 2020-12) demands, as far as `matrix.schema.json` uses it,
/// independently of the program's own reader.
package struct JSONSchema {
  /// The keywords that are checked or need no check; another one would be passed over in silence.
  package static let keywords: Set<String> = [
    "$schema", "$defs", "$ref", "title", "description", "default", "type", "enum", "const",
    "required", "properties", "additionalProperties", "propertyNames", "items", "prefixItems",
    "minItems", "maxItems", "minLength", "minimum", "pattern", "anyOf", "oneOf",
    "not",
  ]

  package let root: [String: Any]

  package init(_ root: [String: Any]) { self.root = root }

  /// A part of the schema by its name among the definitions.
  package func definition(_ name: String) -> [String: Any] {
    (root["$defs"] as? [String: Any])?[name] as? [String: Any] ?? [:]
  }

  /// The definition that a part of the schema refers to, and its name.
  package func referred(by schema: [String: Any]) -> (name: String, definition: [String: Any])? {
    (schema["$ref"] as? String).map { reference in
      let name = String(reference.dropFirst("#/$defs/".count))
      return (name, definition(name))
    }
  }

  /// Whether a part of the schema allows values of a type at all.
  package func allows(_ type: String, _ part: [String: Any]) -> Bool {
    let part = referred(by: part)?.definition ?? part
    let choices = part["anyOf"] as? [[String: Any]] ?? []
    return (part["type"] as? String) == type || choices.contains { allows(type, $0) }
  }

  package func accepts(_ value: Any) -> Bool { accepts(value, root) }

  /// Whether a value is as a part of the schema demands.
  package func accepts(_ value: Any, _ schema: Any) -> Bool {
    guard let schema = schema as? [String: Any] else { return schema as? Bool ?? false }
    if let referred = referred(by: schema), !accepts(value, referred.definition) { return false }
    if let choices = schema["enum"] as? [NSObject], !choices.contains(where: { $0.isEqual(value) })
    {
      return false
    }
    if let constant = schema["const"] as? NSObject, !constant.isEqual(value) { return false }
    if let any = schema["anyOf"] as? [Any], !any.contains(where: { accepts(value, $0) }) {
      return false
    }
    if let one = schema["oneOf"] as? [Any], one.count(where: { accepts(value, $0) }) != 1 {
      return false
    }
    if let excluded = schema["not"], accepts(value, excluded) { return false }
    if let type = schema["type"] {
      let types = type as? [String] ?? [type as? String ?? ""]
      let kind = kind(of: value)
      guard types.contains(kind) || kind == "integer" && types.contains("number") else {
        return false
      }
    }
    if let object = value as? [String: Any] { return acceptsMembers(of: object, schema) }
    if let array = value as? [Any] { return acceptsElements(of: array, schema) }
    if let text = value as? String {
      let pattern = schema["pattern"] as? String
      return text.count >= schema["minLength"] as? Int ?? 0
        && pattern.map { text.range(of: $0, options: .regularExpression) != nil } ?? true
    }
    if let number = value as? Int, let least = schema["minimum"] as? Int { return number >= least }
    return true
  }

  private func kind(of value: Any) -> String {
    switch value {
    case is [String: Any]: "object"
    case is [Any]: "array"
    case is String: "string"
    case is NSNull: "null"
    case let number as NSNumber:
      switch String(cString: number.objCType) {
      case "c", "B": "boolean"
      case "d", "f": "number"
      default: "integer"
      }
    default: "nothing"
    }
  }

  private func acceptsMembers(of object: [String: Any], _ schema: [String: Any]) -> Bool {
    let required = schema["required"] as? [String] ?? []
    let properties = schema["properties"] as? [String: Any] ?? [:]
    return required.allSatisfy { object[$0] != nil }
      && object.allSatisfy { key, member in
        let rule = properties[key] ?? schema["additionalProperties"]
        let isNamed = schema["propertyNames"].map { accepts(key, $0) } ?? true
        return isNamed && (rule.map { accepts(member, $0) } ?? true)
      }
  }

  private func acceptsElements(of array: [Any], _ schema: [String: Any]) -> Bool {
    if let least = schema["minItems"] as? Int, array.count < least { return false }
    if let most = schema["maxItems"] as? Int, array.count > most { return false }
    let prefix = schema["prefixItems"] as? [Any] ?? []
    return array.enumerated().allSatisfy { index, element in
      let rule: Any? = index < prefix.count ? prefix[index] : schema["items"]
      return rule.map { accepts(element, $0) } ?? true
    }
  }
}
