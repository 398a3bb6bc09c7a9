/// A kind of object in a file format, with its keys.
package struct FormatObject: Sendable {
  package struct Key: Sendable {
    package let name: String
    package let isRequired: Bool
    package let shape: JSONShape

    package init(
      _ name: String, isRequired: Bool = false, _ shape: JSONShape, _ words: String? = nil
    ) {
      self.name = name
      self.isRequired = isRequired
      self.shape = words.map { .described(shape, $0) } ?? shape
    }

    package static func required(
      _ name: String, _ shape: JSONShape, _ words: String? = nil
    ) -> Key { Key(name, isRequired: true, shape, words) }

    package static func optional(
      _ name: String, _ shape: JSONShape, _ words: String? = nil
    ) -> Key { Key(name, shape, words) }

    /// The address of the JSON Schema, which a file may name for editors.
    package static let schema = Key("$schema", .name)
  }

  /// Its name in the JSON Schema.
  package let definition: String
  package let title: String
  /// A description for the JSON Schema.
  package let words: String?
  package let keys: [Key]
  /// The names of the keys that it must have.
  package let required: [String]
  /// The names of all keys: those that it must have first.
  package let names: [String]
  /// Keys that people may try for features that are not modelled, with the reasons.
  package let unmodelled: [String: String]

  package init(
    _ definition: String, _ title: String, _ words: String? = nil, _ keys: [Key],
    unmodelled: [String: String] = [:]
  ) {
    self.definition = definition
    self.title = title
    self.words = words
    self.keys = keys
    self.unmodelled = unmodelled
    required = keys.filter(\.isRequired).map(\.name)
    names = required + keys.filter { !$0.isRequired }.map(\.name)
  }
}
