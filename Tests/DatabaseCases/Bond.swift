import ObjectGraph

/// A relationship with its inverse, if it has one, as tables store it.
struct Bond {
  /// What tables store of it.
  enum Shape {
    /// A column of the owner's table: the owner's relationship is a to-one. Where the column is
    /// unique, so is its inverse.
    case key(isUnique: Bool)
    /// A table of its own: both relationships are to-many.
    case join
  }

  /// One of the two relationships.
  struct End {
    var name: String
    var rule: DeleteRule
    /// The least number of objects; of a to-one, 1 stands for mandatory.
    var minCount = 0
  }

  var shape: Shape
  /// The numbers of the entities: the owner's table has the column, where there is one.
  var owner: Int
  var target: Int
  /// The owner's relationship, which gives the column or the table its name.
  var ahead: End
  /// The target's relationship, the inverse; none where the bond is one-way.
  var back: End?
  /// Whether `back` is `ahead` itself: then either end of a link is stored as an owner.
  var isOwnInverse = false

  var isKey: Bool {
    if case .key = shape { true } else { false }
  }

  var isUnique: Bool {
    if case .key(isUnique: true) = shape { true } else { false }
  }

  var isMandatoryKey: Bool { isKey && ahead.minCount > 0 }

  /// Whether the key has a constraint, and so whether it is a key at all to a database.
  ///
  /// A reference that nothing clears can only be stored as a bare number.
  var isConstrained: Bool { isKey && back.map { $0.rule != .noAction } ?? false }

  /// Whether deleting a target clears a column that must not be empty.
  var clearsMandatoryKey: Bool { isMandatoryKey && back?.rule == .nullify }

  /// The rules of the two ends of a join table, with what the other end's rule is.
  var joinEnds: [(isOwners: Bool, rule: DeleteRule, other: DeleteRule)] {
    guard !isKey else { return [] }
    let ends = [(isOwners: true, rule: ahead.rule, other: back?.rule ?? .noAction)]
    return ends + (back.map { [(isOwners: false, rule: $0.rule, other: ahead.rule)] } ?? [])
  }

  /// Whether a rule `deny` of it is a constraint that could say RESTRICT instead.
  var isRestricted: Bool {
    isKey ? back?.rule == .deny : joinEnds.contains { $0.rule == .deny }
  }
}
