/// The part of a file format that the JSON Schema describes.
package indirect enum JSONShape: Sendable {
  case keywords([(String, JSONText)])
  case named(String, JSONShape)
  case object(FormatObject)
  case list(JSONShape, least: Int = 0, most: Int? = nil)
  case tuple([JSONShape])
  /// An object whose keys are names that the file chooses.
  case byName(JSONShape, names: JSONShape? = nil)
  case anyOf([JSONShape])
  case described(JSONShape, String)
  case defaulted(JSONShape, JSONText)

  package static let anything = keywords([])
  package static let bool = keywords([("type", "boolean")])
  package static let integer = keywords([("type", "integer")])
  package static let text = keywords([("type", "string")])
  package static let scalar = keywords([
    ("type", .strings(["null", "string", "number", "boolean"]))
  ])
  package static let count = named(
    "count", keywords([("type", "integer"), ("minimum", .integer(0))]))
  package static let name = named(
    "name", keywords([("type", "string"), ("minLength", .integer(1))]))
  package static let nullableName = named("nullableName", orNull(.name))
  package static let names = named("names", .list(.name))

  package static func orNull(_ shape: JSONShape) -> JSONShape {
    .anyOf([.keywords([("type", "null")]), shape])
  }

  package static func oneOf(_ values: [JSONText]) -> JSONShape {
    .keywords([("enum", .array(values))])
  }

  package static func oneOf<Choice: RawRepresentable<String> & CaseIterable>(
    _ type: Choice.Type
  ) -> JSONShape { oneOf(type.allCases.map { .string($0.rawValue) }) }
}
