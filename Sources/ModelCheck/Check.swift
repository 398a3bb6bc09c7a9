import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// Looks for what will hurt in a model, and proves it.
///
/// ```swift
/// let model = try Model(at: "App.xcdatamodeld")
/// for finding in try Check().findings(in: model) { print(finding) }
/// // App.xcdatamodeld/…/contents:12:9: warning: deleting a Note leaves … (no_action_leaves_dangling)
/// ```
public struct Check: Sendable {
  /// What to look for.
  public var rules: Set<CheckRule>
  /// Whether everything found is an error.
  public var isStrict: Bool
  /// How bad the findings of some rules are, whatever these say themselves.
  public var severities: [CheckRule: ModelFinding.Severity] = [:]
  /// The releases that the models are for: what does not happen on any of them is not looked for.
  ///
  /// Nil for everything that happens on some release, without a word on which.
  public var range: ReleaseRange?
  /// Whether every delete is taken for one that somebody performs, as of a library's model, and not
  /// only those that the code of the project calls.
  public var assumesAllDeletes = false

  /// Chooses what to look for.
  ///
  /// - Parameters:
  ///   - rules: What to look for; nil for everything that is looked for always.
  ///   - occasions: What else to add: what CloudKit refuses, or what batch deletes do.
  ///   - isStrict: Whether everything found is an error.
  ///   - range: The releases that the models are for; nil for all that happens on some release.
  public init(
    rules: Set<CheckRule>? = nil, for occasions: Set<CheckRule.Occasion> = [],
    isStrict: Bool = false, on range: ReleaseRange? = nil
  ) {
    self.rules = rules ?? Set(CheckRule.allCases.filter { $0.occasion == .always })
    self.rules.formUnion(CheckRule.allCases.filter { occasions.contains($0.occasion) })
    self.isStrict = isStrict
    self.range = range
  }

  /// Looks for what will hurt.
  ///
  /// One fault is one finding. What is wrong with a statement, such as an inverse that does not
  /// point back, stands for the hazard that comes of it and takes its proof; what is the same on
  /// both sides of a relationship is told at the first, with the place of the other. What a comment in
  /// the files silences is left out; where it does not say why, that is a finding too.
  ///
  /// - Parameter model: A model that was read from files.
  /// - Returns: The findings in the order of their places, then by rule.
  /// - Throws: A ``CheckFault`` where a proof fails: a fault of this package, never of the model.
  public func findings(in model: Model) throws(CheckFault) -> [Finding] {
    try findings(in: model, reachedBy: nil)
  }

  /// Looks for what will hurt in a model, as far as some calls come to it.
  private func findings(
    in model: Model, reachedBy reach: Reach?
  ) throws(CheckFault) -> [Finding] {
    let schema = model.schema.described(as: range.worst(of: model.framework)) ?? model.schema
    let subjects = schema.relationships.map { Subject($0, in: schema) }
    let couples = Couples(of: subjects, in: model)
    let repeated = model.repeatedEntities
    let certain = subjects.filter { $0.inverse != nil || !repeated.contains($0.destination) }
    var hazards = Dictionary(grouping: Hazard.all(of: certain, in: schema)) {
      couples.representative(of: $0.subject.relationship)
    }
    var told: [Telling] = []
    for var telling in try statements(in: model) + matches(of: certain, in: model)
    // A statement that nobody looks for hides no hazard.
    where rules.contains(telling.rule) {
      if let subject = telling.subject {
        let couple = couples.representative(of: subject)
        let comesOfIt = { (hazard: Hazard) in telling.rule.stands(for: hazard, at: subject) }
        let taken = hazards[couple, default: []].filter(comesOfIt)
        hazards[couple]?.removeAll(where: comesOfIt)
        telling.proof = taken.first { $0.subject.relationship == subject }
        telling.severity = taken.map(\.severity).reduce(telling.severity, min)
      }
      told.append(telling)
    }
    for couple in hazards.keys.sorted() {
      let found = hazards[couple, default: []].filter { rules.contains($0.rule) }
      let causes = found.filter { !$0.rule.comesTo.isEmpty }
      for hazard in found
      where !causes.contains(where: {
        $0.rule != hazard.rule && $0.rule.stands(for: hazard, at: $0.subject.relationship)
      }) {
        guard var telling = try telling(of: hazard, in: model) else { continue }
        if let reach { telling.hold(to: reach) }
        told.append(telling)
      }
    }
    var findings: [Finding] = []
    for var telling in couples.together(told) {
      if let reach { telling.name(reach) }
      var witness: Witness?
      if let proof = telling.proof {
        witness = try Witness(of: proof, at: telling.location, on: range)
      }
      findings.append(
        Finding(
          telling.rule, telling.severity, telling.message, model: model.place,
          entity: telling.entity, relationship: telling.property, at: telling.location,
          witness: witness, leavesOut: telling.leavesOut))
    }
    findings = IgnoreComments(of: model, rules: rules).remaining(findings)
    Fixes.complete(&findings, in: model)
    return findings.map { finding in
      var finding = finding
      finding.severity = severity(of: finding)
      return finding
    }
    .sorted { ($0.location, $0.rule.rawValue) < ($1.location, $1.rule.rawValue) }
  }

