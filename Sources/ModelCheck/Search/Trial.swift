import CompiledOnce
import ObjectGraph
import Scenarios
import SourceText

/// A few objects, their links, and the one that is deleted.
struct Trial: Hashable, Sendable {
  /// The number of required objects above which a relationship's delete is not tried.
  ///
  /// No known model requires as many, but a file may state any number.
  static let mostDemanded = 63

  struct Link: Hashable, Sendable {
    let source: Int
    let relationship: RelationshipID
    let destination: Int

    init(_ source: Int, _ relationship: RelationshipID, _ destination: Int) {
      self.source = source
      self.relationship = relationship
      self.destination = destination
    }
  }

  /// The entity of each object, by its number.
  var kinds: [EntityID]
  var links: [Link]
  /// The number of the object that is deleted.
  var deleted: Int
  /// Whether it is its row that is deleted, by a batch delete.
  var isBatch = false

  /// The entities of which an object can take the place of the deleted one.
  func deletableKinds(in schema: Schema) -> Set<EntityID> {
    var found: Set<EntityID>?
    func restrict(to kinds: [EntityID]) { found = found?.intersection(kinds) ?? Set(kinds) }
    for link in links {
      if link.source == deleted { restrict(to: schema.kinds(holding: link.relationship)) }
      if link.destination == deleted { restrict(to: schema.kinds(heldBy: link.relationship)) }
    }
    return found ?? Set(schema.kinds(of: kinds[deleted]))
  }

  /// The same objects and links, of which a batch delete takes the one.
  var byBatch: Trial {
    var trial = self
    trial.isBatch = true
    return trial
  }
}

struct TrialResult: Sendable {
  /// The identity of each object of the trial, by its number.
  let ids: [ObjectID]
  /// The objects that are deleted, or would be if nothing blocked the save.
  let deleted: [ObjectID]
  let cascaded: [Link]
  let dangling: [Link]
  let denials: [Denial]
  /// The violations that the delete causes in surviving objects, whether or not they block it.
  ///
  /// Anything that a survivor lacked before the delete, because the graph is small, doesn't count.
  let broken: [Violation]
  /// Every link for which the store refuses a batch delete.
  let failures: [ObjectGraph.Link]
  let effect: Effect

  /// The objects that a delete leaves with a reference to a deleted one, or that make the save fail.
  var hurt: [ObjectID] {
    dangling.map(\.source) + broken.map(\.object) + denials.flatMap(\.blockers)
  }

  init(_ plan: DeletePlan, of ids: [ObjectID], in schema: Schema) {
    self.ids = ids
    deleted = plan.deleted
    cascaded = plan.cascaded
    dangling = plan.dangling
    denials = plan.denials
    broken = plan.violations.breaking(plan.nullified)
    failures = []
    effect = Effect(
      denied: plan.denials.map(\.relationship), isInvalid: !broken.isEmpty,
      dangling: plan.dangling.map(\.relationship),
      cascaded: plan.cascaded.map(\.relationship), in: schema)
  }

  /// Makes the result of a batch delete, which does nothing if it is blocked.
  init(_ batch: BatchPlan, of ids: [ObjectID], in schema: Schema) {
    self.ids = ids
    let plan = batch.plan
    let isDone = batch.refusal == nil
    deleted = isDone ? plan.deleted : []
    cascaded = isDone ? plan.cascaded : []
    dangling = isDone ? plan.dangling : []
    denials = plan.denials
    broken = isDone ? plan.violations.breaking(plan.nullified) : []
    failures = batch.failures
    effect =
      plan.denials.isEmpty
      ? Effect(
        denied: [], isInvalid: !failures.isEmpty, dangling: [],
        danglingByBatch: dangling.map(\.relationship), cascaded: [], in: schema) : .denied
  }

  /// The relationships of which it matters for the result what they must hold.
  func mandatory(in schema: Schema) -> Set<RelationshipID> {
    let taken = cascaded.map(\.relationship).filter(schema.crashesWhereTaken)
    let back = (taken + failures.map(\.relationship))
      .compactMap { schema.inverse(of: $0)?.relationship }
    return Set(broken.map(\.relationship) + back)
  }

