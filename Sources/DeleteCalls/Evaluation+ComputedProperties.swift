import ModelFiles
import SwiftSource

/// The relationship behind a computed property, whose objects it returns.
struct ReadRelationship {
  let use: RelationshipUse
  /// Whether setting the property sets the relationship, as for an optional list behind one that is not.
  let isSet: Bool
  /// Whether it returns only some of the objects.
  let isPart: Bool
}

/// Computed properties that return a relationship.
extension Evaluation {
  /// Returns the relationship that a computed property reads; nil for any other property.
  func relationship(behind property: AppCode.Property) -> ReadRelationship? {
    if let known = code.known.relationships[property.number] { return known }
    guard depth < Limits.properties, property.declaration.accessors != nil else { return nil }
    // A property that leads back to itself stands for nothing.
    code.known.relationships[property.number] = .some(nil)
    var evaluation = Evaluation(
      code, file: property.file, owner: property.owner, depth: depth + 1)
    let found = evaluation.readRelationship(of: property)
    code.known.relationships[property.number] = .some(found)
    return found
  }

  private mutating func readRelationship(of property: AppCode.Property) -> ReadRelationship? {
    guard let brace = property.declaration.accessors, let end = tokens[brace]?.end, end > brace
    else { return nil }
    var parser = SyntaxParser(tokens, in: brace + 1..<end)
    parser.beginBody()
    var read = CodeValue.unknown
    var setter: Range<Int>?
    while let statement = parser.nextStatement() {
      guard case .accessor(let word, _, let block) = statement.form else {
        run(statement)
        continue
      }
      if word == "set" { setter = block.tokens }
      guard word == "get" else { continue }
      results.append(.unknown)
      run(block)
      read = results.removeLast()
    }
    if returned.values.count == 1 { read = returned.values[0] }
    guard let use = read.relationship ?? read.copied else { return nil }
    let isSet = setter?.contains { place in
      guard tokens.isMark(place + 1, "="), let name = tokens[place]?.name else { return false }
      // It may set another such property.
      let other = code.property(named: name, of: property.owner).flatMap(relationship)
      return name == use.name || other?.isSet == true && other?.use == use
    }
    return ReadRelationship(use: use, isSet: isSet ?? false, isPart: read.isPart)
  }

  /// The object that holds what one of its relationships leads to: by its name, or as what is held by one
  /// that has a name.
  func holder(of value: CodeValue, by use: RelationshipUse?) -> [Holder] {
    guard let use else { return [] }
    if let name = value.name { return [Holder(name: name, object: value.object, path: [use])] }
    return value.holder.map { Holder(name: $0.name, object: $0.object, path: $0.path + [use]) }
  }
}
