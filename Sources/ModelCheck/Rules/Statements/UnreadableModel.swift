import ModelFiles

extension CheckRule {
  /// `unreadable_model`.
  public static let unreadableModel = CheckRule(
    ModelFinding.Rule.unreadableModel.rawValue, .error,
    summary: "@Model is on something other than a class.",
    reason: "It is left out.",
    fix: "Make it a class, as SwiftData requires.",
    bad: .swiftData(
      """
      import SwiftData
      @Model «struct» Note { var title = "" }
      """),
    good: .swiftData(
      """
      import SwiftData
      @Model class Note { var title = "" }
      """),
    found: .byReading)
}
