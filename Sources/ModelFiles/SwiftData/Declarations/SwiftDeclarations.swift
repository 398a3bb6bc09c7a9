import DeleteMatrix

/// What a Swift file declares, as far as models are concerned.
struct SwiftDeclarations: Sendable {
  let tokens: SwiftTokens
  /// The modules that it imports.
  var imports: Set<String> = []
  /// Those of them that whoever imports this module imports too, as its other files do.
  var reexports: Set<String> = []
  /// Its types and extensions, an outer one before those in it.
  var types: [SwiftType] = []
  var aliases: [SwiftAlias] = []
  /// What cannot be read about the file as a whole.
  var problems: [SwiftTokens.Problem]

  init(tokens: SwiftTokens) {
    self.tokens = tokens
    problems = tokens.problems
  }

  var file: String { tokens.file }
}

/// A type, or an extension of one.
struct SwiftType: Sendable {
  /// The keyword that declares it: `class`, `extension` and so on.
  var keyword: String
  /// Its name behind the names of the types around it.
  var path: [String]
  /// The names of the types around it.
  var scope: [String]
  var attributes: [SwiftAttribute]
  /// What stands behind the colon: a class's superclass, and protocols.
  var inherited: [TypeExpression] = []
  var properties: [SwiftProperty] = []
  /// The places of the macros among its members, such as `#Unique`.
  var macros: [Int] = []
  /// Which branch of which `#if` it is in; 0 outside of all.
  var branch: Int
  /// Where its keyword is.
  var location: Location

  var name: String { path.last ?? "" }
}

/// A type alias.
struct SwiftAlias: Sendable {
  var name: String
  /// The names of the types around it.
  var scope: [String]
  /// What it stands for; nil where that cannot be read.
  var type: TypeExpression?
}

/// A property of a type.
struct SwiftProperty: Sendable {
  var name: String
  var isConstant: Bool
  var attributes: [SwiftAttribute]
  var modifiers: Set<String>
  /// The type that is stated; nil where none is, or none that can be read.
  var type: TypeExpression?
  /// The tokens between the colon and what comes next, where there is a colon.
  var writtenType: Range<Int>?
  /// The tokens of the initial value.
  var initialValue: Range<Int>?
  /// Where the `{` is that begins accessors or observers.
  var accessors: Int?
  /// Whether each object has a value of it in store.
  var isStored: Bool
  var branch: Int
  var location: Location
}

/// An attribute such as `@Relationship(deleteRule: .cascade)`.
struct SwiftAttribute: Sendable {
  /// Its name behind the name of its module, if that is written.
  var path: [String]
  var arguments: [SwiftArgument]
  var branch: Int
  var location: Location

  /// Whether it is SwiftData's attribute of a name.
  func isSwiftData(_ name: String) -> Bool { path == [name] || path == ["SwiftData", name] }
}

/// An argument in parentheses: no more than its places, as a file can have one for every two bytes.
struct SwiftArgument: Sendable {
  let hasLabel: Bool
  /// The tokens of the value.
  var value: Range<Int> { Int(first)..<Int(end) }
  /// The first token, that of the label if there is one.
  var start: Int { Int(first) - (hasLabel ? 2 : 0) }

  private let first: Int32
  private let end: Int32

  init(hasLabel: Bool, value: Range<Int>) {
    self.hasLabel = hasLabel
    first = Int32(value.lowerBound)
    end = Int32(value.upperBound)
  }
}
