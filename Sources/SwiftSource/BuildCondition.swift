/// The value of an `#if` condition on Apple's systems with SwiftData, if it is certain.
///
/// Tokens are read one by one, as the lexer finds them, and without recursion.
struct BuildCondition {
  /// The operators, loosest first.
  ///
  /// An opening bracket separates those after it from those before it.
  private enum Operator: Int {
    case bracket
    case or
    case and
    case not
  }

  /// A piece of the condition, behind those that it joins.
  private enum Piece {
    case value(Bool)
    /// Something of which one of several is so: of what, by number, and which, from 1 on.
    case choice(Int, Int)
    case joined(Operator)
    case unknown
  }

  /// A question such as `os(Linux)` whose brackets are open.
  private struct Question {
    let name: String
    var argument = ""
    var depth = 1
  }

  private var pieces: [Piece] = []
  private var operators: [Operator] = []
  /// The systems that are asked for, the processors, and so on; of a flag, whether it is set.
  private var choices: [(subject: String, known: [String])] = []
  private var choiceCount = 0
  /// The word before, which may be a flag or the name of a question.
  private var word: String?
  private var question: Question?
  private var expectsOperand = true
  /// The first mark of `&&` or `||`.
  private var halfMark: String?
  private var isReadable = true

  /// The value of the condition; nil if it depends on how the app is built, or cannot be read.
  var value: Bool? {
    var all = self
    all.endWord()
    guard all.isReadable, !all.expectsOperand, all.halfMark == nil, all.question == nil else {
      return nil
    }
    all.close(to: .or)
    return all.operators.isEmpty ? all.certainty : nil
  }

  /// The flag that the condition asks for alone; nil for any other condition.
  var onlyFlag: String? {
    pieces.isEmpty && operators.isEmpty && question == nil && isReadable ? word : nil
  }

  mutating func take(_ token: SwiftToken) {
    if question != nil { return takeInQuestion(token) }
    if token.isMark("("), let name = word {
      word = nil
      question = Question(name: name)
      return
    }
    endWord()
    if let mark = halfMark {
      halfMark = nil
      if !token.isMark(mark) { isReadable = false }
      return join(mark == "&" ? .and : .or)
    }
    switch (token.kind, token.text) {
    case (.word, let text): word = text
    case (.mark, "!"): open(.not)
    case (.mark, "("): open(.bracket)
    case (.mark, ")"):
      close(to: .or)
      // What is in the brackets has just been an operand.
      if expectsOperand || operators.popLast() == nil { isReadable = false }
    case (.mark, "&"), (.mark, "|"): halfMark = token.text
    default: isReadable = false
    }
  }

  private mutating func open(_ mark: Operator) {
    if !expectsOperand { isReadable = false }
    operators.append(mark)
  }

  private mutating func join(_ mark: Operator) {
    if expectsOperand { isReadable = false }
    close(to: mark)
    operators.append(mark)
    expectsOperand = true
  }

  /// Puts what binds as closely as an operator behind its operands.
  private mutating func close(to mark: Operator) {
    while let last = operators.last, last.rawValue >= mark.rawValue {
      operators.removeLast()
      pieces.append(.joined(last))
    }
  }

  private mutating func takeInQuestion(_ token: SwiftToken) {
    if token.isMark("(") { question?.depth += 1 }
    if token.isMark(")") { question?.depth -= 1 }
    guard question?.depth == 0 else {
      // In its place: a copy would cost as much as the whole argument, for each token.
      question?.argument += token.text
      return
    }
    let (name, argument) = (question?.name ?? "", question?.argument ?? "")
    question = nil
    if let answer = Self.answer(to: name, argument) { return add(.value(answer)) }
    // A build is for one system and one processor.
    let isOneOf = ["os", "arch", "targetEnvironment"].contains(name) && !argument.isEmpty
    add(choice(isOneOf ? name : "\(name)(\(argument))", isOneOf ? argument : ""))
  }

  private mutating func endWord() {
    guard let word else { return }
    self.word = nil
    switch word {
    case "true", "false": add(.value(word == "true"))
    default: add(choice(word, ""))
    }
  }

  private mutating func add(_ operand: Piece) {
    if !expectsOperand { isReadable = false }
    expectsOperand = false
    pieces.append(operand)
  }

  private mutating func choice(_ subject: String, _ wanted: String) -> Piece {
    guard choiceCount < Limits.choicesOfCondition else { return .unknown }
    let index = choices.firstIndex { $0.subject == subject } ?? choices.count
    if index == choices.count { choices.append((subject, [])) }
    let place = choices[index].known.firstIndex(of: wanted) ?? choices[index].known.count
    if place == choices[index].known.count { choices[index].known.append(wanted) }
    choiceCount = choices.reduce(0) { $0 + $1.known.count }
    return .choice(index, place + 1)
  }
}

extension BuildCondition {
  /// The value that is the same for all choices; nil if they make a difference.
  private var certainty: Bool? {
    if let value = value(choosing: nil) { return value }
    let ways = choices.reduce(1) { min($0 * ($1.known.count + 1), Limits.waysOfCondition + 1) }
    guard ways * pieces.count <= Limits.waysOfCondition else { return nil }
    let first = value(choosing: 0)
    return (1..<ways).allSatisfy { value(choosing: $0) == first } ? first : nil
  }

  /// Returns the value of the condition for one combination of choices, identified by a number.
  ///
  /// - Parameter way: The number of the combination; nil if all choices are unknown.
  /// - Returns: The value; nil if it depends on the choices.
  private func value(choosing way: Int?) -> Bool? {
    var chosen: [Int] = []
    var rest = way ?? 0
    for choice in choices {
      chosen.append(rest % (choice.known.count + 1))
      rest /= choice.known.count + 1
    }
    var values: [Bool?] = []
    for piece in pieces {
      switch piece {
      case .value(let value): values.append(value)
      case .unknown: values.append(nil)
      case .choice(let index, let wanted):
        values.append(way == nil ? nil : chosen[index] == wanted)
      case .joined(.not): values.append((values.popLast() ?? nil).map { !$0 })
      case .joined(let mark):
        let operands = [values.popLast() ?? nil, values.popLast() ?? nil]
        // What one operand alone decides.
        let decisive = mark == .or
        values.append(
          operands.contains(decisive) ? decisive : operands.contains(nil) ? nil : !decisive)
      }
    }
    return values.first ?? nil
  }

  private static func answer(to question: String, _ argument: String) -> Bool? {
    switch question {
    case "os" where otherSystems.contains(argument): false
    case "canImport" where modulesOfOtherSystems.contains(argument): false
    case "canImport" where argument == "SwiftData" || argument == "Darwin": true
    case "swift", "compiler": isNewEnough(argument)
    default: nil
    }
  }

  /// Whether the first Swift that has SwiftData is as `>=5.9` or `<5.9` says; nil where later ones may
  /// differ from it.
  private static func isNewEnough(_ comparison: String) -> Bool? {
    let isLeast = comparison.hasPrefix(">=")
    guard isLeast || comparison.hasPrefix("<"), !comparison.hasPrefix("<=") else { return nil }
    let parts = comparison.dropFirst(isLeast ? 2 : 1)
      .split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    let numbers = parts.compactMap(\.self)
    guard !numbers.isEmpty, numbers.count == parts.count else { return nil }
    return [5, 9].lexicographicallyPrecedes(numbers) ? nil : isLeast
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
