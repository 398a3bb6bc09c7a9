import ObjectGraph

/// Some objects and what each relationship of each holds: what the eight sentences speak of, in
/// sets and loops.
package struct World {
  /// A relationship of one object.
  package struct Slot: Hashable {
    package let object: Int
    package let relationship: RelationshipID

    package init(object: Int, relationship: RelationshipID) {
      self.object = object
      self.relationship = relationship
    }
  }

  /// A reference from one object to another; ordered by source, relationship and destination.
  package struct Link: Hashable, Comparable {
    package let source: Int
    package let relationship: RelationshipID
    package let destination: Int

    package init(source: Int, relationship: RelationshipID, destination: Int) {
      self.source = source
      self.relationship = relationship
      self.destination = destination
    }

    package static func < (one: Link, other: Link) -> Bool {
      (one.source, one.relationship.index, one.destination)
        < (other.source, other.relationship.index, other.destination)
    }
  }

  /// What all graphs of a schema with the same objects share, so that a copy costs little.
  private final class Frame: Sendable {
    let schema: Schema
    let kinds: [EntityID]
    let relationships: [RelationshipID]
    let rules: [DeleteRule]
    let bounds: [Bounds]
    let inverses: [RelationshipID?]
    let relationshipsOfKind: [[RelationshipID]]

    init(_ schema: Schema, _ kinds: [EntityID]) {
      self.schema = schema
      self.kinds = kinds
      relationships = schema.relationships
      rules = relationships.map { schema.declaration(of: $0).deleteRule }
      bounds = relationships.map { Bounds(schema.declaration(of: $0)) }
      inverses = relationships.map { schema.inverse(of: $0)?.relationship }
      relationshipsOfKind = schema.entities.map { schema.relationships(of: $0) }
    }
  }

  private let frame: Frame
  /// The objects that each relationship of each object holds: all objects of the first
  /// relationship, then all of the next.
  private var held: [ObjectSet]

  /// Makes objects without links.
  package init(_ schema: Schema, of kinds: [EntityID]) {
    frame = Frame(schema, kinds)
    held = Array(repeating: [], count: frame.relationships.count * kinds.count)
  }

  package var schema: Schema { frame.schema }
  /// The entity of each object.
  package var kinds: [EntityID] { frame.kinds }

  /// The same objects and links under a schema with the same relationships.
  package func under(_ schema: Schema) -> World {
    var world = World(schema, of: kinds)
    world.held = held
    return world
  }

  package func relationships(of object: Int) -> [RelationshipID] {
    frame.relationshipsOfKind[kinds[object].index]
  }

  package func rule(_ relationship: RelationshipID) -> DeleteRule {
    frame.rules[relationship.index]
  }

  package func inverse(_ relationship: RelationshipID) -> RelationshipID? {
    frame.inverses[relationship.index]
  }

  func bounds(of relationship: RelationshipID) -> Bounds { frame.bounds[relationship.index] }

  package func objects(held relationship: RelationshipID, by object: Int) -> ObjectSet {
    held[relationship.index * kinds.count + object]
  }

  /// Links an object to another, and that one back where there is an inverse.
  package mutating func link(_ source: Int, _ relationship: RelationshipID, _ destination: Int) {
    held[relationship.index * kinds.count + source].insert(destination)
    guard let inverse = inverse(relationship) else { return }
    held[inverse.index * kinds.count + destination].insert(source)
  }

  /// What a delete that is carried out leaves; what the deleted objects held is of no account.
  func after(_ outcome: Outcome) -> World {
    var world = self
    for link in outcome.nullified {
      world.held[link.relationship.index * kinds.count + link.source].remove(link.destination)
    }
    return world
  }

  /// Every link, sorted.
  var links: [Link] { links(of: kinds.indices) }

  /// Every link of some objects.
  package func links(of objects: some Sequence<Int>) -> [Link] {
    var links: [Link] = []
    for object in objects {
      for relationship in relationships(of: object) {
        for destination in self.objects(held: relationship, by: object) {
          links.append(
            Link(source: object, relationship: relationship, destination: destination))
        }
      }
    }
    return links
  }

  /// Whether every object holds as many as it must.
  package var isValid: Bool {
    kinds.indices.allSatisfy { object in
      relationships(of: object).allSatisfy { relationship in
        let count = objects(held: relationship, by: object).count
        return switch bounds(of: relationship).violation(holding: count) {
        case .missing, .tooFew: false
        case .tooMany, nil: true
        }
      }
    }
  }
}

extension World {
  /// The schema and the links, for a message.
  package var text: String { "\(schema.text), objects \(kinds.map { kindName($0) }), \(linkText)" }

  private func kindName(_ kind: EntityID) -> String { schema.declaration(of: kind).name }

  private var linkText: String {
    links(of: kinds.indices)
      .map { "\($0.source).\(schema.declaration(of: $0.relationship).name)=\($0.destination)" }
      .joined(separator: " ")
  }
}

/// How many objects a relationship may hold.
struct Bounds {
  private let least: Int
  /// Nil where there is no bound.
  private let most: Int?
  private let mayBeEmpty: Bool
  private let isOfToOne: Bool

  init(_ declaration: Relationship) {
    // A mandatory to-one holds one object, whatever its counts say.
    least = declaration.isToMany ? declaration.minCount : declaration.isOptional ? 0 : 1
    most = declaration.maxCount == 0 ? nil : declaration.maxCount
    mayBeEmpty = declaration.isOptional
    isOfToOne = !declaration.isToMany
  }

  /// What is wrong with a number of objects; counts are not enforced on an empty optional
  /// relationship.
  func violation(holding count: Int) -> Violation.Kind? {
    if count == 0 && mayBeEmpty { return nil }
    if count < least {
      return isOfToOne ? .missing : .tooFew(count: count, minimum: least)
    }
    if let most, count > most { return .tooMany(count: count, maximum: most) }
    return nil
  }
}

/// A set of the numbers 0 to 15, in one word: there are many millions of them.
package struct ObjectSet: Hashable, Sequence, ExpressibleByArrayLiteral, Sendable {
  package private(set) var bits: UInt16 = 0

  package init(arrayLiteral elements: Int...) {
    for element in elements { insert(element) }
  }

  package var count: Int { bits.nonzeroBitCount }
  package var isEmpty: Bool { bits == 0 }

  package func contains(_ object: Int) -> Bool { bits & (1 << object) != 0 }
  package mutating func insert(_ object: Int) { bits |= 1 << object }
  package mutating func remove(_ object: Int) { bits &= ~(1 << object) }

  /// Every set of the numbers below a bound but the empty one.
  static func subsets(below bound: Int) -> [ObjectSet] {
    (1..<(1 << bound)).map { ObjectSet(bits: UInt16($0)) }
  }

  private init(bits: UInt16) { self.bits = bits }

  package struct Iterator: IteratorProtocol {
    var rest: UInt16

    package mutating func next() -> Int? {
      if rest == 0 { return nil }
      defer { rest &= rest &- 1 }
      return rest.trailingZeroBitCount
    }
  }

  package func makeIterator() -> Iterator { Iterator(rest: bits) }
}
