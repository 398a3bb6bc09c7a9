import BundledRun
import ExpectedText
import Foundation
import ModelCheck
import ModelDeletes
import ModelFiles
import SourceText
import Testing

@testable import Reporting

@Suite("Is every file that is written one that the JSON Schema allows?")
struct WrittenFilesTests {
  private let schema: JSONSchema

  init() throws {
    let path = "Matrices/matrix.schema.json"
    let file = try #require(Bundled.files.first { $0.path == path })
    let text = String(decoding: file.bytes, as: UTF8.self)
    schema = JSONSchema(try #require(Self.json(text) as? [String: Any]))
  }

  private static func json(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8))
  }

  private static let models: [SampleModel] = [.lists, .pets, .tree]

  @Test("A recording", arguments: models.map(\.name))
  func recording(name: String) throws {
    let model = try #require(Self.models.first { $0.name == name }).model
    let recording = try Self.json(try #require(ModelMatrix(model).recording))
    let pairings = (recording as? [String: Any])?["pairings"] as? [Any]
    #expect(pairings?.isEmpty == false)
    #expect(schema.accepts(recording))
  }

  @Test("A configuration, and a rule that there is")
  func configuration() throws {
    let rules = try #require(schema.definition("ruleID")["enum"] as? [String])
    #expect(rules == CheckRule.allCases.map(\.rawValue).sorted())
    let full = Configuration(
      models: [["Trips", "a..b/...c"], ["."]], excluded: ["**/Generated"],
      disabled: [.denyOnChild: "known"], severities: [.denyOnBothSides: .note],
      baseline: "known.json", minimumSystem: "iOS 17.0")
    #expect(schema.accepts(try Self.json(full.text), schema.definition("configuration")))
    let wrong = [
      #"{"models": [[]]}"#, #"{"models": [["/a"]]}"#, #"{"models": [["a/../b"]]}"#,
      #"{"models": [[".."]]}"#, #"{"exclude": ["../a"]}"#, #"{"baseline": "a/.."}"#,
      #"{"disabled": {"deny": "r"}}"#, #"{"severity": {"deny": "note"}}"#,
      #"{"minimumSystem": "iOS17"}"#,
    ]
    for text in wrong {
      #expect(!schema.accepts(try Self.json(text), schema.definition("configuration")), "\(text)")
      #expect(throws: DataError.self) {
        try Configuration(SourceFile(path: "", bytes: Array(text.utf8)))
      }
    }
  }

  @Test("The proof of each finding, and a baseline of them all")
  func findings() throws {
    let check = Check(for: [.cloudKit])
    var proofs = 0
    for model in try Self.models.map({ try $0.model }) {
      let found = try check.findings(in: model)
      let run = try Self.json(CheckRun(models: [model.name], findings: found).json)
      let findings = try #require((run as? [String: Any])?["findings"] as? [[String: Any]])
      for witness in findings.compactMap({ $0["witness"] }) where !(witness is NSNull) {
        #expect(schema.accepts(witness), "\(witness)")
        proofs += 1
      }
      let lines = try #require(
        Baseline.empty.silencing(
          found, in: [model.name], rules: check.rules, because: "known"))
      #expect(!lines.isEmpty)
      #expect(schema.accepts(try Self.json(Baseline.text(of: lines))))
    }
    #expect(proofs > 3)
  }
}
