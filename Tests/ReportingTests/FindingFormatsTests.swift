import Foundation
import ModelCheck
import ModelFiles
import SourceText
import Testing

@testable import Reporting

@Suite("What of a finding is told apart, and what is shown of its fix?")
struct FindingFormatsTests {
  @Test("A fingerprint tells apart what is fixed apart, and nothing else")
  func fingerprints() throws {
    func print(_ change: (inout Finding) -> Void, _ finding: Finding) throws -> String {
      var finding = finding
      change(&finding)
      let text = CheckRun(models: ["M"], findings: [finding]).sarif
      let match = try #require(text.firstMatch(of: /"partialFingerprints":\{"[^"]+":"([^"]+)"/))
      return String(match.1)
    }
    for model in ["M.swift", "M.xcdatamodeld"] {
      for caller in [nil, "Store.remove"] {
        func finding(
          _ rule: CheckRule = .denyOnChild, entity: String = "A", relationship: String = "b",
          file: String = "one.swift", line: Int = 1, model: String = model
        ) -> Finding {
          .of(
            rule, entity: entity, relationship: relationship, file: file, line: line, model: model)
        }
        func key(_ finding: Finding) throws -> String { try print({ $0.caller = caller }, finding) }
        let own = try key(finding())
        #expect(try key(finding(line: 7)) == own)
        #expect(try key(finding(.oneToOneCrash)) != own)
        #expect(try key(finding(entity: "B")) != own)
        #expect(try key(finding(relationship: "c")) != own)
        #expect(try print({ $0.caller = "Other.remove" }, finding()) != own)
        // What the model of a bundle states is known by the bundle, all else by its file.
        let isOfBundle = model == "M.xcdatamodeld" && caller == nil
        #expect(try (key(finding(file: "two.swift")) == own) == isOfBundle)
        #expect(try (key(finding(model: "N\(model)")) == own) == !isOfBundle)
      }
    }
  }

  @Test(
    "Carets are under the name at the place, with what it is a member of",
    arguments: [
      ("try context.delete(trip)", 5, "    ^^^^^^^^^^^^^^"), ("a ?? b", 3, "  ^"),
      ("  <relationship name", 3, "  ^^^^^^^^^^^^^"), ("x<y>()", 1, "^"), ("x.", 1, "^"),
      ("x...y", 1, "^"), ("日本 = größe", 6, "       ^^^^^"), ("var", 4, "   ^"),
    ])
  func carets(code: String, column: Int, carets: String) throws {
    var finding = Finding.of(.denyOnChild, file: "A.swift", line: 1, column: column)
    let file = SourceFile(path: "A.swift", bytes: Array(code.utf8))
    finding.show(file.excerpts(at: [finding.location]))
    let lines = finding.sourceLines().map {
      Screen(width: 200, hasColours: false).text(of: $0.prose)
    }
    #expect(lines.last == "    | \(carets)\n")
  }

  @Test("A fix in another file is shown with the name of that file")
  func fixInOtherFile() throws {
    let sources = ["A.swift": "class A { var b: B? }", "B.swift": "class B { var list: [A] = [] }"]
    func lines(fixing parts: [(file: String, column: Int, text: String)]) -> [String] {
      var finding = Finding.of(.denyOnChild, file: "A.swift", line: 1, column: 11)
      finding.fix = parts.map { part in
        let place = Location(file: part.file, line: 1, column: part.column)
        return Replacement(
          inserting: part.text, at: Replacement.Place(place, offset: part.column - 1))
      }
      finding.show(
        sources.reduce(into: [:]) { excerpts, source in
          let file = SourceFile(path: source.key, bytes: Array(source.value.utf8))
          excerpts.merge(file.excerpts(at: [finding.location] + finding.fix.map(\.location))) {
            $1
          }
        })
      let screen = Screen(width: 200, hasColours: false)
      return finding.sourceLines().map {
        screen.text(of: $0.prose).trimmingCharacters(in: .whitespacesAndNewlines)
      }
    }
    let own = ["1 | class A { var b: B? }", "|           ^^^"]
    #expect(lines(fixing: []) == own)
    #expect(
      lines(fixing: [("A.swift", 11, "@X ")]) == own + ["1 + class A { @X var b: B? }"])
    #expect(
      lines(fixing: [("B.swift", 11, "@Y ")])
        == own + ["> B.swift", "1 + class B { @Y var list: [A] = [] }"])
    #expect(
      lines(fixing: [("A.swift", 11, "@X "), ("B.swift", 11, "@Y ")])
        == own + [
          "1 + class A { @X var b: B? }", "> B.swift", "1 + class B { @Y var list: [A] = [] }",
        ])
  }
}

/// Each suite of JUnit's XML counts its own cases, and the whole counts those of all suites.
func expectSoundCounts(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let header = /tests="(\d+)" failures="(\d+)" errors="(\d+)" skipped="(\d+)"/
  func stated(_ part: Substring) throws -> [Int] {
    let match = try #require(part.firstMatch(of: header), sourceLocation: sourceLocation)
    return [match.1, match.2, match.3, match.4].compactMap { Int($0) }
  }
  let parts = text.split(separator: "<testsuite ")
  var sum = [0, 0, 0, 0]
  for part in parts.dropFirst() {
    let counted = ["<testcase ", "<failure ", "<error ", "<skipped "].map {
      part.ranges(of: $0).count
    }
    #expect(try stated(part) == counted, "\(part.prefix(80))", sourceLocation: sourceLocation)
    sum = zip(sum, counted).map(+)
  }
  #expect(try stated(try #require(parts.first)) == sum, sourceLocation: sourceLocation)
}
