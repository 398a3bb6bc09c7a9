/// A statement, or a declaration in code.
package struct SwiftStatement: Sendable {
  package indirect enum Form: Sendable {
    case expression(SwiftExpression)
    /// A `let` or a `var`.
    case bindings([SwiftBinding])
    /// A function, an initializer, a `deinit` or a subscript; what is in it is parsed when it is asked for.
    case function(SwiftFunction)
    /// A type or an extension, with the tokens of its members.
    case type(keyword: String, name: String, members: Range<Int>)
    /// The cases of an enumeration, by the values that they are given.
    case cases([SwiftExpression])
    /// An attribute of what is declared next.
    case attribute(SwiftName, [SwiftCallArgument])
    /// An accessor or observer of a property: `get`, `didSet`.
    case accessor(String, parameter: String?, SwiftBlock)
    /// An `if` with every `else if`, and what the last `else` has.
    case conditional([SwiftBranch], otherwise: SwiftBlock?)
    case requirement(SwiftBranch)
    case whileLoop(SwiftBranch)
    case repeatLoop(SwiftBlock, SwiftExpression?)
    case forLoop(SwiftPattern, in: SwiftExpression, where: SwiftExpression?, SwiftBlock)
    case choice(SwiftExpression, [SwiftCase])
    /// A `do` with every `catch`.
    case attempt(SwiftBlock, [SwiftCase])
    case deferral(SwiftBlock)
    /// `return`, `throw`, `break`, `continue`, `fallthrough`, `yield`
    case exit(String, SwiftExpression?)
    /// An import, an alias, a modifier or anything else that does nothing.
    case other
  }

  package let form: Form
  package let tokens: Range<Int>
}

/// Statements in braces.
package struct SwiftBlock: Sendable {
  package let statements: [SwiftStatement]
  /// Its tokens with the braces.
  package let tokens: Range<Int>

  package init(statements: [SwiftStatement], tokens: Range<Int>) {
    (self.statements, self.tokens) = (statements, tokens)
  }
}

/// A pattern with the value that it gets.
package struct SwiftBinding: Sendable {
  package let pattern: SwiftPattern
  package let type: TypeExpression?
  package let value: SwiftExpression?
  /// Accessors or observers, each a statement; a getter alone is its statements.
  package let accessors: SwiftBlock?
}

/// Conditions and what is done if all hold; for a `guard`, if one does not.
package struct SwiftBranch: Sendable {
  package let conditions: [SwiftCondition]
  package let block: SwiftBlock
}

/// A condition of an `if`, a `guard` or a `while`.
package enum SwiftCondition: Sendable {
  case expression(SwiftExpression)
  /// `let trip`, `let trip = …`
  case binding(SwiftPattern, TypeExpression?, SwiftExpression?)
  /// `case .some(let trip) = …`
  case match(SwiftPattern, SwiftExpression)
  /// `#available(…)`
  case availability
}

/// A `case` of a `switch`, or a `catch`.
package struct SwiftCase: Sendable {
  /// The patterns; empty for a `default`, or for a `catch` of everything.
  package let patterns: [SwiftPattern]
  /// The `where` clauses of all patterns.
  package let conditions: [SwiftExpression]
  package let block: SwiftBlock
}

/// A pattern that takes a value apart.
package indirect enum SwiftPattern: Sendable {
  case name(String)
  case nothing
  case tuple([SwiftPattern])
  /// `.success(let trip)`
  case member(String, [SwiftPattern])
  case optional(SwiftPattern)
  case cast(SwiftPattern, TypeExpression?)
  case check(TypeExpression?)
  /// An expression that the value is compared with.
  case expression(SwiftExpression)
}
