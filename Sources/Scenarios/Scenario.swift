import ObjectGraph
import SourceText

/// A stored graph and what is then done to it, one step after the other.
///
/// ```swift
/// let scenario = Scenario(
///   framework: .coreData,
///   entities: [
///     Entity(
///       "List",
///       relationships: [.toMany("items", "Item", deleteRule: .deny, inverse: .named("list"))]),
///     Entity("Item", relationships: [.toOne("list", "List", inverse: .named("items"))]),
///   ],
///   objects: [NamedObject("L", "List"), NamedObject("I", "Item")],
///   links: [NamedLink("L", "items", "I")],
///   steps: [Scenario.Step(.delete(["L"])), Scenario.Step(.save)])
/// ```
public final class Scenario: Sendable {
  /// A step, with the location where it is written.
  public struct Step: Sendable {
    /// The action of the step.
    public let action: Action
    /// The actions of the app's `prepareForDeletion` if the step deletes.
    ///
    /// Core Data calls it before it applies any rule.
    public let prepareForDeletion: [Action]
    /// The location where the step is written; nil for one that was made in code.
    public let location: Location?
    /// The name of the context that performs the step; nil for one without a name.
    public private(set) var context: String?
    /// The name of the context's container on the same store; nil for the app's own.
    public private(set) var container: String?

    /// Makes a step.
    ///
    /// - Parameters:
    ///   - action: What the step does.
    ///   - location: Where it is written; nil for one that was made in code.
    public init(_ action: Action, at location: Location? = nil) {
      self.init(action, [], location)
    }

    /// Makes a step that deletes, after the app's own code did something.
    ///
    /// ```swift
    /// let cleared = Scenario.Step(
    ///   deleting: ["L"], preparing: [.unlink(NamedLink("L", "items", "I"))])
    /// ```
    ///
    /// - Parameters:
    ///   - objects: The objects whose deletion is asked for.
    ///   - prepareForDeletion: What the app's `prepareForDeletion` does first: it changes the graph,
    ///     and neither saves nor reads. SwiftData calls none: its scenarios leave that out.
    ///   - location: Where it is written; nil for one that was made in code.
    public init(
      deleting objects: [String], preparing prepareForDeletion: [Action],
      at location: Location? = nil
    ) {
      precondition(
        prepareForDeletion.allSatisfy(\.changesGraph),
        "prepareForDeletion inserts, links, unlinks, sets and deletes; anything else is a step")
      self.init(.delete(objects), prepareForDeletion, location)
    }

    private init(_ action: Action, _ prepareForDeletion: [Action], _ location: Location?) {
      self.action = action.asWritten
      self.prepareForDeletion = prepareForDeletion.map(\.asWritten)
      self.location = location
    }

    /// Returns the step as a context performs it.
    ///
    /// ```swift
    /// let deletion = Scenario.Step(.delete(["L"])).performed(by: "background")
    /// ```
    ///
    /// - Parameters:
    ///   - context: The name of the context; nil for one without a name.
    ///   - container: The name of its container on the same store; nil for the app's own.
    /// - Returns: The same step in that context.
    public func performed(by context: String?, of container: String? = nil) -> Step {
      var step = self
      (step.context, step.container) = (context, container)
      return step
    }

    package var actions: [Action] { prepareForDeletion + [action] }

    fileprivate func step(in framework: Framework.Name) -> Step {
      framework == .coreData
        ? self : Step(action, at: location).performed(by: context, of: container)
    }
  }

  /// The framework whose behaviour is asked for.
  public let framework: Framework.Name
  /// The releases that are meant; nil for those that are asked for, or else the newest.
  public let system: ReleaseSpan?
  /// The store, and where the stored objects come from.
  public let circumstances: Circumstances
  /// The model.
  public let entities: [Entity]
  /// The objects that are stored before the first step, entity by entity.
  public let objects: [NamedObject]
  /// The links that are stored before the first step.
  public let links: [NamedLink]
  /// The values that are stored before the first step.
  public let values: [NamedValue]
  /// The steps that follow, in order.
  public let steps: [Step]
  /// The schemas of the entities, shared by the scenarios of one model.
  package let resolved: ResolvedModel

  /// Entities with the schema that they are resolved to.
  package final class ResolvedModel: Sendable {
    fileprivate let schema: Result<Schema, SchemaError>

    fileprivate init(_ schema: Result<Schema, SchemaError>) { self.schema = schema }
  }

