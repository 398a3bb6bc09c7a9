import ObjectGraph
import Testing

@testable import Reporting

@Suite("How is a markdown table laid out?")
struct MarkdownTableTests {
  @Test("Every column is as wide as its widest cell, be that the header or a row")
  func alignment() {
    let table = MarkdownTable(
      header: ["a", "rule ★", ""], rows: [["one", "–", ""], ["", "b", "x"]])
    #expect(
      table.text == """
        | a   | rule ★ |   |
        | --- | ------ | - |
        | one | –      |   |
        |     | b      | x |

        """)
  }

  @Test("Without rows the header stands alone")
  func noRows() {
    #expect(MarkdownTable(header: ["a", "bc"]).text == "| a | bc |\n| - | -- |\n")
  }

  @Test("Width counts what a reader sees as one character, not bytes")
  func characters() {
    let table = MarkdownTable(header: ["x"], rows: [["e\u{301}e\u{301}"], ["ab"]])
    #expect(table.text == "| x  |\n| -- |\n| e\u{301}e\u{301} |\n| ab |\n")
  }

  @Test("The delete rule that both frameworks take by default carries a star")
  func star() {
    #expect(
      DeleteRule.allCases.map(\.markdown)
        == ["cascade", "nullify ★", "deny", "noAction"])
  }
}
