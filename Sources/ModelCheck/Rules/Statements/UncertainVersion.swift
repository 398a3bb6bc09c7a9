import ModelFiles

extension CheckRule {
  /// `uncertain_version`.
  public static let uncertainVersion = CheckRule(
    ModelFinding.Rule.uncertainVersion.rawValue, .warning,
    summary: "The current version of the model could not be determined with certainty.",
    reason: "The message names the version that was used.",
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
