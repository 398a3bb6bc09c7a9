import Testing

@testable import SourceText

/// A file of some text, and replacements at places of it.
private struct Edited {
  let file: SourceFile

  init(_ text: String) { file = SourceFile(path: "f", bytes: Array(text.utf8)) }

  /// Puts a text before the byte with a number.
  func inserting(_ text: String, at offset: Int, in path: String = "f") -> Replacement {
    let before = file.bytes[..<offset]
    let line = before.count { $0 == 0x0A } + 1
    let column = before.reversed().prefix { $0 != 0x0A }.count + 1
    return Replacement(
      inserting: text,
      at: Replacement.Place(Location(file: path, line: line, column: column), offset: offset))
  }

  func applying(_ replacements: Replacement...) -> String {
    String(decoding: file.applying(replacements).file.bytes, as: UTF8.self)
  }

  func diff(_ replacements: Replacement...) -> String {
    UnifiedDiff(of: file, applying: file.applying(replacements).applied).text
  }
}

@Suite("What becomes of a file in which texts are replaced?")
struct ReplacementTests {
  @Test("Several in any order, and every other byte as it was")
  func several() {
    let edited = Edited("\u{FEFF}a\r\n\tb é\r\nc")
    let text = edited.applying(
      edited.inserting("3", at: 14), edited.inserting("1", at: 3), edited.inserting("2", at: 7))
    #expect(text.utf8.elementsEqual("\u{FEFF}1a\r\n\t2b é\r\nc3".utf8))
    #expect(edited.applying().utf8.elementsEqual(edited.file.bytes))
  }

  @Test("The same twice is once; of two at one place, the first; none outside or of other files")
  func conflicts() {
    let edited = Edited("ab")
    let one = edited.inserting("1", at: 1)
    #expect(edited.applying(one, one) == "a1b")
    #expect(edited.applying(edited.inserting("2", at: 1), one) == "a1b")
    #expect(edited.applying(edited.inserting("x", at: 1, in: "g")) == "ab")
    let outside = Replacement(
      inserting: "x", at: Replacement.Place(Location(file: "f", line: 1, column: 9), offset: 9))
    #expect(edited.applying(outside) == "ab")
    #expect(edited.file.applying([outside, one]).applied == [one])
  }

  @Test("A diff has three lines around each change, and joins what is near")
  func diff() {
    let edited = Edited((1...20).map { "\($0)\n" }.joined())
    #expect(edited.diff() == "")
    let near = edited.diff(edited.inserting("x", at: 0), edited.inserting("y", at: 12))
    #expect(
      near == """
        --- a/f
        +++ b/f
        @@ -1,10 +1,10 @@
        -1
        +x1
         2
         3
         4
         5
         6
        -7
        +y7
         8
         9
         10

        """)
    let far = edited.diff(edited.inserting("x", at: 0), edited.inserting("y\nz", at: 16))
    #expect(
      far == """
        --- a/f
        +++ b/f
        @@ -1,4 +1,4 @@
        -1
        +x1
         2
         3
         4
        @@ -6,7 +6,8 @@
         6
         7
         8
        -9
        +y
        +z9
         10
         11
         12

        """)
  }

  @Test("A last line without its end says so, and two changes of a line are one")
  func lastLine() {
    let edited = Edited("a\nbc")
    #expect(
      edited.diff(edited.inserting("x", at: 2), edited.inserting("y", at: 3)) == """
        --- a/f
        +++ b/f
        @@ -1,2 +1,2 @@
         a
        -bc
        \\ No newline at end of file
        +xbyc
        \\ No newline at end of file

        """)
  }
}

@Suite("What stands on the line of a place?")
struct ExcerptTests {
  private func excerpts(_ text: String, _ places: (Int, Int)...) -> [String] {
    let file = SourceFile(path: "f", bytes: Array(text.utf8))
    let locations = places.map { Location(file: "f", line: $0.0, column: $0.1) }
    let found = file.excerpts(at: locations)
    #expect(found.values.allSatisfy { !$0.isCutBefore && !$0.isCutAfter }, "they are short")
    return locations.map { location in
      found[location].map { "\($0.before)^\($0.after)" } ?? "none"
    }
  }

  @Test("Lines end in three ways, columns count characters, and a byte order mark is none")
  func lines() {
    let text = "\u{FEFF}ab\r\ncé日d\rx\n\ny"
    #expect(
      excerpts(text, (1, 1), (1, 2), (2, 3), (2, 4), (3, 1), (4, 1), (5, 1)) == [
        "^ab", "a^b", "cé^日d", "cé日^d", "^x", "^", "^y",
      ])
  }

  @Test("A place behind the end of its line is there; one behind the file is nowhere")
  func outside() {
    #expect(excerpts("ab\nc", (1, 9), (2, 2), (3, 1)) == ["ab^", "c^", "none"])
    #expect(excerpts("", (1, 1), (2, 1)) == ["^", "none"])
  }

  @Test("Of a very long line, only what is near, in whole characters")
  func long() {
    let text = String(repeating: "é", count: 5000)
    let file = SourceFile(path: "f", bytes: Array(text.utf8))
    let place = Location(file: "f", line: 1, column: 2500)
    let excerpt = file.excerpts(at: [place])[place]
    #expect(excerpt?.before == String(repeating: "é", count: 128))
    #expect(excerpt?.after == String(repeating: "é", count: 128))
    #expect(excerpt?.isCutBefore == true && excerpt?.isCutAfter == true)
  }
}
