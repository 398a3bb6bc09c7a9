import ExpectedText
import Foundation
import Testing

@testable import Commands

@Suite("Is JSON as scripts/skill/output.schema.json says?")
struct OutputSchemaTests {
  private static let commands = [
    "check", "check --no-config App --batch --cloudkit", "calls", "calls --unresolved",
    "explain Shop.xcdatamodeld", "explain Shop.xcdatamodeld List",
    "explain Shop.xcdatamodeld List --instances objects.json", "explain .",
    "explain A-B/cascade+-/delete-A1", "matrix Shop.xcdatamodeld --expect deletes.json",
    "matrix Shop.xcdatamodeld --batch", "matrix --compare --matrices matrices",
    "--system all --batch --matrices matrices",
    "model Shop.xcdatamodeld", "model .", "diff App Shop.xcdatamodeld --no-config",
    "diff Shop.xcdatamodeld App --no-config --system all",
    "run matrices/pairing.json matrices/scenario.json matrices/batch.json", "rules",
    "rules deny_on_child", "why", "why 1600", "why zzqqq", "report --matrices matrices", "report .",
    "help", "check nowhere",
  ]

  /// The schema, in which every key that it does not describe is refused: its users must allow them.
  private let schema: JSONSchema

  init() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../scripts/skill/output.schema.json")
    var root = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    root["$defs"] = Self.closed(root["$defs"] ?? [:])
    schema = JSONSchema(root)
  }

  @Test(
    "Each command's answer has the keys and types of the schema, and no others", arguments: commands
  )
  func accepted(command: String) throws {
    let folder = try TemporaryFolder()
    let project = folder.url.appendingPathComponent("project")
    let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    try FileManager.default.copyItem(
      at: samples.appendingPathComponent("Samples"), to: project)
    let words = command.split(separator: " ").map(String.init) + ["--format", "json"]
    let run = try ProgramRun(.deleterules, words, in: project)
    #expect(schema.accepts(try JSONSerialization.jsonObject(with: Data(run.outputBytes))))
  }

  @Test("A missing key, a wrong type and a key that is not described are refused")
  func refused() throws {
    let sound: [String: Any] = [
      "version": "1.0.0", "command": "rules", "problems": [], "result": ["rules": []],
    ]
    #expect(schema.accepts(sound))
    for (key, value) in [("command", "nope" as Any), ("result", ["rules": "x"]), ("problems", [1])]
    {
      #expect(!schema.accepts(sound.merging([key: value]) { $1 }), "\(key)")
    }
    #expect(!schema.accepts(sound.filter { $0.key != "problems" }))
    #expect(!schema.accepts(sound.merging(["result": ["rules": [], "more": 1]]) { $1 }))
  }

  /// A part of a schema in which each object with described keys has no others.
  private static func closed(_ part: Any) -> Any {
    if let parts = part as? [Any] { return parts.map(closed) }
    guard let object = part as? [String: Any] else { return part }
    var closed = object.mapValues(Self.closed)
    if object["type"] as? String == "object", object["properties"] is [String: Any] {
      closed["additionalProperties"] = false
    }
    return closed
  }
}
