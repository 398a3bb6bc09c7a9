import ModelFiles

extension CheckRule {
  /// `uncertain_model`.
  public static let uncertainModel = CheckRule(
    ModelFinding.Rule.uncertainModel.rawValue, .warning,
    summary: "@Model is used in a file that does not import SwiftData.",
    reason: "It is treated as SwiftData's, but may come from another module.",
    fix: "Import SwiftData, or leave the file out.",
    bad: .swiftData(
      """
      import Persistence
      @Model «class» Note { var title = "" }
      """),
    good: .swiftData(
      """
      import SwiftData
      @Model class Note { var title = "" }
      """),
    found: .byReading)
}