  /// States a graph and some steps.
  ///
  /// - Parameters:
  ///   - framework: The framework whose behaviour is asked for.
  ///   - system: The releases that are meant; nil for those that are asked for, or else the newest.
  ///   - circumstances: The store, and where the stored objects come from.
  ///   - entities: The model.
  ///   - objects: The objects that are stored before the first step.
  ///   - links: The links that are stored before the first step.
  ///   - values: The values that are stored before the first step.
  ///   - steps: What is done then, in this order.
  public convenience init(
    framework: Framework.Name, system: ReleaseSpan? = nil,
    circumstances: Circumstances = Circumstances(), entities: [Entity],
    objects: [NamedObject], links: [NamedLink] = [], values: [NamedValue] = [], steps: [Step]
  ) {
    let schema = Result { () throws(SchemaError) in
      try Schema(.named(framework), entities: entities)
    }
    self.init(
      framework: framework, system: system, circumstances: circumstances, entities: entities,
      resolved: ResolvedModel(schema),
      objects: objects, links: links, values: values, steps: steps)
  }

  /// The same with what is given instead.
  private func copy(
    on system: ReleaseSpan? = nil, under circumstances: Circumstances? = nil,
    _ links: [NamedLink]? = nil, steps: [Step]? = nil
  ) -> Scenario {
    Scenario(
      framework: framework, system: system ?? self.system,
      circumstances: circumstances ?? self.circumstances, entities: entities, resolved: resolved,
      objects: objects, links: links ?? self.links, values: values, steps: steps ?? self.steps)
  }

  /// Other links and steps on the same objects, of the same schema.
  package func with(_ links: [NamedLink], steps: [Step]) -> Scenario { copy(links, steps: steps) }

  /// The same with circumstances that it leaves open.
  package func filled(from others: Circumstances) -> Scenario {
    under(circumstances.filled(from: others))
  }

  /// The same under other circumstances; what these leave open is as the scenario has it.
  package func stating(_ others: Circumstances) -> Scenario {
    under(others.filled(from: circumstances))
  }

  /// The same in an app; a mandatory attribute is left open where it changes nothing.
  package var inApp: Scenario {
    var app = Circumstances.app
    if framework == .coreData || (try? schema)?.hasOneWayToOne != true {
      app.hasMandatoryAttribute = nil
    }
    return filled(from: app)
  }

  package var withoutCircumstances: Scenario { under(Circumstances()) }

  private func under(_ circumstances: Circumstances) -> Scenario {
    circumstances == self.circumstances ? self : copy(under: circumstances)
  }

  func on(_ system: ReleaseSpan) -> Scenario { copy(on: system) }

  /// Creates a scenario with a schema that is already resolved.
  package convenience init(
    framework: Framework.Name, system: ReleaseSpan? = nil,
    circumstances: Circumstances = Circumstances(), entities: [Entity],
    resolved: Result<Schema, SchemaError>, objects: [NamedObject], links: [NamedLink],
    values: [NamedValue] = [], steps: [Step]
  ) {
    self.init(
      framework: framework, system: system, circumstances: circumstances, entities: entities,
      resolved: ResolvedModel(resolved),
      objects: objects, links: links, values: values, steps: steps)
  }

  private init(
    framework: Framework.Name, system: ReleaseSpan?, circumstances: Circumstances,
    entities: [Entity], resolved: ResolvedModel, objects: [NamedObject], links: [NamedLink],
    values: [NamedValue], steps: [Step]
  ) {
    self.framework = framework
    self.system = system
    self.circumstances = circumstances
    self.entities = entities
    self.objects = objects.groupedByEntity
    self.links = links
    self.values = values
    self.steps = steps.map { $0.step(in: framework) }
    self.resolved = resolved
  }

  /// The schema of the entities under the framework, resolved once.
  public var schema: Schema {
    get throws(SchemaError) { try resolved.schema.get() }
  }

  /// Returns the schema of the entities under a description of the framework.
  ///
  /// A description that is nil, or of the other framework, is ignored.
  package func schema(as description: Framework?) throws(SchemaError) -> Schema {
    let schema = try schema
    guard let description, description.name == framework else { return schema }
    let rules = description.replacedRules
    if !rules.isEmpty {
      return try Schema(description, entities: entities.map { $0.replacing(rules) })
    }
    if let described = schema.described(as: description) { return described }
    return try Schema(description, entities: entities)
  }

