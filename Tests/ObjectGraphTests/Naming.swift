import SmallWorlds

@testable import ObjectGraph

/// What the engine calls the numbers of a reference model.
struct Naming {
  /// The entities that have objects of their own.
  let concreteEntities: [Int]
  let relationships: [RelationshipID]
  private var objects: [ObjectID] = []
  private var numbers: [ObjectID: Int] = [:]
  private let sides: [RelationshipID: Int]

  init(_ reference: ReferenceSchema, _ schema: Schema) throws {
    concreteEntities = reference.parents.indices.filter { !reference.isAbstract[$0] }
    relationships = try reference.sides.map {
      try schema.required("E\($0.source)", $0.declaration.name)
    }
    sides = Dictionary(
      uniqueKeysWithValues: zip(relationships, reference.sides.indices).map { ($0, $1) })
  }

  subscript(object: Int) -> ObjectID { objects[object] }

  /// Names the next object.
  mutating func add(_ object: ObjectID) {
    numbers[object] = objects.count
    objects.append(object)
  }

  /// How a graph differs from a model, if it does: objects, every reference, and its own invariants.
  func difference(_ graph: Graph, _ model: ReferenceModel) throws -> String? {
    if graph.objects != model.living.map({ objects[$0] }).sorted() { return "other objects" }
    for object in model.living {
      for side in model.sides(of: object) {
        let place = ReferenceModel.Place(object: object, side: side)
        let isOrdered = model.schema.sides[side].declaration.isOrdered
        let held = model.held[place] ?? []
        let ordered = isOrdered ? held : held.sorted { objects[$0] < objects[$1] }
        let expected = ordered.map {
          model.gone.contains($0) ? Reference.deleted(objects[$0]) : .object(objects[$0])
        }
        let found = try graph.references(objects[object], relationships[side])
        if found != expected {
          return "\(object).r\(side) holds \(found.map { text($0) }), expected \(ordered)"
        }
      }
    }
    return graph.brokenInvariants().first
  }

  /// How a plan differs from the model's, if it does.
  ///
  /// The order of its lists is compared on every small graph.
  func difference(_ plan: DeletePlan, _ expected: ReferenceModel.Plan) -> String? {
    let renamed = self.plan(plan)
    if renamed != expected { return "plan \(renamed), expected \(expected)" }
    for (object, number) in numbers {
      let reasons = plan.reasons(for: object)
      let cascades = plan.cascaded.filter { $0.destination == object }
      let isRequested = expected.requested.contains(number)
      let expectedReasons =
        (isRequested ? [DeletePlan.Reason.requested] : [])
        + cascades.map { .cascade(from: $0.source, by: $0.relationship) }
      if reasons != expectedReasons { return "reasons \(reasons), expected \(expectedReasons)" }
    }
    return nil
  }

  /// A plan of the engine by the model's numbers.
  func plan(_ plan: DeletePlan) -> ReferenceModel.Plan {
    ReferenceModel.Plan(
      requested: Set(plan.requested.map(number)), deleted: Set(plan.deleted.map(number)),
      cascaded: Set(plan.cascaded.map(reference)), nullified: Set(plan.nullified.map(reference)),
      dangling: Set(plan.dangling.map(reference)),
      denials: Dictionary(
        uniqueKeysWithValues: plan.denials.map {
          (place($0.object, $0.relationship), Set($0.blockers.map(number)))
        }),
      forgiven: Set(plan.satisfiedDenies.map(reference)),
      violations: Dictionary(
        uniqueKeysWithValues: plan.violations.map { (place($0.object, $0.relationship), $0.kind) }))
  }

  private func number(_ object: ObjectID) -> Int { numbers[object] ?? -1 }

  private func place(
    _ object: ObjectID, _ relationship: RelationshipID
  ) -> ReferenceModel.Place {
    ReferenceModel.Place(object: number(object), side: sides[relationship] ?? -1)
  }

  private func reference(_ link: Link) -> ReferenceModel.Reference {
    ReferenceModel.Reference(
      place: place(link.source, link.relationship), destination: number(link.destination))
  }

  private func text(_ reference: Reference) -> String {
    switch reference {
    case .object(let id): "\(number(id))"
    case .deleted(let id): "deleted \(number(id))"
    }
  }
}
