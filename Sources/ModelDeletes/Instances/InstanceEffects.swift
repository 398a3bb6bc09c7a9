import CompiledOnce
import DeleteMatrix
import ModelCheck
import ObjectGraph
import Scenarios
import SourceText

/// The effects of deleting one object of a real graph, by the names in its file: a dry run.
public struct InstanceEffects: Sendable {
  /// The object that is asked for.
  public let object: String
  /// The name of its entity.
  public let entity: String
  /// The deleted objects, including the requested one, in the order of the graph.
  public let deleted: [String]
  /// The steps: what is also deleted level by level, each object once and by every cascade on a shortest
  /// path to it, and then the rest in the order of their kinds.
  public let steps: [Step]
  /// The releases that were asked for; nil for what the framework is described to do.
  public let range: ReleaseRange?
  /// The number of objects that are kept.
  public let keptCount: Int

  /// Whether a save would refuse the delete.
  public var isRefused: Bool { !steps(.blocked, .madeInvalid).isEmpty }

  /// The steps of some kinds, in their order.
  public func steps(_ kinds: DeleteStory.Step.Kind...) -> [Step] {
    steps.filter { kinds.contains($0.kind) }
  }

  /// Computes the effects of deleting an object, without deleting it.
  ///
  /// - Parameters:
  ///   - name: The object's name.
  ///   - instances: The objects and links.
  ///   - range: The releases; anything that may crash on one of them is reported. Nil for the
  ///     newest, as the frameworks are described without one.
  /// - Throws: ``UnknownInstance`` if there is no object of that name.
  public init(
    deleting name: String, in instances: Instances, on range: ReleaseRange? = nil
  ) throws(UnknownInstance) {
    try self.init(deleting: name, in: instances, instances.schema.crashing(on: range), range)
  }

  private init(
    deleting name: String, in instances: Instances, _ schema: Schema, _ range: ReleaseRange?
  ) throws(UnknownInstance) {
    guard let object = instances.object(name),
      let plan = try? instances.graph.plan(deleting: [object])
    else { throw UnknownInstance(name, among: instances.names) }
    self.object = name
    entity = instances.entityName(of: object)
    deleted = plan.deleted.map { instances.name(of: $0) }
    steps = PlanNaming(plan, instances, schema).steps
    self.range = range
    keptCount = instances.names.count - plan.deleted.count
  }
}

extension InstanceEffects {
  /// Computes the effects of deleting each object of an entity, one at a time.
  ///
  /// - Parameters:
  ///   - entity: An entity of the instances' schema; objects of its subentities count too.
  ///   - instances: The objects and links.
  ///   - pattern: A pattern for the names of the objects; nil for all.
  ///   - range: The releases; anything that may crash on one of them is reported. Nil for the
  ///     newest, as the frameworks are described without one.
  /// - Returns: The effects for each object, in the order of the file.
  public static func all(
    of entity: EntityID, in instances: Instances, fitting pattern: CellPattern? = nil,
    on range: ReleaseRange? = nil
  ) -> [InstanceEffects] {
    let schema = instances.schema.crashing(on: range)
    return instances.names(of: entity, fitting: pattern).compactMap {
      try? InstanceEffects(deleting: $0, in: instances, schema, range)
    }
  }

  /// The effect of the delete by one relationship of one object.
  public struct Step: Hashable, Sendable {
    /// The effect.
    public let kind: DeleteStory.Step.Kind
    /// The object that holds the reference.
    public let object: String
    /// The relationship.
    public let relationship: String
    /// The objects that it leads to, as far as they are concerned, in the order of the graph: those that go
    /// for that reason, block the delete, or are lost; of an object that was invalid before, none.
    public let others: [String]
    /// The relationship as `Entity.relationship`.
    public let qualifiedName: String
    /// The relationship whose delete rule causes it, in the same form; nil for a reference without an inverse.
    public let cause: String?
    /// The rule of that relationship.
    public let rule: DeleteRule?
    /// The number of cascades that lead there; 0 for steps that are no cascade.
    public internal(set) var level = 0
    /// The violation of an object that would be invalid.
    public internal(set) var violation: ObjectGraph.Violation.Kind?

    package var link: NamedLink? { others.first.map { NamedLink(object, relationship, $0) } }
  }
}

