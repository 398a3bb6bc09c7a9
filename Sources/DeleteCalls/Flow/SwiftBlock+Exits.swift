import SwiftSource

extension SwiftBlock {
  /// The condition without which it does nothing, where it is one alone.
  var onlyCondition: SwiftExpression? {
    guard statements.count == 1, case .conditional(let branches, nil) = statements[0].form,
      branches.count == 1, branches[0].conditions.count == 1,
      case .expression(let condition) = branches[0].conditions[0]
    else { return nil }
    return condition
  }

  /// Whether it does no more than to show, or write, something.
  var onlyShows: Bool {
    statements.allSatisfy { statement in
      guard case .expression(let expression) = statement.form,
        case .postfix(let base, let suffixes) = expression.form, case .name(let name) = base.form,
        case .call? = suffixes.first?.form, suffixes.count == 1
      else { return false }
      return SwiftBlock.showing.contains(name.text)
    }
  }

  private static let showing: Set<String> = [
    "Divider", "EmptyView", "Image", "Label", "NSLog", "Spacer", "Text", "debugPrint", "print",
  ]

  /// Whether it does nothing but leave the code around.
  var isOnlyExit: Bool {
    guard statements.count == 1, case .exit(_, nil) = statements[0].form else { return false }
    return true
  }

  /// Whether it ends with `fallthrough`.
  var fallsThrough: Bool {
    if case .exit("fallthrough", _)? = statements.last?.form { true } else { false }
  }

  /// Whether it ends with what leaves the code around its loop, too.
  var isLeftForGood: Bool {
    if case .exit(let word, _)? = statements.last?.form {
      word == "return" || word == "throw"
    } else {
      false
    }
  }

  /// Whether it ends with a `break` without a label.
  var endsWithBreak: Bool {
    guard let last = statements.last, case .exit("break", _) = last.form else { return false }
    return last.tokens.count == 1
  }

  /// Whether no path to its end goes on with the next round of the loop around.
  var leavesLoop: Bool { leavesLoop(inChoice: false) }

  fileprivate func leavesLoop(inChoice isInChoice: Bool) -> Bool {
    statements.contains { $0.leavesLoop(inChoice: isInChoice) }
  }

  /// Whether its last statement leaves the code around.
  var isLeft: Bool {
    if case .exit? = statements.last?.form { true } else { false }
  }
}

extension SwiftStatement {
  /// Whether each path through it leaves the loop around, and not only a `switch` in that, which a `break` ends.
  fileprivate func leavesLoop(inChoice isInChoice: Bool) -> Bool {
    switch form {
    case .exit("return", _), .exit("throw", _): true
    // What has a label is for a loop around.
    case .exit("break", _): !isInChoice || tokens.count > 1
    case .exit("continue", _): tokens.count > 1
    case .expression(let expression): expression.neverReturns
    case .conditional(let branches, let otherwise?):
      (branches.map(\.block) + [otherwise]).allSatisfy { $0.leavesLoop(inChoice: isInChoice) }
    case .choice(_, let cases):
      cases.allSatisfy { $0.block.fallsThrough || $0.block.leavesLoop(inChoice: true) }
    case .attempt(let block, let catches):
      ([block] + catches.map(\.block)).allSatisfy { $0.leavesLoop(inChoice: isInChoice) }
    default: false
    }
  }
}
