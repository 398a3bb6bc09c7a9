import CompiledOnce
import ModelCheck
import ModelFiles
import SourceText

extension CheckRun {
  /// A line for each finding and each of its notes, as compilers write them.
  var text: String {
    findings.flatMap(\.lines).map { "\($0.singleLine)\n" }.joined()
  }

  /// The findings for a person at a terminal, with source lines, notes and help; a blank line after
  /// each.
  package func text(on screen: Screen) -> String {
    let pages = findings.map { $0.page(columns: screen.width) }.joined(separator: "\n")
    return findings.isEmpty ? "" : screen.text(of: pages) + "\n"
  }

  /// Returns a hint at what to do next.
  package func advice(suggestingFixes suggestsFixes: Bool) -> String? {
    guard let rule = findings.first?.rule.rawValue else { return nil }
    let count = suggestsFixes ? findings.count { !$0.fix.isEmpty } : 0
    let fixes = count == 0 ? "" : "; 'check --fix' can fix \(count)"
    return "'deleterules rules \(rule)' says what to do, as for each rule in brackets\(fixes)"
  }
}

extension Finding {
  /// The title and the notes, each on a line that begins with a place.
  var lines: [String] {
    let first = "\(location): \(severity.rawValue): \(title) [\(rule.rawValue)]"
    return [first]
      + notes.map { "\($0.labels.first?.location ?? location): note: \($0.words(at: location))" }
  }

  fileprivate func page(columns: Int) -> Prose {
    let mark: Prose = "[\(rule.rawValue)]\(fix.isEmpty ? "" : " [fixable]")"
    var text: Prose = "\(severity.prose): \(title.prose) \(Prose(.marked(.dim, mark)))\n"
    text += "\(Prose(.marked(.dim, "  --> ")))\(location.description.prose)\n"
    let source = sourceLines(columns: columns)
    for line in source where !line.isFix { text += line.prose + "\n" }
    for fact in facts { text += "  = note: \(fact.prose)\n" }
    text += "\(code: "help:") \(help.prose)\n"
    for line in source where line.isFix { text += line.prose + "\n" }
    return text
  }

  struct SourceLine {
    let prose: Prose
    let isFix: Bool
  }

  /// The source line with carets under the name at the place, and each line as the fix would have it.
  ///
  /// - Parameter columns: The greatest width of a line.
  /// - Returns: Lines without their ends; none where the file was not read.
  func sourceLines(columns: Int = 120) -> [SourceLine] {
    let numbers = ([location] + fix.map(\.location)).map(\.line)
    let width = numbers.map { "\($0)".count }.max() ?? 0
    let rest = max(columns - width - 5, 20)
    func gutter(_ text: String, _ mark: String) -> Prose {
      let spaces = String(repeating: " ", count: width - text.count)
      return Prose(.marked(.dim, "  \(spaces)\(text) \(mark)"))
    }
    var lines: [SourceLine] = []
    if let excerpt, let shown = ShownLine(excerpt, columns: rest) {
      let space = String(repeating: " ", count: shown.caret)
      let carets = Prose(.marked(.caret, String(repeating: "^", count: shown.named).prose))
      lines = [
        SourceLine(prose: "\(gutter("\(location.line)", "|")) \(shown.text.prose)", isFix: false),
        SourceLine(prose: "\(gutter("", "|")) \(space)\(carets)", isFix: false),
      ]
    }
    for part in fix {
      let place = part.location
      guard let excerpt = excerpt(at: place),
        let shown = ShownLine(excerpt, with: part, columns: rest)
      else { continue }
      if place.file != location.file {
        lines.append(SourceLine(prose: "\(gutter("", ">")) \(place.file.prose)", isFix: true))
      }
      let written = Prose(.marked(.fix, shown.text.prose))
      lines.append(SourceLine(prose: "\(gutter("\(place.line)", "+")) \(written)", isFix: true))
    }
    return lines
  }
}

/// A line as people are shown it: in columns, without what commands a terminal, shortened around a
/// place where it is very long.
private struct ShownLine {
  let text: String
  /// The number of columns before the place.
  let caret: Int
  /// The number of columns that the name at the place takes, at least 1.
  let named: Int

  /// The number of columns of a long line shown after the place, if it has that many.
  private static let columnsBehind = 48
  private static let columnsOfTab = 4

  /// A character and how many columns it takes.
  private typealias Cell = (text: String, columns: Int)

  /// Shows a line, perhaps with a replacement at the place; nil where there is nothing on it.
  init?(_ excerpt: Excerpt, with part: Replacement? = nil, columns most: Int) {
    var column = 0
    let (lead, code) = part == nil ? Self.atName(in: excerpt.after) : ("", excerpt.after)
    let before = Self.cells(of: excerpt.before + lead, &column)
    let written = Self.cells(of: part?.text ?? "", &column)
    let replaced = part.map {
      $0.end.line == $0.location.line ? $0.end.column - $0.location.column : 0
    }
    let rest = code.unicodeScalars.dropFirst(replaced ?? 0)
    let after = written + Self.cells(of: String(String.UnicodeScalarView(rest)), &column)
    guard (before + after).contains(where: { !$0.text.allSatisfy(\.isWhitespace) }) else {
      return nil
    }
    let (all, behind) = (Self.columns(before), Self.columns(after))
    let isWhole = all + behind <= most && !excerpt.isCutBefore && !excerpt.isCutAfter
    // An ellipsis takes a column at each end.
    let most = isWhole ? most : most - 2
    let least = max(Self.columnsBehind, Self.columns(written), Self.lengthToInverse(in: code))
    let kept = min(behind, max(min(least, most), most - all))
    let end = Self.prefix(after, kept)
    let start = Array(Self.prefix(before.reversed(), max(most - kept, 0)).reversed())
    let opening = start.count < before.count || excerpt.isCutBefore ? "…" : ""
    let closing = end.count < after.count || excerpt.isCutAfter ? "…" : ""
    text = opening + (start + end).map(\.text).joined() + closing
    caret = opening.columns + Self.columns(start)
    named = max(Self.columns(end.prefix(Self.nameLength(in: code))), 1)
  }

  /// Splits an XML tag before the value of its `name`; any other code has no first part.
  private static func atName(in code: String) -> (lead: String, code: String) {
    guard code.hasPrefix("<"), let key = code.firstRange(of: " name=\"") else { return ("", code) }
    return (String(code[..<key.upperBound]), String(code[key.upperBound...]))
  }

  /// The number of characters up to the end of an XML tag's `inverseName`; 0 in any other code.
  private static func lengthToInverse(in code: String) -> Int {
    guard let key = code.firstRange(of: " inverseName=\""),
      let end = code[key.upperBound...].firstIndex(of: "\"")
    else { return 0 }
    return code[...end].unicodeScalars.count
  }

  /// Counts the characters of a name with what it is a member of, or of an opening XML tag.
  private static func nameLength(in code: String) -> Int {
    let characters = Array(code.unicodeScalars)
    func isPart(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "_" || scalar.properties.isXIDContinue
    }
    return characters.indices.first { place in
      switch characters[place] {
      case "<": place > 0
      case ".": place == 0 || place + 1 == characters.count || !isPart(characters[place + 1])
      default: !isPart(characters[place])
      }
    } ?? characters.count
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
