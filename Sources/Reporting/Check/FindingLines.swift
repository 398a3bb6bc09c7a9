import CompiledOnce
import ModelCheck
import ModelFiles
import SourceText

extension CheckRun {
  /// The findings with their lines, with colours for a terminal.
  package var colouredText: String {
    text { finding in
      let colour =
        switch finding.severity {
        case .error: "31"
        case .warning: "35"
        case .note: "36"
        }
      let place = "\u{1B}[1m\(finding.location.description.singleLine):\u{1B}[0m"
      let severity = "\u{1B}[1;\(colour)m\(finding.severity.rawValue):\u{1B}[0m"
      let rule = "\u{1B}[2m(\(finding.rule.rawValue))\u{1B}[0m"
      return "\(place) \(severity) \(finding.message.singleLine) \(rule)"
    } paint: { text, part in
      let colour =
        switch part {
        case .gutter: "2"
        case .caret: "1;32"
        case .fix: "32"
        }
      return "\u{1B}[\(colour)m\(text)\u{1B}[0m"
    }
  }

  /// The findings with their lines, as compilers write them.
  var text: String {
    text {
      $0.description.singleLine
    } paint: { text, _ in
      text
    }
  }

  private func text(
    _ firstLine: (Finding) -> String, paint: (String, Finding.Part) -> String
  ) -> String {
    let lines = findings.flatMap { [firstLine($0)] + $0.sourceLines(paint) }
    return lines.map { "\($0)\n" }.joined()
  }

  /// What can be done next; nil where nothing was found.
  package var advice: String? {
    guard let rule = findings.first?.rule.rawValue else { return nil }
    let count = findings.count { !$0.fix.isEmpty }
    let fixes = count == 0 ? "" : "; 'check --fix' writes the lines with +"
    return "'deleterules rules ID' explains a rule, such as \(rule), and what to do\(fixes)"
  }
}

extension Finding {
  /// The source line with a caret under the place, and each line as the fix would have it.
  ///
  /// - Parameter paint: How a part is coloured.
  /// - Returns: Lines without their ends; none where the file was not read.
  func sourceLines(_ paint: (String, Part) -> String) -> [String] {
    let numbers = ([location] + fix.map(\.location)).map(\.line)
    let width = numbers.map { "\($0)".count }.max() ?? 0
    func gutter(_ text: String, _ mark: String) -> String {
      paint("  \(String(repeating: " ", count: width - text.count))\(text) \(mark)", .gutter)
    }
    var lines: [String] = []
    if let excerpt, let shown = ShownLine(excerpt) {
      lines.append("\(gutter("\(location.line)", "|")) \(shown.text)")
      let space = String(repeating: " ", count: shown.caret)
      lines.append("\(gutter("", "|")) \(space)\(paint("^", .caret))")
    }
    for part in fix {
      let place = part.location
      guard let excerpt = excerpt(at: place), let shown = ShownLine(excerpt, with: part) else {
        continue
      }
      if place.file != location.file {
        lines.append("\(gutter("", ">")) \(place.file.singleLine)")
      }
      lines.append("\(gutter("\(place.line)", "+")) \(paint(shown.text, .fix))")
    }
    return lines
  }

  /// What is told apart by colours.
  enum Part {
    case gutter
    case caret
    case fix
  }
}

/// A line as people are shown it: in columns, without what commands a terminal, shortened around a
/// place where it is very long.
private struct ShownLine {
  let text: String
  /// How many columns stand before the place.
  let caret: Int

  /// How many columns are shown of a line.
  private static let mostColumns = 120
  /// How many columns are shown of a long line behind the place, where it has as many.
  private static let columnsBehind = 48
  private static let columnsOfTab = 4

  /// A character and how many columns it takes.
  private typealias Cell = (text: String, columns: Int)

  /// Shows a line, perhaps with a replacement at the place; nil where there is nothing on it.
  init?(_ excerpt: Excerpt, with part: Replacement? = nil) {
    var column = 0
    let before = Self.cells(of: excerpt.before, &column)
    let written = Self.cells(of: part?.text ?? "", &column)
    let replaced = part.map {
      $0.end.line == $0.location.line ? $0.end.column - $0.location.column : 0
    }
    let rest = excerpt.after.unicodeScalars.dropFirst(replaced ?? 0)
    let after = written + Self.cells(of: String(String.UnicodeScalarView(rest)), &column)
    guard (before + after).contains(where: { !$0.text.allSatisfy(\.isWhitespace) }) else {
      return nil
    }
    let (all, behind) = (Self.columns(before), Self.columns(after))
    let least = max(Self.columnsBehind, Self.columns(written))
    let kept = min(behind, max(least, Self.mostColumns - all))
    let end = Self.prefix(after, kept)
    let start = Array(Self.prefix(before.reversed(), max(Self.mostColumns - kept, 0)).reversed())
    let opening = start.count < before.count || excerpt.isCutBefore ? "…" : ""
    let closing = end.count < after.count || excerpt.isCutAfter ? "…" : ""
    text = opening + (start + end).map(\.text).joined() + closing
    caret = opening.columns + Self.columns(start)
  }

  private static func cells(of text: String, _ column: inout Int) -> [Cell] {
    text.unicodeScalars.map { scalar in
      if (0x20..<0x7F).contains(scalar.value) {
        column += 1
        return (String(scalar), 1)
      }
      let text =
        scalar == "\t"
        ? String(repeating: " ", count: columnsOfTab - column % columnsOfTab)
        : String(scalar).singleLine
      let columns = scalar.isCommand && scalar != "\t" ? text.count : text.columns
      column += columns
      return (text, columns)
    }
  }

  private static func columns(_ cells: some Sequence<Cell>) -> Int {
    cells.reduce(0) { $0 + $1.columns }
  }

  /// The first cells that fit into so many columns.
  private static func prefix(_ cells: some Sequence<Cell>, _ most: Int) -> [Cell] {
    var left = most
    return Array(
      cells.prefix { cell in
        left -= cell.columns
        return left >= 0
      })
  }
}
