import CompiledOnce
import SourceText

/// A character as it is displayed: its width in columns, and its mark.
struct Glyph: Equatable {
  let character: Character
  let width: Int
  let mark: Prose.Mark?

  init(_ character: Character, _ mark: Prose.Mark? = nil) {
    self.character = character
    self.mark = mark
    width = character.columns
  }

  var isSpace: Bool { character == " " }
}

extension Character {
  /// The number of columns in a terminal: two for Chinese, Japanese and Korean, and for pictures.
  var columns: Int {
    var widest = 0
    for scalar in unicodeScalars {
      // What asks for a picture of the mark before it.
      if scalar == "\u{FE0F}" { return 2 }
      widest = max(widest, scalar.columns)
    }
    return widest
  }
}

extension Unicode.Scalar {
  fileprivate var columns: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default: return properties.isEmojiPresentation ? 2 : 1
    }
  }
}

extension [Glyph] {
  var width: Int { reduce(0) { $0 + $1.width } }

  var widestWord: Int {
    split(whereSeparator: \.isSpace).map { $0.reduce(0) { $0 + $1.width } }.max() ?? 0
  }

  /// Breaks a line between words, and a word that is too wide where a name has a seam, if it has one.
  ///
  /// - Parameters:
  ///   - width: How many columns a line may have; a single character may have more.
  ///   - indent: How many spaces stand before all lines but the first.
  /// - Returns: The lines, at least one; no character is lost but the spaces between the lines.
  func wrapped(to width: Int, indent: Int = 0) -> [[Glyph]] {
    if self.width <= width { return [self] }
    // Where little is left, what hangs would not be read.
    let margin = [Glyph](repeating: Glyph(" "), count: indent * 2 <= width ? indent : 0)
    let leading = prefix(while: \.isSpace)
    var lines: [[Glyph]] = []
    var line = Array(leading)
    var hasWord = false
    for word in dropFirst(leading.count).split(whereSeparator: \.isSpace) {
      var rest = Array(word)
      if hasWord {
        let space = Glyph(" ", line.last?.mark == rest.first?.mark ? rest.first?.mark : nil)
        if line.width + 1 + rest.width <= width {
          line += [space] + rest
          continue
        }
        // What is parted anyway begins where there is room, if it has a seam there.
        let room = width - line.width - 1
        if margin.count + rest.width > width, rest.lastSeam(within: room) != nil {
          line.append(space)
        } else {
          lines.append(line)
          line = margin
        }
      }
      while line.width + rest.width > width {
        let count = rest.countThatFits(Swift.max(width - line.width, 1))
        lines.append(line + rest.prefix(count))
        rest.removeFirst(count)
        line = margin
      }
      line += rest
      hasWord = true
    }
    return lines + [line]
  }

  /// Returns the number of a word's characters that fit on a line, at least one.
  private func countThatFits(_ width: Int) -> Int {
    Swift.max(lastSeam(within: width) ?? countOfCharacters(within: width), 1)
  }

  private func countOfCharacters(within width: Int) -> Int {
    var used = 0
    return prefix { glyph in
      used += glyph.width
      return used <= width
    }.count
  }

  /// Returns the number of characters before the last place within the width where a name may be
  /// split.
  private func lastSeam(within width: Int) -> Int? {
    let count = Swift.min(countOfCharacters(within: width), self.count - 1)
    if count < 1 { return nil }
    // A path is split between its folders.
    return (1...count).last { self[$0 - 1].character == "/" }
      ?? (1...count).last { isSeam(before: $0) }
  }

  /// Whether a name may be split there: after a mark, or where a capital begins a word.
  private func isSeam(before index: Int) -> Bool {
    let (one, other) = (self[index - 1].character, self[index].character)
    return "./-_,→+".contains(one) || one.isLowercase && other.isUppercase
  }
}
