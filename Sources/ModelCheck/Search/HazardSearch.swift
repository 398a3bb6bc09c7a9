import CompiledOnce
import ModelFiles
import ObjectGraph
import Scenarios

extension Hazard {
  /// Finds every delete that hurts, by trying the smallest graph for each relationship.
  ///
  /// What a delete does to the two ends of a link depends on this link's relationship and its
  /// inverse alone; so a graph with little more than one link shows every hazard that there is.
  /// Tests compare the result with a search through all graphs.
  ///
  /// - Parameters:
  ///   - pairs: All relationships of the schema.
  ///   - schema: Any schema.
  /// - Returns: The hazards in the order of their relationships, at most one of each rule for a
  ///   relationship. O(relationships × deny relationships).
  static func all(of pairs: [RelationshipPair], in schema: Schema) -> [Hazard] {
    var bench = TrialBench(schema)
    var hazards: [Hazard] = []
    for pair in pairs {
      for rule in CheckRule.allCases {
        guard case .byDelete(let find, _, _, _) = rule.search, var shown = find(pair, &bench)
        else {
          continue
        }
        shown.isShownByBatch = bench.showsByBatch(shown)
        hazards.append(Hazard(rule: rule, pair: pair, shown: shown))
      }
    }
    return hazards
  }
}

/// Tries deletes on one schema.
struct TrialBench: ~Copyable {
  /// The graph that many trials share.
  ///
  /// Objects of earlier trials have no links to those of later ones. Emptying the graph takes time
  /// proportional to the number of the schema's relationships.
  private var graph: Graph
  /// The number of objects left in the graph by earlier trials.
  private var remainder = 0
  /// The number of objects above which the graph is emptied.
  ///
  /// If all entities have one ancestor, an object takes as much space as they have relationships.
  private static let mostLeft = 256
  /// The first entities of which objects can stand on the two sides of each relationship.
  private var ends: [RelationshipID: (source: EntityID, destination: EntityID)] = [:]
  /// The relationships without an inverse that can hold an object of each entity.
  private var references: [EntityID: [RelationshipID]] = [:]
  /// The entities that can hold objects of each entity.
  let hierarchy: EntityHierarchy

  init(_ schema: Schema) {
    graph = Graph(schema)
    hierarchy = EntityHierarchy(schema)
    for relationship in schema.relationships {
      ends[relationship] = schema.linkableKinds(of: relationship)
      if schema.inverse(of: relationship) != nil { continue }
      for kind in schema.kinds(heldBy: relationship) { references.add(relationship, to: kind) }
    }
  }

  /// The relationships without an inverse that can hold an object of an entity.
  func references(to entity: EntityID) -> [RelationshipID] { references[entity, default: []] }

  /// The first entities of which objects can stand on the two sides; nil where none can.
  func ends(of relationship: RelationshipID) -> (source: EntityID, destination: EntityID)? {
    ends[relationship]
  }

  /// Objects 0, 1, … that each hold one object, which is the last, by a relationship.
  func sharing(
    _ relationship: RelationshipID, sources count: Int = 1, deleting object: Int
  ) -> Trial? {
    ends(of: relationship).map { ends in
      Trial(
        kinds: Array(repeating: ends.source, count: count) + [ends.destination],
        links: (0..<count).map { Trial.Link($0, relationship, count) }, deleted: object)
    }
  }

  /// Returns the trial and its result if it shows a hazard, otherwise nil.
  mutating func shown(
    _ trial: Trial?, with others: [RelationshipID], _ severity: ModelFinding.Severity? = nil,
    where shows: (TrialResult) -> Bool
  ) -> Shown? {
    guard let trial, let result = result(of: trial), shows(result) else { return nil }
    return Shown(trial: trial, result: result, others: others.sorted(), severity: severity)
  }

  /// Returns a trial in which a reference without an inverse dangles after its destination is
  /// deleted; nil if none does.
  mutating func danglingOneWay(
    _ subject: RelationshipPair, _ severity: ModelFinding.Severity? = nil,
    with others: [RelationshipID] = []
  ) -> Shown? {
    shown(
      sharing(subject.relationship, deleting: 1), with: others,
      severity ?? subject.danglingSeverity
    ) { $0.dangles(0, subject.relationship, 1) }
  }

  /// Builds the objects of a trial and plans its delete.
  ///
  /// - Parameter trial: Some objects of the schema.
  /// - Returns: What the delete would do; nil where such a graph cannot be: an object does not fit
  ///   into a relationship, or one link takes the place of another.
  mutating func result(of trial: Trial?) -> TrialResult? {
    guard let trial else { return nil }
    if remainder > Self.mostLeft {
      graph.removeAll()
      remainder = 0
    }
    remainder += trial.kinds.count
    do throws(GraphError) {
      var ids: [ObjectID] = []
      for kind in trial.kinds { ids.append(try graph.insert(kind)) }
      for link in trial.links {
        try graph.link(ids[link.source], link.relationship, ids[link.destination])
      }
      for link in trial.links {
        let held = try graph.references(ids[link.source], link.relationship)
        if !held.contains(.object(ids[link.destination])) { return nil }
      }
      if try holdsTooMany(trial, ids) { return nil }
      let object = ids[trial.deleted]
      return trial.isBatch
        ? TrialResult(
          try graph.batchPlan(trial.kinds[trial.deleted], [object]), of: ids, in: graph.schema)
        : TrialResult(try graph.plan(deleting: [object]), of: ids, in: graph.schema)
    } catch {
      return nil
    }
  }

