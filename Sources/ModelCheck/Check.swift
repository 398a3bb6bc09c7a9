import CompiledOnce
import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText
import SwiftSource

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
    try findings(in: [model], with: [])
  }

  /// Looks for what will hurt in some models, and in the code around them.
  package func findings(
    in models: [Model], with code: [SwiftDeclarations]
  ) throws(CheckFault) -> [Finding] {
    let calls = code.isEmpty ? [] : ModelCalls(in: code, of: models).calls
    var found: [Finding] = []
    for (index, model) in models.enumerated() {
      let reach = assumesAllDeletes ? nil : Reach(calls, ofModel: index, model)
      // A delete of objects is no finding of its own: the hazards name it.
      let matches = try foundAtCalls(
        calls.filter { $0.model == index && $0.kind != .delete }, in: model)
      found += try hazards(in: model, reachedBy: reach, besides: matches)
      found += matches.map(\.finding)
    }
    found = IgnoreComments(of: models, code, rules: rules).remaining(found)
    let byPlace = found.grouped(by: \.model)
    return models.flatMap { model in
      var findings = byPlace[model.place] ?? []
      Fixes.complete(&findings, in: model, code)
      for index in findings.indices { findings[index].severity = severity(of: findings[index]) }
      return findings.sorted { ($0.location, $0.rule.rawValue) < ($1.location, $1.rule.rawValue) }
    }
  }

  /// Looks for what a rule finds in an example, in its model and its code.
  ///
  /// - Throws: A `ModelError` or a ``CheckFault`` where it cannot be checked: our own fault.
  package static func findings(
    in example: CheckRule.Example, of rule: CheckRule
  ) throws -> [Finding] {
    let file = SourceFile(path: example.file, bytes: Array(example.text.utf8))
    let model = try Model(reading: example.text, as: example.file)
    let code = model.framework == .swiftData ? [SwiftDeclarations(file, keepsCode: true)] : []
    return try Check(for: [rule.occasion]).findings(in: [model], with: code)
  }

  /// What is found at a call, and the hazard that it comes to, if it is one.
  private struct FoundAtCall {
    let finding: Finding
    let blamed: RelationshipID?
  }

  /// What the rules find that look at calls.
  private func foundAtCalls(
    _ calls: [DeleteCall], in model: Model
  ) throws(CheckFault) -> [FoundAtCall] {
    if calls.isEmpty { return [] }
    let schema = model.schema.described(as: range.worst(of: model.framework)) ?? model.schema
    var bench = TrialBench(schema)
    var known: [AlikeCalls: [(rule: CheckRule, match: CallMatch, witness: Witness)]] = [:]
    var found: [FoundAtCall] = []
    let subjects = calls.flatMap { CallSubject.all(of: $0, in: schema) }
    for subject in subjects {
      let call = subject.call
      let alike = AlikeCalls(subject)
      if known[alike] == nil {
        known[alike] = []
        for rule in CheckRule.allCases where rules.contains(rule) {
          guard case .byCall(let find) = rule.search, let match = find(subject, &bench) else {
            continue
          }
          let witness = try Witness(
            of: rule, match.proof.scenario, comingTo: match.proof.effect, in: schema.framework,
            at: call.location, on: range)
          known[alike]?.append((rule, match, witness))
        }
      }
      for (rule, match, witness) in known[alike] ?? [] {
        let blamed = match.way.last
        var finding = Finding(
          rule, match.severity ?? rule.severity,
          match.message + (call.deletion.map { "; it is deleted on line \($0.line)" } ?? ""),
          model: model.place,
          entity: blamed.map { schema.declaration(of: schema.source(of: $0)).name } ?? subject.name,
          relationship: blamed.map { schema.declaration(of: $0).name }, at: call.location,
          witness: witness)
        finding.caller = call.caller
        finding.way = way(of: subject, match, in: model)
        found.append(FoundAtCall(finding: finding, blamed: blamed))
      }
    }
    return found
  }

  /// What calls have in common of which the rules say the same.
  private struct AlikeCalls: Hashable {
    let kind: DeleteCall.Kind
    let names: [String?]
    let isToldInFunction: Bool
    let settled: Set<String>

    init(_ subject: CallSubject) {
      let call = subject.call
      kind = call.kind
      names = [subject.name, call.relationship, call.property]
      isToldInFunction = call.isToldInFunction
      settled = call.settled
    }
  }

  /// What leads from a call to what is to blame.
  private func way(
    of subject: CallSubject, _ match: CallMatch, in model: Model
  ) -> [Finding.Step] {
    let call = subject.call
    let name = subject.name.withArticle
    let first = call.deletion.map { Finding.Step("deletes \(name)", at: $0) }
    let own = Finding.Step(call.kind.words(of: name), at: call.location)
    let blamed = match.way.last.flatMap { relationship in
      model.location(of: relationship).map {
        let rule = model.schema.declaration(of: relationship).deleteRule.rawValue
        return Finding.Step("\(model.schema.qualifiedName(of: relationship)) is \(rule)", at: $0)
      }
    }
    return [first, own].compactMap(\.self) + model.steps(along: match.way.dropLast())
      + [blamed].compactMap(\.self)
  }

  /// Looks for what will hurt in a model, as far as some calls come to it.
  private func hazards(
    in model: Model, reachedBy reach: Reach?, besides atCalls: [FoundAtCall]
  ) throws(CheckFault) -> [Finding] {
    let schema = model.schema.described(as: range.worst(of: model.framework)) ?? model.schema
    let subjects = schema.relationships.map { Subject($0, in: schema) }
    let couples = Couples(of: subjects, in: model)
    let repeated = model.repeatedEntities
    let certain = subjects.filter { $0.inverse != nil || !repeated.contains($0.destination) }
    var hazards = Hazard.all(of: certain, in: schema).grouped {
      couples.representative(of: $0.subject.relationship)
    }
    let batches: Set<CheckRule> = [.batchCallFails, .batchCallLeavesBroken]
    let byBatch = Set(atCalls.filter { batches.contains($0.finding.rule) }.compactMap(\.blamed))
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
        // What a batch delete in the code comes to is told there.
        if hazard.trial.isBatch, byBatch.contains(hazard.subject.relationship) { continue }
        guard var telling = try telling(of: hazard, in: model) else { continue }
        if let reach { telling.hold(to: reach) }
        told.append(telling)
      }
    }
    var findings: [Finding] = []
    for var telling in couples.together(told) {
      if let reach { telling.name(reach, in: model) }
      var witness: Witness?
      if let proof = telling.proof {
        witness = try Witness(of: proof, at: telling.location, on: range)
      }
      var finding = Finding(
        telling.rule, telling.severity, telling.message, model: model.place,
        entity: telling.entity, relationship: telling.property, at: telling.location,
        witness: witness, leavesOut: telling.leavesOut)
      finding.way = telling.way
      findings.append(finding)
    }
    return findings
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
    return try found + findings(in: project.models, with: project.code)
  }

  /// What of some findings no comment in a project silences.
  ///
  /// - Parameters:
  ///   - findings: Findings of the rules that this looks for.
  ///   - project: The project, with its code.
  /// - Returns: The others, in the same order.
  package func remaining(_ findings: [Finding], in project: Project) -> [Finding] {
    IgnoreComments(of: project.models, project.code, rules: rules).remaining(findings)
      .filter { $0.rule != .ineffectiveIgnore }
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
      case .byDelete, .byCall, .byReading, .bySilencing: break
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
    let schema = hazard.subject.schema
    let scenario = hazard.trial.scenario(
      in: schema, mandatory: hazard.result.mandatory(in: schema), at: location)
    var cell: String?
    if case .byDelete(_, _, let find, _) = hazard.rule.search { cell = find(hazard) }
    try self.init(
      of: hazard.rule, scenario, comingTo: hazard.result.effect, in: schema.framework, at: location,
      on: range, as: cell)
    let names = hazard.trial.names(in: schema)
    let expected = hazard.trial.kinds.indices.filter(hazard.result.isDeleted).map { names[$0] }
    guard outcome.deleted == expected.sorted() else {
      throw CheckFault(
        description: "\(location): the proof of \(hazard.rule.rawValue) fails: "
          + "found \(outcome.deleted), expected \(expected)")
    }
  }

  /// Replays what shows something, from its scenario alone, as everybody can.
  ///
  /// - Parameters:
  ///   - rule: The rule that found it.
  ///   - scenario: What shows it.
  ///   - effect: What must come of it.
  ///   - framework: What replays it.
  ///   - location: Where it is written.
  ///   - range: The releases, of which the scenario names one that shows it where not all do.
  ///   - cell: The id of the bundled cell that shows the same, where there is one.
  /// - Throws: A ``CheckFault`` where something else comes of it.
  init(
    of rule: CheckRule, _ scenario: Scenario, comingTo effect: Effect, in framework: Framework,
    at location: Location, on range: ReleaseRange?, as cell: String? = nil
  ) throws(CheckFault) {
    let outcome: Outcome
    do throws(ReplayError) {
      outcome = try ObjectGraphEngine(as: framework).outcome(of: scenario)
    } catch {
      throw CheckFault(description: "\(error.at(location)): the proof of \(rule.rawValue)")
    }
    guard outcome.effect == effect else {
      throw CheckFault(
        description: "\(location): the proof of \(rule.rawValue) fails: "
          + "found \(outcome.effect.rawValue), expected \(effect.rawValue)")
    }
    self.init(
      scenario: range.map { $0.releases.scenario(scenario, comingTo: outcome, on: $0.eras) }
        ?? scenario, outcome: outcome, cell: cell)
  }
}

extension DeleteCall.Kind {
  /// What a call does with an object.
  fileprivate func words(of name: String) -> String {
    switch self {
    case .delete: "deletes \(name)"
    case .batchDelete: "batch-deletes \(name)"
    case .erase: "deletes everything"
    case .unlink: "takes \(name) out"
    case .save: "saves that with try?"
    case .read: "reads it"
    }
  }
}

/// A proof that fails.
///
/// The search for hazards and the replay of its proof disagree: a fault of this package.
public struct CheckFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which finding, and how its proof fails.
  public let description: String
}
