/// Leaves out the lines of `#if`, `#elseif`, `#else` and `#endif`, and knows the branch.
///
/// Every branch of valid source is whole in itself, so that the branches can be read in a row.
package struct ConditionTracking {
  /// The branch of what comes next; 0 outside of all.
  package private(set) var branch = 0
  private var branchesAround: [Int] = []
  private var branchCount = 0
  private var isInCondition = false
  private var depth = 0
  private var continues = false

  /// Takes in a name after `#`, if it is that of a directive.
  package mutating func isDirective(_ name: String) -> Bool {
    switch name {
    case "#if":
      branchesAround.append(branch)
      enterBranch()
      beginCondition()
    case "#elseif":
      enterBranch()
      beginCondition()
    case "#else":
      enterBranch()
    case "#endif":
      branch = branchesAround.popLast() ?? 0
      isInCondition = false
    default: return false
    }
    return true
  }

  private mutating func enterBranch() {
    isInCondition = false
    branchCount += 1
    branch = branchCount
  }

  private mutating func beginCondition() {
    isInCondition = true
    depth = 0
    continues = true
  }

  /// Whether a token is part of a condition.
  package mutating func takes(_ token: SwiftToken) -> Bool {
    guard isInCondition else { return false }
    let joins = token.isMark("&") || token.isMark("|")
    guard !token.startsLine || depth > 0 || continues || joins else {
      isInCondition = false
      return false
    }
    if token.isMark("(") { depth += 1 }
    if token.isMark(")") { depth -= 1 }
    continues = joins
    return true
  }
}