  /// The conditions that cannot apply to the scenario.
  ///
  /// Descriptions that differ only in these give the same results.
  package var irrelevantConditions: [Framework.Condition] {
    var conditions: [Framework.Condition] = []
    if !isOfInserted { conditions.append(.insertedAndSaved) }
    let isOfOneContainer = Set(steps.map(\.container)).count < 2
    if circumstances.insertedBy != .otherContainer && isOfOneContainer {
      conditions.append(.foreignDelete)
    }
    if !performs(where: { if case .read = $0 { true } else { false } }) {
      conditions += Framework.Condition.ofReading
    }
    let assigns = performs {
      switch $0 {
      case .link, .set: true
      default: false
      }
    }
    if !(deletes && assigns) { conditions.append(.pendingReplaced) }
    let rollsBack = performs { $0 == .rollback }
    if !(inserts && rollsBack) { conditions.append(.rolledBackInsert) }
    if !(deletes && rollsBack) { conditions.append(.deletedAgain) }
    guard let schema = try? schema else { return conditions }
    func has(_ rule: DeleteRule) -> Bool {
      schema.relationships.contains { schema.declaration(of: $0).deleteRule == rule }
    }
    let ofRules: [(DeleteRule, Framework.Condition)] = [
      (.deny, .denied), (.cascade, .cascaded), (.nullify, .nullified), (.noAction, .leftAlone),
    ]
    for (rule, condition) in ofRules where !(deletes && has(rule)) { conditions.append(condition) }
    if !has(.cascade) { conditions += [.insertedAndSaved, .deletedAgain] }
    if !schema.relationships.contains(where: schema.canCrashWhereLeft) {
      conditions.append(.oneToOneLeft)
    }
    if !schema.relationships.contains(where: schema.leadsToMandatoryBackReference) {
      conditions.append(.mandatoryBackReference)
    }
    if circumstances.hasMandatoryAttribute == false || !(deletes && performs { $0 == .save })
      || !schema.hasOneWayToOne
    {
      conditions.append(.oneWayLeft)
    }
    return conditions
  }

  /// The conditions that the scenario leaves open.
  package var doubtfulConditions: [Framework.Condition] {
    !inserts && circumstances.insertedBy == nil && deletesInFirstContext ? [.insertedAndSaved] : []
  }

  /// The circumstances, with those that follow from the model and the steps: that an attribute is mandatory,
  /// and that another context deletes than the one that inserted.
  package var circumstancesOfSteps: Circumstances {
    var found = circumstances
    if found.hasMandatoryAttribute == nil, let schema = try? schema {
      if schema.mandatoryAttributeOfOneWay != nil { found.hasMandatoryAttribute = true }
    }
    if deletes, !isOfInserted, !deletesInFirstContext { found.insertedBy = .otherContext }
    return found
  }

  /// Whether steps delete objects that their context inserted, or may have.
  private var isOfInserted: Bool {
    let inserting = Set(
      steps.filter { $0.performs { if case .insert = $0 { true } else { false } } }.map(\.context))
    return deletesInFirstContext && [nil, .thisContext].contains(circumstances.insertedBy)
      || steps.contains { inserting.contains($0.context) && $0.deletes }
  }

  /// Whether the context of the first step deletes, which may have inserted the stored objects.
  private var deletesInFirstContext: Bool {
    steps.contains {
      $0.context == steps.first?.context && $0.container == steps.first?.container && $0.deletes
    }
  }

  private var inserts: Bool { performs { if case .insert = $0 { true } else { false } } }
  private var deletes: Bool { steps.contains(where: \.deletes) }

  private func performs(where isMeant: (Action) -> Bool) -> Bool {
    steps.contains { $0.performs(isMeant) }
  }
}

extension Scenario.Step {
  fileprivate var deletes: Bool { performs { if case .delete = $0 { true } else { false } } }

  fileprivate func performs(_ isMeant: (Scenario.Action) -> Bool) -> Bool {
    actions.contains(where: isMeant)
  }
}

extension Entity {
  fileprivate func replacing(_ rules: [DeleteRule: DeleteRule]) -> Entity {
    var entity = self
    for index in relationships.indices {
      let rule = relationships[index].deleteRule
      entity.relationships[index].deleteRule = rules[rule] ?? rule
    }
    return entity
  }
}

extension Scenario: Equatable {
  /// Whether both state the same, wherever it is written.
  public static func == (one: Scenario, other: Scenario) -> Bool {
    if one === other { return true }
    return one.framework == other.framework && one.system == other.system
      && one.circumstances == other.circumstances
      && one.entities == other.entities && one.objects == other.objects && one.links == other.links
      && one.values == other.values
      && one.steps == other.steps
  }
}

extension Scenario.Step: Equatable {
  /// Whether both do the same, wherever they are written.
  public static func == (one: Self, other: Self) -> Bool {
    one.actions == other.actions && one.context == other.context
      && one.container == other.container
  }
}

/// An object's name and entity.
///
/// ```swift
/// let objects = [NamedObject("L", "List"), NamedObject("I", "Item")]
/// ```
public struct NamedObject: Hashable, Sendable {
  /// The name, unique within its scenario.
  public let name: String
  /// The name of its entity.
  public let entity: String

