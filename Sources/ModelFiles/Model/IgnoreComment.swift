import CompiledOnce
import SourceText

/// A comment in a model's files that asks for findings to be left out:
/// `deleterules:ignore rule_id reason`.
package struct IgnoreComment: Hashable, Sendable {
  /// The rules whose findings it is about.
  package let rules: [String]
  /// Why they are left alone; empty where that is not said.
  package let reason: String
  /// The location where the comment begins.
  package let location: Location
  /// Whether it asks for that, and for nothing that is not known.
  package let isIgnore: Bool
  /// The lines that it is about: its own, and what is declared below it.
  package let lines: ClosedRange<Int>

  /// Reads the text that follows `deleterules:`.
  package init(_ text: String, at location: Location, lines: ClosedRange<Int>) {
    self.location = location
    self.lines = lines
    var words = text.split(whereSeparator: \.isWhitespace)[...]
    isIgnore = words.popFirst() == "ignore"
    var rules: [String] = []
    var goesOn = true
    while goesOn, let word = words.popFirst() {
      rules += word.split(separator: ",").map(String.init)
      goesOn = word.hasSuffix(",") || words.first?.hasPrefix(",") == true
    }
    self.rules = rules
    let reason = words.joined(separator: " ")
    // A dash alone is none.
    self.reason = reason.contains { $0.isLetter || $0.isNumber } ? reason : ""
  }
}
