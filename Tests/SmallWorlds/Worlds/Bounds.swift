import ObjectGraph

/// How many objects a relationship may hold.
struct Bounds {
  let least: Int
  /// Nil where there is no bound.
  let most: Int?
  let mayBeEmpty: Bool
  let isOfToOne: Bool

  init(_ declaration: Relationship) {
    // A mandatory to-one holds one object, whatever its counts say.
    least = declaration.isToMany ? declaration.minCount : declaration.isOptional ? 0 : 1
    most = declaration.maxCount == 0 ? nil : declaration.maxCount
    mayBeEmpty = declaration.isOptional
    isOfToOne = !declaration.isToMany
  }

  enum Judgement {
    case fits
    case tooFew
    case tooMany
  }

  /// What a number of objects is; counts are not enforced on an empty optional relationship.
  func judgement(of count: Int) -> Judgement {
    if count == 0 && mayBeEmpty { return .fits }
    if count < least { return .tooFew }
    if let most, count > most { return .tooMany }
    return .fits
  }
}
