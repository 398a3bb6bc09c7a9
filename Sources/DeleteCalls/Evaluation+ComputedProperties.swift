import ModelFiles
import SwiftSource

/// Computed properties that return a relationship.
extension Evaluation {
  /// Returns the name of the relationship that a computed property both reads and sets, as an optional list
  /// behind one that is not; nil for any other property.
  func relationship(behind property: AppCode.Property) -> RelationshipUse? {
    if let known = code.known.relationships[property.number] { return known }
    guard depth < Limits.properties, let brace = property.declaration.accessors else { return nil }
    let tokens = code.files[property.file].tokens
    guard (brace..<tokens.after(brace)).contains(where: { tokens.isWord($0, "set") }) else {
      return nil
    }
    // A property that leads back to itself stands for nothing.
    code.known.relationships[property.number] = .some(nil)
    var evaluation = Evaluation(
      code, file: property.file, owner: property.owner, depth: depth + 1)
    let found = evaluation.relationshipSet(by: property)
    code.known.relationships[property.number] = .some(found)
    return found
  }

  private mutating func relationshipSet(by property: AppCode.Property) -> RelationshipUse? {
    guard let brace = property.declaration.accessors, let end = tokens[brace]?.end, end > brace
    else {
      return nil
    }
    var parser = SyntaxParser(tokens, in: brace + 1..<end)
    parser.beginBody()
    var read: RelationshipUse?
    var setter: Range<Int>?
    while let statement = parser.nextStatement() {
      guard case .accessor(let word, _, let block) = statement.form else { continue }
      if word == "set" { setter = block.tokens }
      guard word == "get" else { continue }
      results.append(.unknown)
      run(block)
      let value = results.removeLast()
      read = value.relationship ?? value.copied
    }
    guard let read, let setter else { return nil }
    let sets = setter.contains { place in
      guard tokens.isMark(place + 1, "="), let name = tokens[place]?.name else { return false }
      // It may set another such property.
      let other = code.property(named: name, of: property.owner)
      return name == read.name || other.flatMap(relationship) == read
    }
    return sets ? read : nil
  }

  /// The object that holds what one of its relationships leads to: by its name, or as what is held by one
  /// that has a name.
  func holder(of value: CodeValue, by use: RelationshipUse?) -> [Holder] {
    guard let use else { return [] }
    if let name = value.name { return [Holder(name: name, object: value.object, path: [use])] }
    return value.holder.map { Holder(name: $0.name, object: $0.object, path: $0.path + [use]) }
  }
}
