@testable import ObjectGraph

extension ContextWalk {
  /// How the context differs from the model, if it does: everything that can be asked of it.
  func difference() throws -> String? {
    let pending = context.pending()
    if let difference = try difference(pending, model.pending()) { return "pending: \(difference)" }
    if let difference = try difference(context.stored, model.stored) {
      return "stored: \(difference)"
    }
    if let difference = names.difference(context.plan(), model.plan()) { return difference }
    let merged = model.merged.map { (names[$0], names[$1]) }
    if context.merged != Dictionary(uniqueKeysWithValues: merged) {
      return "merged \(context.merged), expected \(model.merged)"
    }
    return try differenceOfProblems()
  }

  /// How a graph differs from a state: objects, references, values, and its own invariants.
  private func difference(_ graph: Graph, _ state: ContextModel.State) throws -> String? {
    if let difference = try names.difference(graph, state.graph) { return difference }
    for object in state.graph.living {
      for attribute in model.attributes(of: object) {
        let name = model.attributes[attribute].declaration.name
        let value = try graph.value(names[object], name)
        let expected = state.values[.init(object: object, attribute: attribute)]
        if value != expected {
          return "\(object).\(name) is \(value as Any), expected \(expected as Any)"
        }
      }
    }
    return try oneSidedInverse(in: graph)
  }

  /// A reference of which the object at its other end knows nothing, though there is an inverse.
  private func oneSidedInverse(in graph: Graph) throws -> String? {
    for object in graph.objects {
      for relationship in graph.schema.relationships(of: try graph.entity(of: object)) {
        guard let inverse = graph.schema.inverse(of: relationship)?.relationship else { continue }
        for case .object(let other) in try graph.references(object, relationship)
        where try !graph.references(other, inverse).contains(.object(object)) {
          return "\(object) holds \(other), which does not know of it"
        }
      }
    }
    return nil
  }

  private func differenceOfProblems() throws -> String? {
    let problems = context.problems()
    let expected = Set(try model.problems().map(named))
    if Set(problems) != expected || problems.count != expected.count {
      return "problems \(problems), expected \(expected)"
    }
    return nil
  }

  /// What the engine calls a problem.
  private func named(_ problem: ContextModel.Problem) throws -> Refusal.Problem {
    switch problem {
    case .denied(let place, let blockers):
      .denied(
        Denial(
          object: names[place.object], relationship: names.relationships[place.side],
          blockers: blockers.map { names[$0] }.sorted()))
    case .invalid(let place, let kind):
      .invalid(
        Violation(
          object: names[place.object], relationship: names.relationships[place.side], kind: kind))
    case .missingValue(let field):
      .missingValue(names[field.object], try named(field.attribute))
    case .danglingLink(let reference):
      .danglingLink(
        Link(
          names[reference.place.object], names.relationships[reference.place.side],
          names[reference.destination]))
    case .notUnique(let field, let other):
      .notUnique(names[field.object], try named(field.attribute), other: names[other])
    }
  }

  private func named(_ attribute: Int) throws -> AttributeID {
    let owned = model.attributes[attribute]
    return try context.stored.schema.required(
      "E\(owned.source)", attribute: owned.declaration.name)
  }
}
