import CompiledOnce

/// The line of a file around a place, as it is shown under what is said about it.
package struct Excerpt: Hashable, Sendable {
  /// The text of the line before the location; only the end of it if the line is very long.
  package let before: String
  /// The text of the line from the location on; only the beginning of it if the line is very long.
  package let after: String
  /// Whether something is left out in front of the first.
  package let isCutBefore: Bool
  package let isCutAfter: Bool
}

extension SourceFile {
  /// Returns the lines around some locations, found in one pass: a file may be a single line with
  /// many of them.
  ///
  /// - Parameter locations: Locations in this file; those in other files are skipped.
  /// - Returns: The excerpt at each location; none for a location after the end of the file.
  package func excerpts(at locations: some Sequence<Location>) -> [Location: Excerpt] {
    var excerpts: [Location: Excerpt] = [:]
    var cursor = LineCursor(bytes)
    for location in locations.filter({ $0.file == path }).sortedWithoutRepeats() {
      guard cursor.go(to: location) else { break }
      excerpts[location] = cursor.excerpt
    }
    return excerpts
  }
}

/// A place in some bytes that goes forward only, counting lines and columns as the readers do.
private struct LineCursor {
  let bytes: [UInt8]
  private var offset: Int
  private var lineStart: Int
  private var line = 1
  private var column = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    lineStart = offset
  }

  /// Goes to a place, or to the end of its line where that is before it; false where there is no
  /// such line.
  mutating func go(to location: Location) -> Bool {
    while line < location.line {
      offset = endOfLine(atMost: .max)
      guard offset < bytes.count else { return false }
      let isPair = bytes[offset] == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
      offset += isPair ? 2 : 1
      (lineStart, line, column) = (offset, line + 1, 1)
    }
    while column < location.column, offset < bytes.count, !isLineEnd(offset) {
      offset += 1
      while offset < bytes.count, isContinuation(offset) { offset += 1 }
      column += 1
    }
    return true
  }

  var excerpt: Excerpt {
    var first = max(lineStart, offset - Limits.excerptBytes)
    while first < offset, isContinuation(first) { first += 1 }
    var end = endOfLine(atMost: Limits.excerptBytes)
    let isCutAfter = end < bytes.count && !isLineEnd(end)
    while end > offset, end < bytes.count, isContinuation(end) { end -= 1 }
    return Excerpt(
      before: String(decoding: bytes[first..<offset], as: UTF8.self),
      after: String(decoding: bytes[offset..<end], as: UTF8.self), isCutBefore: first > lineStart,
      isCutAfter: isCutAfter)
  }

  private func endOfLine(atMost count: Int) -> Int {
    var end = offset
    while end < bytes.count, !isLineEnd(end), end - offset < count { end += 1 }
    return end
  }

  private func isLineEnd(_ index: Int) -> Bool { bytes[index] == 0x0A || bytes[index] == 0x0D }

  private func isContinuation(_ index: Int) -> Bool { bytes[index] & 0xC0 == 0x80 }
}
