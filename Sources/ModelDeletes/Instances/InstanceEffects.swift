import CompiledOnce
import DeleteMatrix
import ObjectGraph
import Scenarios
import SourceText

/// What deleting one object of a real graph does, by the names of its file: a dry run.
public struct InstanceEffects: Sendable {
  /// The object that is asked for.
  public let object: String
  /// The name of its entity.
  public let entity: String
  /// What goes, the object itself included, in the order of the graph.
  public let deleted: [String]
  /// What goes as well, level by level: each object once, by every cascade that leads to it on the
  /// shortest way.
  public let steps: [Step]
  /// References that objects lose that stay, and are valid without them.
  public let losses: [Lost]
  /// The deny rules that refuse the delete, with what stands in the way.
  public let denials: [Denial]
  /// The objects that stay and would be invalid, so that the delete is refused.
  public let violations: [Violation]
  /// References of objects that stay to what is gone, or would be if nothing refused it; without
  /// those that a deny rule keeps.
  public let dangling: [Lost]
  /// The one-to-one links that crash, on one of the releases at least, because they are left.
  public let crashes: [NamedLink]
  /// The links that crash, on one of the releases at least, because a cascade takes along what must
  /// have the other end.
  public let crashingCascades: [NamedLink]
  /// The releases that were asked for; nil for what the framework is described to do.
  public let range: ReleaseRange?
  /// How many objects stay.
  public let keptCount: Int

  /// Whether a save would refuse the delete.
  public var isRefused: Bool { !denials.isEmpty || !violations.isEmpty }

  /// Works out what deleting an object does, without doing it.
  ///
  /// - Parameters:
  ///   - name: The object's name.
  ///   - instances: The objects and links.
  ///   - range: The releases: what may crash on one of them is told; nil for the newest, as the
  ///     frameworks are described without one.
  /// - Throws: ``UnknownInstance`` where there is no object of that name.
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
    let naming = PlanNaming(plan, instances, schema)
    self.object = name
    entity = instances.entityName(of: object)
    deleted = plan.deleted.map { instances.name(of: $0) }
    steps = naming.steps
    losses = naming.losses
    denials = naming.denials
    violations = naming.violations
    dangling = plan.dangling.map { naming.lost($0) }.filter { $0.rule != .deny }
    crashes = naming.crashes
    crashingCascades = naming.crashingCascades
    self.range = range
    keptCount = instances.names.count - plan.deleted.count
  }
}

extension InstanceEffects {
  /// Works out what deleting each object of an entity does, one at a time.
  ///
  /// - Parameters:
  ///   - entity: An entity of the instances' schema; objects of its subentities count too.
  ///   - instances: The objects and links.
  ///   - pattern: Which names are meant; nil for all.
  ///   - range: The releases: what may crash on one of them is told; nil for the newest, as the
  ///     frameworks are described without one.
  /// - Returns: One for each object, in the order of the file.
  public static func all(
    of entity: EntityID, in instances: Instances, fitting pattern: CellPattern? = nil,
    on range: ReleaseRange? = nil
  ) -> [InstanceEffects] {
    let schema = instances.schema.crashing(on: range)
    return instances.names(of: entity, fitting: pattern).compactMap {
      try? InstanceEffects(deleting: $0, in: instances, schema, range)
    }
  }

  /// What a cascade takes along that did not go already.
  public struct Step: Hashable, Sendable {
    /// How many cascades lead there: 1 for what the object itself takes along.
    public let level: Int
    /// The object that takes others along.
    public let source: String
    /// The relationship by which it does.
    public let relationship: String
    /// What goes for that reason, in the order of the graph.
    public let taken: [String]
  }

  /// A reference of an object that stays to one that goes.
  public struct Lost: Hashable, Sendable {
    /// The reference.
    public let link: NamedLink
    /// The relationship that leads back and by whose rule this happens, as `Entity.relationship`;
    /// nil where there is none.
    public let inverse: String?
    /// The rule of that relationship; nil where there is none.
    public let rule: DeleteRule?
  }

  /// A deny rule that refuses the delete.
  public struct Denial: Hashable, Sendable {
    /// The object that would go.
    public let object: String
    /// The relationship of it whose rule is deny.
    public let relationship: String
    /// The same as `Entity.relationship`.
    public let rule: String
    /// What that holds and what does not go as well, in the order of the graph.
    public let blockers: [String]
  }

