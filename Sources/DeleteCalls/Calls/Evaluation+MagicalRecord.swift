/// The methods of MagicalRecord.
extension Evaluation {
  /// Returns what a method of MagicalRecord returns, after its effects; nil for any other.
  ///
  /// Their names begin with `MR_`, in Swift also with `mr_`, and may end with what the arguments are.
  mutating func magicalCall(
    _ name: String, of base: CodeValue, _ given: [Argument], at place: Int
  ) -> CodeValue? {
    guard name.hasPrefix("mr_") || name.hasPrefix("MR_") else { return nil }
    let method = name.dropFirst("mr_".count)
    switch base.type {
    case .metatype(let type) where method.hasPrefix("truncateAll") || method.hasPrefix("deleteAll"):
      var all = CodeValue(type: type)
      if method.hasPrefix("truncateAll") { (all.isComplete, all.isEach) = (true, true) }
      let context = given.first { $0.value.type == .context }?.value.name
      add(.delete, all, at: place, in: context)
      return .unknown
    case .metatype(let type) where method.hasPrefix("findFirst"): return CodeValue(type: type)
    case .metatype(let type) where method.hasPrefix("find"):
      return CodeValue(type: .collection(type))
    case .context where method.hasPrefix("deleteObjects"):
      if let first = given.first?.value { add(.delete, first, at: place) }
      return .unknown
    case _ where method.hasPrefix("deleteEntity"):
      add(.delete, base, at: place)
      return .unknown
    // The same object in another context.
    case _ where method.isEmpty || method == "in" || method == "inContext": return base
    default: return nil
    }
  }
}
