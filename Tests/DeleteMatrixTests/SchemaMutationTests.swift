import BundledRun
import ExpectedText
import Foundation
import ModelCheck
import ModelDeletes
import ObjectGraph
import Scenarios
import SourceText
import Testing

@testable import DeleteMatrix

/// The JSON Schema beside the files and the strict reader say the same: each object of a sound file
/// loses a key, gains one, has one twice, and gets values of wrong types.
@Suite("What is said of a file with a key or a value that the JSON Schema does not allow?")
struct SchemaMutationTests {
  private let schema: JSONSchema

  init() throws {
    let path = "Matrices/matrix.schema.json"
    let file = try #require(Bundled.files.first { $0.path == path })
    let object = try JSONSerialization.jsonObject(with: Data(file.bytes))
    schema = JSONSchema(try #require(object as? [String: Any]))
  }

  @Test("Every wrong key or value is named, once and at its place, with what is expected there")
  func mutants() throws {
    let messages = try SoundFile.allCases.map(messages)
    let lines = Set(messages.joined()).sorted().joined(separator: "\n")
    #expect(GoldenFile("messages.txt").difference(from: lines + "\n") == nil)
  }

  /// What is expected in the place of each wrong value.
  private func messages(of file: SoundFile) throws -> [String] {
    let node = try JSONParser.parse(Array(file.text.utf8), file: file.path)
    #expect(file.problems(of: SchemaMutation.text(of: node)) == [])
    var mutation = SchemaMutation(schema)
    let mutants = mutation.mutants(of: node, by: schema.definition(file.definition))
    #expect(mutants.count > 30)
    return mutants.flatMap { mutant -> [String] in
      let marked = MarkedText(mutant.text)
      let expected = marked.message("error: \(mutant.message)", in: file.path)
      let problems = file.problems(of: marked.text)
      let count = problems.count { $0.hasPrefix(expected) }
      #expect(count == 1, "\(expected)\n\(problems)")
      // What is said of a key follows from the names of the keys.
      guard mutant.message.hasSuffix("; expected ") else { return [] }
      return problems.filter { $0.hasPrefix(expected) }.map {
        "\(mutant.key): expected \($0.dropFirst(expected.count))"
      }
    }
  }

  @Test("The schema accepts every bundled file")
  func acceptance() throws {
    for file in Bundled.files where !file.path.hasSuffix(".schema.json") {
      let value = try JSONSerialization.jsonObject(with: Data(file.bytes))
      #expect(schema.accepts(value), "\(file.path)")
    }
  }

  @Test("The validator of these tests knows every keyword that the schema uses")
  func keywords() {
    func visit(_ value: Any, isSchema: Bool) {
      for element in value as? [Any] ?? [] { visit(element, isSchema: isSchema) }
      for (key, member) in value as? [String: Any] ?? [:] {
        if isSchema { #expect(JSONSchema.keywords.contains(key), "\(key)") }
        let holdsNames = isSchema && (key == "properties" || key == "$defs")
        visit(member, isSchema: !holdsNames && key != "default")
      }
    }
    visit(schema.root, isSchema: true)
  }
}

/// Everything that can be wrong with the keys and types of a file, each kind of object once.
private struct SchemaMutation {
  /// A text whose mark is where something is wrong, and how the message about it begins.
  struct Mutant {
    let text: String
    /// The kind of object and its key.
    let key: String
    let message: String

    /// The same within more text.
    func with(_ text: String) -> Mutant { Mutant(text: text, key: key, message: message) }
  }

  private let schema: JSONSchema
  /// The keys that were changed already, with the definitions that they are of.
  private var seen: Set<String> = []

  init(_ schema: JSONSchema) { self.schema = schema }

  static func text(of node: JSONNode) -> String {
    switch node.content {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .decimal(let value): "\(value)"
    case .string(let value): JSONText.string(value).line
    case .array(let elements): "[\(elements.map(text).joined(separator: ", "))]"
    case .object(let members): "{\(members.map(text).joined(separator: ", "))}"
    }
  }

  private static func text(of member: JSONNode.Member) -> String {
    "\(JSONText.string(member.key).line): \(text(of: member.value))"
  }

  mutating func mutants(of node: JSONNode, by part: [String: Any]) -> [Mutant] {
    let name = schema.referred(by: part)?.name ?? "file"
    let part = schema.referred(by: part)?.definition ?? part
    if let choices = part["anyOf"] as? [[String: Any]] {
      let choice = choices.first { accepts(Self.text(of: node), $0) }
      return choice.map { mutants(of: node, by: $0) } ?? []
    }
    switch node.content {
    case .object(let members): return mutants(of: members, name, part)
    case .array(let elements):
      let prefix = part["prefixItems"] as? [[String: Any]] ?? []
      let items = part["items"] as? [String: Any] ?? [:]
      let texts = elements.map(Self.text)
      return elements.indices.flatMap { index -> [Mutant] in
        let rule = index < prefix.count ? prefix[index] : items
        let key = "\(name)[\(index < prefix.count ? index : prefix.count)]"
        let wrong = seen.insert(key).inserted ? wrongValues(for: rule, of: key) : []
        return (wrong + mutants(of: elements[index], by: rule)).map { mutant in
          let changed = texts[..<index] + [mutant.text] + texts[(index + 1)...]
          return mutant.with("[\(changed.joined(separator: ", "))]")
        }
      }
    default: return []
    }
  }

  private mutating func mutants(
    of members: [JSONNode.Member], _ name: String, _ part: [String: Any]
  ) -> [Mutant] {
    let texts = members.map(Self.text)
    func object(_ parts: some Sequence<String>) -> String {
      "{\(parts.joined(separator: ", "))}"
    }
    let properties = part["properties"] as? [String: [String: Any]]
    let others = part["additionalProperties"] as? [String: Any]
    var mutants: [Mutant] = []
    if properties != nil, seen.insert(name).inserted {
      mutants.append(
        Mutant(
          text: object(["«\"unheardOf\": null"] + texts), key: name,
          message: "found the unknown key \"unheardOf\" in "))
    }
    for (index, member) in members.enumerated() {
      guard let rule = properties?[member.key] ?? others else { continue }
      let key = JSONText.string(member.key).line
      if seen.insert("\(name).\(properties == nil ? "" : member.key)").inserted {
        mutants.append(
          Mutant(
            text: object(texts + ["«" + texts[index]]), key: name,
            message: "found the key \(key) again; it stands first in line 1"))
        // Without these, it is another kind of file.
        let isKind = name == "file" && (member.key == "matrix" || member.key == "scenario")
        if (part["required"] as? [String] ?? []).contains(member.key) && !isKind {
          let rest = texts[..<index] + texts[(index + 1)...]
          mutants.append(
            Mutant(text: "«" + object(rest), key: name, message: "found no \(key) in "))
        }
        mutants += wrongValues(for: rule, of: "\(name).\(member.key)").map { mutant in
          mutant.with(object(texts[..<index] + ["\(key): \(mutant.text)"] + texts[(index + 1)...]))
        }
      }
      mutants += self.mutants(of: member.value, by: rule).map { mutant in
        mutant.with(object(texts[..<index] + ["\(key): \(mutant.text)"] + texts[(index + 1)...]))
      }
    }
    return mutants
  }

  /// Values that a part of the schema refuses, marked, and what is said of them.
  private func wrongValues(for part: [String: Any], of key: String) -> [Mutant] {
    let values = [
      ("7", "the number 7"), ("-1", "the number -1"), ("true", "true"), ("null", "null"),
      (#""seven""#, #""seven""#), (#""""#, #""""#), ("[]", "an array"), ("{}", "an object"),
    ]
    // Of an empty object or array where there is to be one, something else is said.
    let open = ["{}": "object", "[]": "array"].filter { schema.allows($0.value, part) }
    return values.filter { !accepts($0.0, part) && open[$0.0] == nil }.map { value, words in
      Mutant(text: "«" + value, key: key, message: "found \(words); expected ")
    }
  }

  private func accepts(_ text: String, _ part: [String: Any]) -> Bool {
    let options = JSONSerialization.ReadingOptions.fragmentsAllowed
    guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: options)
    else { return false }
    return schema.accepts(value, part)
  }
}
