/// A piece of Swift source that is neither space nor comment.
package struct SwiftToken: Sendable {
  package enum Kind: Sendable {
    /// An identifier or a keyword.
    case word
    /// An identifier in backticks, which is never a keyword.
    case quotedWord
    case number
    /// A string literal that means what is written; the text is without its quotes.
    case text
    /// A string literal with an escape or an interpolation.
    case composedText
    case regex
    /// A name after `#`; the text begins with the `#`.
    case macro
    /// Punctuation: one character, or `->`, or a run of `=`.
    case mark
  }

  package var kind: Kind
  package var text: String
  package var line: Int
  package var column: Int
  /// Whether it is the first on its line.
  package var startsLine: Bool
  /// Whether space or a comment stands before it.
  package var followsSpace: Bool
  /// Which branch of which `#if` it is in; 0 outside of all.
  package var branch: Int
  /// Where the bracket that it opens is closed, or ends for want of that; nil for anything else.
  package var end: Int?

  package func isWord(_ word: String) -> Bool { kind == .word && text == word }
  package func isMark(_ mark: String) -> Bool { kind == .mark && text == mark }

  /// The name that it is as an identifier.
  package var name: String? { kind == .word || kind == .quotedWord ? text : nil }

  /// As it is written.
  package var written: String {
    switch kind {
    case .text, .composedText: "\"\(text)\""
    default: text
    }
  }
}
