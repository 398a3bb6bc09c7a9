import SourceText

/// What a Swift file declares, as far as models are concerned.
package struct SwiftDeclarations: Sendable {
  package let tokens: SwiftTokens
  /// The modules that it imports.
  package var imports: Set<String> = []
  /// Those of them that whoever imports this module imports too, as its other files do.
  package var reexports: Set<String> = []
  /// Its types and extensions, an outer one before those in it.
  package var types: [SwiftType] = []
  package var aliases: [SwiftAlias] = []
  /// What cannot be read about the file as a whole.
  package var problems: [SwiftTokens.Problem]

  package init(tokens: SwiftTokens) {
    self.tokens = tokens
    problems = tokens.problems
  }

  package var file: String { tokens.file }
}

/// A type, or an extension of one.
package struct SwiftType: Sendable {
  /// The keyword that declares it: `class`, `extension` and so on.
  package var keyword: String
  /// Its name behind the names of the types around it.
  package var path: [String]
  /// The names of the types around it.
  package var scope: [String]
  package var attributes: [SwiftAttribute]
  /// What stands behind the colon: a class's superclass, and protocols.
  package var inherited: [TypeExpression] = []
  package var properties: [SwiftProperty] = []
  /// The places of the macros among its members, such as `#Unique`.
  package var macros: [Int] = []
  /// Which branch of which `#if` it is in; 0 outside of all.
  package var branch: Int
  /// Where its keyword is.
  package var location: Location

  package var name: String { path.last ?? "" }
}

/// A type alias.
package struct SwiftAlias: Sendable {
  package var name: String
  /// The names of the types around it.
  package var scope: [String]
  /// What it stands for; nil where that cannot be read.
  package var type: TypeExpression?
}

/// A property of a type.
package struct SwiftProperty: Sendable {
  package var name: String
  package var isConstant: Bool
  package var attributes: [SwiftAttribute]
  package var modifiers: Set<String>
  /// The type that is stated; nil where none is, or none that can be read.
  package var type: TypeExpression?
  /// The tokens between the colon and what comes next, where there is a colon.
  package var writtenType: Range<Int>?
  /// The tokens of the initial value.
  package var initialValue: Range<Int>?
  /// Where the `{` is that begins accessors or observers.
  package var accessors: Int?
  /// Whether each object has a value of it in store.
  package var isStored: Bool
  package var branch: Int
  package var location: Location
}

/// An attribute such as `@Relationship(deleteRule: .cascade)`.
package struct SwiftAttribute: Sendable {
  /// Its name behind the name of its module, if that is written.
  package var path: [String]
  package var arguments: [SwiftArgument]
  package var branch: Int
  package var location: Location

  /// Whether it is SwiftData's attribute of a name.
  package func isSwiftData(_ name: String) -> Bool {
    path == [name] || path == ["SwiftData", name]
  }
}

/// An argument in parentheses: no more than its places, as a file can have one for every two bytes.
package struct SwiftArgument: Sendable {
  package let hasLabel: Bool
  /// The tokens of the value.
  package var value: Range<Int> { Int(first)..<Int(end) }
  /// The first token, that of the label if there is one.
  package var start: Int { Int(first) - (hasLabel ? 2 : 0) }

  private let first: Int32
  private let end: Int32

  package init(hasLabel: Bool, value: Range<Int>) {
    self.hasLabel = hasLabel
    first = Int32(value.lowerBound)
    end = Int32(value.upperBound)
  }
}
