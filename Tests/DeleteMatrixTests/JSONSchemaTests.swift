import ModelCheck
import ModelDeletes
import Matrices
import ObjectGraph
@testable import Scenarios
import SourceText
import Testing

@testable import DeleteMatrix

/// The JSON Schema beside the files and the strict reader say the same.
struct JSONSchemaTests {
  private let schema: JSONValue
  private let validator: JSONSchemaValidator

  init() throws {
    let path = "Matrices/matrix.schema.json"
    let file = try #require(BundledMatrices.files.first { $0.path == path })
    schema = JSONValue(try JSONParser.parse(Array(file.text.utf8), file: path))
    validator = JSONSchemaValidator(root: schema)
  }

  private static let files = BundledMatrices.files.filter { !$0.path.hasSuffix(".schema.json") }

  private static let formats: [FormatObject] = [
    .scenarioFile, .source, .environment, .entity, .relationship, .attribute, .outcome, .step,
    .pairingFile, .row, .matrixFile, .modelPairing, .side, .manifest, .pins, .instancesFile,
    .baseline, .baselineEntry, .answer, .denial, .violation, .refusal,
  ]

  @Test("Both know the same keys of every object", arguments: formats)
  func keys(format: FormatObject) throws {
    let definition = try #require(schema["$defs"]?[format.definition])
    guard case .object(let properties)? = definition["properties"] else {
      Issue.record("\(format.definition) has no properties")
      return
    }
    #expect(Set(properties.keys) == Set(format.required + format.optional))
    #expect(Set(definition["required"]?.strings ?? []) == Set(format.required))
    #expect(definition["additionalProperties"] == .bool(false))
  }

  @Test("Both know the same words")
  func words() throws {
    let definitions = try #require(schema["$defs"])
    let outcome = try #require(definitions["outcome"]?["properties"])
    #expect(definitions["deleteRule"]?["enum"]?.strings == DeleteRule.allCases.map(\.rawValue))
    #expect(definitions["framework"]?["enum"]?.strings == Framework.Name.allCases.map(\.rawValue))
    #expect(outcome["evidence"]?["enum"]?.strings == Evidence.allCases.map(\.rawValue))
    #expect(outcome["effect"]?["enum"]?.strings == Effect.allCases.map(\.rawValue))
    let codes = ErrorCode.allCases.map { JSONValue.integer($0.rawValue) }
    #expect(outcome["error"]?["enum"] == .array(codes))
    let leftOut = definitions["row"]?["properties"]?["evidence"]?["enum"]
    #expect(leftOut?.strings == Pairing.LeftOut.allCases.map(\.rawValue))
  }

  @Test("The validator of these tests knows every keyword that the schema uses")
  func keywords() {
    func visit(_ value: JSONValue, isSchema: Bool) {
      if case .array(let elements) = value {
        for element in elements { visit(element, isSchema: isSchema) }
      }
      guard case .object(let members) = value else { return }
      for (key, member) in members {
        if isSchema { #expect(JSONSchemaValidator.keywords.contains(key), "\(key)") }
        let holdsNames = isSchema && (key == "properties" || key == "$defs")
        visit(member, isSchema: !holdsNames && key != "default")
      }
    }
    visit(schema, isSchema: true)
  }

  @Test("The schema accepts every bundled file", arguments: files.map(\.path))
  func acceptance(path: String) throws {
    let file = try #require(Self.files.first { $0.path == path })
    let value = JSONValue(try JSONParser.parse(Array(file.text.utf8), file: path))
    #expect(validator.accepts(value), "\(path)")
  }

  @Test(
    "What the schema refuses, the reader refuses too",
    arguments: ["manifest.json", "swiftData/C-D.json", "articles/001-replace-then-delete.json"])
  func refusal(name: String) throws {
    let path = "Matrices/\(name)"
    let file = try #require(Self.files.first { $0.path == path })
    let value = JSONValue(try JSONParser.parse(Array(file.text.utf8), file: path))
    var refused = 0
    for mutant in value.mutants where !validator.accepts(mutant) {
      refused += 1
      let mutated = SourceFile(path: path, bytes: Array(mutant.text.utf8))
      #expect(throws: DataError.self, "\(mutant.text)") { try MatrixSuite([mutated]) }
    }
    #expect(refused > 10, "too few mutants to prove anything")
  }
}
