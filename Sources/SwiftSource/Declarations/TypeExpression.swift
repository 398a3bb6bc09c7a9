/// A type as it is written.
package indirect enum TypeExpression: Sendable {
  /// A name such as `Item` or `Swift.Array<Item>`.
  case named([String], arguments: [TypeExpression])
  /// `[Item]`
  case array(TypeExpression)
  /// `Item?` or `Item!`
  case optional(TypeExpression)
  /// Anything that holds other types in a way that no relationship does: a dictionary, a tuple.
  case composite([TypeExpression])

  /// The names of the types whose values it holds, as far as the standard library's types go.
  package var names: [[String]] {
    switch self {
    case .named(let path, let arguments):
      ["Array", "Dictionary", "Optional", "Set"].contains(path.last)
        ? arguments.flatMap(\.names) : [path]
    case .array(let inner), .optional(let inner): inner.names
    case .composite(let parts): parts.flatMap(\.names)
    }
  }
}
