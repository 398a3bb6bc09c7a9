/// The texts with which Core Data refuses to load a store that CloudKit mirrors, up to the names that
/// they list; each was seen in the log of an app, with 134060.
enum CloudKitRefusal: String, CaseIterable {
  case mandatory = "CloudKit integration requires that all relationships be optional"
  case unique = "CloudKit integration does not support unique constraints"
  case missingInverse = "CloudKit integration requires that all relationships have an inverse"
  case noDefault =
    "CloudKit integration requires that all attributes be optional, or have a default value set"
  case ordered = "CloudKit integration does not support ordered relationships"
  case deny = "The following relationships are configured with unsupported delete rules"

  var note: String { "a mirrored store does not load: 134060, \"\(rawValue)\"" }

  /// The note of a finding in a model of SwiftData, whose own error has neither the code nor the text.
  static let noteOfSwiftData =
    "SwiftData throws loadIssueModelContainer; 134060 and its text appear only in the log"

  /// The texts that people see, for the page of a rule.
  var reason: String {
    "A mirrored store does not load: Core Data reports 134060, \"\(rawValue)\". SwiftData throws "
      + "loadIssueModelContainer, and the text is in the log only."
  }
}
