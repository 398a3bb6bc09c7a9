/// Reads the values of one file, noting every problem instead of stopping at the first.
package struct FileReading {
  let file: String
  private(set) var problems: [DataError.Problem] = []

  init(file: String) {
    self.file = file
  }

  mutating func report(_ location: Location, _ message: String) {
    problems.append(DataError.Problem(location: location, message: message))
  }

  mutating func report(_ node: JSONNode, expected: String) {
    report(node.location, "found \(node.kind); expected \(expected)")
  }

  /// The members of an object of the format, after reporting unknown, repeated and missing keys.
  mutating func members(_ node: JSONNode, of format: FormatObject) -> [String: JSONNode]? {
    let known = format.required + format.optional
    guard
      let members = namedMembers(node, expected: "\(format.title), an object")
    else { return nil }
    var byKey: [String: JSONNode] = [:]
    byKey.reserveCapacity(members.count)
    for member in members {
      if known.contains(member.key) {
        byKey[member.key] = member.value
      } else {
        report(
          member.keyLocation,
          "found the unknown key \"\(member.key.singleLine)\" in \(format.title)"
            + alternatives(to: member.key, among: known))
      }
    }
    for key in format.required where byKey[key] == nil {
      report(node.location, "found no \"\(key)\" in \(format.title); expected it there")
    }
    if let schema = byKey["$schema"] { _ = string(schema) }
    return byKey
  }

  /// The members of an object whose keys are names, after reporting repeated ones.
  mutating func namedMembers(_ node: JSONNode, expected: String) -> [JSONNode.Member]? {
    guard case .object(let members) = node.content else {
      report(node, expected: expected)
      return nil
    }
    var seen: [String: Location] = [:]
    seen.reserveCapacity(members.count)
    return members.filter { member in
      if let first = seen[member.key] {
        report(
          member.keyLocation,
          "found the key \"\(member.key.singleLine)\" again; it stands first in line \(first.line)")
        return false
      }
      seen[member.key] = member.keyLocation
      return true
    }
  }

  mutating func elements(_ node: JSONNode?, expected: String) -> [JSONNode]? {
    guard let node else { return nil }
    if case .array(let elements) = node.content { return elements }
    report(node, expected: expected)
    return nil
  }

  mutating func string(
    _ node: JSONNode?, expected: String = "a string that is not empty"
  ) -> String? {
    guard let node else { return nil }
    if case .string(let value) = node.content, !value.isEmpty { return value }
    report(node, expected: expected)
    return nil
  }

  mutating func strings(_ node: JSONNode?, expected: String) -> [String]? {
    guard let elements = elements(node, expected: expected) else { return nil }
    return elements.compactMap { string($0, expected: "a name") }
  }

  /// A string or an explicit null.
  mutating func nullableString(_ node: JSONNode?, expected: String) -> String? {
    if case .null? = node?.content { return nil }
    return string(node, expected: "\(expected), or null")
  }

  mutating func bool(_ node: JSONNode?) -> Bool? {
    guard let node else { return nil }
    if case .bool(let value) = node.content { return value }
    report(node, expected: "true or false")
    return nil
  }

  mutating func count(_ node: JSONNode?) -> Int? {
    guard let node else { return nil }
    if case .integer(let value) = node.content, value >= 0 { return value }
    report(node, expected: "a whole number, 0 or more")
    return nil
  }

  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ node: JSONNode?, _ type: Choice.Type
  ) -> Choice? where Choice.RawValue == String {
    guard let node else { return nil }
    let words = type.allCases.map(\.rawValue)
    if case .string(let word) = node.content {
      if let choice = type.init(rawValue: word) { return choice }
      report(node.location, "found \(node.kind)\(alternatives(to: word, among: words))")
    } else {
      report(node, expected: words.map { "\"\($0)\"" }.listed("or"))
    }
    return nil
  }

  /// A choice, or nil for an explicit null.
  mutating func nullableChoice<Choice: RawRepresentable & CaseIterable>(
    _ node: JSONNode?, _ type: Choice.Type
  ) -> Choice? where Choice.RawValue == String {
    if case .null? = node?.content { return nil }
    return choice(node, type)
  }

  /// A reference as `["source", "relationship", "destination"]`.
  mutating func link(_ node: JSONNode) -> NamedLink? {
    let expected = "a reference: [\"object\", \"relationship\", \"object\"]"
    guard case .array(let parts) = node.content, parts.count == 3 else {
      report(node, expected: expected)
      return nil
    }
    let names = parts.compactMap { string($0, expected: "a name") }
    return names.count == 3 ? NamedLink(names[0], names[1], names[2]) : nil
  }
}

/// The end of a message about a word that is not known: the one that was meant, or all there are.
func alternatives(to word: String, among known: [String]) -> String {
  if let near = closest(to: word, among: known) { return "; did you mean \"\(near.singleLine)\"?" }
  if known.isEmpty { return "; there is none" }
  return "; expected \(known.map { "\"\($0.singleLine)\"" }.listed("or"))"
}
