import CompiledOnce

extension [String] {
  /// The words as a person would list them: `a`, `a and b`, `a, b and c`.
  package func listed(_ lastWord: String = "and") -> String {
    guard count > 1, let last else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(lastWord) \(last)"
  }
}

extension Unicode.Scalar {
  /// Whether a terminal, an editor or a browser may take it for more than a character: it ends a
  /// line, commands a terminal, or turns the direction in which what follows is read.
  package var isCommand: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
  }
}

extension String {
  /// The text with some scalars written in another way; those without one stay.
  ///
  /// By scalars: to a parser, a mark that carries an accent is a mark all the same.
  package func escaped(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if let replacement = replacement(scalar) {
        text += replacement
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The text for a message: of a long one, its beginning and its end.
  package var shortened: String {
    utf8.count <= 400 ? self : "\(prefix(200))…\(suffix(150))"
  }

  /// The text with such characters written out, so that it cannot break a message.
  package var singleLine: String {
    escaped { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: scalar.isCommand ? "\\u{\(String(scalar.value, radix: 16))}" : nil
      }
    }
  }
}

/// Returns the word that was most likely intended, for messages about an unknown word.
///
/// - Parameters:
///   - word: The unknown word.
///   - words: The possible words; of equally near ones, the first is used.
/// - Returns: The nearest word; nil if more than a third of it would be typos. An incomplete word
///   matches the only word that begins with it.
package func closest(to word: String, among words: [String]) -> String? {
  let letters = beginning(of: word)
  var best: (word: String, distance: Int, length: Int)?
  for candidate in words {
    let candidateLetters = beginning(of: candidate)
    // A difference in length is a distance at least.
    if abs(candidateLetters.count - letters.count) >= best?.distance ?? .max { continue }
    let distance = editDistance(candidateLetters, letters)
    if distance < best?.distance ?? .max { best = (candidate, distance, candidateLetters.count) }
  }
  guard let best else { return nil }
  if best.distance <= max(1, best.length / 3) { return best.word }
  let longer = words.filter { beginning(of: $0).starts(with: letters) }
  return letters.count >= leastBeginning && Set(longer).count == 1 ? longer.first : nil
}

/// From how many letters on a word is taken for the beginning of another.
private let leastBeginning = 4

/// Returns the part of a word that is compared.
///
/// It consists of scalars, because a single character may have a megabyte.
private func beginning(of word: String) -> [UnicodeScalar] {
  Array(
    String(String.UnicodeScalarView(word.unicodeScalars.prefix(Limits.comparedLetters)))
      .lowercased().unicodeScalars)
}

/// The least number of letters to insert, delete, replace or swap with a neighbour.
private func editDistance(_ one: [UnicodeScalar], _ other: [UnicodeScalar]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...other.count)
  for row in one.indices {
    var current = [row + 1]
    for column in other.indices {
      var distance = min(
        last[column] + (one[row] == other[column] ? 0 : 1), last[column + 1] + 1,
        current[column] + 1)
      let isSwap =
        row > 0 && column > 0 && one[row] == other[column - 1] && one[row - 1] == other[column]
      if isSwap { distance = min(distance, beforeLast[column - 1] + 1) }
      current.append(distance)
    }
    (beforeLast, last) = (last, current)
  }
  return last[other.count]
}

extension String {
  /// `; did you mean 'x'?` where one of the words is near, otherwise nothing.
  package func suggestion(among words: [String]) -> String {
    closest(to: self, among: words).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// Whether it differs from another word by one typo at most, whatever the case of the letters.
  package func isTypo(of word: String) -> Bool {
    // A difference in length is a distance at least, and most words differ in it.
    abs(unicodeScalars.count - word.unicodeScalars.count) <= 1
      && editDistance(beginning(of: self), beginning(of: word)) <= 1
  }
}
