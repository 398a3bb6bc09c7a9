import ObjectGraph
import SwiftSource

extension ModelClassReading {
  mutating func readInverse(
    _ argument: SwiftArgument, into relationship: inout ModelRelationship,
    _ shape: RelationshipShape
  ) {
    if argument.value.count == 1, model.tokens.isWord(argument.value.lowerBound, "nil") {
      relationship.declaration.inverse = .oneWay
      return
    }
    guard let path = keyPath(argument.value), let name = path.last,
      isSingleStep(Array(path.dropLast()), to: shape)
    else {
      return reportArgument(
        argument, of: relationship,
        "nil or one property of \(relationship.declaration.destination)",
        "it is taken for no inverse being stated")
    }
    relationship.declaration.inverse = .named(name)
    let root = Array(path.dropLast())
    guard !root.isEmpty, root != ["Self"], !isDestination(root, shape) else { return }
    report(
      .error, .mismatchedInverse,
      "the inverse is \(model.tokens.written(argument.value)), but the destination is "
        + "\(relationship.declaration.destination), so \(name) of \(relationship.declaration.destination) is taken",
      relationship: relationship.name, at: model.tokens.location(argument.start))
  }

  /// The names in `\Item.list`; nil for anything else, such as a path through an optional.
  private func keyPath(_ value: Range<Int>) -> [String]? {
    var value = value
    while let last = model.tokens[value.upperBound - 1], last.isMark("?") || last.isMark("!"),
      value.count > 1
    {
      value = value.dropLast()
    }
    guard model.tokens.isMark(value.lowerBound, "\\"), value.count > 2 else { return nil }
    var names: [String] = []
    var expectsName = !model.tokens.isMark(value.lowerBound + 1, ".")
    for index in value.dropFirst() {
      if expectsName {
        guard let name = model.tokens[index]?.name else { return nil }
        names.append(name)
      } else if !model.tokens.isMark(index, ".") {
        return nil
      }
      expectsName.toggle()
    }
    return expectsName || names.isEmpty ? nil : names
  }

  /// Whether what stands before the last name is a type, and no property of one.
  private func isSingleStep(_ root: [String], to shape: RelationshipShape) -> Bool {
    guard root.count > 1, names.model(named: root, in: scope) == nil else { return true }
    return !(1..<root.count).contains { length in
      names.model(named: Array(root.prefix(length)), in: scope) != nil
    } && root != shape.destination.dropLast()
      && root.allSatisfy { !($0.first?.isLowercase ?? true) }
  }

  /// Whether a type is the destination, or a class above or below it.
  private func isDestination(_ root: [String], _ shape: RelationshipShape) -> Bool {
    guard let model = names.model(named: root, in: scope), let destination = shape.model else {
      return root.last == shape.destination.last
    }
    return model == destination || isAncestor(model, of: destination)
      || isAncestor(destination, of: model)
  }
}
