import SwiftSource

/// What an initial value says about the type of its property.
enum InitialValue {
  /// The type is written in it: `Item()`, `[Item]()`, `nil as Item?`.
  case typed(TypeExpression)
  /// A literal of a standard type.
  case literal
  /// Anything else.
  case unclear

  init(_ range: Range<Int>, in tokens: SwiftTokens) {
    if let type = Self.cast(range, in: tokens) ?? Self.call(range, in: tokens) {
      self = .typed(type)
    } else {
      let first = tokens[range.lowerBound]
      let isSigned = first?.isMark("-") ?? false
      switch tokens[range.lowerBound + (isSigned ? 1 : 0)] {
      case let token? where token.isWord("true") || token.isWord("false"): self = .literal
      case let token?:
        self = [.number, .text, .composedText, .regex].contains(token.kind) ? .literal : .unclear
      case nil: self = .unclear
      }
    }
  }

  /// The type in `value as Item?`.
  private static func cast(_ range: Range<Int>, in tokens: SwiftTokens) -> TypeExpression? {
    var index = range.lowerBound
    while index < range.upperBound {
      if tokens.isWord(index, "as") {
        var parser = TypeParser(tokens, at: index + 1, before: range.upperBound)
        let type = parser.type()
        return parser.index == range.upperBound ? type : nil
      }
      index = tokens.after(index)
    }
    return nil
  }

  /// The type in `Item()`, `[Item]()`, `Item.init()` or `[Item()]`.
  private static func call(_ range: Range<Int>, in tokens: SwiftTokens) -> TypeExpression? {
    var parser = TypeParser(tokens, at: range.lowerBound, before: range.upperBound)
    if let type = parser.type(), namesType(type) {
      var index = parser.index
      if tokens.isMark(index, "."), tokens.isWord(index + 1, "init") { index += 2 }
      let isCall = tokens.isMark(index, "(") && tokens.after(index) == range.upperBound
      return isCall ? type : nil
    }
    guard tokens.isMark(range.lowerBound, "["), let end = tokens[range.lowerBound]?.end,
      end + 1 == range.upperBound
    else { return nil }
    var element = TypeParser(tokens, at: range.lowerBound + 1, before: end)
    guard let type = element.type(), namesType(type), tokens.isMark(element.index, "(") else {
      return nil
    }
    let next = tokens.after(element.index)
    return next == end || tokens.isMark(next, ",") ? .array(type) : nil
  }

  /// Whether a name is that of a type: functions and cases begin with a small letter.
  private static func namesType(_ type: TypeExpression) -> Bool {
    guard case .named(let path, _) = type else { return true }
    return path.last?.first.map { !$0.isLowercase } ?? false
  }
}
