/// The part of JSON Schema (draft 2020-12) that `matrix.schema.json` uses.
struct JSONSchemaValidator {
  let root: JSONValue

  /// The keywords that are checked or need no check; another one would be passed over in silence.
  static let keywords: Set<String> = [
    "$schema", "$defs", "$ref", "title", "description", "default", "type", "enum", "const",
    "required", "properties", "additionalProperties", "propertyNames", "items", "prefixItems",
    "minItems", "maxItems", "minLength", "minimum", "anyOf", "oneOf",
  ]

  func accepts(_ value: JSONValue) -> Bool { accepts(value, root) }

  private func accepts(_ value: JSONValue, _ schema: JSONValue) -> Bool {
    if case .bool(let isAllowed) = schema { return isAllowed }
    if case .string(let reference)? = schema["$ref"], !acceptsDefinition(value, reference) {
      return false
    }
    if case .array(let choices)? = schema["enum"], !choices.contains(value) { return false }
    if let constant = schema["const"], constant != value { return false }
    if let type = schema["type"], !hasType(value, type) { return false }
    if case .array(let schemas)? = schema["anyOf"], !schemas.contains(where: { accepts(value, $0) })
    {
      return false
    }
    if case .array(let schemas)? = schema["oneOf"],
      schemas.filter({ accepts(value, $0) }).count != 1
    {
      return false
    }
    return acceptsParts(of: value, schema)
  }

  private func acceptsDefinition(_ value: JSONValue, _ reference: String) -> Bool {
    let name = String(reference.dropFirst("#/$defs/".count))
    return root["$defs"]?[name].map { accepts(value, $0) } ?? false
  }

  private func hasType(_ value: JSONValue, _ type: JSONValue) -> Bool {
    let names: [String]
    if case .string(let name) = type { names = [name] } else { names = type.strings }
    switch value {
    case .null: return names.contains("null")
    case .bool: return names.contains("boolean")
    case .integer: return names.contains("integer") || names.contains("number")
    case .string: return names.contains("string")
    case .array: return names.contains("array")
    case .object: return names.contains("object")
    }
  }

  private func acceptsParts(of value: JSONValue, _ schema: JSONValue) -> Bool {
    switch value {
    case .object(let members):
      guard (schema["required"]?.strings ?? []).allSatisfy({ members[$0] != nil }) else {
        return false
      }
      return members.allSatisfy { key, member in
        let rule = schema["properties"]?[key] ?? schema["additionalProperties"]
        let name = schema["propertyNames"].map { accepts(.string(key), $0) } ?? true
        return name && (rule.map { accepts(member, $0) } ?? true)
      }
    case .array(let elements):
      if case .integer(let least)? = schema["minItems"], elements.count < least { return false }
      if case .integer(let most)? = schema["maxItems"], elements.count > most { return false }
      var prefix: [JSONValue] = []
      if case .array(let schemas)? = schema["prefixItems"] { prefix = schemas }
      return elements.enumerated().allSatisfy { index, element in
        let rule = index < prefix.count ? prefix[index] : schema["items"]
        return rule.map { accepts(element, $0) } ?? true
      }
    case .string(let text):
      if case .integer(let least)? = schema["minLength"] { return text.count >= least }
      return true
    case .integer(let number):
      if case .integer(let least)? = schema["minimum"] { return number >= least }
      return true
    case .null, .bool:
      return true
    }
  }
}