  /// Names an object.
  public init(_ name: String, _ entity: String) {
    self.name = name
    self.entity = entity
  }

  /// Names an object by its entity and a number: `Task1`; `V2-1` where the entity ends in a number.
  package init(number: Int, of entity: String) {
    let separator = entity.last?.isNumber == true ? "-" : ""
    self.init("\(entity)\(separator)\(number)", entity)
  }
}

extension [NamedObject] {
  /// The objects as files list them: those of one entity together, in the order of their first.
  var groupedByEntity: [NamedObject] { byEntity.flatMap(\.objects) }

  /// The objects of each entity, in the order of its first.
  var byEntity: [(entity: String, objects: [NamedObject])] {
    var groups: [(entity: String, objects: [NamedObject])] = []
    var places: [String: Int] = [:]
    for object in self {
      if let place = places[object.entity] {
        groups[place].objects.append(object)
      } else {
        places[object.entity] = groups.count
        groups.append((object.entity, [object]))
      }
    }
    return groups
  }
}

/// A reference between objects that go by their names.
///
/// ```swift
/// NamedLink("L", "items", "I").description  // L.items → I
/// ```
public struct NamedLink: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The object that refers to another.
  public let source: String
  /// The relationship by which it does.
  public let relationship: String
  /// The object that is referred to.
  public let destination: String

  /// States a reference.
  ///
  /// - Parameters:
  ///   - source: The object that refers to another.
  ///   - relationship: The relationship by which it does.
  ///   - destination: The object that is referred to.
  public init(_ source: String, _ relationship: String, _ destination: String) {
    self.source = source
    self.relationship = relationship
    self.destination = destination
  }

  /// `source.relationship → destination`.
  public var description: String { "\(source).\(relationship) → \(destination)" }

  /// Orders by source, relationship, destination.
  public static func < (one: NamedLink, other: NamedLink) -> Bool {
    (one.source, one.relationship, one.destination)
      < (other.source, other.relationship, other.destination)
  }
}

/// The value of an attribute of an object that goes by its name.
///
/// ```swift
/// let step = Scenario.Step(.setValue(NamedValue("I", "name", .string("milk"))))
/// ```
public struct NamedValue: Hashable, Sendable {
  /// The object.
  public let object: String
  /// The attribute.
  public let attribute: String
  /// The value; nil for none.
  public let value: AttributeValue?

  /// States a value.
  public init(_ object: String, _ attribute: String, _ value: AttributeValue?) {
    self.object = object
    self.attribute = attribute
    self.value = value
  }
}

/// The contents of a relationship: in order if it is ordered, otherwise sorted.
///
/// ```swift
/// outcome.references.contains(NamedReferences("L", "items", ["I"]))
/// ```
public struct NamedReferences: Hashable, Sendable {
  /// The object.
  public let object: String
  /// The relationship.
  public let relationship: String
  /// The objects in the relationship.
  public let destinations: [String]

  /// States what a relationship holds.
  public init(_ object: String, _ relationship: String, _ destinations: [String]) {
    self.object = object
    self.relationship = relationship
    self.destinations = destinations
  }
}

/// A fetch of an entity's objects from the store, sorted by an attribute.
///
/// ```swift
/// let fetch = SortedFetch(of: "Item", by: "name", isAscending: false)
/// ```
public struct SortedFetch: Hashable, Sendable {
  /// The entity.
  public let entity: String
  /// The attribute that the result is sorted by.
  public let attribute: String
  /// Whether small values come first.
  public let isAscending: Bool

  /// States a fetch.
  public init(of entity: String, by attribute: String, isAscending: Bool = true) {
    self.entity = entity
    self.attribute = attribute
    self.isAscending = isAscending
  }
}

/// The result of a fetch.
///
/// ```swift
/// let sorted = ObservedState(fetched: [FetchedObjects(fetch, finds: ["I"])])
/// ```
public struct FetchedObjects: Hashable, Sendable {
  /// The fetch.
  public let fetch: SortedFetch
  /// The objects that the fetch finds, in order.
  public let objects: [String]

  /// States what a fetch finds.
  public init(_ fetch: SortedFetch, finds objects: [String]) {
    self.fetch = fetch
    self.objects = objects
  }
}

extension Schema {
  /// A mandatory attribute of what a to-one without an inverse holds; nil if there is none.
  var mandatoryAttributeOfOneWay: String? {
    for relationship in relationships where isOneWayToOne(relationship) {
      let destination = destination(of: relationship)
      let attribute = attributes(of: destination).first { !declaration(of: $0).isOptional }
      if let attribute {
        return "\(declaration(of: destination).name).\(declaration(of: attribute).name)"
      }
    }
    return nil
  }
}
