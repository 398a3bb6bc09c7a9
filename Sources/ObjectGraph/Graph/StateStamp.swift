/// Tells one state of a graph from another, also between copies that went different ways.
struct StateStamp: Hashable, Sendable {
  private var value: UInt64

  /// The stamp of a graph without objects.
  init(_ schema: Schema) {
    value = 0
    for relationship in schema.resolvedRelationships {
      let rule = DeleteRule.allCases.firstIndex(of: relationship.declaration.deleteRule) ?? 0
      let inverse = Int(relationship.inverse?.rawValue ?? .max)
      change(Int(relationship.source.rawValue), rule, inverse)
    }
    change(schema.resolvedEntities.count, schema.resolvedAttributes.count, 0)
  }

  /// Takes in one change: what was done, and to whom.
  ///
  /// Equal stamps mean equal changes, but for a chance of one in 2⁶⁴.
  mutating func change(_ what: Int, _ first: Int, _ second: Int) {
    for number in [what, first, second] {
      value = (value ^ UInt64(truncatingIfNeeded: number)) &* 0x9E37_79B9_7F4A_7C15
      value ^= value >> 29
    }
  }
}

/// The state that a plan was made for; no part of what the plan says, so all are alike.
struct PlanBasis: Hashable, Sendable {
  let stamp: StateStamp

  static func == (one: PlanBasis, other: PlanBasis) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