  /// Looks for what will hurt in a project.
  ///
  /// Where the code of the project deletes something, a hazard names the first call that comes to it,
  /// and one to which none comes is a note.
  ///
  /// - Parameter project: The models of a project that were read together.
  /// - Returns: What could not be read, then the findings in each model.
  /// - Throws: A ``CheckFault`` where a proof fails: a fault of this package, never of the model.
  public func findings(in project: Project) throws(CheckFault) -> [Finding] {
    var found: [Finding] = []
    for unread in project.unread {
      let stated = unread.finding
      let rule = try rule(of: stated)
      // Whatever is looked for: what was not read may hold it.
      found.append(
        Finding(
          rule, .error, stated.message, model: unread.place, entity: stated.entity,
          relationship: stated.relationship, at: stated.location, leavesOut: true))
    }
    let calls = assumesAllDeletes || project.code.isEmpty ? [] : ModelCalls(in: project).calls
    for (index, model) in project.models.enumerated() {
      found += try findings(in: model, reachedBy: Reach(calls, ofModel: index, model))
    }
    return found
  }

  /// How bad a finding is, as it is asked for.
  ///
  /// - Parameter finding: What a rule found, or a baseline.
  /// - Returns: What is stated for its rule, or what the finding says itself.
  package func severity(of finding: Finding) -> ModelFinding.Severity {
    isStrict ? .error : severities[finding.rule] ?? finding.severity
  }

  private func rule(of stated: ModelFinding) throws(CheckFault) -> CheckRule {
    if let rule = CheckRule(rawValue: stated.rule.rawValue) { return rule }
    throw CheckFault(
      description: "\(stated.location): the rule \(stated.rule.rawValue) is not known")
  }

  /// What the readers found to say.
  private func statements(in model: Model) throws(CheckFault) -> [Telling] {
    var told: [Telling] = []
    for stated in model.findings {
      let relationship = stated.relationship.flatMap { name in
        stated.entity.flatMap { model.schema.entity($0) }
          .flatMap { model.schema.relationship(name, of: $0) }
      }
      told.append(
        Telling(
          rule: try rule(of: stated), severity: stated.severity, message: stated.message,
          entity: stated.entity,
          property: stated.relationship, location: stated.location, subject: relationship,
          leavesOut: stated.leavesOut))
    }
    return told
  }

  /// What the rules find that look at what a relationship is, or states of an entity.
  private func matches(of subjects: [Subject], in model: Model) throws(CheckFault) -> [Telling] {
    var told: [Telling] = []
    for rule in CheckRule.allCases {
      switch rule.search {
      case .byRelationship(let holds, let message):
        for subject in subjects where holds(subject) {
          told.append(try Telling(rule, rule.severity, message(subject), subject, in: model))
        }
      case .byEntity(let find):
        for entity in model.entities {
          told += find(entity).map { match in
            Telling(
              rule: rule, severity: rule.severity, message: match.message, entity: entity.name,
              property: match.property, location: match.location, subject: nil)
          }
        }
      case .byDelete, .byReading, .bySilencing: break
      }
    }
    return told
  }

