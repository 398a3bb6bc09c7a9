import CompiledOnce
import DeleteMatrix
import ObjectGraph
import Scenarios
import SourceText

/// Why a cell comes out as it does, as a chain of steps.
package struct Explanation: Report {
  let result: CellResult
  /// The cell's model on the release that is predicted.
  private let schema: Schema
  /// The entity of each object, including objects that a step inserts.
  private let entities: [String: EntityID]

  /// Explains a result.
  package init(_ result: CellResult) throws {
    self.result = result
    let scenario = result.cell.scenario
    let stated = try scenario.schema
    let presumed = result.releases.last.map { part in
      part.range.releases.framework(scenario.framework, on: part.range.newest)
    }
    let schema =
      try presumed.map { try stated.described(as: $0) ?? Schema($0, entities: scenario.entities) }
      ?? stated
    self.schema = schema
    let inserted = scenario.steps.flatMap(\.actions).flatMap { action -> [NamedObject] in
      if case .insert(let objects) = action { objects } else { [] }
    }
    entities = Dictionary(
      (scenario.objects + inserted).compactMap { object in
        schema.entity(object.entity).map { (object.name, $0) }
      }, uniquingKeysWith: { first, _ in first })
  }

  package static var writers: Writers {
    [
      .markdown: { $0.markdown }, .html: { $0.html }, .mermaid: { $0.diagram.mermaid },
      .dot: { $0.diagram.dot }, .svg: { $0.diagram.svg }, .json: { $0.json },
    ]
  }

  /// The cell as `matrix` has it, with the chain of steps, or that of each possible outcome.
  private var json: String {
    let chains = result.possible.map { JSONText.strings(chain($0)) }
    return JSONText.object([
      ("cells", .array([JSONText(result)])),
      chains.count > 1
        ? ("stepsOfOneOf", .array(chains)) : ("steps", chains.first ?? .array([])),
    ]).line + "\n"
  }

  /// The chain of steps, what is stated, and the verdict; ends with a line break.
  package var page: Prose {
    let cell = result.cell
    var text: Prose = "\(Prose.heading(1, cell.id.prose))\n\n"
    for relationship in schema.relationships { text += "- \(declaration(relationship))\n" }
    text += "\n"
    guard let requested = result.possible.first?.requested else {
      let reason = result.error?.description ?? ""
      return text + "The steps could not be done: \(reason.prose)\n"
    }
    for (index, outcome) in result.possible.enumerated() {
      if result.possible.count > 1 {
        let words = outcome.words(under: schema.framework)
        text += "\(index == 0 ? "" : "\n")Possible: \(words.prose).\n\n"
      }
      for (number, step) in chain(outcome).enumerated() {
        text += "\(number + 1). \(step.prose)\n"
      }
    }
    text += "\nPredicted: \(result.outcomeWords.prose)."
    if let outcome = result.predicted {
      text += " Deleted: \(listed(outcome.deleted)). Kept: \(listed(outcome.kept))."
    }
    text += "\n"
    for observation in cell.observations { text += stated(observation, deleting: requested) }
    if cell.observations.isEmpty {
      let derived =
        cell.isDerived ? "; it mirrors an observed row" : ""
      text += "Observed: never, as far as is known\(derived).\n"
    }
    for dispute in result.disputes { text += "Disputed: \(dispute.prose).\n" }
    return text + "Verdict: \(result.verdictWords) (\(cell.location.description.prose))\n"
  }

  private func declaration(_ relationship: RelationshipID) -> Prose {
    let declaration = schema.declaration(of: relationship)
    let inverse = schema.inverse(of: relationship).map {
      "inverse \(schema.qualifiedName(of: $0.relationship)), \($0.kind.rawValue)"
    }
    return "\(schema.qualifiedName(of: relationship).prose): "
      + "\(declaration.isToMany ? "to-many" : "to-one") \(declaration.destination.prose), "
      + "\(declaration.deleteRule.rawValue), \((inverse ?? "no inverse").prose)"
  }

  private func listed(_ names: [String]) -> Prose {
    names.isEmpty ? "nothing" : names.listed().prose
  }

  private func stated(_ observation: Observation, deleting requested: [String]) -> Prose {
    let words = observation.state.words(requested: requested, under: schema.framework)
    let there = result.compared.first { $0.observation == observation }.flatMap(
      result.predictionThere)
    let origin: Prose = observation.source.map { ": \(description(of: $0))" } ?? ""
    return "Stated: \(words.prose) (\(observation.evidence.rawValue)\(origin))\n"
      + (there.map { "Predicted there: \($0.prose).\n" } ?? "")
      + (observation.deviation.map { "Known deviation: \($0.prose)\n" } ?? "")
  }

  private func description(of source: Source) -> Prose {
    let environment = [
      source.environment.os?.words, source.environment.xcode, source.environment.store,
    ]
    .compactMap { $0 }
    let carriedOver = source.environment.carriedOver.map { "\($0)" }
    let same =
      carriedOver.isEmpty
      ? [] : ["carried over to \(carriedOver.listed()), with the same frameworks"]
    let place = environment.isEmpty ? "environment not stated" : environment.joined(separator: ", ")
    let parts = ([source.title, source.published ?? "no date", place] + same).map(\.prose)
    return (parts + [Prose(.address(source.url ?? ""))]).joined(separator: ", ")
  }
}

