import SwiftSource

/// The blocks of a body, and the places where the code leaves some of them early.
///
/// They tell whether one call is certain to happen where another one does.
struct CodeWays {
  /// A kind of block.
  enum Block {
    /// A branch of a condition.
    case branch
    /// A handler of errors.
    case handler
    /// A case of a `switch`.
    case choice
    /// A loop over elements, which is taken to have some.
    case loop
    /// A loop as long as something holds.
    case conditionalLoop
    /// A closure that is called where it stands.
    case closure
    /// A closure or function that something else calls, or nothing.
    case later

    fileprivate var maySkip: Bool { self != .loop && self != .closure }
    fileprivate var isLoop: Bool { self == .loop || self == .conditionalLoop }

    fileprivate func isLeft(by word: String) -> Bool {
      switch self {
      case .branch, .handler: false
      case .choice: word == "break"
      case .loop, .conditionalLoop: word == "break" || word == "continue"
      case .closure, .later: word == "return" || word == "throw"
      }
    }
  }

  /// A `return`, `throw`, `break` or `continue`.
  private struct Exit {
    let word: String
    let token: Int
    /// The innermost block around it.
    let source: Int
    /// The block that it leaves.
    let block: Int
    let isLabelled: Bool
    /// Whether it is an error that code around it may catch.
    let isCaught: Bool
    /// Whether the exit is taken only if a value is missing, as in `guard let`.
    let isForNothing: Bool
  }

  /// A place in the code: a token, and the number of the innermost block around it.
  struct Place: Hashable {
    var token: Int
    var block: Int

    /// The beginning of the body.
    static let start = Place(token: -1, block: CodeWays.body)
  }

  /// The block that a loop does in each round, and the one around it.
  struct Loop {
    let block: Int
    let around: Int
  }

  /// The number of the body itself.
  static let body = -1

  private var blocks: [(kind: Block, around: Int, isForSomething: Bool)] = []
  /// The statement that takes at most one of several blocks, by the numbers of these.
  private var choices: [Int: Int] = [:]
  /// The places at which a block is left early.
  private var exits: [Exit] = []
  /// Their indices by the innermost blocks around them, each in the order of their tokens.
  private var exitsByBlock: [Int: [Int]] = [:]
  /// The number of expressions and blocks around what is evaluated that may catch its errors.
  var catching = 0
  /// Whether the current code runs only if a value is missing, as that of `guard let`.
  var isForNothing = false
  /// Whether the next block is skipped only if a value is missing, as that of `if let`.
  var isForSomething = false
  /// The names of the contexts of deletes, by their tokens.
  private var contexts: [Int: String] = [:]
  /// The tokens of the calls that save what is pending.
  private var saves: [Int] = []
  /// The innermost block around what is evaluated.
  private(set) var current = Self.body

  /// Enters a block.
  ///
  /// - Returns: The block around it, to be given to ``leave(to:)``.
  mutating func enter(_ kind: Block) -> Int {
    let around = current
    current = blocks.count
    blocks.append((kind, around, isForSomething))
    isForSomething = false
    return around
  }

  mutating func leave(to around: Int) { current = around }

  /// Whether a block is the innermost one, but for loops and closures that are done where they stand.
  func isCurrent(_ block: Int) -> Bool {
    var inner = current
    while inner != block, inner != Self.body, !blocks[inner].kind.maySkip {
      inner = blocks[inner].around
    }
    return inner == block
  }

  /// Records that the code takes at most one of some blocks.
  mutating func choose(among blocks: [Int]) {
    guard let first = blocks.first, blocks.count > 1 else { return }
    for block in blocks { choices[block] = first }
  }

  /// The number of the block that is entered next.
  var next: Int { blocks.count }

  /// Records a `return`, `throw`, `break` or `continue`; one with a label may leave any loop around.
  ///
  /// - Returns: Whether it ends a loop.
  mutating func exit(by word: String, at token: Int, isLabelled: Bool) -> Bool {
    var block = current
    var endsLoop = false
    while true {
      while block != Self.body {
        let kind = blocks[block].kind
        if word != "continue", kind.isLoop { endsLoop = true }
        if kind.isLeft(by: word) { break }
        block = blocks[block].around
      }
      exits.append(
        Exit(
          word: word, token: token, source: current, block: block, isLabelled: isLabelled,
          isCaught: word == "throw" && catching > 0, isForNothing: isForNothing))
      // A deferred block runs after the code behind it.
      let later = exitsByBlock[current, default: []].reversed()
        .prefix { exits[$0].token > token }.count
      let end = exitsByBlock[current]?.endIndex ?? 0
      exitsByBlock[current, default: []].insert(exits.endIndex - 1, at: end - later)
      guard isLabelled, block != Self.body, blocks[block].kind != .later else { return endsLoop }
      block = blocks[block].around
    }
  }

  /// Whether a `break` may end a block before a token.
  func mayBreak(_ block: Int, before token: Int) -> Bool {
    exits.contains { $0.word == "break" && $0.block == block && $0.token < token }
  }

