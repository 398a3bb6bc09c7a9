import ModelFiles

/// What the code gives to several objects, each of which takes it along.
extension Evaluation {
  /// Finds the arguments that give to a new object what another one may hold, too.
  mutating func share(_ given: [Argument], withNew entity: Int, at place: Int) {
    for argument in given {
      guard let name = argument.label else { continue }
      share(
        argument.value, by: RelationshipUse(entity: entity, name: name, isOfNew: true), of: nil,
        at: place)
    }
  }

  /// Finds whether a relationship is given what another object may hold, too: the value of the same
  /// relationship of another object, something that was fetched, or what a loop gives to each element.
  ///
  /// - Parameters:
  ///   - value: The value that the relationship is given.
  ///   - use: The relationship.
  ///   - owner: The name of the relationship's value in the code; nil if its object is new.
  ///   - place: The token of the assignment or of the call.
  mutating func share(
    _ value: CodeValue, by use: RelationshipUse, of owner: String?, at place: Int
  ) {
    guard code.cascadesBlindly(use), value.type.entity != nil else { return }
    let isForEach = isGivenToEach(value, owner)
    if value.isNew, !isForEach { return }
    let isOfAnother =
      value.relationship.map { $0.entity == use.entity && $0.name == use.name } == true
      && value.name != owner
    guard isOfAnother || isForEach || value.isStored else { return }
    keep(FoundCall(.share, value, at: place, FoundCall.Details(relationship: use)))
  }

  /// Whether a loop gives a value from outside it to a relationship of each of its elements.
  private func isGivenToEach(_ value: CodeValue, _ relationship: String?) -> Bool {
    func scope(of name: String?) -> Int? {
      guard let root = name?.prefix(while: { $0 != "." }) else { return nil }
      return variables.lastIndex { $0[String(root)] != nil }
    }
    guard let relationship, let loop = scope(of: relationship), value.name != nil,
      let element = variables[loop][String(relationship.prefix { $0 != "." })], element.isEach,
      relationship.count(where: { $0 == "." }) == 1
    else { return false }
    return scope(of: value.name) ?? -1 < loop
  }
}
