/// One relationship, or two that lead back and forth, between two entities or within one.
struct PairShape: Hashable, Sendable {
  /// How the two sides belong together.
  enum Tie: Sendable {
    case inverse
    /// Two one-way relationships.
    case none
    /// One relationship that leads one way only.
    case single
    /// One relationship that is its own inverse.
    case ownInverse
  }

  let ahead: SideShape
  let back: SideShape?
  let tie: Tie

  /// Every pair between two entities, with one-way relationships from the first to the second only.
  static func between(_ bounds: [SideShape.Bound], withoutInverse: [SideShape.Bound])
    -> [PairShape]
  {
    let sides = SideShape.all(bounds)
    let loose = SideShape.all(withoutInverse)
    return sides.flatMap { ahead in
      sides.map { PairShape(ahead: ahead, back: $0, tie: .inverse) }
    }
      + loose.flatMap { ahead in loose.map { PairShape(ahead: ahead, back: $0, tie: .none) } }
      + loose.map { PairShape(ahead: $0, back: nil, tie: .single) }
  }

  /// Every pair within one entity; which of the two sides is called the first does not matter.
  static func within(_ bounds: [SideShape.Bound], withoutInverse: [SideShape.Bound])
    -> [PairShape]
  {
    func unordered(_ sides: [SideShape], _ tie: Tie) -> [PairShape] {
      sides.indices.flatMap { one in
        sides[one...].map { PairShape(ahead: sides[one], back: $0, tie: tie) }
      }
    }
    let sides = SideShape.all(bounds)
    let loose = SideShape.all(withoutInverse)
    return unordered(sides, .inverse) + unordered(loose, .none)
      + loose.map { PairShape(ahead: $0, back: nil, tie: .single) }
      + sides.map { PairShape(ahead: $0, back: nil, tie: .ownInverse) }
  }

  var hasToMany: Bool { ahead.isToMany || back?.isToMany ?? false }
}
