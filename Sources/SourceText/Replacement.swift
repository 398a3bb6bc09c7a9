import CompiledOnce

/// A text that takes the place of another one in a file.
package struct Replacement: Hashable, Sendable {
  /// The location at which the text is written, before the character there.
  package let location: Location
  /// The character behind the last one that it replaces; where that is the first one, it replaces
  /// nothing.
  package let end: Location
  /// The text that is written.
  package let text: String
  /// The bytes that it replaces.
  package let range: Range<Int>

  package init(inserting text: String, at place: Place) {
    location = place.location
    end = place.location
    self.text = text
    range = place.offset..<place.offset
  }

  /// A place in a file that is known by its bytes too, so that it is found again as it was read.
  package struct Place: Hashable, Sendable {
    package let location: Location
    package let offset: Int

    package init(_ location: Location, offset: Int) {
      self.location = location
      self.offset = offset
    }
  }
}

extension SourceFile {
  /// Replaces some texts, and keeps every other byte.
  ///
  /// - Parameter replacements: In any order; those of other files are passed over.
  /// - Returns: The file as it then is, and what was replaced, in its order. Of two that lie over each
  ///   other the first is taken; of two that put something in at one place, too: together they may
  ///   mean something else.
  package func applying(
    _ replacements: some Sequence<Replacement>
  ) -> (file: SourceFile, applied: [Replacement]) {
    var changed: [UInt8] = []
    var applied: [Replacement] = []
    var offset = 0
    for replacement in Set(replacements.filter { $0.location.file == path }).sorted(by: <) {
      let range = replacement.range
      let isFree = applied.last.map { $0.range.upperBound < range.lowerBound } ?? true
      guard isFree, range.lowerBound >= 0, range.upperBound <= bytes.count else { continue }
      changed += bytes[offset..<range.lowerBound]
      changed += replacement.text.utf8
      offset = range.upperBound
      applied.append(replacement)
    }
    changed += bytes[offset...]
    return (SourceFile(path: path, bytes: changed), applied)
  }
}

extension Replacement {
  fileprivate static func < (one: Replacement, other: Replacement) -> Bool {
    (one.range.lowerBound, one.range.upperBound, one.text)
      < (other.range.lowerBound, other.range.upperBound, other.text)
  }
}
