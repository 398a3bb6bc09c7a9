import SwiftSource

/// The treatment of a save's failure.
enum SaveFailure: Hashable {
  /// It is thrown, or handled in a way that is not followed.
  case thrown
  /// Something drops it, as `try?` does, and the deletes stay pending.
  case dropped(by: DeleteCall.Hiding)
  /// Only the function's result tells it: a caller that ignores the result drops it.
  case answered
  /// Its deletes are rolled back.
  case rolledBack
}

/// The treatment of failures that the code catches, drops or asks for.
extension Evaluation {
  /// Evaluates an expression whose errors the code around treats in a certain way, as far as it asks for them.
  mutating func asking<Value>(
    _ failure: SaveFailure?, _ evaluate: (inout Evaluation) -> Value
  ) -> Value {
    let outer = deletions.asked
    deletions.asked = failure
    defer { deletions.asked = outer }
    return evaluate(&self)
  }

  /// Returns the treatment of a failure that the only condition of a branch asks for; nil where that is not
  /// followed.
  func failure(decidedBy branch: SwiftBranch, _ otherwise: SwiftBlock?) -> SaveFailure? {
    guard branch.conditions.count == 1, let isOfFailure = branch.conditions[0].isOfFailure else {
      return nil
    }
    if isOfFailure { return branch.block.failure(by: .tryOptional) }
    if let otherwise { return otherwise.failure(by: .tryOptional) }
    // What follows a branch that is left is done where it failed.
    return branch.block.isLeft ? nil : .dropped(by: .tryOptional)
  }

  /// A block as it is in a release, without what is compiled for debugging alone.
  func inRelease(_ block: SwiftBlock) -> SwiftBlock {
    SwiftBlock(
      statements: block.statements.filter { !tokens.isForDebugging($0.tokens.lowerBound) },
      tokens: block.tokens)
  }

  /// Returns the treatment of a failure that a `guard` asks for; nil where that is not followed.
  func failure(decidedBy requirement: SwiftBranch) -> SaveFailure? {
    let isKnown = requirement.conditions.allSatisfy { $0.isOfFailure == false }
    return isKnown ? requirement.block.failure(by: .tryOptional) : nil
  }
}

extension SwiftBlock {
  /// Whether it does nothing about a failure, where it is the code for that.
  var isSilent: Bool {
    // A returned value says that something failed.
    statements.allSatisfy { if case .exit(_, nil) = $0.form { true } else { $0.doesNothing } }
  }

  /// Whether it does no more about a failure than to return a value.
  var onlyAnswers: Bool {
    guard case .exit("return", let value?)? = statements.last?.form else { return false }
    return value.doesNothing && statements.dropLast().allSatisfy(\.doesNothing)
  }

  /// Returns the block's treatment of a failure.
  ///
  /// - Parameter hiding: The part of the code that drops the failure if the block does nothing.
  /// - Returns: The treatment.
  func failure(by hiding: DeleteCall.Hiding) -> SaveFailure {
    isSilent ? .dropped(by: hiding) : onlyAnswers ? .answered : .thrown
  }
}

extension SwiftExpression {
  /// The name of a type with which it begins; nil where it does not begin with one.
  fileprivate var root: String? {
    switch form {
    case .name(let name): name.text.first?.isUppercase == true ? name.text : nil
    case .postfix(let base, _): base.root
    default: nil
    }
  }
}

extension SwiftStatement {
  fileprivate var doesNothing: Bool {
    if case .expression(let expression) = form { expression.doesNothing } else { false }
  }
}

extension SwiftCase {
  /// Whether a `catch` takes every error.
  var takesAll: Bool {
    conditions.isEmpty
      && patterns.allSatisfy {
        switch $0 {
        case .nothing, .name: true
        default: false
        }
      }
  }

  /// Whether a `catch` states a type that the errors of a save have.
  var statesSaveErrors: Bool {
    !isForOtherCode
      && patterns.contains { pattern in
        switch pattern {
        case .cast(_, let type?), .check(let type?):
          Self.saveErrors.contains { type.mentions($0) }
        default: false
        }
      }
  }

  /// Whether a `catch` may take an error of a save, which is none of a type of the app.
  var mayTakeSaveErrors: Bool {
    if takesAll || statesSaveErrors { return true }
    if isForOtherCode { return false }
    return patterns.isEmpty
      || patterns.contains { pattern in
        switch pattern {
        case .cast(_, .some), .check(.some): false
        // `Local.gone`
        case .expression(let expression):
          expression.root.map(Self.saveErrors.contains) ?? true
        default: true
        }
      }
  }

  /// The types of the errors that a save throws.
  private static let saveErrors: Set<String> = [
    "CocoaError", "Error", "NSError", "SwiftDataError",
  ]

  /// Whether it takes only errors of a code that no save has which refuses a delete.
  private var isForOtherCode: Bool {
    conditions.contains { condition in
      guard case .operation(_, let rest) = condition.form, rest.count == 1, rest[0].mark == "==",
        case .number(let text) = rest[0].value.form, let code = Int(text)
      else { return false }
      return !(1550..<1700).contains(code)
    }
  }
}

extension SwiftCondition {
  /// Whether it holds where what it asks says no.
  var isNegated: Bool {
    guard case .expression(let expression) = self else { return false }
    switch expression.form {
    case .prefix(["!"], _): return true
    case .effect(_, let value): return Self.expression(value).isNegated
    default: return false
    }
  }

  /// Whether it holds where an optional value is nil, and not where there is one; nil for any other condition.
  var isOfFailure: Bool? {
    switch self {
    case .binding: return false
    case .expression(let expression):
      guard case .operation(_, let rest) = expression.form, rest.count == 1,
        case .nothing = rest[0].value.form
      else { return nil }
      return rest[0].mark == "==" ? true : rest[0].mark == "!=" ? false : nil
    case .match, .availability: return nil
    }
  }
}
