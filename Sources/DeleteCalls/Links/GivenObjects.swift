/// The objects that code gives to a to-one without an inverse, which does not know of the others that hold them.
struct GivenObjects: Equatable {
  /// The parameters that it is given, by the numbers of these.
  var arguments: Set<Int> = []
  /// Whether another object holds one of them, too.
  var areShared = false
  /// Whether it is given something that is neither a parameter nor made for it alone.
  var areUnknown = false

  /// Records what other code gives to the same relationship.
  mutating func formUnion(_ other: GivenObjects) {
    arguments.formUnion(other.arguments)
    areShared = areShared || other.areShared
    areUnknown = areUnknown || other.areUnknown
  }
}
