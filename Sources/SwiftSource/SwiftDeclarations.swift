import Dispatch
import SourceText

/// The declarations in a Swift file, as far as models are concerned.
package struct SwiftDeclarations: Sendable {
  package let tokens: SwiftTokens
  package internal(set) var imports: Set<String> = []
  /// The modules that it imports with `@_exported`, so that files that import this module, and its
  /// other files, import them too.
  package internal(set) var reexports: Set<String> = []
  /// Its types and extensions, an outer one before those in it.
  package internal(set) var types: [SwiftType] = []
  package internal(set) var aliases: [SwiftAlias] = []
  package internal(set) var macros: Set<String> = []
  /// The functions and the properties outside of all types; none unless code is kept.
  package internal(set) var functions: [SwiftFunction] = []
  package internal(set) var properties: [SwiftProperty] = []
  /// Other code there: what `#Preview` is given, and what a `main.swift` does.
  package internal(set) var looseCode: [Range<Int>] = []
  /// The problems with reading the file as a whole.
  package internal(set) var problems: [SwiftTokens.Problem]

  /// Reads a file.
  package init(_ source: SourceFile, keepsCode: Bool = false) {
    self = DeclarationScanner.declarations(
      in: SwiftLexer.tokens(of: source), keepsCode: keepsCode)
  }

  /// Reads files, on all cores.
  package static func all(in sources: [SourceFile], keepsCode: Bool) -> [SwiftDeclarations] {
    [SwiftDeclarations](unsafeUninitializedCapacity: sources.count) { room, count in
      // Each file has a place of its own.
      nonisolated(unsafe) let room = room
      DispatchQueue.concurrentPerform(iterations: sources.count) { index in
        room.initializeElement(
          at: index, to: SwiftDeclarations(sources[index], keepsCode: keepsCode))
      }
      count = sources.count
    }
  }

  init(tokens: SwiftTokens) {
    self.tokens = tokens
    problems = tokens.problems
  }
}

extension SwiftDeclarations {
  package var startsProgram: Bool {
    let names: Set<String> = ["NSApplicationMain", "UIApplicationMain", "main"]
    return tokens.file.split(separator: "/").last == "main.swift"
      || types.contains { $0.attributes.contains { names.contains($0.path.last ?? "") } }
  }
}

/// The ways in which a declaration is used without a mention of its name in the code of its module.
package struct SwiftExposure: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Code elsewhere may call it: it overrides something, or has an attribute such as `@objc` or `@Test`.
  package static let other = SwiftExposure(rawValue: 1)
  /// It is `public`, `open` or `package`.
  package static let modules = SwiftExposure(rawValue: 2)
}

/// A type, or an extension of one.
package struct SwiftType: Sendable {
  /// The keyword that declares it: `class`, `extension` and so on.
  package internal(set) var keyword: String
  /// Its name behind the names of the types around it.
  package internal(set) var path: [String]
  /// The names of the types around it.
  package internal(set) var scope: [String]
  package internal(set) var attributes: [SwiftAttribute]
  /// The types after the colon: a class's superclass, and protocols.
  package internal(set) var inherited: [TypeExpression] = []
  /// Its generic parameters, of an extension those that it constrains; none unless code is kept.
  package internal(set) var generics: [SwiftFunction.Generic] = []
  /// The types that `where Self:` requires of every object.
  package internal(set) var selfConstraints: [TypeExpression] = []
  package internal(set) var properties: [SwiftProperty] = []
  /// The types of the associated values of each enumeration case; empty unless code is kept.
  package internal(set) var cases: [String: [TypeExpression]] = [:]
  /// The raw values of the cases of an enumeration of strings; empty unless code is kept.
  package internal(set) var rawTexts: [String: String] = [:]
  /// Its functions, initializers and subscripts; none unless code is kept.
  package internal(set) var functions: [SwiftFunction] = []
  /// The places of the macros among its members, such as `#Unique`.
  package internal(set) var macros: [Int] = []
  /// The oldest systems that have it, as in `iOS 26`, if `@available` on it or on a type around says so.
  package internal(set) var systems: [String] = []
  package internal(set) var exposure: SwiftExposure = []
  /// The number of the `#if` branch that contains it; 0 outside of all.
  package internal(set) var branch: Int
  /// The location of its keyword.
  package internal(set) var location: Location

  package var name: String { path.last ?? "" }
}

package struct SwiftAlias: Sendable {
  package internal(set) var name: String
  /// The names of the types around it.
  package internal(set) var scope: [String]
  /// The aliased type; nil if it cannot be read.
  package internal(set) var type: TypeExpression?
  /// The names of its type parameters.
  package internal(set) var generics: [String] = []
}

package struct SwiftProperty: Sendable {
  package internal(set) var name: String
  package internal(set) var isConstant: Bool
  package internal(set) var attributes: [SwiftAttribute]
  package internal(set) var modifiers: Set<String>
  /// The type that is stated; nil where none is, or none that can be read.
  package internal(set) var type: TypeExpression?
  /// The tokens between the colon and what comes next, where there is a colon.
  package internal(set) var writtenType: Range<Int>?
  package internal(set) var initialValue: Range<Int>?
  /// The index of the `{` that begins accessors or observers.
  package internal(set) var accessors: Int?
  /// Whether each object has a value of it in store.
  package internal(set) var isStored: Bool
  package internal(set) var exposure: SwiftExposure = []
  /// The first token of its declaration: an attribute, a modifier or the keyword.
  package internal(set) var start: Int
  /// Whether it is declared by itself, and not as one of `var a: A?, b: B?`.
  package internal(set) var isAlone = true
  package internal(set) var branch: Int
  package internal(set) var location: Location
}