extension Explanation {
  private func chain(_ outcome: Outcome) -> [String] {
    var steps = opening(outcome)
    steps += cascades(outcome)
    for link in outcome.satisfiedDenies {
      steps.append(
        "\(link.source).\(link.relationship) is deny, but \(link.destination) is also deleted and "
          + "so does not block.")
    }
    steps += outcome.denials.map(\.step)
    if outcome.error == .saveConflicts {
      steps += outcome.refusals.map { "The batch delete fails, because \($0.step)." }
      steps.append("So nothing is deleted.")
    }
    let lost = outcome.nullified.filter { outcome.deleted.contains($0.destination) }
    for link in lost {
      steps.append(
        "\(link.source).\(link.relationship) loses \(link.destination): "
          + "\(way(back: link).map { "\($0) is nullify and has this inverse" } ?? "it is removed")."
      )
    }
    steps += outcome.violations.map(\.step)
    for link in outcome.dangling {
      steps.append(dangling(link, isRefused: outcome.error != nil))
    }
    if outcome.effect == .crash { steps.append(crash(outcome)) }
    if let reading = reading(outcome) {
      steps.append(reading)
    } else if outcome.effect == .ok {
      let request = batchDeleted == nil ? "The save" : "The request"
      steps.append("\(request) succeeds, and no reference dangles.")
    }
    return steps
  }

  /// Returns the reason why the delete, or the step itself, crashes.
  private func crash(_ outcome: Outcome) -> String {
    let framework = schema.framework.name.title
    if let taken = outcome.cascaded.first(where: { link in
      relationship(of: link).map(schema.crashesWhereTaken) ?? false
    }) {
      return "\(taken.destination) requires \(taken.source), whose cascade deletes it: "
        + "\(framework) was observed to stop there with a fatal error."
    }
    // What batch deletes leave dangling crashes nothing.
    let left =
      outcome.denials.map { ($0.object ?? "", $0.relationship ?? "") }
      + outcome.dangling.filter { !outcome.stale.contains($0.destination) }.map {
        ($0.source, $0.relationship)
      }
    if left.contains(where: { object, name in
      relationship(name, of: object).map(schema.crashesWhereLeft) ?? false
    }) {
      return "A one-to-one relationship with an inverse is denied or left dangling: "
        + "\(framework) was observed to crash there (EXC_BAD_ACCESS)."
    }
    if let replaced = step?.actions.lazy.compactMap(replaced).first {
      return "\(replaced) gets another object while the delete of its old one is not saved"
        + ": \(framework) was observed to crash there."
    }
    return "It crashes."
  }

  /// The to-one to which an action gives an object.
  private func replaced(_ action: Scenario.Action) -> String? {
    let object: String, name: String
    switch action {
    case .link(let link): (object, name) = (link.source, link.relationship)
    case .set(let source, let property, to: let new) where !new.isEmpty:
      (object, name) = (source, property)
    default: return nil
    }
    guard let relationship = relationship(name, of: object),
      !schema.declaration(of: relationship).isToMany
    else { return nil }
    return "\(object).\(name)"
  }

