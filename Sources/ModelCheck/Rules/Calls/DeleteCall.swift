import ModelFiles

extension CheckRule {
  /// `delete_call`.
  public static let deleteCall = CheckRule(
    "delete_call", .note, for: .calls,
    summary: "The code deletes something; the message lists the effects.",
    reason:
      "This is not a fault. deleterules calls lists every delete in the code with its effects. A "
      + "comment or a baseline uses this name to take a call off the list.",
    fix: "Nothing, if the effects are intended.",
    bad: nil,
    good: nil,
    found: .bySuppression)
}
