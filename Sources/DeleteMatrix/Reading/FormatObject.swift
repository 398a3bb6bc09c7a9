/// The objects of the file format with the keys of each; the JSON Schema says the same.
package enum FormatObject: String, CaseIterable, Sendable {
  case pairingFile
  case scenarioFile
  case matrixFile
  case modelPairing
  case side
  case baseline
  case baselineEntry
  case instancesFile
  case source
  case environment
  case entity
  case relationship
  case attribute
  case row
  case outcome
  case step
  case manifest
  case pins

  /// What a person would call the object.
  var title: String {
    switch self {
    case .pairingFile: "a pairing file"
    case .scenarioFile: "a scenario file"
    case .matrixFile: "a recorded matrix"
    case .modelPairing: "a pairing"
    case .side: "a side"
    case .baseline: "a baseline"
    case .baselineEntry: "an entry of a baseline"
    case .instancesFile: "an instances file"
    case .source: "a source"
    case .environment: "an environment"
    case .entity: "an entity"
    case .relationship: "a relationship"
    case .attribute: "an attribute"
    case .row: "a row"
    case .outcome: "an outcome"
    case .step: "a step"
    case .manifest: "a manifest"
    case .pins: "a set of pinned counts"
    }
  }

  /// The keys that it must have.
  package var required: [String] {
    switch self {
    case .pairingFile:
      ["pairing", "title", "framework", "sources", "entities", "objects", "links", "rows"]
    case .scenarioFile:
      ["scenario", "title", "framework", "sources", "entities", "objects", "links", "steps"]
    case .matrixFile: ["matrix", "framework", "pairings"]
    case .modelPairing:
      [
        "pairing", "title", "entities", "sides", "objects", "links", "rules", "delete",
        "unlinked", "remove",
      ]
    case .side: ["entity", "relationship", "object"]
    case .baseline: ["silenced"]
    case .baselineEntry: ["model", "entity", "relationship", "rule", "reason"]
    case .instancesFile: ["objects", "links"]
    case .source: ["id", "title", "url", "published", "environment"]
    case .environment: ["os", "xcode", "store"]
    case .entity: ["name"]
    case .relationship: ["name", "destination"]
    case .attribute: ["name"]
    case .row: ["rules"]
    case .outcome: ["evidence", "deleted", "effect"]
    case .step: []
    case .manifest: ["pinned"]
    case .pins: ["rows", "deletes", "unlinkedDeletes", "removals"]
    }
  }

  /// The keys that it may have.
  package var optional: [String] {
    switch self {
    case .pairingFile, .manifest, .matrixFile, .baseline: ["$schema"]
    case .scenarioFile: ["$schema", "values"]
    case .source, .environment, .pins, .modelPairing, .side, .baselineEntry: []
    // All that a scenario file may have: one can be taken as it is.
    case .instancesFile:
      ["$schema", "scenario", "title", "framework", "sources", "entities", "values", "steps"]
    case .entity: ["parent", "abstract", "relationships", "attributes"]
    case .attribute: ["optional", "unique"]
    case .relationship:
      [
        "toMany", "ordered", "optional", "minCount", "maxCount", "deleteRule", "inverse",
      ]
    case .row: ["evidence", "delete", "unlinked", "remove"]
    case .outcome:
      [
        "source", "dangling", "nullified", "stored", "error", "references", "values", "fetched",
        "deviation",
      ]
    case .step:
      [
        "insert", "link", "unlink", "set", "delete", "processPendingChanges", "save", "rollback",
        "expect",
      ]
    }
  }
}
