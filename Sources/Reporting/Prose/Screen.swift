import CompiledOnce
import SourceText

/// The screen on which a text is read: its columns, and whether colours are supported and wanted.
package struct Screen: Sendable {
  let width: Int
  let hasColours: Bool

  package init(width: Int, hasColours: Bool) {
    self.width = max(width, 2)
    self.hasColours = hasColours
  }

  /// A text as it is read there.
  package func text(of prose: Prose) -> String {
    let text = lines(of: prose).map(written).joined(separator: "\n")
    return text.isEmpty ? "" : text + (text.hasSuffix("\n") ? "" : "\n")
  }

  private func lines(of prose: Prose) -> [[Glyph]] {
    var lines: [[Glyph]] = []
    var line: [Glyph] = []
    func endLine() {
      lines += line.wrapped(to: width, indent: line.hangingIndent)
      line = []
    }
    for run in prose.runs(nil) {
      switch run {
      case .glyph(let glyph): line.append(glyph)
      case .lineBreak: endLine()
      case .table(let table): lines += self.lines(of: table)
      case .listing(let listed): lines += listed
      }
    }
    if !line.isEmpty { endLine() }
    return lines
  }

  private func written(_ line: [Glyph]) -> String {
    var text = ""
    var rest = line[...]
    while let first = rest.first {
      let run = rest.prefix { $0.mark == first.mark }
      rest = rest.dropFirst(run.count)
      let words = String(run.map(\.character))
      let colour = hasColours ? first.mark?.colour : nil
      text += colour.map { "\u{1B}[\($0)m\(words)\u{1B}[0m" } ?? words
    }
    return text
  }
}

extension Prose.Mark {
  /// The terminal's code for the mark; the colours are those of a finding.
  fileprivate var colour: String? {
    switch self {
    case .heading, .code, .strong: "1"
    case .emphasis: "3"
    case .error: "1;31"
    case .warning: "1;35"
    case .note: "1;36"
    case .dim: "2"
    case .caret: "1;32"
    case .fix: "32"
    }
  }
}

private enum Run {
  case glyph(Glyph)
  case lineBreak
  case table(Table)
  case listing([[Glyph]])

  var isLineBreak: Bool {
    if case .lineBreak = self { true } else { false }
  }

  var character: Character? {
    if case .glyph(let glyph) = self { glyph.character } else { nil }
  }
}

extension Prose {
  /// Returns the text as it appears on a screen, character by character.
  fileprivate func runs(_ mark: Mark?) -> [Run] {
    parts.flatMap { part -> [Run] in
      switch part {
      case .text(let text): text.map { $0 == "\n" ? .lineBreak : .glyph(Glyph($0, mark)) }
      case .words(let words), .address(let words):
        words.singleLine.map { .glyph(Glyph($0, mark)) }
      case .marked(let own, let prose): prose.runs(own)
      case .table(let table): [.table(table)]
      case .listing(let lines, _):
        [
          .listing(
            lines.split(separator: "\n", omittingEmptySubsequences: false).map { line in
              "    \(line)".map { Glyph($0, .code) }
            })
        ]
      case .flowing(let prose): prose.flowingRuns
      case .folded(let title, let prose):
        title.runs(.heading(2)) + [.lineBreak, .lineBreak] + prose.runs(nil)
      }
    }
  }

  private var flowingRuns: [Run] {
    var flowing: [Run] = []
    for line in runs(nil).split(omittingEmptySubsequences: false, whereSeparator: \.isLineBreak) {
      let rest = line.drop { $0.character == " " }
      let goesOn = rest.first.map { $0.character != "-" } ?? false
      if goesOn, let last = flowing.last, !last.isLineBreak {
        flowing += [.glyph(Glyph(" "))] + rest
      } else {
        flowing += (flowing.isEmpty ? [] : [.lineBreak]) + line
      }
    }
    return flowing
  }

  /// The text of a cell, which has one line.
  var glyphs: [Glyph] {
    runs(nil).compactMap { run in
      if case .glyph(let glyph) = run { return glyph }
      return nil
    }
  }
}

extension [Glyph] {
  /// The distance from the margin to the text of a list item.
  fileprivate var hangingIndent: Int {
    let spaces = prefix(while: \.isSpace).count
    let mark = self[spaces...].prefix { !$0.isSpace }.map(\.character)
    let isMark =
      [["-"], ["="]].contains(mark)
      || mark.count > 1 && mark.last == "." && mark.dropLast().allSatisfy(\.isNumber)
    return isMark ? spaces + mark.count + 1 : spaces
  }
}
