/// How many objects stand at either end of a pair of relationships that are each other's inverse.
public enum Cardinality: String, CaseIterable, Hashable, Sendable {
  /// A to-one on both sides.
  case oneToOne = "1:1"
  /// A to-many on one side, a to-one on the other.
  case oneToMany = "1:N"
  /// A to-many on both sides.
  case manyToMany = "N:N"

  init(_ side: Relationship, _ otherSide: Relationship) {
    switch (side.isToMany, otherSide.isToMany) {
    case (false, false): self = .oneToOne
    case (true, true): self = .manyToMany
    default: self = .oneToMany
    }
  }
}
