import SwiftSource

/// The blocks of a body, and the places where the code leaves some of them early.
///
/// They tell whether one call is certain to happen where another one does.
struct CodeWays {
  /// A kind of block.
  enum Block {
    /// A branch of a condition, or a handler of errors.
    case branch
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
      case .branch: false
      case .choice: word == "break"
      case .loop, .conditionalLoop: word == "break" || word == "continue"
      case .closure, .later: word == "return" || word == "throw"
      }
    }
  }

  /// A place in the code: a token, and the number of the innermost block around it.
  struct Place {
    var token: Int
    var block: Int
  }

  /// The number of the body itself.
  static let body = -1

  private var blocks: [(kind: Block, around: Int)] = []
  /// The tokens at which a block is left early.
  private var exits: [Place] = []
  /// The innermost blocks around all of these.
  private var blocksWithExits: Set<Int> = []
  /// The innermost block around what is evaluated.
  private(set) var current = Self.body

  /// Enters a block.
  ///
  /// - Returns: The block around it, to be given to ``leave(to:)``.
  mutating func enter(_ kind: Block) -> Int {
    let around = current
    current = blocks.count
    blocks.append((kind, around))
    return around
  }

  mutating func leave(to around: Int) { current = around }

  /// Records a `return`, `throw`, `break` or `continue`.
  ///
  /// - Returns: Whether it ends a loop.
  mutating func exit(by word: String, at token: Int) -> Bool {
    blocksWithExits.insert(current)
    var block = current
    var endsLoop = false
    while block != Self.body {
      let kind = blocks[block].kind
      if word != "continue", kind.isLoop { endsLoop = true }
      if kind.isLeft(by: word) { break }
      block = blocks[block].around
    }
    exits.append(Place(token: token, block: block))
    return endsLoop
  }

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

  /// Whether a call happens in every round of the innermost loop or closure around it, which nothing leaves
  /// early.
  func isInEveryRound(_ place: Place) -> Bool {
    var block = place.block
    while block != Self.body {
      switch blocks[block].kind {
      case .loop, .closure:
        return block == place.block && !blocksWithExits.contains { isAround(block, $0) }
      case .conditionalLoop: return false
      case .branch, .choice, .later: block = blocks[block].around
      }
    }
    return true
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