  /// Whether a `return` may end the body before a token.
  func mayEnd(before token: Int) -> Bool {
    exits.contains { $0.word == "return" && $0.block == Self.body && $0.token < token }
  }

  /// Whether a `return` may end the body before a token, although no value is missing.
  func mayDecline(before token: Int) -> Bool {
    exits.contains {
      $0.word == "return" && $0.block == Self.body && $0.token < token && !$0.isForNothing
    }
  }

  /// Whether no condition decides about a call, unless the code ends before.
  func isUnconditional(_ place: Place) -> Bool {
    var block = place.block
    while block != Self.body, !blocks[block].kind.maySkip || blocks[block].isForSomething {
      block = blocks[block].around
    }
    return block == Self.body
  }

  /// Whether something else may do what is evaluated, or nothing.
  var isLater: Bool {
    var block = current
    while block != Self.body {
      if blocks[block].kind == .later { return true }
      block = blocks[block].around
    }
    return false
  }

  /// Whether all rounds of a loop, or all calls of a closure for each element, do what is done at a token of
  /// it, wherever the code goes on behind; a `throw` counts only where the body catches it.
  func isWhole(_ loop: Int, for token: Int) -> Bool {
    !exits.contains { exit in
      guard isAround(loop, exit.source) else { return false }
      if exit.block == loop { return exit.word == "break" || exit.token < token }
      return exit.isCaught || exit.isLabelled
    }
  }

  mutating func delete(at token: Int, in context: String) { contexts[token] = context }

  /// Whether two deletes may be of the same context.
  func mayShareContext(_ one: Place, _ other: Place) -> Bool {
    guard let first = contexts[one.token], let second = contexts[other.token] else { return true }
    return first == second
  }

  mutating func save(at token: Int) { saves.append(token) }

  /// The token of the first save behind a delete: its own, where that is a call of a function that saves.
  func nextSave(after call: Place) -> Int { saves.filter { $0 >= call.token }.min() ?? .max }

  /// Whether one call is certain to happen, too, on every way to another one, or from there on.
  func isCertain(_ one: Place, with other: Place) -> Bool {
    var shared = one.block
    while !isAround(shared, other.block) {
      if blocks[shared].kind.maySkip { return false }
      if exits.contains(where: { $0.block == shared && $0.token < one.token }) { return false }
      shared = blocks[shared].around
    }
    if one.token <= other.token { return true }
    return !exits.contains {
      other.token < $0.token && $0.token < one.token && isAround($0.block, other.block)
    }
  }

  /// Whether what is asked in a block may decide about a call in another one: no other condition skips the question.
  func isDecided(_ block: Int, before other: Int) -> Bool {
    var block = block
    while !isAround(block, other) {
      if blocks[block].kind == .branch, !blocks[block].isForSomething { return false }
      block = blocks[block].around
    }
    return true
  }

  /// Whether one path through the body may reach both calls: they are in no two blocks of which the code runs
  /// only one, and no exit lies between them.
  func mayMeet(_ one: Place, _ other: Place) -> Bool {
    let (first, second) = one.token <= other.token ? (one, other) : (other, one)
    var around = first.block
    var before: Int?
    while !isAround(around, second.block) {
      if mayLeave(around, after: first.token, before: second) { return false }
      before = around
      around = blocks[around].around
    }
    guard let before, let choice = choices[before] else { return true }
    var block = second.block
    while block != around {
      if choices[block] == choice { return false }
      block = blocks[block].around
    }
    return true
  }

  /// Whether an exit directly in a block, after a token, keeps the code from reaching a place.
  private func mayLeave(_ block: Int, after token: Int, before place: Place) -> Bool {
    guard let indices = exitsByBlock[block] else { return false }
    // By halving: a body may have thousands.
    var (low, high) = (0, indices.count)
    while low < high {
      let middle = (low + high) / 2
      if exits[indices[middle]].token <= token { low = middle + 1 } else { high = middle }
    }
    return indices[low...].lazy.map { exits[$0] }.prefix { $0.token < place.token }
      .contains { !$0.isCaught && isAround($0.block, place.block) }
  }

  /// Whether a call happens in every round of the innermost loop or closure around it, which nothing leaves
  /// early.
  func isInEveryRound(_ place: Place) -> Bool {
    var block = place.block
    while block != Self.body {
      switch blocks[block].kind {
      case .loop, .closure:
        return block == place.block && !exits.contains { isAround(block, $0.source) }
      case .conditionalLoop: return false
      case .branch, .handler, .choice, .later: block = blocks[block].around
      }
    }
    return true
  }

  /// Whether a call happens only where something before it has failed.
  func isInHandler(_ place: Place) -> Bool {
    var block = place.block
    while block != Self.body {
      if blocks[block].kind == .handler { return true }
      block = blocks[block].around
    }
    return false
  }

  func isAround(_ outer: Int, _ inner: Int) -> Bool {
    var block = inner
    while block != outer {
      if block == Self.body { return false }
      block = blocks[block].around
    }
    return true
  }
}
