import SourceText

extension Baseline {
  /// Reads a baseline.
  ///
  /// ```json
  /// {"silenced": [
  ///   {"model": "App.xcdatamodeld", "entity": "Task", "relationship": "tags",
  ///    "rule": "no_action_leaves_dangling", "reason": "Tag.delete() takes it out of every task"}
  /// ]}
  /// ```
  ///
  /// - Parameter file: The file's path and bytes.
  /// - Throws: A `DataError` with every problem: an entry without a reason is one.
  public init(_ file: SourceFile) throws(DataError) {
    let rules = CheckRule.allCases.map(\.rawValue)
    let stated = try FileReading.baseline(file, rules: rules)
    entries = stated.compactMap { entry in
      CheckRule(rawValue: entry.rule).map { rule in
        Entry(
          key: Key(
            model: entry.model, entity: entry.entity, relationship: entry.relationship,
            rule: rule),
          reason: entry.reason, location: entry.location)
      }
    }
  }
}
