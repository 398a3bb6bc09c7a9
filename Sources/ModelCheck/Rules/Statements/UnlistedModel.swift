import ModelFiles

extension CheckRule {
  /// `unlisted_model`.
  public static let unlistedModel = CheckRule(
    ModelFinding.Rule.unlistedModel.rawValue, .note,
    summary: "No schema, container or relationship reaches a model class.",
    reason: """
      A store has the classes that its Schema lists, and those that their relationships lead to. \
      Inserting or deleting an object of another class crashes, so it is a warning where the code deletes \
      one. A Core Data model that no group of the \
      Xcode project lists is left out too, if the project lists another one of the same name.
      """,
    fix: "Add the class to the Schema and its file to a target, or remove the class.",
    bad: .swiftData(
      """
      @Model class Note { var title = "" }
      @Model «class» Draft { var title = "" }
      let container = try ModelContainer(for: Note.self)
      """),
    good: .swiftData(
      """
      @Model class Note { var title = "" }
      @Model class Draft { var title = "" }
      let container = try ModelContainer(for: Note.self, Draft.self)
      """),
    found: .byReading)
}
