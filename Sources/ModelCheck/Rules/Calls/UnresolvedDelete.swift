import ModelFiles

extension CheckRule {
  /// `unresolved_delete`.
  public static let unresolvedDelete = CheckRule(
    "unresolved_delete", .warning,
    summary: "The code may delete an object whose entity could not be determined.",
    reason:
      "The model has faults that no other delete call reaches. Whether this call reaches them "
      + "depends on the type of the deleted object, which could not be determined. Until it is "
      + "known, nothing shows that the model is safe.",
    fix:
      "State the type of the deleted object, or fix the faults that are listed. If the call never "
      + "deletes such an object, silence this finding with a reason.",
    bad: .swiftData(
      """
      @Model class Bill { var number = "" }
      @Model class Payment { var bill: Bill? }
      func empty(_ id: PersistentIdentifier, in context: ModelContext) {
        «context».delete(context.model(for: id))
      }
      """),
    good: .swiftData(
      """
      @Model class Bill { var number = "" }
      @Model class Payment { var bill: Bill? }
      func empty(_ payment: Payment, in context: ModelContext) { context.delete(payment) }
      """),
    found: .byReading)
}