  /// Returns what the cell's step reads, from which object, and the result; nil if it reads
  /// nothing.
  private func reading(_ outcome: Outcome) -> String? {
    guard case .read(let object, let path) = step?.action, outcome.reading != nil else {
      return nil
    }
    let subject =
      path.isEmpty ? "The identifier of \(object)" : ([object] + path).joined(separator: ".")
    let state =
      outcome.stale.contains(object)
      ? "a batch delete removed the row of \(object)"
      : outcome.isDeleted.contains(object)
        ? "the delete of \(object) is not saved"
        : outcome.deleted.contains(object) ? "\(object) is deleted" : "\(object) exists"
    return "\(subject) is read while \(state): "
      + "\(outcome.words(under: schema.framework))."
  }

  /// The step that the cell is about; of a table's cell the last one.
  private var step: Scenario.Step? {
    let steps = result.cell.scenario.steps
    let number = result.cell.stepCount
    return steps.indices.contains(number - 1) ? steps[number - 1] : nil
  }

  /// The objects that the cell's batch delete requests, in words; nil if it is not a batch delete.
  private var batchDeleted: String? {
    guard case .batchDelete(let entity, let objects, _) = step?.action else { return nil }
    return objects?.listed() ?? "every \(entity)"
  }

  private func opening(_ outcome: Outcome) -> [String] {
    if case .remove(let link) = result.cell.operation {
      let ends = outcome.nullified.map { "\($0.source).\($0.relationship)" }
      if ends.isEmpty {
        return [
          "\(link.destination) is not in \(link.source).\(link.relationship): "
            + "there is nothing to remove."
        ]
      }
      return [
        "\(link.destination) is removed from \(link.source).\(link.relationship).",
        "The link ends at \(ends.listed()). Removing deletes nothing, whatever the rule.",
      ]
    }
    if let batchDeleted { return ["A batch delete of \(batchDeleted) is requested."] }
    if outcome.requested.isEmpty { return ["No delete is requested."] }
    return [
      "\(outcome.requested.listed()) \(outcome.requested.count == 1 ? "is" : "are") deleted."
    ]
  }

  /// Level by level: which cascade takes which objects along.
  private func cascades(_ outcome: Outcome) -> [String] {
    let links = outcome.cascaded.grouped(by: \.source)
    let cascades = Cascades(from: outcome.requested) { source in
      (links[source] ?? []).grouped(by: \.relationship)
        .sorted { $0.key < $1.key }.map { ($0, $1.map(\.destination)) }
    }
    return cascades.steps.compactMap { step in
      let taken = cascades.taken(by: step)
      if taken.isEmpty { return nil }
      let verb = taken.count == 1 ? "is" : "are"
      return
        "\(step.source).\(step.relationship) is cascade: \(taken.listed()) \(verb) also deleted."
    }
  }

  /// A reference that is left dangling; a refused delete would do so without the refusal.
  private func dangling(_ link: NamedLink, isRefused: Bool) -> String {
    let reading =
      schema.framework.trapsOnDanglingRead
      ? "reading it \(isRefused ? "would crash" : "crashes")"
      : isRefused
        ? "the fault would be unfulfillable (133000)" : "the fault cannot be fulfilled (133000)"
    let reason =
      way(back: link).map { "\($0) is not nullify" }
      ?? "\(link.source).\(link.relationship) has no inverse by which it could be cleared"
    let points = isRefused ? "would still point" : "still points"
    return "\(isRefused ? "If the save succeeded, " : "")\(link.source).\(link.relationship) "
      + "\(points) at \(link.destination), because \(reason): \(reading)."
  }

  /// The relationship by which a deleted object led back to a survivor that referred to it.
  private func way(back link: NamedLink) -> String? {
    guard let relationship = relationship(of: link),
      let inverse = schema.inverse(of: relationship)
    else { return nil }
    return "\(link.destination).\(schema.declaration(of: inverse.relationship).name)"
  }

  private func relationship(of link: NamedLink) -> RelationshipID? {
    relationship(link.relationship, of: link.source)
  }

  private func relationship(_ name: String, of object: String) -> RelationshipID? {
    entities[object].flatMap { schema.relationship(name, of: $0) }
  }
}
