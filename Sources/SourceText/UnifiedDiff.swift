import CompiledOnce

/// The changes that replacements make to a file, line by line, in the format of `patch` and `git
/// apply`.
package struct UnifiedDiff {
  /// Lines that become others.
  private struct Change {
    var lines: Range<Int>
    /// The new text, with its line endings.
    var text: [UInt8]
  }

  private let file: SourceFile
  /// The offset of each line, and of the end of the file.
  private let starts: [Int]
  private var changes: [Change] = []
  /// The number of lines shown around a change.
  private static let context = 3

  /// Compares a file with its state after some replacements.
  package init(of file: SourceFile, applying replacements: [Replacement]) {
    self.file = file
    let bytes = file.bytes
    // A text without a line feed at its end has a last line all the same.
    var starts = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    if starts.last != bytes.count { starts.append(bytes.count) }
    self.starts = starts
    var line = 0
    var groups: [(lines: Range<Int>, replacements: [Replacement])] = []
    for replacement in replacements {
      while line + 2 < starts.count, starts[line + 1] <= replacement.range.lowerBound { line += 1 }
      var end = line
      while end + 2 < starts.count, starts[end + 1] <= replacement.range.upperBound { end += 1 }
      if let last = groups.last, last.lines.upperBound >= line {
        groups[groups.count - 1].lines = last.lines.lowerBound..<(end + 1)
        groups[groups.count - 1].replacements.append(replacement)
      } else {
        groups.append((line..<(end + 1), [replacement]))
      }
    }
    changes = groups.map { group in
      var (text, offset): ([UInt8], Int) = ([], starts[group.lines.lowerBound])
      for replacement in group.replacements {
        text += bytes[offset..<replacement.range.lowerBound] + replacement.text.utf8
        offset = replacement.range.upperBound
      }
      text += bytes[offset..<starts[min(group.lines.upperBound, starts.count - 1)]]
      return Change(lines: group.lines, text: text)
    }
  }

  /// The names of the file, and each part in which something changes; empty where nothing does.
  package var text: String {
    if changes.isEmpty { return "" }
    var (parts, shift): ([[Change]], Int) = ([], 0)
    for change in changes {
      if let last = parts.last?.last,
        change.lines.lowerBound - last.lines.upperBound <= 2 * Self.context
      {
        parts[parts.count - 1].append(change)
      } else {
        parts.append([change])
      }
    }
    var text = "--- \(Self.name("a/", file.path))\n+++ \(Self.name("b/", file.path))\n"
    for part in parts { text += hunk(part, &shift) }
    return text
  }

  private func hunk(_ part: [Change], _ shift: inout Int) -> String {
    let first = max(part[0].lines.lowerBound - Self.context, 0)
    let end = min(part[part.count - 1].lines.upperBound + Self.context, starts.count - 1)
    var body = ""
    var line = first
    var added = 0
    for change in part {
      body += marked(" ", line..<change.lines.lowerBound)
      body += marked("-", change.lines)
      body += Self.marked("+", change.text[...])
      added += Self.lines(in: change.text[...]).count - change.lines.count
      line = change.lines.upperBound
    }
    body += marked(" ", line..<end)
    let count = end - first
    let head = "@@ -\(first + 1),\(count) +\(first + 1 + shift),\(count + added) @@\n"
    shift += added
    return head + body
  }

  private func marked(_ mark: String, _ lines: Range<Int>) -> String {
    Self.marked(mark, file.bytes[starts[lines.lowerBound]..<starts[lines.upperBound]])
  }

  private static func marked(_ mark: String, _ bytes: ArraySlice<UInt8>) -> String {
    lines(in: bytes).map { line in
      let isWhole = line.last == 0x0A
      return mark + String(decoding: line, as: UTF8.self)
        + (isWhole ? "" : "\n\\ No newline at end of file\n")
    }.joined()
  }

  /// The lines with their ends.
  private static func lines(in bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      lines.append(bytes[start...end])
      start = end + 1
    }
    if start < bytes.endIndex { lines.append(bytes[start...]) }
    return lines
  }

  /// A path as git has it; one with odd characters in quotes.
  private static func name(_ side: String, _ path: String) -> String {
    let name = side + (path.hasPrefix("./") ? path.dropFirst(2) : path[...]).drop { $0 == "/" }
    let isOdd = name.unicodeScalars.contains { $0.isCommand || $0 == "\"" || $0 == "\\" }
    if isOdd { return JSONText.string(name).line }
    // Behind a space, what follows could be a date.
    return name.contains(" ") ? name + "\t" : name
  }
}
