import SourceText
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
    /// A `do` with a label, which a `break` may leave.
    case labelled
    /// A closure that is called where it stands.
    case closure
    /// A closure or function that something else calls, or nothing.
    case later

    fileprivate var maySkip: Bool { self != .loop && self != .closure && self != .labelled }
    fileprivate var isLoop: Bool { self == .loop || self == .conditionalLoop }

    fileprivate func isLeft(by word: String) -> Bool {
      switch self {
      case .branch, .handler, .labelled: false
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
    /// The block that it leaves.
    let block: Int
    /// Whether it names the statement that it leaves.
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

  /// A block of the body, or the body itself, with the exits in it.
  private struct Region {
    var kind = Block.closure
    var around = CodeWays.body
    /// The token behind it, where it is a `do` with a label.
    var end = 0
    var isForSomething = false
    /// The exits anywhere in it, as far as the code was evaluated.
    var exits = 0..<Int.max
    /// The exits directly in it, in the order of their tokens.
    var ownExits: [Exit] = []
    /// The tokens of the exits that leave it, in their order.
    var leaving: [Int] = []
  }

  /// The number of the body itself.
  static let body = 0

  private var blocks = [Region()]
  /// The statement that takes at most one of several blocks, by the numbers of these.
  private var choices: [Int: Int] = [:]
  /// The places at which a block is left early.
  private var exits: [Exit] = []
  /// The labels of the statements around, each with the block that the statement is in.
  private var labels: [(name: String, around: Int)] = []
  /// The number of expressions and blocks around what is evaluated that may catch its errors.
  var catching = 0
  /// Whether the current code runs only if a value is missing, as that of `guard let`.
  var isForNothing = false
  /// Whether the next block is skipped only if a value is missing, as that of `if let`.
  var isForSomething = false
  /// The names of the contexts of deletes, by their tokens.
  private var contexts: [Int: String] = [:]
  /// The tokens of the calls that save what is pending, in their order.
  private var saves: [Int] = []
  /// The innermost block around what is evaluated.
  private(set) var current = Self.body

  /// Enters a block.
  ///
  /// - Returns: The block around it, to be given to ``leave(to:)``.
  mutating func enter(_ kind: Block, until end: Int = 0) -> Int {
    let around = current
    current = blocks.count
    blocks.append(
      Region(
        kind: kind, around: around, end: end, isForSomething: isForSomething,
        exits: exits.count..<Int.max))
    isForSomething = false
    return around
  }

  mutating func leave(to around: Int) {
    blocks[current].exits = blocks[current].exits.lowerBound..<exits.count
    current = around
  }

  /// The exits anywhere in a block; none in one that was not entered, as a closure that is named only.
  private func exits(in block: Int) -> ArraySlice<Exit> {
    guard block < blocks.count else { return [] }
    return exits[blocks[block].exits.clamped(to: exits.indices)]
  }

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

  /// Records that a statement with a label begins in the current block.
  mutating func beginStatement(labelled name: String) { labels.append((name, current)) }

  mutating func endLabelledStatement() { labels.removeLast() }

  /// Records a `return`, `throw`, `break` or `continue`.
  ///
  /// - Parameters:
  ///   - word: The keyword.
  ///   - token: The token of that.
  ///   - label: The label of the statement that it leaves or continues; nil for none.
  /// - Returns: Whether it ends a loop.
  mutating func exit(by word: String, at token: Int, to label: String? = nil) -> Bool {
    var block = current
    var endsLoop = false
    let around = label.flatMap { name in labels.last { $0.name == name }?.around }
    while block != Self.body {
      let kind = blocks[block].kind
      let isLast = around.map { $0 == blocks[block].around } ?? kind.isLeft(by: word)
      if kind.isLoop, word != "continue" || !isLast { endsLoop = true }
      if isLast { break }
      block = blocks[block].around
    }
    let exit = Exit(
      word: word, token: token, block: block, isLabelled: label != nil,
      isCaught: word == "throw" && catching > 0, isForNothing: isForNothing)
    exits.append(exit)
    // A deferred block runs after the code behind it.
    blocks[current].ownExits.insert(exit, by: \.token)
    blocks[block].leaving.insert(token, by: \.self)
    return endsLoop
  }

  /// Whether a `break` may end a block before a token.
  func mayBreak(_ block: Int, before token: Int) -> Bool {
    exits(in: block).contains { $0.word == "break" && $0.block == block && $0.token < token }
  }

  /// Whether the code may leave a block, and whatever is around it, before a token.
  func mayLeave(_ block: Int, before token: Int) -> Bool {
    exits(in: block).contains { $0.token < token && isAround($0.block, block) }
  }

  /// A place in the code that is evaluated.
  func place(at token: Int) -> Place { Place(token: token, block: current) }

  /// Whether a `return` may end the body before a token; one that is there only for a missing value can be left out.
  func mayReturn(before token: Int, unlessForNothing: Bool = false) -> Bool {
    exits.contains {
      $0.word == "return" && $0.block == Self.body && $0.token < token
        && !(unlessForNothing && $0.isForNothing)
    }
  }

  /// Whether no condition decides about a call, unless the code ends before.
  func isUnconditional(_ place: Place) -> Bool {
    around(place.block).allSatisfy { !blocks[$0].kind.maySkip || blocks[$0].isForSomething }
  }

  /// Whether something else may do what is evaluated, or nothing.
  var isLater: Bool { around(current).contains { blocks[$0].kind == .later } }

  /// Whether all rounds of a loop, or all calls of a closure for each element, do what is done at a token of
  /// it, wherever the code goes on behind; a `throw` counts only where the body catches it.
  func isWhole(_ loop: Int, for token: Int) -> Bool {
    !exits(in: loop).contains { exit in
      if exit.block == loop { return exit.word == "break" || exit.token < token }
      return exit.isCaught || exit.isLabelled && mayKeep(loop, from: token, exit)
    }
  }

  /// Whether the code goes on behind a loop when an exit with a label has left out what is done at a token of it.
  private func mayKeep(_ loop: Int, from token: Int, _ exit: Exit) -> Bool {
    let left = blocks[exit.block]
    if isAround(loop, exit.block) {
      return left.kind == .labelled && exit.token < token && token < left.end
    }
    // Behind the loop, a loop around it goes on, or ends.
    return !left.kind.isLoop
  }

  mutating func delete(at token: Int, in context: String) { contexts[token] = context }

  /// Whether two deletes may be of the same context.
  func mayShareContext(_ one: Place, _ other: Place) -> Bool {
    guard let first = contexts[one.token], let second = contexts[other.token] else { return true }
    return first == second
  }

  mutating func save(at token: Int) { saves.insert(token, by: \.self) }

  /// The token of the first save behind a delete: its own, where that is a call of a function that saves.
  func nextSave(after call: Place) -> Int { saves.first(from: call.token) ?? .max }

  /// Whether one call is certain to happen, too, on every way to another one, or from there on.
  func isCertain(_ one: Place, with other: Place) -> Bool {
    isAround(outermostBlock(of: one), other.block) && one.token <= firstExit(after: other)
  }

  /// Returns the outermost block that does what is done at a place whenever it is entered.
  fileprivate func outermostBlock(of place: Place) -> Int {
    var block = place.block
    while block != Self.body, !blocks[block].kind.maySkip,
      blocks[block].leaving.first.map({ $0 < place.token }) != true
    {
      block = blocks[block].around
    }
    return block
  }

  /// The token of the first exit behind a place that leaves a block around it.
  private func firstExit(after place: Place) -> Int {
    around(place.block).compactMap { blocks[$0].leaving.first(from: place.token + 1) }.min() ?? .max
  }

  /// Whether one of some places, at a token of a range, is certain to be reached, too, on every way to another one, or
  /// from there on.
  func isCertain(
    _ places: CertainPlaces, in range: ClosedRange<Int>, with other: Place,
    where isMeant: (Place) -> Bool = { _ in true }
  ) -> Bool {
    let last = min(range.upperBound, firstExit(after: other))
    return around(other.block).contains { block in
      guard let inBlock = places.byBlock[block] else { return false }
      return inBlock[inBlock.index(from: range.lowerBound, by: \.token)...]
        .lazy.prefix { $0.token <= last }.contains(where: isMeant)
    }
  }

  /// A block and the blocks around it, the innermost first.
  private func around(_ block: Int) -> some Sequence<Int> {
    sequence(first: block) { $0 == Self.body ? nil : blocks[$0].around }
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
    let exits = blocks[block].ownExits
    return exits[exits.index(from: token + 1, by: \.token)...]
      .lazy.prefix { $0.token < place.token }
      .contains { !$0.isCaught && isAround($0.block, place.block) }
  }

  /// Whether a call happens in every round of the innermost loop or closure around it, which nothing leaves
  /// early.
  func isInEveryRound(_ place: Place) -> Bool {
    var block = place.block
    while block != Self.body {
      switch blocks[block].kind {
      case .loop, .closure:
        return block == place.block && exits(in: block).isEmpty
      case .conditionalLoop: return false
      case .branch, .handler, .choice, .labelled, .later: block = blocks[block].around
      }
    }
    return true
  }

  /// Whether a call happens only where something before it has failed.
  func isInHandler(_ place: Place) -> Bool {
    around(place.block).contains { blocks[$0].kind == .handler }
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

/// The places of some calls by the outermost blocks that are certain to reach them, each in the order of their tokens.
struct CertainPlaces {
  fileprivate var byBlock: [Int: [CodeWays.Place]] = [:]

  var all: some Sequence<CodeWays.Place> { byBlock.values.joined() }

  mutating func add(_ place: CodeWays.Place, on ways: CodeWays) {
    byBlock[ways.outermostBlock(of: place), default: []].insert(place, by: \.token)
  }
}
