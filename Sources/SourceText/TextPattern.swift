import CompiledOnce

/// A text with `*` for any characters and `?` for one.
package struct TextPattern: Sendable {
  private let pattern: [Character]

  package init(_ pattern: String) { self.pattern = Array(pattern) }

  /// Returns true if the whole text matches.
  ///
  /// Advances through both at once; on a mismatch, the last `*` takes one more character.
  package func matches(_ text: String) -> Bool {
    let text = Array(text)
    var place = 0
    var next = 0
    var lastStar: (next: Int, place: Int)?
    while place < text.count {
      if next < pattern.count, pattern[next] == "*" {
        next += 1
        lastStar = (next, place)
      } else if next < pattern.count, pattern[next] == "?" || pattern[next] == text[place] {
        next += 1
        place += 1
      } else if let star = lastStar {
        lastStar = (star.next, star.place + 1)
        next = star.next
        place = star.place + 1
      } else {
        return false
      }
    }
    return pattern[next...].allSatisfy { $0 == "*" }
  }
}
