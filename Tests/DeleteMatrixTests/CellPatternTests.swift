import BundledRun
import ObjectGraph
import Testing

@testable import DeleteMatrix

@Suite("Which cells does a pattern mean?")
struct CellPatternTests {
  @Test(
    "A pattern fits the whole text, with * for any characters and ? for one",
    arguments: [
      ("Q-R", "Q-R"), ("Q-?", "Q-R"), ("?-?", "Q-R"), ("*", "Q-R"), ("*", ""), ("**", "Q-R"),
      ("Q*", "Q-R"), ("*R", "Q-R"), ("Q*R", "Q-R"), ("Q*-*R", "Q-R"), ("Q-R*", "Q-R"), ("", ""),
      ("*/delete-Q1", "Q-R/deny+deny/delete-Q1"), ("Q-R/*+deny/*", "Q-R/deny+deny/delete-Q1"),
      ("*deny*deny*", "Q-R/deny+deny/delete-Q1"), ("*aab", "aaaab"), ("a*a*a", "aaa"),
      ("日?語*", "日本語 1"), ("*?", "x"), ("[a]", "[a]"), ("a.c", "a.c"),
    ])
  func fits(pattern: String, text: String) {
    #expect(CellPattern(pattern).matches(text))
  }

  @Test(
    "It fits nothing shorter, longer or otherwise written",
    arguments: [
      ("Q-R", "q-r"), ("Q-R", "Q-R/deny+deny/delete-Q1"), ("Q", "Q-R"), ("R", "Q-R"), ("", "Q-R"),
      ("?", ""), ("Q-R?", "Q-R"), ("??", "Q-R"), ("*Q", "Q-R"), ("Q*Q", "Q"), ("a*a*a*a", "aaa"),
      ("*aab", "aaaa"), ("a.c", "abc"), ("[Q]*", "Q-R"), ("*/delete-Q1", "Q-R/deny+deny/delete-R1"),
    ])
  func doesNotFit(pattern: String, text: String) {
    #expect(!CellPattern(pattern).matches(text))
  }

  @Test("A cell is meant by its id or by the name of its pairing")
  func cells() throws {
    let suite = try Bundled.suite.get()
    func count(_ pattern: String) -> Int {
      suite.cells(of: .swiftData, only: CellPattern(pattern)).count
    }
    #expect(count("Q-R") == 96)
    #expect(count("Q-R/*") == 96)
    #expect(count("?-?") == 408)
    #expect(count("*/unlinked/*") == 160)
    #expect(count("*/remove-*") == 88)
    #expect(count("*/delete-*") == 320)
    #expect(count("Q-R/cascade+nullify/delete-Q1") == 1)
    #expect(count("Q-R/cascade+nullify") == 0)
    #expect(count("q-r") == 0)
    #expect(count("SD-005") == 1 && count("SD-005/step-?") == 1)
  }

  @Test("A pattern full of stars gives up soon")
  func backtracking() {
    let pattern = CellPattern(String(repeating: "a*", count: 200) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 2000)))
  }
}
