import SourceText

/// The deletes in Objective-C source, which is searched and not parsed.
package enum ObjectiveCDeletes {
  /// Finds message sends and classes that delete objects, outside of comments and strings.
  ///
  /// - Parameter source: The bytes of a `.m` or `.mm` file.
  /// - Returns: The place of each `deleteObject:` and `NSBatchDeleteRequest`, in order.
  package static func places(in source: SourceFile) -> [Location] {
    let bytes = source.bytes
    var found: [Location] = []
    var (line, lineStart, index) = (1, 0, 0)
    /// Moves behind the next occurrence of an end, or to the end of the file.
    func skip(to end: String) {
      while index < bytes.count, !bytes[index...].starts(with: end.utf8) {
        let isQuoted = end == "\"" || end == "'"
        if bytes[index] == UInt8(ascii: "\\"), isQuoted { index += 1 }
        if index < bytes.count, bytes[index] == UInt8(ascii: "\n") {
          (line, lineStart) = (line + 1, index + 1)
          // A string ends with its line, whatever is missing.
          if isQuoted { return index += 1 }
        }
        index += 1
      }
      index = min(index + end.utf8.count, bytes.count)
    }
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\n"):
        index += 1
        (line, lineStart) = (line + 1, index)
      case UInt8(ascii: "/") where bytes[index...].starts(with: "//".utf8):
        index = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      case UInt8(ascii: "/") where bytes[index...].starts(with: "/*".utf8):
        index += 2
        skip(to: "*/")
      case UInt8(ascii: "\""):
        index += 1
        skip(to: "\"")
      case UInt8(ascii: "'"):
        index += 1
        skip(to: "'")
      case let byte where isInWord(byte):
        let start = index
        while index < bytes.count, isInWord(bytes[index]) { index += 1 }
        let word = bytes[start..<index]
        let next = bytes[index...].first { $0 != UInt8(ascii: " ") }
        let isSend = next == UInt8(ascii: ":")
        if isSend && word.elementsEqual("deleteObject".utf8)
          || word.elementsEqual("NSBatchDeleteRequest".utf8)
        {
          let column = String(decoding: bytes[lineStart..<start], as: UTF8.self).count + 1
          found.append(Location(file: source.path, line: line, column: column))
        }
      default: index += 1
      }
    }
    return found
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
