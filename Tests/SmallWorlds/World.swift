import ObjectGraph

/// Some objects and what each relationship of each holds: what the eight sentences speak of, in
/// sets and loops.
package struct World {
  package let schema: Schema
  /// The entity of each object.
  package let kinds: [EntityID]
  /// The objects that each relationship of each object holds, by the relationship's number.
  package var held: [[ObjectSet]]
  private let rules: [DeleteRule]
  private let inverses: [RelationshipID?]
  private let relationshipsOfKind: [[RelationshipID]]

  /// Makes objects without links.
  package init(_ schema: Schema, of kinds: [EntityID]) {
    self.schema = schema
    self.kinds = kinds
    held = schema.relationships.map { _ in Array(repeating: [], count: kinds.count) }
    rules = schema.relationships.map { schema.declaration(of: $0).deleteRule }
    inverses = schema.relationships.map { schema.inverse(of: $0)?.relationship }
    relationshipsOfKind = schema.entities.map { schema.relationships(of: $0) }
  }

  /// What a delete does.
  package struct Outcome {
    package var deleted: ObjectSet = []
    /// By which relationship which deleted object takes which other.
    package var cascaded: [Link] = []
    package var denied: [Link] = []
    package var nullified: [Link] = []
    package var dangling: [Link] = []
    /// Relationships of changed survivors that hold too few or too many.
    package var invalid: Set<Slot> = []
    /// Survivors that are left with too little in a relationship that they lost something of.
    package var lacking: [(object: Int, relationship: RelationshipID)] = []
  }

  package struct Slot: Hashable {
    package let object: Int
    package let relationship: RelationshipID

    package init(object: Int, relationship: RelationshipID) {
      self.object = object
      self.relationship = relationship
    }
  }

  package struct Link: Hashable {
    package let source: Int
    package let relationship: RelationshipID
    package let destination: Int

    package init(source: Int, relationship: RelationshipID, destination: Int) {
      self.source = source
      self.relationship = relationship
      self.destination = destination
    }
  }

  package func relationships(of object: Int) -> [RelationshipID] {
    relationshipsOfKind[kinds[object].index]
  }

  package func rule(_ relationship: RelationshipID) -> DeleteRule { rules[relationship.index] }

  package func inverse(_ relationship: RelationshipID) -> RelationshipID? {
    inverses[relationship.index]
  }

  package func objects(held relationship: RelationshipID, by object: Int) -> ObjectSet {
    held[relationship.index][object]
  }

  /// Links an object to another, and that one back where there is an inverse.
  package mutating func link(_ source: Int, _ relationship: RelationshipID, _ destination: Int) {
    held[relationship.index][source].insert(destination)
    guard let inverse = inverse(relationship) else { return }
    held[inverse.index][destination].insert(source)
  }

  package func links(of objects: some Sequence<Int>) -> [Link] {
    var links: [Link] = []
    for object in objects {
      for relationship in relationships(of: object) {
        for destination in held[relationship.index][object] {
          links.append(Link(source: object, relationship: relationship, destination: destination))
        }
      }
    }
    return links
  }

  package func outcome(deleting requested: Int) -> Outcome { outcome(deleting: [requested]) }

  /// What deleting some objects together does.
  package func outcome(deleting requested: ObjectSet) -> Outcome {
    var outcome = Outcome(deleted: requested)
    var isGrowing = true
    while isGrowing {
      let before = outcome.deleted.count
      for link in links(of: outcome.deleted) where rule(link.relationship) == .cascade {
        outcome.deleted.insert(link.destination)
      }
      isGrowing = outcome.deleted.count > before
    }
    let survivors = kinds.indices.filter { !outcome.deleted.contains($0) }
    let leaving = links(of: outcome.deleted)
    outcome.cascaded = leaving.filter { rule($0.relationship) == .cascade }
    outcome.denied = leaving.filter {
      rule($0.relationship) == .deny && !outcome.deleted.contains($0.destination)
    }
    for link in leaving where rule(link.relationship) == .nullify {
      guard let inverse = inverse(link.relationship), !outcome.deleted.contains(link.destination)
      else { continue }
      outcome.nullified.append(
        Link(source: link.destination, relationship: inverse, destination: link.source))
    }
    let gone = Set(outcome.nullified)
    outcome.dangling = links(of: survivors).filter {
      outcome.deleted.contains($0.destination) && !gone.contains($0)
    }
    for survivor in Set(gone.map(\.source)) {
      for relationship in relationships(of: survivor) {
        let lost = gone.filter { $0.source == survivor && $0.relationship == relationship }
        let count = objects(held: relationship, by: survivor).count - lost.count
        let declaration = schema.declaration(of: relationship)
        let least = declaration.isToMany ? declaration.minCount : declaration.isOptional ? 0 : 1
        if count == 0 && declaration.isOptional { continue }
        let isTooMany = declaration.maxCount > 0 && count > declaration.maxCount
        if count < least || isTooMany {
          outcome.invalid.insert(Slot(object: survivor, relationship: relationship))
        }
        if count < least && !lost.isEmpty { outcome.lacking.append((survivor, relationship)) }
      }
    }
    return outcome
  }

  /// Whether every object holds as many as it must.
  package var isValid: Bool {
    kinds.indices.allSatisfy { object in
      relationships(of: object).allSatisfy { relationship in
        let declaration = schema.declaration(of: relationship)
        let count = objects(held: relationship, by: object).count
        let least = declaration.isToMany ? declaration.minCount : declaration.isOptional ? 0 : 1
        return count >= least || count == 0 && declaration.isOptional
      }
    }
  }
}
