import SourceText

extension FormatObject {
  package static let scenarioFile = FormatObject(
    "scenarioFile", "a scenario file",
    required: [
      "scenario", "title", "framework", "sources", "entities", "objects", "links", "steps",
    ], optional: ["$schema", "values"])
  package static let source = FormatObject(
    "source", "a source", required: ["id", "title", "url", "published", "environment"])
  package static let environment = FormatObject(
    "environment", "an environment", required: ["os", "xcode", "store"])
  package static let entity = FormatObject(
    "entity", "an entity", required: ["name"],
    optional: ["parent", "abstract", "relationships", "attributes"])
  package static let relationship = FormatObject(
    "relationship", "a relationship", required: ["name", "destination"],
    optional: ["toMany", "ordered", "optional", "minCount", "maxCount", "deleteRule", "inverse"])
  package static let attribute = FormatObject(
    "attribute", "an attribute", required: ["name"], optional: ["optional", "unique"])
  package static let outcome = FormatObject(
    "outcome", "an outcome", required: ["evidence", "deleted", "effect"],
    optional: [
      "source", "dangling", "nullified", "stored", "error", "references", "values", "fetched",
      "deviation",
    ])
  package static let step = FormatObject(
    "step", "a step",
    optional: [
      "insert", "link", "unlink", "set", "delete", "processPendingChanges", "save", "rollback",
      "expect",
    ])
}
