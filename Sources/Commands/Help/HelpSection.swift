import CompiledOnce

/// A part of a help text or of the manual, before it is laid out.
struct HelpSection {
  typealias Row = (left: String, right: String)

  enum Part {
    /// Sentences, broken where a line is full.
    case paragraph(String)
    /// Lines that are never broken.
    case verbatim([String])
    /// Words, each with what it means.
    case table([Row])
  }

  let title: String?
  let parts: [Part]

  init(_ title: String? = nil, _ parts: [Part]) {
    self.title = title
    self.parts = parts
  }

  init(parts: [Part]) { self.init(nil, parts) }
}

extension [HelpSection] {
  /// The sections as a terminal shows them.
  func text(width: Int) -> String {
    let layout = TextLayout(width: width)
    let blocks = flatMap { section -> [[String]] in
      var blocks = section.parts.map { part in
        switch part {
        case .paragraph(let text): layout.lines(text)
        case .verbatim(let lines): lines
        case .table(let rows): layout.table(rows)
        }
      }
      if let title = section.title, !blocks.isEmpty { blocks[0].insert("\(title):", at: 0) }
      return blocks
    }
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }
}

/// Text that keeps to a width.
struct TextLayout {
  /// The maximum number of columns in a line.
  let width: Int

  /// Breaks a text into lines; a word that is too long gets a separate line.
  func lines(_ text: String, indent: Int = 0) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty && indent + line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? "\(word)" : " \(word)"
    }
    if !line.isEmpty { lines.append(line) }
    return lines.map { String(repeating: " ", count: indent) + $0 }
  }

  /// Sets two columns, the left of which is as wide as its widest text.
  func table(_ rows: [(left: String, right: String)]) -> [String] {
    let column = 2 + (rows.map(\.left.count).max() ?? 0) + 2
    // Beside a column that leaves hardly a word's room, nothing can be read.
    guard column + 24 <= width else {
      return rows.flatMap { ["  \($0.left)"] + lines($0.right, indent: 6) }
    }
    return rows.flatMap { row in
      var lines = lines(row.right, indent: column)
      let left = "  \(row.left)"
      let first = lines.isEmpty ? "" : String(lines.removeFirst().dropFirst(left.count))
      return [left + first] + lines
    }
  }
}
