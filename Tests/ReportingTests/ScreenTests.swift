import SmallWorlds
import Testing

@testable import Reporting

@Suite("What does a table look like where somebody reads it?")
struct ScreenTests {
  private static let table = Table(
    header: ["entity", "rule"],
    rows: [["Line_Item*".prose, "cascade ★"], ["写真".prose, .strong("mismatch")]])

  private func text(_ prose: Prose, width: Int, hasColours: Bool = false) -> String {
    Screen(width: width, hasColours: hasColours).text(of: prose)
  }

  @Test("Names stand as they are, and wide characters take two columns")
  func names() {
    #expect(
      text(Prose(Self.table), width: 80) == """
        entity      rule
        ──────────  ─────────
        Line_Item*  cascade ★
        写真        mismatch

        """)
    #expect(Prose(Self.table).markdown.contains("| Line_Item\\* | cascade ★    |"))
    #expect(Prose(Self.table).markdown.contains("| 写真          | **mismatch** |"))
  }

  @Test("Where there is too little room, cells are wrapped, and then stand below each other")
  func narrow() {
    let table = Table(
      header: ["name", "what"],
      rows: [["OrderLineItem.photos".prose, "goes with it"], ["B", "x"]])
    var longer = table
    longer.rows += [["C", "y"], ["D", "z"]]
    #expect(
      text(Prose(longer), width: 26) == """
        name                  what
        ────────────────────  ────
        OrderLineItem.photos  goes
                              with
                              it
        B                     x
        C                     y
        D                     z

        """)
    #expect(
      text(Prose(table), width: 12) == """
        name: Order
          LineItem.
          photos
        what: goes
          with it

        name: B
        what: x

        """)
  }

  @Test("Colours are those of a finding, and only where they are wanted")
  func colours() {
    let marks: Prose = "\(Prose.strong("no")) \(Prose.failure("yes"))"
    let prose: Prose = "\(Prose.heading(1, "Title of \("a_".prose)"))\n\n- \(marks)\n"
    #expect(text(prose, width: 80) == "Title of a_\n\n- no yes\n")
    #expect(
      text(prose, width: 80, hasColours: true)
        == "\u{1B}[1mTitle of a_\u{1B}[0m\n\n- \u{1B}[1mno\u{1B}[0m \u{1B}[1;31myes\u{1B}[0m\n")
    #expect(prose.markdown == "# Title of a\\_\n\n- **no** **yes**\n")
  }

  @Test("A column in which no row has anything is left out")
  func emptyColumns() {
    var table = Table(header: ["name", "note"], rows: [["A", ""], ["B", "".prose]])
    #expect(text(Prose(table), width: 80) == "name\n────\nA\nB\n")
    table.rows.append(["C", "x"])
    #expect(text(Prose(table), width: 80).hasPrefix("name  note\n"))
    #expect(text(Prose(Table(header: ["name"])), width: 80).hasPrefix("name\n"))
  }

  @Test("Cells of many columns share lines where they do not fit beside each other")
  func manyColumns() {
    let table = Table(
      header: ["a", "b", "c", "d", "e"],
      rows: [["first_of_all", "second_one", "third_one", "4", "fifth_column"]])
    #expect(
      text(Prose(table), width: 30) == """
        a: first_of_all  b: second_one
        c: third_one  d: 4
        e: fifth_column

        """)
  }

  @Test("Our own sentences flow, elements of a list stay apart")
  func flowing() {
    let prose: Prose = "- one\n  two\n- three\n\nfour\nfive\n"
    #expect(text(Prose(.flowing(prose)), width: 80) == "- one two\n- three\n\nfour five\n")
    #expect(Prose(.flowing(prose)).markdown == "- one\n  two\n- three\n\nfour\nfive\n")
  }

  @Test("What hangs from the mark of a list keeps its distance, and commands no terminal")
  func sentences() {
    let prose: Prose = "  - one two three\n1. four five\n\("\u{1B}[31m".prose)\n"
    #expect(
      text(prose, width: 10) == "  - one\n    two\n    three\n1. four\n   five\n\\u{1b}[31m\n")
  }

  @Test("Any table on any screen: nothing is lost, and no line is too wide", arguments: 0..<100)
  func anyTable(seed: Int) {
    var random = SplitMix64(seed: seed)
    let columns = Int.random(in: 1...6, using: &random)
    let width = Int.random(in: 2...90, using: &random)
    func word(_ column: Int) -> String {
      // Each column has characters of its own, by which they are found again.
      let letters = [
        ["a", "B"], ["c", "D."], ["é", "😀"], ["写", "f/"], ["g", "H_"], ["i", "☃️"],
      ]
      return (0..<Int.random(in: 1...14, using: &random)).map { _ in
        letters[column][Int.random(in: 0...1, using: &random)]
      }.joined()
    }
    func cell(_ column: Int) -> String {
      (0..<Int.random(in: 0...5, using: &random)).map { _ in word(column) }.joined(separator: " ")
    }
    let rows = (0..<Int.random(in: 0...5, using: &random)).map { _ in (0..<columns).map(cell) }
    var table = Table(header: (0..<columns).map { _ in "1" })
    table.rows = rows.map { $0.map(\.prose) }
    let lines = text(Prose(table), width: width).split(separator: "\n")
    #expect(lines.allSatisfy { $0.map(\.columns).reduce(0, +) <= width })
    for column in 0..<columns {
      let own = Set("aB,cD.,é😀,写f/,gH_,i☃️".split(separator: ",")[column])
      let found = lines.joined().filter(own.contains)
      let expected = rows.map { $0[column] }.joined().filter { $0 != " " }
      #expect(found == expected, "column \(column) of \(columns), \(width) wide")
    }
  }
}