  /// What is said of a hazard; nil where a hook in the model's classes leaves nothing to say.
  private func telling(
    of hazard: Hazard, in model: Model
  ) throws(CheckFault) -> Telling? {
    guard case .byDelete(_, let message, _, let meaning) = hazard.rule.search else {
      throw CheckFault(description: "\(hazard.rule.rawValue) is not about a delete")
    }
    var telling = try Telling(
      hazard.rule, hazard.severity, message(hazard.subject, hazard), hazard.subject, in: model)
    telling.proof = hazard
    if let range, let behaviour = range.behaviour(hazard.rule.behaviour, of: model.framework) {
      telling.message += "; \(behaviour.words(on: range))"
      if !range.isSeen(behaviour) { telling.severity = max(telling.severity, .warning) }
    }
    switch meaning {
    case .nothing: break
    case .settles(let handled):
      if !hazard.hooks(handled, in: model).isEmpty { return nil }
    case .excuses(let handled):
      guard let hook = hazard.hooks(handled, in: model).first else { break }
      telling.severity = .note
      telling.hook = hook
      telling.message +=
        "; \(hook.className).prepareForDeletion (\(hook.location)) seems to see to it, "
        + "but not before a batch delete"
    }
    return telling
  }
}

extension Model {
  /// The entities of which another declaration is left out: what leads to one of them and has no
  /// inverse may have its inverse there.
  fileprivate var repeatedEntities: Set<String> {
    let rules: Set<ModelFinding.Rule> = [.duplicateEntity, .repeatedDeclaration]
    return Set(
      leftOut.filter { $0.relationship == nil && rules.contains($0.rule) }.compactMap(\.entity))
  }
}

extension Witness {
  /// Replays what shows a hazard, from its scenario alone, as everybody can.
  ///
  /// - Parameters:
  ///   - hazard: What was found.
  ///   - location: Where it is written.
  ///   - range: The releases, of which the scenario names one that shows it where not all do.
  /// - Throws: A ``CheckFault`` where that comes to anything else than the search found.
  init(of hazard: Hazard, at location: Location, on range: ReleaseRange?) throws(CheckFault) {
    let (rule, schema) = (hazard.rule.rawValue, hazard.subject.schema)
    let taken = hazard.result.cascaded.map(\.relationship).filter(schema.crashesWhereTaken)
    let back = (taken + hazard.result.failures.map(\.link.relationship))
      .compactMap { schema.inverse(of: $0)?.relationship }
    let scenario = hazard.trial.scenario(
      in: schema, mandatory: Set(hazard.result.broken.map(\.relationship) + back), at: location)
    let outcome: Outcome
    do throws(ReplayError) {
      outcome = try ObjectGraphEngine(as: schema.framework).outcome(of: scenario)
    } catch {
      throw CheckFault(description: "\(error.at(location)): the proof of \(rule)")
    }
    let names = hazard.trial.names(in: schema)
    let expected = hazard.trial.kinds.indices.filter(hazard.result.isDeleted).map { names[$0] }
    guard outcome.effect == hazard.result.effect, outcome.deleted == expected.sorted() else {
      throw CheckFault(
        description: "\(location): the proof of \(rule) fails: "
          + "found \(outcome.effect.rawValue), expected \(hazard.result.effect.rawValue)")
    }
    var cell: String?
    if case .byDelete(_, _, let find, _) = hazard.rule.search { cell = find(hazard) }
    self.init(
      scenario: range.map { $0.releases.scenario(scenario, comingTo: outcome, on: $0.eras) }
        ?? scenario, outcome: outcome, cell: cell)
  }
}

/// A proof that fails.
///
/// The search for hazards and the replay of its proof disagree: a fault of this package.
public struct CheckFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which finding, and how its proof fails.
  public let description: String
}
