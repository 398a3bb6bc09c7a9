import SourceText

/// A comment that speaks to this program: `// deleterules:` or `/* deleterules:`, and what it asks for.
package struct SwiftComment: Sendable {
  /// The text after the colon, up to the end of the comment.
  package let text: String
  package let location: Location
  /// The number of the `#if` branch that contains it, as for a token.
  let branch: Int
  let next: Int
  /// Whether nothing stands before it on its line.
  let startsLine: Bool
}

extension SwiftLexer {
  /// Goes past a comment that ends with its line, and keeps one that speaks to this program.
  mutating func lineComment() {
    let (first, start) = (offset, start)
    skipLine()
    keepComment(bytes[first..<offset], from: start)
  }

  /// Goes past a comment between marks, and keeps one that speaks to this program.
  mutating func blockComment() {
    let (first, start) = (offset, start)
    skipComment()
    let isEnded = offset >= first + 4 && bytes[..<offset].suffix(2).elementsEqual("*/".utf8)
    keepComment(bytes[first..<(isEnded ? offset - 2 : offset)], from: start)
  }

  private mutating func keepComment(_ comment: ArraySlice<UInt8>, from start: Start) {
    let opening = "/* \t\r\n".utf8
    let line = comment.drop { opening.contains($0) }
    let mark = "deleterules:".utf8
    guard strings.isEmpty, line.starts(with: mark) else { return }
    guard list.comments.count < Limits.commentsOfFile else {
      return report("more than \(Limits.commentsOfFile) comments for deleterules", at: start)
    }
    list.comments.append(
      SwiftComment(
        text: String(decoding: line.dropFirst(mark.count), as: UTF8.self),
        location: Location(file: list.file, line: start.line, column: start.column),
        branch: conditions.branch, next: list.count, startsLine: start.startsLine))
  }
}

extension SwiftTokens {
  /// The lines that a comment is about: its own, and below it those from the next code to the name of
  /// what is declared there, as attributes may stand on lines of their own.
  package func lines(of comment: SwiftComment) -> ClosedRange<Int> {
    let line = comment.location.line
    var index = comment.next
    if !comment.startsLine {
      while index > 0, self[index - 1]?.line == line { index -= 1 }
    }
    var steps = 0
    // What stands behind an #if, #else or #endif is another matter.
    let branch = comment.branch
    guard self[index]?.branch == branch else { return line...line }
    while let token = self[index], token.branch == branch, steps < Limits.wordsBeforeDeclaration {
      steps += 1
      if token.isMark("@") {
        index += 2
        while isMark(index, "."), self[index + 1]?.name != nil { index += 2 }
        if isMark(index, "("), self[index]?.startsLine == false { index = after(index) }
      } else if DeclarationScanner.isModifier(token) {
        index += 1
        if isMark(index, "(") { index = after(index) }
      } else {
        break
      }
    }
    let isNamed = self[index].map { DeclarationScanner.declaresName($0) } ?? false
    let last = self[isNamed ? index + 1 : index]?.line ?? line
    return line...max(line, last)
  }
}