  /// Whether a batch delete of the same object deletes the same and leaves the same dangling.
  mutating func showsByBatch(_ shown: Shown) -> Bool {
    guard !shown.trial.isBatch, [.ok, .trapOnRead].contains(shown.result.effect),
      let batch = result(of: shown.trial.byBatch), batch.failures.isEmpty, batch.denials.isEmpty
    else { return false }
    return batch.isAlike(shown.result)
  }

  /// Whether a hazard shows, too, if its object is deleted with another one, along cascades.
  mutating func shows(
    _ hazard: Hazard, deleting entity: EntityID, along path: [RelationshipID]
  ) -> Bool {
    guard let trial = trial(of: hazard, deleting: entity, along: path),
      let result = result(of: trial)
    else { return false }
    return result.has(hazard.result)
      && hazard.trial.kinds.indices.allSatisfy {
        result.isDeleted($0) == hazard.result.isDeleted($0)
      }
  }

  /// Whether a hazard that shows along cascades needs the objects of two owners.
  ///
  /// If the deleted owner also has the surviving objects as its parts, it deletes them as well, and
  /// nothing is left to hurt.
  mutating func needsTwoOwners(
    _ hazard: Hazard, deleting entity: EntityID, along path: [RelationshipID]
  ) -> Bool {
    // What a relationship without an inverse keeps pointing at the object is another owner of it.
    if hazard.pair.oneWay != nil, path.last == hazard.pair.relationship { return true }
    guard var trial = trial(of: hazard, deleting: entity, along: path) else { return false }
    let owner = trial.deleted
    for object in hazard.trial.kinds.indices where !hazard.result.isDeleted(object) {
      guard let parts = schema.cascades(from: trial.kinds[owner], to: [trial.kinds[object]]),
        !parts.isEmpty
      else { return false }
      // Both have the objects in common that are on the way to both.
      let common = zip(parts.dropLast(), path.dropLast()).prefix { $0 == $1 }.count
      guard add(parts.dropFirst(common), from: owner + common, to: object, in: &trial) else {
        return false
      }
    }
    guard let result = result(of: trial) else { return false }
    return !result.has(hazard.result)
  }

  /// The objects of a hazard and one whose delete leads to theirs; nil where there is none.
  private func trial(
    of hazard: Hazard, deleting entity: EntityID, along path: [RelationshipID]
  ) -> Trial? {
    guard let first = path.first, let last = path.last, let ends = ends(of: first) else {
      return nil
    }
    var trial = hazard.trial
    // What goes by cascade may be of a subentity alone.
    let deletable = trial.deletableKinds(in: schema)
    let held = schema.kinds(heldBy: last)
    if !held.contains(trial.kinds[trial.deleted]) {
      guard let kind = held.first(where: deletable.contains) else { return nil }
      trial.kinds[trial.deleted] = kind
    }
    let kinds = schema.kinds(of: entity).filter(schema.kinds(holding: first).contains)
    trial.kinds.append(kinds.first ?? ends.source)
    trial.deleted = trial.kinds.count - 1
    let isPossible = add(path[...], from: trial.deleted, to: hazard.trial.deleted, in: &trial)
    return isPossible ? trial : nil
  }

  /// Adds the objects and links that lead from one object of a trial to another along cascades.
  private func add(
    _ path: ArraySlice<RelationshipID>, from first: Int, to last: Int, in trial: inout Trial
  ) -> Bool {
    var source = first
    for (relationship, next) in zip(path, path.dropFirst()) {
      // The object on the way has the next relationship, which may be a subentity's.
      let held = schema.kinds(heldBy: relationship)
      guard let kind = held.first(where: schema.kinds(holding: next).contains) else { return false }
      trial.kinds.append(kind)
      trial.links.append(Trial.Link(source, relationship, trial.kinds.count - 1))
      source = trial.kinds.count - 1
    }
    if let relationship = path.last { trial.links.append(Trial.Link(source, relationship, last)) }
    return true
  }

  /// Whether an object holds more than a save would let it.
  private func holdsTooMany(_ trial: Trial, _ ids: [ObjectID]) throws(GraphError) -> Bool {
    let schema = graph.schema
    for (object, kind) in zip(ids, trial.kinds) {
      for relationship in schema.relationships(of: kind) {
        let most = schema.declaration(of: relationship).maxCount
        if most > 0, try graph.count(object, relationship) > most { return true }
      }
    }
    return false
  }
}
