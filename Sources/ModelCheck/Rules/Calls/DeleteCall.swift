import ModelFiles

extension CheckRule {
  /// `delete_call`.
  public static let deleteCall = CheckRule(
    "delete_call", .note, for: .calls,
    summary: "The code deletes something, and that is what the delete does.",
    reason:
      "It is no fault: deleterules calls lists every delete in the code with what goes, what "
      + "refuses it and what it leaves dangling, and this is the name by which a comment or a baseline "
      + "takes one off the list.",
    fix: "Nothing, if that is what is meant.",
    bad: nil,
    good: nil,
    found: .bySuppression)
}
