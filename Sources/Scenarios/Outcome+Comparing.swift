extension Outcome {
  /// Whether the same becomes of the same objects and references as in another outcome.
  ///
  /// - Parameter other: What came of the same steps under other rules, or another framework.
  /// - Returns: False where an object, a reference, or what refuses the save differs.
  package func comesToTheSame(as other: Outcome) -> Bool {
    effect == other.effect && deleted == other.deleted && nullified == other.nullified
      && dangling == other.dangling && denials == other.denials && violations == other.violations
  }
}
