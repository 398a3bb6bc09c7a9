/// The objects that all code gives to to-ones without an inverse, applied to the deletes of what these held.
extension CallSearch {
  /// Applies to each delete of what a to-one without an inverse held whether others may hold the object by the same
  /// one, and whether none holds it by another one.
  ///
  /// - Parameters:
  ///   - isAllCode: Whether no other file may set the relationships.
  ///   - words: The words of the Objective-C files.
  mutating func applyGivenObjects(isAllCode: Bool, besides words: Set<String>) {
    let deleting = results.indices.filter { index in
      results[index].calls.contains { !$0.emptiedOfOne.isEmpty || $0.held != nil }
    }
    if deleting.isEmpty { return }
    let shared = results.reduce(into: Set<String>()) { shared, result in
      shared.formUnion(result.uses.givenObjects.filter(\.value.areShared).keys)
    }
    let held = deleting.flatMap { results[$0].calls.compactMap(\.held) }
    let unshared = isAllCode ? unsharedRelationships(around: Set(held), besides: words) : []
    for index in deleting {
      for place in results[index].calls.indices {
        let call = results[index].calls[place]
        let lost = call.emptiedOfOne.intersection(shared)
        var others: Set<String> = []
        if let held = call.held, unshared.contains(code.name(of: held)) {
          others = code.blindRelationships(around: held).intersection(unshared)
          others.remove(code.name(of: held))
        }
        if lost.isEmpty, others.isEmpty { continue }
        results[index].calls[place].change {
          $0.emptied = $0.emptied.subtracting(lost).union(others)
        }
      }
    }
  }

  /// The relationships, among some and those that can hold the same objects, to which all code gives new objects, each to
  /// one owner.
  private func unsharedRelationships(
    around held: Set<RelationshipUse>, besides words: Set<String>
  ) -> Set<String> {
    let asked = held.reduce(into: Set<String>()) {
      $0.formUnion(code.blindRelationships(around: $1))
    }
    // Where there is no other one, none is asked about.
    if asked.count < 2 { return [] }
    func property(_ name: String) -> String { String(name.split(separator: ".").last ?? "") }
    let indirect = code.namesSetIndirectly(among: Set(asked.map(property)))
    var unshared = asked.filter { name in
      let name = property(name)
      return indirect.isDisjoint(with: [name])
        && words.isDisjoint(with: [name, "set\(name.prefix(1).uppercased())\(name.dropFirst())"])
    }
    var arguments: [String: Set<AppCode.GivenArgument>] = [:]
    var given: Set<String> = []
    for (body, result) in zip(bodies, results) {
      for (name, objects) in result.uses.givenObjects where unshared.contains(name) {
        given.insert(name)
        if objects.areShared || objects.areUnknown
          || body.function == nil && !objects.arguments.isEmpty
        {
          unshared.remove(name)
        }
        guard let function = body.function else { continue }
        arguments[name, default: []].formUnion(
          objects.arguments.map { AppCode.GivenArgument(function: function, argument: $0) })
      }
    }
    let new = newArguments(of: Set(arguments.values.joined().map(\.function)).sorted())
    return unshared.intersection(given).filter { arguments[$0, default: []].isSubset(of: new) }
  }
}
