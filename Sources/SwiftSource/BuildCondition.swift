/// What the condition of an `#if` comes to on Apple's systems with SwiftData, where that is certain.
///
/// It is read token by token, as the lexer comes to them, and nothing here calls itself.
struct BuildCondition {
  /// What is between two brackets, or between none.
  private struct Level {
    /// What the parts before the last `||` come to: true where one is.
    var any: Bool? = false
    /// What the parts since then come to: true where all are.
    var all: Bool? = true
    var isNegated = false

    var value: Bool? {
      any == true || all == true ? true : any == false && all == false ? false : nil
    }
  }

  /// A question such as `os(Linux)` whose brackets are open.
  private struct Question {
    let name: String
    var argument: String?
    var depth = 1
  }

  private var levels = [Level()]
  private var isNegated = false
  /// The word before, which may be a flag or the name of a question.
  private var word: String?
  private var question: Question?
  private var expectsOperand = true
  private var followsBar = false
  private var isReadable = true

  /// What it comes to; nil where that depends on how the app is built, or cannot be read.
  var value: Bool? {
    var all = self
    all.endWord()
    guard all.isReadable, !all.expectsOperand, all.levels.count == 1, all.question == nil else {
      return nil
    }
    return all.levels[0].value
  }

  mutating func take(_ token: SwiftToken) {
    if question != nil { return takeInQuestion(token) }
    if token.isMark("("), let name = word {
      word = nil
      question = Question(name: name)
      return
    }
    endWord()
    let followedBar = followsBar
    followsBar = false
    switch (token.kind, token.text) {
    case (.word, let text): word = text
    case (.mark, "!"): isNegated.toggle()
    case (.mark, "("):
      levels.append(Level(isNegated: isNegated))
      isNegated = false
    case (.mark, ")"):
      guard levels.count > 1, let level = levels.popLast() else {
        isReadable = false
        return
      }
      isNegated = level.isNegated
      // What is in the brackets has just been an operand; all of it is one again.
      expectsOperand = !expectsOperand
      add(level.value)
    case (.mark, "&"): expectsOperand = true
    case (.mark, "|"):
      expectsOperand = true
      followsBar = !followedBar
      guard followedBar else { return }
      levels[levels.count - 1].any = levels[levels.count - 1].value
      levels[levels.count - 1].all = true
    default: isReadable = false
    }
  }

  private mutating func takeInQuestion(_ token: SwiftToken) {
    guard var question else { return }
    if token.isMark("(") { question.depth += 1 }
    if token.isMark(")") { question.depth -= 1 }
    guard question.depth == 0 else {
      // Of `canImport(A.B)` and `swift(>=6)`, nothing is known.
      question.argument = question.argument == nil ? token.text : ""
      self.question = question
      return
    }
    self.question = nil
    add(Self.answer(to: question.name, question.argument ?? ""))
  }

  private mutating func endWord() {
    guard let word else { return }
    self.word = nil
    add(word == "true" ? true : word == "false" ? false : nil)
  }

  private mutating func add(_ operand: Bool?) {
    if !expectsOperand { isReadable = false }
    expectsOperand = false
    let operand = isNegated ? operand.map { !$0 } : operand
    isNegated = false
    let all = levels[levels.count - 1].all
    levels[levels.count - 1].all =
      all == false || operand == false ? false : all == true && operand == true ? true : nil
  }

  private static func answer(to question: String, _ argument: String) -> Bool? {
    switch question {
    case "os" where otherSystems.contains(argument): false
    case "canImport" where modulesOfOtherSystems.contains(argument): false
    case "canImport" where argument == "SwiftData" || argument == "Darwin": true
    default: nil
    }
  }

  private static let otherSystems: Set<String> = [
    "Android", "Cygwin", "Emscripten", "FreeBSD", "Haiku", "Linux", "NetBSD", "OpenBSD", "PS4",
    "WASI", "Windows",
  ]
  private static let modulesOfOtherSystems: Set<String> = [
    "Android", "Bionic", "CRT", "FoundationNetworking", "Glibc", "Musl", "WASILibc", "WinSDK",
    "ucrt",
  ]
}
