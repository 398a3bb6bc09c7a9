import DeleteRules
import Foundation
import Testing

/// What the tutorial says of its steps, of which only the program's own words stand in the transcript.
@Suite("Does the tutorial go as it says?")
struct TutorialTests {
  @Test(
    "Each model has the findings that are told of it",
    arguments: [
      ("models-1.swift", []), ("models-2.swift", ["many_to_many_without_inverse"]),
      ("models-3.swift", []), ("models-4.swift", []),
    ])
  func findings(models: String, expected: [String]) throws {
    let findings = try ReadersPackage.with(models: models) { folder in
      try Check().findings(in: Model(at: folder + "App"))
    }
    #expect(findings.map(\.rule.rawValue) == expected)
    #expect(findings.allSatisfy { $0.severity == .error })
  }

  @Test("The fix of the second model makes the third")
  func fix() throws {
    try ReadersPackage.with(models: "models-2.swift") { folder in
      let findings = try Check().findings(in: Model(at: folder + "App"))
      let finding = try #require(findings.first)
      let text = try ReadersPackage.resource("models-2.swift")
      let file = SourceFile(path: finding.location.file, bytes: Array(text.utf8))
      let fixed = String(decoding: file.applying(finding.fix).file.bytes, as: UTF8.self)
      let third = try ReadersPackage.resource("models-3.swift")
      #expect(fixed == third)
    }
  }

  @Test("A changed rule fails the test in the words that are shown")
  func changedRule() throws {
    let rows = try ReadersPackage.with(models: "models-4.swift") { folder in
      try ModelMatrix(at: folder + "App", recorded: folder + "deletes.json").rows
    }
    let failing = rows.filter { $0.difference != nil }
    #expect(failing.map(\.id) == ["Album.photos-Photo.album/nullify+nullify/delete-Album1"])
    let shown = try ReadersPackage.resource("test-fails.txt").split(separator: "\n")
      .joined(separator: " ")
    // A path of where the test runs follows.
    let words = try #require(failing.first?.difference?.split(separator: " (").first)
    #expect(shown.contains(words))
    #expect(shown.contains(try #require(failing.first?.id)))
    let passing = try ReadersPackage.resource("test-passes.txt")
    #expect(passing.contains("with \(rows.count) test cases passed"))
    #expect(shown.contains("with \(rows.count) test cases failed"))
  }
}
