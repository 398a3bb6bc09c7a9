import SwiftSource

/// A class with the attribute `@Model`.
struct ModelClass: Sendable {
  var declaration: SwiftType
  /// The file that it is in, as an index.
  var file: Int
  var tokens: SwiftTokens

  var name: String { declaration.name }
}
