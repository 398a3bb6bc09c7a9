import SmallWorlds

@testable import ObjectGraph

/// Objects, links and delete rules once more, slow and plain, to compare the engine with.
///
/// It is the sentences of `Sources/ObjectGraph/README.md` written down one by one.
struct ReferenceModel {
  /// A relationship of one object.
  struct Place: Hashable {
    let object: Int
    let side: Int
  }

  /// A reference by numbers.
  struct Reference: Hashable {
    let place: Place
    let destination: Int
  }

  /// What a delete would do, without any order.
  struct Plan: Equatable {
    var requested: Set<Int> = []
    var deleted: Set<Int> = []
    var cascaded: Set<Reference> = []
    var nullified: Set<Reference> = []
    var dangling: Set<Reference> = []
    var denials: [Place: Set<Int>] = [:]
    var forgiven: Set<Reference> = []
    var violations: [Place: Violation.Kind] = [:]

    var isRefused: Bool { !denials.isEmpty || !violations.isEmpty }
  }

  let schema: ReferenceSchema
  /// The entity of every object that ever was.
  private(set) var entities: [Int] = []
  private(set) var gone: Set<Int> = []
  /// What every living object refers to, in the order of linking.
  private(set) var held: [Place: [Int]] = [:]

  private(set) var living: [Int] = []
  private let sidesOfEntities: [[Int]]

  init(_ schema: ReferenceSchema) {
    self.schema = schema
    sidesOfEntities = schema.parents.indices.map { entity in
      schema.sides.indices.filter { schema.isKind(entity, of: schema.sides[$0].source) }
    }
  }

  /// The relationships that an object has.
  func sides(of object: Int) -> [Int] { sidesOfEntities[entities[object]] }

  /// Every reference of a living object.
  var references: Set<Reference> {
    Set(
      held.flatMap { place, destinations in
        destinations.map { Reference(place: place, destination: $0) }
      })
  }
}

// Sentence 7: both ends of an inverse are true, and nothing is ever deleted.
extension ReferenceModel {
  mutating func insert(_ entity: Int) {
    living.append(entities.count)
    entities.append(entity)
  }

  /// Whether an object is alive and has a relationship.
  func has(_ source: Int, _ side: Int) -> Bool {
    !gone.contains(source) && sides(of: source).contains(side)
  }

  /// Whether one object may hold another, and be held by it where there is an inverse.
  func allows(_ source: Int, _ side: Int, _ destination: Int) -> Bool {
    func fits(_ object: Int, _ side: Int) -> Bool {
      schema.isKind(entities[object], of: schema.sides[side].destination)
    }
    guard has(source, side), !gone.contains(destination), fits(destination, side) else {
      return false
    }
    guard let inverse = schema.sides[side].inverse else { return true }
    return has(destination, inverse) && fits(source, inverse)
  }

  mutating func link(_ source: Int, _ side: Int, _ destination: Int) {
    let place = Place(object: source, side: side)
    if held[place, default: []].contains(destination) { return }
    vacateToOne(place)
    guard let inverse = schema.sides[side].inverse else {
      return held[place, default: []].append(destination)
    }
    let placeBack = Place(object: destination, side: inverse)
    vacateToOne(placeBack)
    held[place, default: []].append(destination)
    if placeBack != place { held[placeBack, default: []].append(source) }
  }

  mutating func unlink(_ source: Int, _ side: Int, _ destination: Int) {
    held[Place(object: source, side: side)]?.removeAll { $0 == destination }
    guard let inverse = schema.sides[side].inverse else { return }
    held[Place(object: destination, side: inverse)]?.removeAll { $0 == source }
  }

  mutating func set(_ source: Int, _ side: Int, to destinations: [Int]) {
    let place = Place(object: source, side: side)
    for destination in held[place] ?? [] where !destinations.contains(destination) {
      unlink(source, side, destination)
    }
    for destination in destinations { link(source, side, destination) }
    // What was held already keeps its place at the other side, and takes the new one at this.
    var ordered: [Int] = []
    for destination in destinations where !ordered.contains(destination) {
      ordered.append(destination)
    }
    held[place] = ordered
  }

  private mutating func vacateToOne(_ place: Place) {
    if schema.sides[place.side].declaration.isToMany { return }
    set(place.object, place.side, to: [])
  }
}

// Sentences 1 to 6.
extension ReferenceModel {
  func plan(deleting objects: Set<Int>) -> Plan {
    var plan = Plan(requested: objects, deleted: objects)
    let alive = references.filter { !gone.contains($0.destination) }
    func rule(_ reference: Reference) -> DeleteRule {
      schema.sides[reference.place.side].declaration.deleteRule
    }
    // 1. The least set that holds what was asked for and is closed under cascade.
    var size = 0
    while size < plan.deleted.count {
      size = plan.deleted.count
      plan.cascaded = alive.filter {
        rule($0) == .cascade && plan.deleted.contains($0.place.object)
      }
      plan.deleted.formUnion(plan.cascaded.map(\.destination))
    }
    let cut = alive.filter { plan.deleted.contains($0.place.object) }
    for reference in cut {
      let survives = !plan.deleted.contains(reference.destination)
      // 2. A deny rule of anything deleted, with a destination that is not deleted itself.
      if rule(reference) == .deny && survives {
        plan.denials[reference.place, default: []].insert(reference.destination)
      }
      if rule(reference) == .deny && !survives { plan.forgiven.insert(reference) }
      // 3. A nullify rule with an inverse: the survivor loses the deleted object from it.
      if rule(reference) == .nullify, survives,
        let inverse = schema.sides[reference.place.side].inverse
      {
        plan.nullified.insert(
          Reference(
            place: Place(object: reference.destination, side: inverse),
            destination: reference.place.object))
      }
    }
    // 4. Every other reference from a survivor to something deleted.
    plan.dangling = alive.filter {
      !plan.deleted.contains($0.place.object) && plan.deleted.contains($0.destination)
        && !plan.nullified.contains($0)
    }
    // 5. Survivors that were changed and are now invalid.
    for object in Set(plan.nullified.map(\.place.object)) {
      for place in sides(of: object).map({ Place(object: object, side: $0) }) {
        let lost = plan.nullified.filter { $0.place == place }.count
        plan.violations[place] = violation(of: place, holding: (held[place]?.count ?? 0) - lost)
      }
    }
    return plan
  }

  private func violation(of place: Place, holding count: Int) -> Violation.Kind? {
    let declaration = schema.sides[place.side].declaration
    if declaration.isOptional && count == 0 { return nil }
    if !declaration.isToMany { return count == 0 ? .missing : nil }
    if count < declaration.minCount {
      return .tooFew(count: count, minimum: declaration.minCount)
    }
    if declaration.maxCount != 0 && count > declaration.maxCount {
      return .tooMany(count: count, maximum: declaration.maxCount)
    }
    return nil
  }

  /// Does what a plan says, refused or not.
  mutating func carryOut(_ plan: Plan) {
    for reference in plan.nullified {
      held[reference.place]?.removeAll { $0 == reference.destination }
    }
    for place in held.keys where plan.deleted.contains(place.object) { held[place] = nil }
    living.removeAll { plan.deleted.contains($0) }
    gone.formUnion(plan.deleted)
  }
}
