import SourceText

extension FormatObject {
  package static let pairingFile = FormatObject(
    "pairingFile", "a pairing file",
    required: ["pairing", "title", "framework", "sources", "entities", "objects", "links", "rows"],
    optional: ["$schema"])
  package static let row = FormatObject(
    "row", "a row", required: ["rules"], optional: ["evidence", "delete", "unlinked", "remove"])
  package static let matrixFile = FormatObject(
    "matrixFile", "a recorded matrix", required: ["matrix", "framework", "pairings"],
    optional: ["$schema"])
  package static let modelPairing = FormatObject(
    "modelPairing", "a pairing",
    required: [
      "pairing", "title", "entities", "sides", "objects", "links", "rules", "delete", "unlinked",
      "remove",
    ])
  package static let side = FormatObject(
    "side", "a side", required: ["entity", "relationship", "object"])
  package static let manifest = FormatObject(
    "manifest", "a manifest", required: ["pinned"], optional: ["$schema"])
  package static let pins = FormatObject(
    "pins", "a set of pinned counts", required: ["rows", "deletes", "unlinkedDeletes", "removals"])
}
