import ModelFiles
import SwiftSource

/// The relationship behind a computed property, whose objects it returns.
struct ReadRelationship {
  let name: String
  /// The entity that has it; nil for a protocol's, whose objects are of several.
  let entity: Int?
  /// Whether setting the property sets the relationship, as for an optional list behind one that is not.
  let isSet: Bool
  /// Whether it returns only some of the objects.
  let isPart: Bool
  /// Whether what is taken out of it goes out of the relationship.
  let isProxy: Bool
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
      returned.byClosures.append(.unknown)
      run(block)
      read = returned.byClosures.removeLast()
    }
    if returned.values.count == 1 { read = returned.values[0] }
    if let keyed = read.keyed.first, keyed.owner == Self.maskOfSelf, let name = keyed.name {
      return ReadRelationship(
        name: name, entity: nil, isSet: false, isPart: read.isPart, isProxy: read.isProxy)
    }
    guard let use = read.relationship ?? read.copied else { return nil }
    let isSet = setter?.contains { place in
      guard tokens.isMark(place + 1, "="), let name = tokens[place]?.name else { return false }
      // It may set another such property.
      let other = code.property(named: name, of: property.owner).flatMap(relationship)
      return name == use.name
        || other?.isSet == true && other?.name == use.name && other?.entity == use.entity
    }
    return ReadRelationship(
      name: use.name, entity: use.entity, isSet: isSet ?? false, isPart: read.isPart,
      isProxy: read.isProxy)
  }

  /// Returns the value of a computed property that reads a relationship.
  ///
  /// - Parameters:
  ///   - property: The value, as far as the property's type says it.
  ///   - owner: The object that has the property, and its type.
  ///   - type: The type of that.
  ///   - read: What the property reads.
  /// - Returns: The value.
  func value(
    _ property: CodeValue, of owner: CodeValue, _ type: CodeType, _ read: ReadRelationship
  ) -> CodeValue {
    let allowed = read.entity == nil ? code.candidates(for: type) ?? [] : []
    let only = allowed.count == 1 ? allowed.first : nil
    guard let entity = type.entity ?? read.entity ?? only,
      let held = code.destination(read.name, of: entity)
    else { return property }
    var result = property
    let use = RelationshipUse(
      entity: entity, name: read.name, isOfNew: owner.isNew && type.entity != nil)
    let isCopy =
      if case .collection = result.type { !read.isSet && !read.isProxy } else { false }
    if case .entity = type, read.isSet || read.isProxy || isCopy {
      result.holder = holder(of: owner, by: use)
    }
    if read.isSet || read.isProxy { result.relationship = use }
    if read.isProxy { (result.isProxy, result.type) = (true, held) }
    if isCopy { (result.copied, result.isPart) = (use, read.isPart) }
    return result
  }

  /// The object that holds what one of its relationships leads to: by its name, or as what is held by one
  /// that has a name.
  func holder(of value: CodeValue, by use: RelationshipUse?) -> [Holder] {
    guard let use else { return [] }
    if let name = value.name { return [Holder(name: name, object: value.object, path: [use])] }
    return value.holder.map { Holder(name: $0.name, object: $0.object, path: $0.path + [use]) }
  }
}
