/// Questions of the parser.
extension SwiftTokens {
  /// Whether a token follows the one before at once.
  package func isAttached(_ index: Int) -> Bool {
    flags(index).map { !$0.followsSpace && !$0.startsLine } ?? false
  }

  package func startsLine(_ index: Int) -> Bool { flags(index)?.startsLine ?? false }

  func closes(_ index: Int) -> Bool {
    switch mark(index) {
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): true
    default: false
    }
  }

  /// Whether a token may begin a value on the line of what is before it.
  func beginsOperand(_ index: Int) -> Bool {
    guard let token = self[index], !token.startsLine else { return false }
    if token.kind != .mark { return !token.isWord("in") && !token.isWord("as") }
    return ["(", "[", "{", ".", "&", "\\", "-", "!"].contains(token.text)
      && (token.text != "." && token.text != "(" && token.text != "[" || token.followsSpace)
  }

  /// Whether a token that begins a line goes on with the value before it.
  func goesOn(_ index: Int) -> Bool { isMark(index, ".") && !isMark(index + 1, ".") }

  /// The end of the operator that begins at a token; nil where none does.
  func operatorEnd(_ index: Int, before limit: Int) -> Int? {
    guard index < limit else { return nil }
    let first = mark(index)
    let isDotted = first == UInt8(ascii: ".")
    if isDotted {
      guard mark(index + 1) == first || Self.isOperator(mark(index + 1)), isAttached(index + 1)
      else { return nil }
    } else if !Self.isOperator(first) || isMark(index, "->") {
      return nil
    }
    var end = index + 1
    let mayBeType = first == UInt8(ascii: "?") || first == UInt8(ascii: "!")
    while end < limit, isAttached(end), !mayBeType || !isMark(end, "->"),
      Self.isOperator(mark(end)) || isDotted && mark(end) == UInt8(ascii: ".")
    {
      // What comes before a value is not part of what joins two.
      if !isDotted, end > index, mark(end) == UInt8(ascii: "&"), first == UInt8(ascii: "=") {
        break
      }
      end += 1
    }
    return end
  }

  private static func isOperator(_ mark: UInt8) -> Bool {
    switch mark {
    case UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"),
      UInt8(ascii: "/"), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "~"),
      UInt8(ascii: "!"), UInt8(ascii: "?"):
      true
    default: false
    }
  }

  /// The name of the called function, or of the type that `.init(` makes after `: Trip =`; nil for a bare
  /// `.init(` elsewhere.
  package func calledName(before open: Int) -> String? {
    guard isWord(open - 1, "init"), isMark(open - 2, ".") else { return self[open - 1]?.name }
    var place = open - 3
    if let type = self[place]?.name, !["try", "await"].contains(type) { return type }
    while isWord(place, "try") || isWord(place, "await") || isMark(place, "!") || isMark(place, "?")
    {
      place -= 1
    }
    guard isMark(place, "=") else { return nil }
    place -= isMark(place - 1, "?") || isMark(place - 1, "!") ? 2 : 1
    return isMark(place - 1, ":") || isMark(place - 1, ".") ? self[place]?.name : nil
  }

  /// The variable that is set to what a call makes: `let trip = Trip(`, with or without its type and `.init`; nil
  /// elsewhere.
  package func assignedName(before open: Int) -> String? {
    let isMember = isMark(open - 2, ".")
    let sign = !isMember ? open - 2 : self[open - 3]?.name == nil ? open - 3 : open - 4
    guard isMark(sign, "=") else { return nil }
    return self[isMark(sign - 2, ":") ? sign - 3 : sign - 1]?.name
  }

  func joined(_ range: Range<Int>) -> String {
    range.reduce(into: "") { $0 += self[$1]?.text ?? "" }
  }
}
