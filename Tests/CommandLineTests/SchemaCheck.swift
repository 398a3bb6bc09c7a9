import Foundation

/// Looks at JSON as the printed JSON Schema demands, independently of the program's own reader.
struct SchemaCheck {
  private let root: [String: Any]

  init(_ root: [String: Any]) { self.root = root }

  func accepts(_ value: Any) -> Bool { accepts(value, root) }

  private func accepts(_ value: Any, _ schema: Any) -> Bool {
    guard let schema = schema as? [String: Any] else { return schema as? Bool ?? false }
    let definitions = root["$defs"] as? [String: Any] ?? [:]
    if let reference = schema["$ref"] as? String {
      let name = String(reference.dropFirst("#/$defs/".count))
      guard let definition = definitions[name], accepts(value, definition) else { return false }
    }
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
    if let type = schema["type"] {
      let types = type as? [String] ?? [type as? String ?? ""]
      if !types.contains(where: { isValue(value, ofType: $0) }) { return false }
    }
    if let object = value as? [String: Any] { return acceptsMembers(of: object, schema) }
    if let array = value as? [Any] { return acceptsElements(of: array, schema) }
    if let text = value as? String, let least = schema["minLength"] as? Int {
      return text.count >= least
    }
    return true
  }

  private func isValue(_ value: Any, ofType type: String) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "null": value is NSNull
    case "boolean": value is Bool
    case "integer", "number": value is NSNumber
    default: false
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
