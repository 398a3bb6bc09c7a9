import FoundationEssentials
import DeleteMatrix
import ModelCheck
import ModelDeletes
import ModelFiles
import Scenarios
import Testing

@testable import Reporting

@Suite("What does GitHub show of what is found?")
struct GitHubAnnotationTests {
  private func annotations(_ findings: [Finding]) -> [String] {
    let text = CheckRun(models: ["M"], findings: findings).githubAnnotations
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  @Test(
    "Errors come first, then warnings, then notes, each in their order, and at most ten of each")
  func order() {
    let severities: [ModelFinding.Severity] = [.note, .warning, .error]
    let counts = [3, 12, 11]
    let findings = (0..<12).flatMap { round in
      zip(severities, counts).filter { round < $1 }.map {
        Finding.of(.denyOnChild, $0.0, "\($0.0.rawValue) \(round)")
      }
    }
    let expected =
      (0..<10).map { "error \($0)" } + (0..<10).map { "warning \($0)" }
      + (0..<3).map { "note \($0)" }
    #expect(annotations(findings).map { $0.components(separatedBy: "::").last } == expected)
    #expect(CheckRun(models: ["M"], findings: findings).countWithoutAnnotation == 3)
  }

  @Test("A delete that changed in two ways has two annotations, and none is missing")
  func changesOfOneDelete() throws {
    let old = SampleModel(
      name: "M.swift",
      text: """
        @Model class Record {
          @Relationship(inverse: \\Photo.record) var photos: [Photo]? = []
        }
        @Model class Photo { var record: Record? }
        """)
    let new = SampleModel(
      name: "M.swift",
      text: old.text.replacing("(inverse", with: "(deleteRule: .cascade, inverse")
        .replacing("Record? }", with: "Record }"))
    let changes = try ProjectChanges(
      from: [old.model], to: [new.model], on: ReleaseRange("iOS 18...iOS 26", in: .known()))
    let ways = changes.compared[0].changes.changes.filter { $0.deleted == "Record" && !$0.isBatch }
    #expect(ways.count == 2)
    #expect(ChangesReport(changes).countWithoutAnnotation == 0)
  }

  @Test("The summary has all findings, and there is none where nothing was found")
  func summary() throws {
    #expect(CheckRun(models: ["M"], findings: []).githubSummary == nil)
    let findings = (1...12).map { Finding.of(.denyOnChild, .error, "m\($0)", line: $0) }
    let summary = try #require(CheckRun(models: ["M"], findings: findings).githubSummary)
    #expect((1...12).allSatisfy { summary.contains("| m.swift:\($0) ") })
  }

  @Test(
    "A message is one line of a command, whatever it says",
    arguments: [
      ("100% ::error::x", "100%25 ::error::x"), ("a\nb", "a%0Ab"), ("a\r\nb", "a%0D%0Ab"),
      ("\n::stop-commands::x", "%0A::stop-commands::x"), ("%0A", "%250A"), ("a: b, c", "a: b, c"),
      ("%\u{301}0A", "%25\u{301}0A"), ("\u{1B}[31m", "\\u{1b}[31m"), ("\u{85}", "\\u{85}"),
    ])
  func message(text: String, expected: String) {
    let lines = annotations([.of(.denyOnChild, .error, text)])
    #expect(
      lines == ["::error file=m.swift,line=1,col=1,title=deny_on_child::\(expected)"])
  }

  @Test(
    "A path is one property of a command, whatever the file is called",
    arguments: [
      ("a,line=9", "a%2Cline=9"), ("C:m", "C%3Am"), ("x::y", "x%3A%3Ay"), ("a\nb", "a%0Ab"),
      ("50%", "50%25"), ("a,\u{301}b:\u{301}", "a%2C\u{301}b%3A\u{301}"),
      ("Größe & mehr", "Größe & mehr"),
    ])
  func path(text: String, expected: String) {
    let lines = annotations([.of(.denyOnChild, .error, file: text)])
    #expect(
      lines.map { Array($0.unicodeScalars) }
        == [Array("::error file=\(expected),line=1,col=1,title=deny_on_child::m".unicodeScalars)])
  }
}
