import ExpectedText
import Foundation
import Matrices
import ObjectGraph
import Scenarios
import SourceText
import Testing

@testable import Conformance

@Suite("Does the page say what the program reads?")
struct ProtocolPageTests {
  private let lines: [String]
  private let schema: JSONSchema

  init() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/Conformance/PROTOCOL.md")
    lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("{") }.map(String.init)
    let text = try #require(
      BundledMatrices.files.first { $0.path == "Matrices/matrix.schema.json" }
    ).text
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    schema = JSONSchema(try #require(object as? [String: Any]))
  }

  @Test("Every line of it is read, and as the JSON Schema has it")
  func examples() throws {
    var question: Question?
    var kinds: Set<String> = []
    for line in lines {
      let file = SourceFile(path: "PROTOCOL.md", bytes: Array(line.utf8))
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      #expect(schema.accepts(object), "\(line)")
      if line.hasPrefix("{\"cmd\"") {
        let request = try FileReading.value(in: file) { $0.request($1) }
        if case .run(_, let asked) = request { question = asked } else { question = nil }
        kinds.insert("request")
      } else if line.hasPrefix("{\"protocol\"") {
        _ = try FileReading.value(in: file) { $0.value($1, of: Greeting.format) }
        kinds.insert("greeting")
      } else if line.hasPrefix("{\"known\"") {
        _ = try KnownDeviations(file)
        kinds.insert("known")
      } else {
        _ = try FileReading.value(in: file) { $0.response($1, to: question) }
        kinds.insert("reply")
      }
    }
    #expect(kinds == ["request", "greeting", "known", "reply"])
    #expect(lines.count > 10)
  }

  @Test("It names every capability, and so does the JSON Schema")
  func capabilities() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/Conformance/PROTOCOL.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    for capability in Capability.allCases {
      #expect(text.contains("`\(capability.rawValue)`"), "\(capability)")
    }
    let items = schema.definition("capabilities")["items"] as? [String: Any]
    #expect(items?["enum"] as? [String] == Capability.allCases.map(\.rawValue))
  }

  @Test("A request that is written is read as the same")
  func roundTrip() throws {
    let question = SmallScenario.question()
    let line = JSONText(Request.run(7, question)).line
    #expect(!line.contains("expect"))
    let file = SourceFile(path: "x", bytes: Array(line.utf8))
    guard case .run(7, let read) = try FileReading.value(in: file, { $0.request($1) }) else {
      Issue.record("\(line)")
      return
    }
    #expect(read.scenario == question.scenario)
    #expect(read.looks == question.looks)
  }
}
