/// An expression as it is written: no name is looked up, and no type is known.
package struct SwiftExpression: Sendable {
  package indirect enum Form: Sendable {
    /// `trip`, `$0`, `self`, `FetchDescriptor<Trip>`, `delete(_:)`
    case name(SwiftName)
    /// `.cascade`, whose type is implicit
    case implicitMember(SwiftName)
    /// A literal that means what is written, without its quotes.
    case number(String)
    case text(String)
    case bool(Bool)
    case nothing
    case regex
    /// A string with code in it, or with escapes only.
    case interpolated([SwiftInterpolation])
    case array([SwiftExpression])
    case dictionary([Pair])
    /// The values in parentheses; one without a label is that value alone.
    case tuple([SwiftCallArgument])
    case closure(SwiftClosure)
    /// `#Predicate<Trip>`, whose arguments are a call behind it
    case macro(SwiftName)
    /// `\Trip.name`
    case keyPath(root: TypeExpression?, [SwiftSuffix])
    /// A type that no name alone is: `[Trip]` before a call, `(Trip) -> Void`.
    case type(TypeExpression)
    /// A value with its suffixes, in order: `a.b(c)[d]?.e as? T`.
    case postfix(SwiftExpression, [SwiftSuffix])
    /// `!`, `-` and `&` before a value, the last one next to it.
    case prefix([String], SwiftExpression)
    /// `try`, `await` and the like before a value, the last one next to it.
    case effect([SwiftEffect], SwiftExpression)
    /// Operators of one precedence, from left to right.
    case operation(SwiftExpression, [Operand])
    /// `=`, and operators that assign, such as `+=`.
    case assignment(String, SwiftExpression, SwiftExpression)
    case ternary(SwiftExpression, SwiftExpression, SwiftExpression)
    /// An `if`, a `switch` or a `do` that has a value.
    case statement(SwiftStatement)
    /// Tokens of which nothing is understood, or which are nested too deep.
    case unknown
  }

  package struct Pair: Sendable {
    package let key: SwiftExpression
    package let value: SwiftExpression
  }

  /// An operator with its right operand.
  package struct Operand: Sendable {
    package let mark: String
    package let value: SwiftExpression
  }

  package let form: Form
  package let tokens: Range<Int>
}

package struct SwiftName: Sendable {
  package let text: String
  /// `Trip` in `FetchDescriptor<Trip>`.
  package var generics: [TypeExpression] = []
  /// Whether the labels of a function follow, as in `delete(_:)`, which calls nothing.
  package var hasLabels = false
  package let token: Int
}

package struct SwiftSuffix: Sendable {
  package indirect enum Form: Sendable {
    case member(SwiftName)
    /// A call, with its trailing closures as the last arguments.
    case call([SwiftCallArgument])
    case element([SwiftCallArgument])
    /// `?` or `!`
    case unwrap(isForced: Bool)
    case `operator`(String)
    /// `as`, `as?`, `as!`
    case cast(TypeExpression?)
    case check(TypeExpression?)
  }

  package let form: Form
  package let tokens: Range<Int>
}

/// An argument of a call, or a part of a tuple.
package struct SwiftCallArgument: Sendable {
  package let label: String?
  package let value: SwiftExpression
  /// Whether it is a closure behind the brackets.
  package var isTrailing = false
}

/// A word before an expression that says how it is evaluated.
package enum SwiftEffect: Sendable {
  case tries
  /// `try?`
  case triesOptionally
  /// `try!`
  case triesForcibly
  case awaits
  /// `consume`, `copy`, `each` and the like.
  case other
}

package struct SwiftClosure: Sendable {
  package struct Parameter: Sendable {
    package let name: String
    package var type: TypeExpression?
  }

  /// A captured name, with its value if one is stated.
  package struct Capture: Sendable {
    package let name: String
    package let value: SwiftExpression?
  }

  package var captures: [Capture] = []
  package var parameters: [Parameter] = []
  /// The result type; nil if none is stated.
  package var result: TypeExpression?
  package let body: SwiftBlock
}

/// Code in a string literal, with separate tokens.
package struct SwiftInterpolation: Sendable {
  package let tokens: SwiftTokens
  package let arguments: [SwiftCallArgument]
}
