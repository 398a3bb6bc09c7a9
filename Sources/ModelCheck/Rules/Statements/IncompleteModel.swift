import ModelFiles

extension CheckRule {
  /// `incomplete_model`.
  public static let incompleteModel = CheckRule(
    ModelFinding.Rule.incompleteModel.rawValue, .error,
    summary: "A folder, a bundle or one of its versions could not be read.",
    reason: "What is said of the other models is said without it, and may be wrong.",
    fix: "Read the message; what is no part of the project can be excluded.",
    bad: nil, good: nil, found: .byReading)
}
