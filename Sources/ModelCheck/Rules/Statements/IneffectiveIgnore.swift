import ModelFiles

extension CheckRule {
  /// `ineffective_ignore`.
  public static let ineffectiveIgnore = CheckRule(
    "ineffective_ignore", .warning,
    summary: "A comment that should silence a finding has no effect.",
    reason:
      "It gives no reason, names an unknown rule, or the finding is no longer there. In the last "
      + "case, it would silence the finding if it came back.",
    fix:
      "Write // deleterules:ignore RULE reason on the line or the one above, with commas between "
      + "several rules, or remove the comment.",
    bad: .swiftData(
      """
      @Model class Album {
        «// deleterules:ignore no_action_leaves_dangling»
        @Relationship(deleteRule: .noAction) var photos: [Photo] = []
      }
      @Model class Photo { var album: Album? }
      """),
    good: .swiftData(
      """
      @Model class Album {
        // deleterules:ignore no_action_leaves_dangling Photo.leave() is called before
        @Relationship(deleteRule: .noAction) var photos: [Photo] = []
      }
      @Model class Photo { var album: Album? }
      """),
    found: .bySuppression)
}
