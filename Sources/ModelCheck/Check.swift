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

  /// Chooses what to look for.
  ///
  /// - Parameters:
  ///   - rules: What to look for; nil for everything that is not for CloudKit only.
  ///   - forCloudKit: Whether to add what CloudKit refuses.
  ///   - isStrict: Whether everything found is an error.
  public init(rules: Set<CheckRule>? = nil, forCloudKit: Bool = false, isStrict: Bool = false) {
    self.rules = rules ?? Set(CheckRule.allCases.filter { !$0.isForCloudKit })
    if forCloudKit { self.rules.formUnion(CheckRule.allCases.filter(\.isForCloudKit)) }
    self.isStrict = isStrict
  }

  /// Looks for what will hurt.
  ///
  /// What is wrong with a statement, such as an inverse that does not point back, stands for the
  /// hazard that comes of it: one finding, with the delete that shows it. What a comment in the files
  /// silences is left out; where it does not say why, that is a finding too.
  ///
  /// - Parameter model: A model that was read from files.
  /// - Returns: The findings in the order of their places, then by rule.
  /// - Throws: A ``CheckFault`` where a proof fails: a fault of this package, never of the model.
  public func findings(in model: Model) throws(CheckFault) -> [Finding] {
    let subjects = model.schema.relationships.map { Subject($0, in: model.schema) }
    var hazards = Dictionary(
      grouping: Hazard.all(of: subjects, in: model.schema), by: \.subject.relationship)
    var findings: [Finding] = []
    for stated in model.findings {
      findings.append(try finding(stated, taking: &hazards, in: model))
    }
    for subject in subjects {
      for hazard in hazards[subject.relationship] ?? [] where rules.contains(hazard.rule) {
        findings.append(try finding(hazard, in: model))
      }
      for rule in rules {
        guard case .byRelationship(_, let holds, let message) = rule.search, holds(subject) else {
          continue
        }
        findings.append(try finding(rule, rule.severity, message(subject), subject, in: model))
      }
    }
    findings = IgnoreComments(of: model, rules: rules).remaining(findings)
    findings.removeAll { !rules.contains($0.rule) }
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
  /// - Parameter project: The models of a project that were read together.
  /// - Returns: What could not be read, then the findings in each model.
  /// - Throws: A ``CheckFault`` where a proof fails: a fault of this package, never of the model.
  public func findings(in project: Project) throws(CheckFault) -> [Finding] {
    var found: [Finding] = []
    for unread in project.unread {
      let stated = unread.finding
      let rule = try rule(of: stated)
      guard rules.contains(rule) else { continue }
      found.append(
        Finding(
          rule, stated.severity, stated.message, model: unread.place, entity: stated.entity,
          relationship: stated.relationship, at: stated.location))
      found[found.count - 1].severity = severity(of: found[found.count - 1])
    }
    for model in project.models { found += try findings(in: model) }
    return found
  }

  private func severity(of finding: Finding) -> ModelFinding.Severity {
    isStrict ? .error : severities[finding.rule] ?? finding.severity
  }

  private func rule(of stated: ModelFinding) throws(CheckFault) -> CheckRule {
    if let rule = CheckRule(rawValue: stated.rule.rawValue) { return rule }
    throw CheckFault(
      description: "\(stated.location): the rule \(stated.rule.rawValue) is not known")
  }

  /// A finding about what is written, which takes the hazard that comes of it for its proof.
  private func finding(
    _ stated: ModelFinding, taking hazards: inout [RelationshipID: [Hazard]], in model: Model
  ) throws(CheckFault) -> Finding {
    let rule = try rule(of: stated)
    let relationship = stated.relationship.flatMap { name in
      stated.entity.flatMap { model.schema.entity($0) }
        .flatMap { model.schema.relationship(name, of: $0) }
    }
    var taken: Hazard?
    // A statement that nobody looks for hides no hazard.
    if let relationship, rules.contains(rule),
      let index = hazards[relationship]?.firstIndex(where: { rule.stands(for: $0) })
    {
      taken = hazards[relationship]?.remove(at: index)
    }
    var witness: Witness?
    if let taken { witness = try Witness(of: taken, at: stated.location) }
    return Finding(
      rule, min(stated.severity, taken?.severity ?? stated.severity), stated.message,
      model: model.place, entity: stated.entity, relationship: stated.relationship,
      at: stated.location, witness: witness)
  }

  private func finding(_ hazard: Hazard, in model: Model) throws(CheckFault) -> Finding {
    guard case .byDelete(_, let message, _) = hazard.rule.search else {
      throw CheckFault(description: "\(hazard.rule.rawValue) is not about a delete")
    }
    return try finding(
      hazard.rule, hazard.severity, message(hazard.subject, hazard), hazard.subject, in: model,
      provenBy: hazard)
  }

  private func finding(
    _ rule: CheckRule, _ severity: ModelFinding.Severity, _ message: String, _ subject: Subject,
    in model: Model, provenBy hazard: Hazard? = nil
  ) throws(CheckFault) -> Finding {
    guard let location = model.location(of: subject.relationship) else {
      throw CheckFault(description: "\(subject.name) is not in the files")
    }
    var witness: Witness?
    if let hazard { witness = try Witness(of: hazard, at: location) }
    return Finding(
      rule, severity, message, model: model.place, entity: subject.source,
      relationship: subject.declaration.name, at: location, witness: witness)
  }
}

extension CheckRule {
  /// Whether a statement against the rule says all that there is to say about a hazard.
  fileprivate func stands(for hazard: Hazard) -> Bool {
    if case .byReading(let rules) = search {
      rules.contains(hazard.rule)
    } else {
      hazard.rule == self
    }
  }
}

extension Witness {
  /// Replays what shows a hazard, from its scenario alone, as everybody can.
  ///
  /// - Throws: A ``CheckFault`` where that comes to anything else than the search found.
  init(of hazard: Hazard, at location: Location) throws(CheckFault) {
    let (rule, schema) = (hazard.rule.rawValue, hazard.subject.schema)
    let scenario = hazard.trial.scenario(
      in: schema, mandatory: Set(hazard.result.broken.map(\.relationship)), at: location)
    let outcome: Outcome
    do throws(ReplayError) {
      outcome = try ObjectGraphEngine().outcome(of: scenario)
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
    if case .byDelete(_, _, let find) = hazard.rule.search { cell = find(hazard) }
    self.init(scenario: scenario, outcome: outcome, cell: cell)
  }
}

/// A proof that fails.
///
/// The search for hazards and the replay of its proof disagree: a fault of this package.
public struct CheckFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which finding, and how its proof fails.
  public let description: String
}