  /// An object that stays and would be invalid.
  public struct Violation: Hashable, Sendable {
    /// The object.
    public let object: String
    /// The relationship that would hold too few or too many.
    public let relationship: String
    /// The same as `Entity.relationship`.
    public let property: String
    /// What is wrong with it.
    public let kind: ObjectGraph.Violation.Kind
    /// What it loses, in the order of the graph; empty where it was invalid before.
    public let lost: [String]
  }
}

/// There is no object of a name.
public struct UnknownInstance: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was asked for, and what was perhaps meant.
  public let description: String

  init(_ name: String, among names: [String]) {
    description = "no object is called '\(name)'\(name.suggestion(among: names))"
  }
}

/// A plan with the names of its objects and relationships.
private struct PlanNaming {
  private struct Place: Hashable {
    let object: ObjectID
    let relationship: RelationshipID
  }

  private let plan: DeletePlan
  private let instances: Instances
  private let schema: Schema

  /// - Parameters:
  ///   - plan: What goes, and what comes of it.
  ///   - instances: The objects.
  ///   - schema: Their schema, in which crashes what may do so.
  init(_ plan: DeletePlan, _ instances: Instances, _ schema: Schema) {
    self.plan = plan
    self.instances = instances
    self.schema = schema
  }

  /// Which cascade takes which objects along, level by level.
  var steps: [InstanceEffects.Step] {
    let links = plan.cascaded.grouped(by: \.source)
    let cascades = Cascades(from: plan.requested) { source in
      (links[source] ?? []).grouped(by: \.relationship)
        .sorted { $0.key < $1.key }.map { ($0, $1.map(\.destination)) }
    }
    return cascades.steps.compactMap { step in
      let taken = cascades.taken(by: step)
      if taken.isEmpty { return nil }
      return InstanceEffects.Step(
        level: step.level, source: name(step.source), relationship: name(step.relationship),
        taken: taken.map(name))
    }
  }

  var denials: [InstanceEffects.Denial] {
    plan.denials.map {
      InstanceEffects.Denial(
        object: name($0.object), relationship: name($0.relationship),
        rule: schema.qualifiedName(of: $0.relationship), blockers: $0.blockers.map(name))
    }
  }

  var violations: [InstanceEffects.Violation] {
    let lost = plan.nullified.grouped {
      Place(object: $0.source, relationship: $0.relationship)
    }
    return plan.violations.map {
      InstanceEffects.Violation(
        object: name($0.object), relationship: name($0.relationship),
        property: schema.qualifiedName(of: $0.relationship), kind: $0.kind,
        lost: (lost[Place(object: $0.object, relationship: $0.relationship)] ?? []).map {
          name($0.destination)
        })
    }
  }

  /// What is lost by objects that need it no more than others.
  var losses: [InstanceEffects.Lost] {
    let broken = Set(
      plan.violations.map { Place(object: $0.object, relationship: $0.relationship) })
    return plan.nullified.filter {
      !broken.contains(Place(object: $0.source, relationship: $0.relationship))
    }.map { lost($0) }
  }

  /// The one-to-one links of what goes that were observed to crash.
  var crashes: [NamedLink] {
    let denied = plan.denials.flatMap { denial in
      denial.blockers.map { Link(denial.object, denial.relationship, $0) }
    }
    let left = plan.dangling.compactMap { link in
      schema.inverse(of: link.relationship).map {
        Link(link.destination, $0.relationship, link.source)
      }
    }
    return Set(denied + left).filter { schema.crashesWhereLeft($0.relationship) }.sorted()
      .map(named)
  }

  /// The links by which something goes that must have what it is taken from.
  var crashingCascades: [NamedLink] {
    plan.cascaded.filter { schema.crashesWhereTaken($0.relationship) }.map(named)
  }

  private func named(_ link: Link) -> NamedLink {
    NamedLink(name(link.source), name(link.relationship), name(link.destination))
  }

  func lost(_ link: Link) -> InstanceEffects.Lost {
    let inverse = schema.inverse(of: link.relationship)?.relationship
    return InstanceEffects.Lost(
      link: NamedLink(name(link.source), name(link.relationship), name(link.destination)),
      inverse: inverse.map { schema.qualifiedName(of: $0) },
      rule: inverse.map { schema.declaration(of: $0).deleteRule })
  }

  private func name(_ object: ObjectID) -> String { instances.name(of: object) }

  private func name(_ relationship: RelationshipID) -> String {
    schema.declaration(of: relationship).name
  }
}
