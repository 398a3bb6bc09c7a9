import ModelFiles

extension CheckRule {
  /// `uncertain_model`.
  public static let uncertainModel = CheckRule(
    ModelFinding.Rule.uncertainModel.rawValue, .warning,
    summary: "@Model stands in a file that does not import SwiftData.",
    reason: "It is taken for SwiftData's, but may be that of another module.",
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