  /// Whether it has everything that another one of the first of its objects has: the same dangling
  /// references, denials and broken survivors, or else the same effect.
  func has(_ other: TrialResult) -> Bool {
    func own(_ id: ObjectID) -> ObjectID? { other.ids.firstIndex(of: id).map { ids[$0] } }
    switch other.effect {
    case .trapOnRead:
      return other.dangling.allSatisfy { link in
        dangling.contains {
          $0.source == own(link.source) && $0.relationship == link.relationship
            && $0.destination == own(link.destination)
        }
      }
    case .denied:
      return other.denials.allSatisfy { denial in
        denials.contains {
          $0.object == own(denial.object) && $0.relationship == denial.relationship
        }
      }
    case .validationFailed where other.failures.isEmpty:
      return other.broken.allSatisfy { violation in
        broken.contains {
          $0.object == own(violation.object) && $0.relationship == violation.relationship
        }
      }
    case .ok, .crash, .validationFailed: return effect == other.effect
    }
  }

  /// Whether the same objects of a trial are deleted, and the same references left dangling.
  func isAlike(_ other: TrialResult) -> Bool {
    func numbered(_ result: TrialResult) -> (deleted: [Int?], dangling: Set<Trial.Link>) {
      let numbers = Dictionary(uniqueKeysWithValues: result.ids.enumerated().map { ($1, $0) })
      let links = result.dangling.compactMap { link -> Trial.Link? in
        guard let source = numbers[link.source], let destination = numbers[link.destination] else {
          return nil
        }
        return Trial.Link(source, link.relationship, destination)
      }
      return (result.deleted.map { numbers[$0] }, Set(links))
    }
    let (one, two) = (numbered(self), numbered(other))
    return Set(one.deleted) == Set(two.deleted) && one.dangling == two.dangling
  }

  func isDeleted(_ object: Int) -> Bool { deleted.contains(ids[object]) }

  /// Whether a survivor still refers to a deleted object.
  func dangles(_ source: Int, _ relationship: RelationshipID, _ destination: Int) -> Bool {
    dangling.contains(Link(ids[source], relationship, ids[destination]))
  }

  /// Whether a deny rule of the object refuses the save.
  func isDenied(_ object: Int, _ relationship: RelationshipID) -> Bool {
    denials.contains { $0.object == ids[object] && $0.relationship == relationship }
  }

  /// Whether the object is left with too little in a relationship.
  func lacks(_ object: Int, _ relationship: RelationshipID) -> Bool {
    broken.contains {
      guard $0.object == ids[object], $0.relationship == relationship else { return false }
      if case .tooMany = $0.kind { return false }
      return true
    }
  }
}

extension [Violation] {
  fileprivate func breaking(_ nullified: [ObjectGraph.Link]) -> [Violation] {
    filter { violation in
      nullified.contains {
        $0.source == violation.object && $0.relationship == violation.relationship
      }
    }
  }
}

extension Trial {
  /// The trial as a scenario that anybody can replay: of the model, only what it needs.
  ///
  /// - Parameters:
  ///   - schema: The schema of the trial.
  ///   - mandatory: The relationships of which it matters what they must hold.
  ///   - location: Where the hazard is written.
  ///   - actions: What is done; nil for the delete with its save.
  ///   - attribute: A property that is read of what is deleted, if it is no relationship.
  /// - Returns: The model's part, the objects, the links, and the steps.
  func scenario(
    in schema: Schema, mandatory: Set<RelationshipID>, at location: Location,
    doing actions: [Scenario.Action]? = nil, reading attribute: Attribute? = nil
  ) -> Scenario {
    let names = names(in: schema)
    let action: Scenario.Action =
      isBatch
      ? .batchDelete(
        entity: schema.declaration(of: kinds[deleted]).name, objects: [names[deleted]],
        includesSubentities: true) : .delete([names[deleted]])
    // A batch delete needs no save.
    let actions = actions ?? (isBatch ? [action] : [action, .save])
    var entities = schema.excerpt(
      for: kinds, linked: links.map(\.relationship), mandatory: mandatory)
    let name = schema.declaration(of: kinds[deleted]).name
    if let attribute, let index = entities.firstIndex(where: { $0.name == name }) {
      entities[index].attributes.append(attribute)
    }
    return Scenario(
      framework: schema.framework.name, entities: entities,
      objects: zip(names, kinds).map { NamedObject($0, schema.declaration(of: $1).name) },
      links: links.map { link in
        NamedLink(
          names[link.source], schema.declaration(of: link.relationship).name,
          names[link.destination])
      },
      steps: actions.map { Scenario.Step($0, at: location) }
    ).inApp
  }

  /// The entity and a number for each object: `Task1`.
  func names(in schema: Schema) -> [String] {
    kinds.indices.map { index in
      let number = kinds[...index].count { $0 == kinds[index] }
      return NamedObject(number: number, of: schema.declaration(of: kinds[index]).name).name
    }
  }
}
