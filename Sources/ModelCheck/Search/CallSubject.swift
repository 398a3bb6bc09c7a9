import CompiledOnce
import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// The facts about a call in an app's code, and about its model, that rules examine.
///
/// They are the same for all calls that are alike.
struct CallSubject: Sendable {
  let call: DeleteCall
  let entity: EntityID
  let relationship: RelationshipID?
  let schema: Schema

  /// Returns a subject for each entity that a call certainly concerns; empty if the call concerns
  /// another model.
  static func all(of call: DeleteCall, in schema: Schema) -> [CallSubject] {
    (call.entity.map { [$0] } ?? call.entities).compactMap(schema.entity)
      .map { CallSubject(call, $0, in: schema) }
  }

  private init(_ call: DeleteCall, _ entity: EntityID, in schema: Schema) {
    self.call = call
    self.entity = entity
    self.schema = schema
    relationship = call.relationship(in: schema)
  }

  var name: String { schema.declaration(of: entity).name }

  /// The kind of the deleted object: the entity, or a subentity if that is abstract; nil if there can be none.
  var kind: EntityID? {
    let kinds = schema.kinds(of: entity)
    return kinds.contains(entity) ? entity : kinds.first
  }

  /// The relationship of an owner that something is taken out of, by either end: one that cascades.
  var owning: RelationshipPair? {
    guard call.kind == .unlink, let relationship else { return nil }
    let ends = [relationship, schema.inverse(of: relationship)?.relationship].compactMap(\.self)
    let owner = ends.first { schema.declaration(of: $0).deleteRule == .cascade }
    return owner.map { RelationshipPair($0, in: schema) }
  }
}

/// A rule's match at a call: the text to report, and its proof.
struct CallMatch: Sendable {
  let text: FindingText
  /// The relationships that lead from the deleted object to the cause, which is the last.
  let path: [RelationshipID]
  /// A word for the cause; nil for its delete rule.
  let cause: String?
  let proof: CallProof
  /// The severity, where it is lower than the rule's.
  let severity: ModelFinding.Severity?
  /// Whether the cause is to be changed, and not the call, so that the finding is there.
  let isAtCause: Bool

  init(
    _ text: FindingText, path: [RelationshipID], cause: String? = nil, proof: CallProof,
    severity: ModelFinding.Severity? = nil, isAtCause: Bool = false
  ) {
    self.text = text
    self.path = path
    self.cause = cause
    self.proof = proof
    self.severity = severity
    self.isAtCause = isAtCause
  }
}

/// The proof of a match: objects, links, and what the code does to them.
struct CallProof: Sendable {
  let scenario: Scenario
  /// The effect that the scenario must have.
  let effect: Effect
}

extension CallProof {
  init(_ trial: Trial, comingTo result: TrialResult, at it: CallSubject) {
    self.init(
      scenario: trial.scenario(
        in: it.schema, mandatory: result.mandatory(in: it.schema), at: it.call.location),
      effect: result.effect)
  }
}

extension TrialBench {
  /// Returns what ``firstTrial(deleting:byBatch:sparingSubentities:where:)`` returns, of trials that are
  /// preferred where there are any.
  mutating func firstTrial(
    deleting entity: EntityID, byBatch isBatch: Bool = false,
    sparingSubentities isExact: Bool = false, preferring isPreferred: (Trial) -> Bool,
    where shows: (Trial, TrialResult) -> Bool
  ) -> (trial: Trial, result: TrialResult, path: [RelationshipID])? {
    let preferred = firstTrial(
      deleting: entity, byBatch: isBatch, sparingSubentities: isExact,
      where: { isPreferred($0) && shows($0, $1) })
    return preferred
      ?? firstTrial(
        deleting: entity, byBatch: isBatch, sparingSubentities: isExact, where: shows)
  }

  /// Returns the shortest path along cascades from an object of an entity to one that meets a
  /// condition.
  ///
  /// The path ends with the relationship that meets it: one of the last object, or one without an inverse
  /// that refers to it.
  ///
  /// - Parameters:
  ///   - entity: The entity whose object is deleted.
  ///   - isBatch: True if its row is deleted by batch.
  ///   - isExact: True if it is of no subentity.
  ///   - shows: Returns true if a trial meets the condition. A trial has the object, the objects
  ///     it deletes in turn, and the objects that the last of them is linked to.
  /// - Returns: The trial with its result, and the path; nil if no delete meets the condition.
  mutating func firstTrial(
    deleting entity: EntityID, byBatch isBatch: Bool = false,
    sparingSubentities isExact: Bool = false, where shows: (Trial, TrialResult) -> Bool
  ) -> (trial: Trial, result: TrialResult, path: [RelationshipID])? {
    let schema = schema
    var next: [(trial: Trial, path: [RelationshipID])] = schema.kinds(
      of: entity, sparingSubentities: isExact
    ).map { kind in (Trial(kinds: [kind], links: [], deleted: 0, isBatch: isBatch), []) }
    var known = Set(next.map { $0.trial.kinds[0] })
    var place = 0
    while place < next.count {
      let (trial, path) = next[place]
      place += 1
      let last = trial.kinds.count - 1
      // A part of its own that an object cascades to has no second owner; where code gives it one,
      // `shared_target` is found.
      for relationship in references(to: trial.kinds[last]) where relationship != path.last {
        for source in schema.kinds(holding: relationship) {
          var longer = trial
          longer.kinds.append(source)
          longer.links.append(Trial.Link(last + 1, relationship, last))
          if let result = result(of: longer), shows(longer, result) {
            return (longer, result, path + [relationship])
          }
        }
      }
      for relationship in schema.relationships(of: trial.kinds[last]) {
        // What shows it may stand on either side of a relationship.
        for destination in schema.kinds(heldBy: relationship) {
          var longer = trial
          longer.kinds.append(destination)
          longer.links.append(Trial.Link(last, relationship, last + 1))
          let shared = sharing(longer, by: relationship)
          if let result = result(of: shared), shows(shared, result) {
            return (shared, result, path + [relationship])
          }
          if schema.declaration(of: relationship).deleteRule == .cascade,
            known.insert(destination).inserted
          {
            next.append((longer, path + [relationship]))
          }
        }
      }
    }
    return nil
  }

  /// A trial whose last object is held by as many others, too, as must hold it before it lacks one.
  private func sharing(_ trial: Trial, by relationship: RelationshipID) -> Trial {
    let least = RelationshipPair(relationship, in: schema).leastOfInverse
    guard least > 1, least <= Trial.mostDemanded else { return trial }
    var trial = trial
    let held = trial.kinds.count - 1
    for _ in 1..<least {
      trial.links.append(Trial.Link(trial.kinds.count, relationship, held))
      trial.kinds.append(trial.kinds[held - 1])
    }
    return trial
  }

  var schema: Schema { hierarchy.schema }
}
