/// Patterns.
extension SyntaxParser {
  /// The pattern that begins here.
  mutating func pattern(isBinding: Bool, takesClosure: Bool = false) -> SwiftPattern {
    var isBinding = isBinding
    while isWord("let") || isWord("var") || isWord("inout") || isBinding && isWord("borrowing") {
      guard
        tokens[index + 1]?.name != nil || isMark(at: index + 1, "(") || isMark(at: index + 1, ".")
      else { break }
      isBinding = true
      index += 1
    }
    var pattern = part(isBinding, takesClosure)
    while index < limit {
      if isNext("?"), isAttached {
        index += 1
        pattern = .optional(pattern)
      } else if isWord("as") {
        index += 1
        pattern = .cast(pattern, type())
      } else {
        break
      }
    }
    return pattern
  }

  private mutating func part(_ isBinding: Bool, _ takesClosure: Bool) -> SwiftPattern {
    guard let token else { return .nothing }
    if token.isWord("is") {
      index += 1
      return .check(type())
    }
    if token.isWord("_"), !isMark(at: index + 1, ".") {
      index += 1
      return .nothing
    }
    if token.isMark("("), isPattern(behind: tokens.after(index)) {
      return .tuple(parts(isBinding, takesClosure))
    }
    if let member = member(isBinding, takesClosure) { return member }
    if isBinding, let name = token.name {
      index += 1
      return .name(name)
    }
    let outer = endsAtAssignment
    endsAtAssignment = true
    defer { endsAtAssignment = outer }
    return .expression(expression(takesClosure: takesClosure))
  }

  /// A case of an enumeration with patterns for its values; nil where no brackets end the pattern.
  private mutating func member(_ isBinding: Bool, _ takesClosure: Bool) -> SwiftPattern? {
    var place = index
    if tokens[place]?.name != nil {
      place += 1
      // Generic arguments may stand behind the type.
      if isMark(at: place, "<"), tokens.isAttached(place), let next = genericsEnd(at: place) {
        place = next
      }
    }
    guard isMark(at: place, ".") else { return nil }
    var name = ""
    while isMark(at: place, "."), let next = tokens[place + 1]?.name, place + 1 < limit {
      name = next
      place += 2
    }
    let isEnd = isPattern(behind: place)
    if !isEnd {
      guard isMark(at: place, "("), tokens.isAttached(place), isPattern(behind: tokens.after(place))
      else { return nil }
    } else if !isBinding {
      // A value without patterns is an expression like any other.
      return nil
    }
    // What binds nothing is an expression, which may call anything.
    let end = tokens.after(place)
    guard isEnd || isBinding || (place..<end).contains(where: { binds($0) }) else { return nil }
    index = place
    return .member(name, isEnd ? [] : parts(isBinding, takesClosure))
  }

  /// Whether a token makes a pattern of what it is in.
  private func binds(_ place: Int) -> Bool {
    ["let", "var", "_", "is"].contains { tokens.isWord(place, $0) }
  }

  private mutating func parts(_ isBinding: Bool, _ takesClosure: Bool) -> [SwiftPattern] {
    between(else: []) { parser in
      var all: [SwiftPattern] = []
      while parser.index < parser.limit {
        let start = parser.index
        if parser.token?.name != nil, parser.isMark(at: parser.index + 1, ":") { parser.index += 2 }
        all.append(parser.pattern(isBinding: isBinding, takesClosure: true))
        while parser.index < parser.limit, !parser.isNext(",") {
          parser.index = max(parser.tokens.after(parser.index), parser.index + 1)
        }
        _ = parser.skip(mark: ",")
        if parser.index <= start { parser.index = start + 1 }
      }
      return all
    }
  }

  /// Whether a pattern may end before a token.
  private func isPattern(behind place: Int) -> Bool {
    guard place < limit, let token = tokens[place] else { return true }
    switch token.kind {
    case .mark:
      return [",", ":", ")", "{"].contains(token.text)
        || token.text == "?" && !token.followsSpace
        || token.text == "="
    case .word: return ["as", "where", "in"].contains(token.text) || token.startsLine
    default: return token.startsLine
    }
  }
}
