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
  /// The one-to-one relationships that were observed to crash, as `object.relationship`.
  public let crashes: [NamedLink]
  /// How many objects stay.
  public let keptCount: Int

  /// Whether a save would refuse the delete.
  public var isRefused: Bool { !denials.isEmpty || !violations.isEmpty }

  /// Works out what deleting an object does, without doing it.
  ///
  /// - Parameters:
  ///   - name: The object's name.
  ///   - instances: The objects and links.
  /// - Throws: ``UnknownInstance`` where there is no object of that name.
  public init(deleting name: String, in instances: Instances) throws(UnknownInstance) {
    guard let object = instances.object(name),
      let plan = try? instances.graph.plan(deleting: [object])
    else { throw UnknownInstance(name, among: instances.names) }
    let naming = PlanNaming(plan, instances)
    self.object = name
    entity = instances.entityName(of: object)
    deleted = plan.deleted.map { instances.name(of: $0) }
    steps = naming.steps
    losses = naming.losses
    denials = naming.denials
    violations = naming.violations
    dangling = plan.dangling.map { naming.lost($0) }.filter { $0.rule != .deny }
    crashes = naming.crashes
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
  /// - Returns: One for each object, in the order of the file.
  public static func all(
    of entity: EntityID, in instances: Instances, fitting pattern: CellPattern? = nil
  ) -> [InstanceEffects] {
    instances.names(of: entity, fitting: pattern).compactMap {
      try? InstanceEffects(deleting: $0, in: instances)
    }
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