/// There is no object of a name.
public struct UnknownInstance: Error, Hashable, Sendable, CustomStringConvertible {
  /// The unknown name, and a similar one, if any.
  public let description: String

  init(_ name: String, among names: [String]) {
    description = "no object is called '\(name)'\(name.suggestion(among: names))"
  }
}

private struct PlanNaming {
  private struct Place: Hashable {
    let object: ObjectID
    let relationship: RelationshipID
  }

  private let plan: DeletePlan
  private let instances: Instances
  private let schema: Schema

  init(_ plan: DeletePlan, _ instances: Instances, _ schema: Schema) {
    self.plan = plan
    self.instances = instances
    self.schema = schema
  }

  var steps: [InstanceEffects.Step] {
    let broken = plan.nullified.grouped {
      Place(object: $0.source, relationship: $0.relationship)
    }
    let invalid = Set(
      plan.violations.map { Place(object: $0.object, relationship: $0.relationship) })
    // A survivor's reference, which the inverse of the deleted object's relationship is.
    func lost(_ kind: DeleteStory.Step.Kind, _ link: Link) -> InstanceEffects.Step {
      step(
        kind, link.source, link.relationship, [link.destination],
        causedBy: schema.inverse(of: link.relationship)?.relationship)
    }
    func held(_ kind: DeleteStory.Step.Kind, _ link: Link) -> InstanceEffects.Step {
      step(
        kind, link.source, link.relationship, [link.destination], causedBy: link.relationship)
    }
    var steps = cascades
    // What is lost by objects that need it no more than others.
    steps += plan.nullified.filter {
      !invalid.contains(Place(object: $0.source, relationship: $0.relationship))
    }.map { lost(.unlinked, $0) }
    steps += plan.denials.map {
      step(.blocked, $0.object, $0.relationship, $0.blockers, causedBy: $0.relationship)
    }
    steps += plan.violations.map { violation in
      let place = Place(object: violation.object, relationship: violation.relationship)
      var step = step(
        .madeInvalid, violation.object, violation.relationship,
        broken[place, default: []].map(\.destination),
        causedBy: schema.inverse(of: violation.relationship)?.relationship)
      step.violation = violation.kind
      return step
    }
    // Without those that a deny rule keeps.
    steps += plan.dangling.map { lost(.leftDangling, $0) }.filter { $0.rule != .deny }
    steps += crashes.map { held(.crashes, $0) }
    steps += plan.cascaded.filter { schema.crashesWhereTaken($0.relationship) }
      .map { held(.crashesByCascade, $0) }
    return steps
  }

  /// The cascades and the objects that each deletes, level by level.
  private var cascades: [InstanceEffects.Step] {
    let links = plan.cascaded.grouped(by: \.source)
    let cascades = Cascades(from: plan.requested) { source in
      (links[source] ?? []).grouped(by: \.relationship)
        .sorted { $0.key < $1.key }.map { ($0, $1.map(\.destination)) }
    }
    return cascades.steps.compactMap { cascade in
      let taken = cascades.taken(by: cascade)
      if taken.isEmpty { return nil }
      var step = step(
        .alsoDeleted, cascade.source, cascade.relationship, taken,
        causedBy: cascade.relationship)
      step.level = cascade.level
      return step
    }
  }

  /// The one-to-one links of what goes that were observed to crash.
  private var crashes: [Link] {
    let denied = plan.denials.flatMap { denial in
      denial.blockers.map { Link(denial.object, denial.relationship, $0) }
    }
    let left = plan.dangling.compactMap { link in
      schema.inverse(of: link.relationship).map {
        Link(link.destination, $0.relationship, link.source)
      }
    }
    return Set(denied + left).filter { schema.crashesWhereLeft($0.relationship) }.sorted()
  }

  private func step(
    _ kind: DeleteStory.Step.Kind, _ object: ObjectID, _ relationship: RelationshipID,
    _ others: [ObjectID], causedBy cause: RelationshipID?
  ) -> InstanceEffects.Step {
    InstanceEffects.Step(
      kind: kind, object: instances.name(of: object),
      relationship: schema.declaration(of: relationship).name,
      others: others.map { instances.name(of: $0) },
      qualifiedName: schema.qualifiedName(of: relationship),
      cause: cause.map { schema.qualifiedName(of: $0) },
      rule: cause.map { schema.declaration(of: $0).deleteRule })
  }
}
