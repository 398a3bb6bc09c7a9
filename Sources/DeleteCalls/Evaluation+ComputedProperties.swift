import ModelFiles
import SwiftSource

/// Computed properties that return a relationship.
extension Evaluation {
  /// Returns the name of the relationship that a computed property both reads and sets, as an optional list
  /// behind one that is not; nil for any other property.
  func relationship(behind property: AppCode.Property) -> String? {
    if let known = code.known.relationships[property.number] { return known }
    guard depth < Limits.properties, property.declaration.accessors != nil,
      property.owner.map({ code.types[$0].entity != nil }) == true
    else { return nil }
    // A property that leads back to itself stands for nothing.
    code.known.relationships[property.number] = .some(nil)
    var evaluation = Evaluation(
      code, file: property.file, owner: property.owner, depth: depth + 1)
    let found = evaluation.relationshipSet(by: property.declaration)
    code.known.relationships[property.number] = .some(found)
    return found
  }

  private mutating func relationshipSet(by property: SwiftProperty) -> String? {
    guard let brace = property.accessors, let end = tokens[brace]?.end, end > brace else {
      return nil
    }
    var parser = SyntaxParser(tokens, in: brace + 1..<end)
    parser.beginBody()
    var read: RelationshipUse?
    var setter: Range<Int>?
    while let statement = parser.nextStatement() {
      guard case .accessor(let word, _, let block) = statement.form else { return nil }
      if word == "set" { setter = block.tokens }
      guard word == "get" else { continue }
      results.append(.unknown)
      run(block)
      let value = results.removeLast()
      read = value.relationship ?? value.copied
    }
    guard let read, let setter,
      setter.contains(where: { tokens.isWord($0, read.name) && tokens.isMark($0 + 1, "=") })
    else { return nil }
    return read.name
  }

  /// The object that holds what one of its relationships leads to: by its name, or as what is held by one
  /// that has a name.
  func holder(of value: CodeValue, by use: RelationshipUse?) -> [Holder] {
    guard let use else { return [] }
    if let name = value.name { return [Holder(name: name, object: value.object, path: [use])] }
    return value.holder.map { Holder(name: $0.name, object: $0.object, path: $0.path + [use]) }
  }
}