/// A function, an initializer, a `deinit` or a subscript.
package struct SwiftFunction: Sendable {
  /// A generic parameter, and what it must be; or what a `where` says that something must be.
  package struct Generic: Sendable {
    package internal(set) var name: String
    package internal(set) var constraint: TypeExpression?
    /// Whether it is that type, as `where Element == Trip` says.
    package internal(set) var isSame = false
  }

  /// A parameter; the name is what the body calls it.
  package struct Parameter: Sendable {
    package internal(set) var label: String?
    package internal(set) var name: String
    package internal(set) var type: TypeExpression?
    /// Whether it takes any number of arguments, as `Trip...` does.
    package internal(set) var isVariadic = false
    package internal(set) var defaultValue: Range<Int>?
    package var hasDefault: Bool { defaultValue != nil || isVariadic }
    package var argumentType: TypeExpression? {
      if isVariadic, case .array(let each)? = type { each } else { type }
    }
  }

  /// Its name; `init`, `deinit` and `subscript` of those.
  package internal(set) var name: String
  package internal(set) var isStatic: Bool
  package internal(set) var generics: [Generic] = []
  package internal(set) var parameters: [Parameter] = []
  /// The result type; nil if none is stated, or if it cannot be read.
  package internal(set) var result: TypeExpression?
  package internal(set) var isThrowing = false
  /// The first part of its name in Objective-C, where `@objc(name)` states that.
  package internal(set) var objectiveCName: String?
  /// The whole of that, as `remove:from:`.
  package internal(set) var objectiveCSelector: String?
  /// The tokens between its braces; nil for what a protocol requires.
  package internal(set) var body: Range<Int>?
  package internal(set) var exposure: SwiftExposure = []
  package internal(set) var location: Location
}

/// An attribute such as `@Relationship(deleteRule: .cascade)`.
package struct SwiftAttribute: Sendable {
  /// Its name behind the name of its module, if that is written.
  package internal(set) var path: [String]
  package internal(set) var arguments: [SwiftArgument]
  /// The last token of its name.
  package internal(set) var nameEnd: Int
  /// The index of the `(` of its arguments.
  package internal(set) var open: Int?
  package internal(set) var branch: Int
  package internal(set) var location: Location

  package func isSwiftData(_ name: String) -> Bool {
    path == [name] || path == ["SwiftData", name]
  }
}

/// An argument in parentheses: no more than its places, as a file can have one for every two bytes.
package struct SwiftArgument: Sendable {
  package var hasLabel: Bool { first < 0 }
  package var value: Range<Int> { Int(abs(first))..<Int(end) }
  /// The first token, that of the label if there is one.
  package var start: Int { value.lowerBound - (hasLabel ? 2 : 0) }

  /// The first token of the value, which is never that of the file; negative behind a label.
  private let first: Int32
  private let end: Int32

  init(hasLabel: Bool, value: Range<Int>) {
    first = Int32(value.lowerBound) * (hasLabel ? -1 : 1)
    end = Int32(value.upperBound)
  }
}

/// A type as it is written.
package indirect enum TypeExpression: Equatable, Sendable {
  /// A name such as `Item` or `Swift.Array<Item>`.
  case named([String], arguments: [TypeExpression])
  /// `[Item]`
  case array(TypeExpression)
  /// `Item?` or `Item!`
  case optional(TypeExpression)
  /// Anything that holds other types in a way that no relationship does: a dictionary, a tuple.
  case composite([TypeExpression])
  /// A part of a tuple with a label: `trip: Trip`.
  case labelled(String, TypeExpression)
  /// `A & B`
  case conforming([TypeExpression])
  /// A function type, with the types of its parameters and its result; no object stores one.
  case function([TypeExpression], TypeExpression)

  /// The names of the types whose values it holds, as far as the standard library's types go.
  package var names: [[String]] {
    switch self {
    case .named(let path, let arguments):
      ["Array", "Dictionary", "Optional", "Set"].contains(path.last)
        ? arguments.flatMap(\.names) : [path]
    case .array(let inner), .optional(let inner), .labelled(_, let inner): inner.names
    case .composite(let parts), .conforming(let parts): parts.flatMap(\.names)
    case .function: []
    }
  }

  /// The label of a part of a tuple; nil for anything else.
  package var label: String? { if case .labelled(let label, _) = self { label } else { nil } }

  /// The type without a label.
  package var unlabelled: TypeExpression {
    if case .labelled(_, let type) = self { type } else { self }
  }

  /// Whether a name is somewhere in it, at the beginning of a path.
  package func mentions(_ name: String) -> Bool {
    switch self {
    case .named(let path, let arguments):
      path.first == name || arguments.contains { $0.mentions(name) }
    case .array(let inner), .optional(let inner), .labelled(_, let inner): inner.mentions(name)
    case .composite(let parts), .conforming(let parts): parts.contains { $0.mentions(name) }
    case .function(let parameters, let result):
      result.mentions(name) || parameters.contains { $0.mentions(name) }
    }
  }
}
