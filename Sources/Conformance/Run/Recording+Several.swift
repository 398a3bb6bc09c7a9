import Scenarios
import SourceText

extension ArraySlice<UInt8> {
  /// Whether it is a line without a value, as between lines that end in more than one way.
  var isBlank: Bool { allSatisfy { $0 <= UInt8(ascii: " ") } }
}

extension Recording {
  /// Reads the recordings in a file of observations, which follow one another.
  ///
  /// - Parameters:
  ///   - file: Lines of JSON.
  ///   - makeSuite: Makes the suite of questions for the implementation that answered.
  /// - Returns: The recordings in order, finished or not, each with the line at which it begins.
  /// - Throws: A `DataError` with the first line that doesn't belong to a recording.
  package static func recordings(
    in file: SourceFile, asking makeSuite: (Greeting, Choice) throws -> ConformanceSuite
  ) throws -> [(line: Int, recording: Recording)] {
    let lines = file.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let starts = lines.indices.filter { index in
      let node = try? JSONParser.parse(Array(lines[index]), file: file.path)
      return node?.hasKey("recording") == true
    }
    // What stands before the first header belongs to none, and is refused as such.
    let hasMore = starts.first.map { lines[..<$0].contains { !$0.isBlank } } ?? true
    let first = hasMore ? [0] + starts : starts
    let ends = first.dropFirst() + [lines.count]
    return try zip(first, ends).map { start, end in
      var bytes = Array(lines[start..<end].joined(separator: [UInt8(ascii: "\n")]))
      // Between two recordings a line has ended, whatever the last one lacks.
      if end < lines.count { bytes.append(UInt8(ascii: "\n")) }
      let part = SourceFile(path: file.path, bytes: bytes)
      return (start + 1, try Recording(part, from: start + 1, asking: makeSuite))
    }
  }
}
