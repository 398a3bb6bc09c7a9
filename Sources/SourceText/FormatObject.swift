/// A kind of object in a file format, with its keys; the JSON Schema says the same.
///
/// Each module states those of the formats that it reads.
package struct FormatObject: Sendable {
  /// Its name in the JSON Schema.
  package let definition: String
  /// What a person would call the object.
  package let title: String
  /// The keys that it must have.
  package let required: [String]
  /// The keys that it may have.
  package let optional: [String]

  package init(
    _ definition: String, _ title: String, required: [String] = [], optional: [String] = []
  ) {
    self.definition = definition
    self.title = title
    self.required = required
    self.optional = optional
  }
}
