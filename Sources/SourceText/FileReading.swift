/// Reads the values of one file, noting every problem instead of stopping at the first.
package struct FileReading {
  package let file: String
  package private(set) var problems: [DataError.Problem] = []
  /// The problems that are not kept, as a number, and where the first of them is.
  private var leftOut: (count: Int, first: Location)?
  /// The number of words that may still be compared with an unknown one; comparing is slow.
  package var comparisonsLeft = Limits.mostComparisons

  package init(file: String) {
    self.file = file
  }

  /// Reads what a JSON file holds, with all that is wrong in it at once.
  package static func value<Value>(
    in file: SourceFile, _ body: (inout FileReading, JSONNode) -> Value?
  ) throws(DataError) -> Value {
    let node = try JSONParser.parse(file.bytes, file: file.path)
    var reading = FileReading(file: file.path)
    let value = body(&reading, node)
    guard let value, reading.problems.isEmpty else {
      throw DataError(problems: reading.listedProblems)
    }
    return value
  }

  /// The number of problems found, whether or not they were kept.
  package var problemCount: Int { problems.count + (leftOut?.count ?? 0) }

  /// The problems in the order of their places, and at last how many are not among them.
  package var listedProblems: [DataError.Problem] {
    let sorted = problems.sorted {
      ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column)
    }
    guard let leftOut else { return sorted }
    let message = "\(leftOut.count) more problems were found, from here on; they are not listed"
    return sorted + [DataError.Problem(location: leftOut.first, message: message)]
  }

  package mutating func report(_ location: Location, _ message: @autoclosure () -> String) {
    if problems.count < Limits.mostProblems {
      problems.append(DataError.Problem(location: location, message: message()))
    } else {
      leftOut = ((leftOut?.count ?? 0) + 1, leftOut?.first ?? location)
    }
  }

  package mutating func report(_ node: JSONNode, expected: @autoclosure () -> String) {
    report(node.location, "found \(node.kind); expected \(expected())")
  }

  /// The members of an object of the format, after reporting unknown, repeated and missing keys.
  package mutating func members(_ node: JSONNode, of format: FormatObject) -> [String: JSONNode]? {
    guard
      let members = namedMembers(node, expected: "\(format.title), an object")
    else { return nil }
    var byKey: [String: JSONNode] = [:]
    byKey.reserveCapacity(members.count)
    for member in members {
      if format.names.contains(member.key) {
        byKey[member.key] = member.value
      } else if let reason = format.unmodelled[member.key] {
        report(
          member.keyLocation,
          "found \"\(member.key)\" in \(format.title), which is not modelled here: \(reason)")
      } else {
        let end = alternatives(to: member.key, among: format.names)
        report(
          member.keyLocation,
          "found the unknown key \"\(member.key.singleLine)\" in \(format.title)\(end)")
      }
    }
    for key in format.required where byKey[key] == nil {
      report(node.location, "found no \"\(key)\" in \(format.title); expected it there")
    }
    if let schema = byKey["$schema"] { _ = string(schema) }
    return byKey
  }

  /// The members of an object whose keys are names, after reporting repeated ones.
  package mutating func namedMembers(_ node: JSONNode, expected: String) -> [JSONNode.Member]? {
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

  package mutating func elements(_ node: JSONNode?, expected: String) -> [JSONNode]? {
    guard let node else { return nil }
    if case .array(let elements) = node.content { return elements }
    report(node, expected: expected)
    return nil
  }

  /// Returns the elements of an array that could be read; empty if there is no array.
  package mutating func list<Element>(
    _ node: JSONNode?, expected: String, _ read: (inout FileReading, JSONNode) -> Element?
  ) -> [Element] {
    (elements(node, expected: expected) ?? []).compactMap { read(&self, $0) }
  }

  /// The parts of an array that has so many.
  package mutating func tuple(
    _ node: JSONNode, of count: Int, expected: String
  ) -> [JSONNode]? {
    if case .array(let parts) = node.content, parts.count == count { return parts }
    report(node, expected: expected)
    return nil
  }

  package mutating func string(
    _ node: JSONNode?, expected: String = "a string that is not empty"
  ) -> String? {
    guard let node else { return nil }
    if case .string(let value) = node.content, !value.isEmpty { return value }
    report(node, expected: expected)
    return nil
  }

  package mutating func strings(_ node: JSONNode?, expected: String) -> [String]? {
    guard let elements = elements(node, expected: expected) else { return nil }
    return elements.compactMap { string($0, expected: "a name") }
  }

  package mutating func nullableString(_ node: JSONNode?, expected: String) -> String? {
    if case .null? = node?.content { return nil }
    return string(node, expected: "\(expected), or null")
  }

  package mutating func bool(_ node: JSONNode?) -> Bool? {
    guard let node else { return nil }
    if case .bool(let value) = node.content { return value }
    report(node, expected: "true or false")
    return nil
  }

  package mutating func count(_ node: JSONNode?) -> Int? {
    guard let node else { return nil }
    if case .integer(let value) = node.content, value >= 0 { return value }
    report(node, expected: "a whole number, 0 or more")
    return nil
  }

  package mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ node: JSONNode?, _ type: Choice.Type
  ) -> Choice? where Choice.RawValue == String {
    guard let node else { return nil }
    let words = type.allCases.map(\.rawValue)
    if case .string(let word) = node.content {
      if let choice = type.init(rawValue: word) { return choice }
      let end = alternatives(to: word, among: words)
      report(node.location, "found \(node.kind)\(end)")
    } else {
      report(node, expected: words.map { "\"\($0)\"" }.listed("or"))
    }
    return nil
  }

  package mutating func nullableChoice<Choice: RawRepresentable & CaseIterable>(
    _ node: JSONNode?, _ type: Choice.Type
  ) -> Choice? where Choice.RawValue == String {
    if case .null? = node?.content { return nil }
    return choice(node, type)
  }
}

extension FileReading {
  /// The end of a message about a word that is not known: the one that was meant, or all there are,
  /// where these are not too many to be read.
  package mutating func alternatives(to word: String, among known: [String]) -> String {
    if known.isEmpty { return "; there is none" }
    guard problems.count < Limits.mostProblems, known.count <= comparisonsLeft else { return "" }
    comparisonsLeft -= known.count
    if let near = closest(to: word, among: known) {
      return "; did you mean \"\(near.singleLine)\"?"
    }
    guard known.count <= Limits.mostAlternatives else { return "" }
    return "; expected \(known.map { "\"\($0.singleLine)\"" }.listed("or"))"
  }
}
