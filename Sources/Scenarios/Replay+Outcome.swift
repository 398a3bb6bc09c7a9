import ObjectGraph

extension Replay {
  /// What has become of the objects by now, with the results of the fetches that are asked for.
  package func outcome(fetching fetches: [NamedFetch]) throws(GraphError) -> Outcome {
    let pending = try engine.pending(context)
    let plan = context.plan()
    let problems = context.problems()
    let stored = context.stored
    let references = try references(in: pending)
    let dangling = references.filter(\.isDangling)
    let present = Set(references.map(\.link))
    let gone = history.ids.filter { !pending.contains($0.value) && context.merged[$0.value] == nil }
    let kept = history.ids.filter { pending.contains($0.value) }
    let denials = problems.compactMap { if case .denied(let denial) = $0 { denial } else { nil } }
    return Outcome(
      deleted: gone.keys.sorted(), kept: kept.keys.sorted(),
      effect: Effect(
        denied: denials.map(\.relationship), isInvalid: problems.count > denials.count,
        dangling: dangling.map(\.relationship), in: schema),
      nullified: referencesAtStart.filter { gone[$0.source] == nil && !present.contains($0) }
        .sorted(),
      dangling: dangling.map(\.link).sorted(),
      denials: denials.map(named).sorted {
        ($0.object, $0.relationship) < ($1.object, $1.relationship)
      },
      forgiven: history.forgiven.union(plan.forgiven.map(named)).sorted(),
      violations: problems.compactMap(violation)
        .sorted { ($0.object, $0.relationship) < ($1.object, $1.relationship) },
      stored: history.ids.filter { stored.contains($0.value) }.keys.sorted(),
      error: problems.count > 1 ? .multipleErrors : problems.first?.code,
      refusals: problems.map(refusal),
      merged: context.merged.map { [name($0.key), name($0.value)] }.sorted { $0[0] < $1[0] },
      references: try heldReferences(in: pending), values: try values(in: pending),
      fetched: try fetches.map { fetch throws(GraphError) in try result(of: fetch) },
      requested: history.requested.sorted(),
      cascaded: history.cascaded.union(plan.cascaded.map(named)).sorted())
  }

  private func named(_ denial: Denial) -> Outcome.Denial {
    Outcome.Denial(
      object: name(denial.object), relationship: schema.declaration(of: denial.relationship).name,
      blockers: denial.blockers.map(name).sorted())
  }

  private func violation(_ problem: SaveProblem) -> Outcome.Violation? {
    guard case .invalid(let violation) = problem else { return nil }
    return Outcome.Violation(
      object: name(violation.object),
      relationship: schema.declaration(of: violation.relationship).name, kind: violation.kind)
  }

  private func refusal(_ problem: SaveProblem) -> Outcome.Refusal {
    Outcome.Refusal(
      code: problem.code, object: name(problem.object),
      explanation: problem.explanation(in: schema, naming: name))
  }

  private func heldReferences(in graph: Graph) throws(GraphError) -> Set<NamedReferences> {
    var held: Set<NamedReferences> = []
    for object in graph.objects {
      for relationship in schema.relationships(of: try graph.entity(of: object)) {
        let declaration = schema.declaration(of: relationship)
        let destinations = try graph.references(object, relationship).map { name($0.id) }
        held.insert(
          NamedReferences(
            object: name(object), relationship: declaration.name,
            destinations: declaration.isOrdered ? destinations : destinations.sorted()))
      }
    }
    return held
  }

  private func values(in graph: Graph) throws(GraphError) -> Set<NamedValue> {
    var values: Set<NamedValue> = []
    for object in graph.objects {
      for attribute in schema.attributes(of: try graph.entity(of: object)) {
        let attributeName = schema.declaration(of: attribute).name
        values.insert(
          NamedValue(
            object: name(object), attribute: attributeName,
            value: try graph.value(object, attributeName)))
      }
    }
    return values
  }

  private func result(of fetch: NamedFetch) throws(GraphError) -> NamedFetch {
    guard let entity = schema.entity(fetch.entity) else { throw .unknownEntity(fetch.entity) }
    let objects = try context.stored.objects(
      of: entity, sortedBy: fetch.attribute, ascending: fetch.isAscending)
    return NamedFetch(
      entity: fetch.entity, attribute: fetch.attribute, isAscending: fetch.isAscending,
      objects: objects.map(name))
  }
}
