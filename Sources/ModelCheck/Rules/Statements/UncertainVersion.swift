import ModelFiles

extension CheckRule {
  /// `uncertain_version`.
  public static let uncertainVersion = CheckRule(
    ModelFinding.Rule.uncertainVersion.rawValue, .warning,
    summary: "Which version of the model is current cannot be told for certain.",
    reason: "What was taken is in the message.",
    fix: "Name the files of the current version.",
    bad: .swiftData(
      """
      enum Old: VersionedSchema { @Model class Note { var title = "" } }
      «enum» New: VersionedSchema { @Model class Note { var text = "" } }
      """),
    good: .swiftData(
      """
      enum Old: VersionedSchema { @Model class Note { var title = "" } }
      enum New: VersionedSchema { @Model class Note { var text = "" } }
      typealias Note = New.Note
      """),
    found: .byReading)
}
