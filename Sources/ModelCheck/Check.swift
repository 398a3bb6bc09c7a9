import CompiledOnce
import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText
import SwiftSource

/// A search for faults in models and the code around them, each proven by a delete.
///
/// ```swift
/// let model = try Model(at: "App.xcdatamodeld")
/// for finding in try Check().findings(in: model) { print(finding) }
/// // App.xcdatamodeld/…/contents:12:9: warning: deleting a Note leaves … [no_action_leaves_dangling]
/// ```
public struct Check: Sendable {
  /// The rules that are looked for.
  public var rules: Set<CheckRule>
  /// Whether every finding is an error.
  public var isStrict: Bool
  /// The severities of rules that replace their own.
  public var severities: [CheckRule: ModelFinding.Severity] = [:]
  /// The releases that the models are for: a fault of other releases is not looked for.
  ///
  /// Nil for all releases, of which the findings then name none.
  public var range: ReleaseRange?
  /// The releases of models that are for others than these, by the places of the models.
  package var ranges: [String: ReleaseRange] = [:]
  /// Whether every delete counts as performed, as for a library's model, and not only those that the
  /// project's code calls.
  public var assumesAllDeletes = false
  /// Whether a hazard is listed next to the finding that says its cause.
  package var keepsCaused = false

  /// The places of the entities of which no store is mirrored, so that CloudKit refuses nothing of them.
  package var localEntities: Set<Location> = []
  /// The places of the models of which no store is mirrored.
  package var localModels: Set<String> = []

  /// Chooses the rules.
  ///
  /// - Parameters:
  ///   - rules: The rules to look for; nil for those that always apply.
  ///   - categories: The categories to add, such as what CloudKit refuses.
  ///   - isStrict: Whether every finding is an error.
  ///   - range: The releases that the models are for; nil for all.
  public init(
    rules: Set<CheckRule>? = nil, for categories: Set<CheckRule.Category> = [],
    isStrict: Bool = false, on range: ReleaseRange? = nil
  ) {
    self.rules = rules ?? Set(CheckRule.allCases.filter { $0.category == .always })
    self.rules.formUnion(CheckRule.allCases.filter { categories.contains($0.category) })
    self.isStrict = isStrict
    self.range = range
  }

  /// Takes the severities of a configuration, and leaves out the rules that it disables.
  package mutating func configure(
    by configuration: Configuration, keepingRules keepsRules: Bool = false
  ) {
    severities = configuration.severities
    if !keepsRules { rules.subtract(configuration.disabled.keys) }
  }

  /// Finds the faults of a model.
  ///
  /// Reports one finding per fault: a statement, such as an inverse that does not point back, includes the
  /// hazard that it causes, and the same fault on both sides of a relationship is reported at the first.
  /// What a comment in the files silences is left out; a comment without a reason is a finding too.
  ///
  /// - Parameter model: A model that was read from files.
  /// - Returns: The findings in the order of their places, then by rule.
  /// - Throws: A ``CheckFault`` if a proof fails: a fault of this package, never of the model.
  public func findings(in model: Model) throws(CheckFault) -> [Finding] {
    try findings(in: [model], with: [])
  }

  /// Finds the faults of the models in a project, and of the code around them.
  ///
  /// If the code deletes something, or is a program that was read as a whole, each hazard names the calls that reach it,
  /// and one that no call reaches is a note. Code of which it is unknown what it deletes is a finding if it may reach one.
  ///
  /// - Parameter project: The models of a project that were read together.
  /// - Returns: What could not be read, then the findings of each model.
  /// - Throws: A ``CheckFault`` if a proof fails: a fault of this package, never of the model.
  public func findings(in project: Project) throws(CheckFault) -> [Finding] {
    var found: [Finding] = []
    for unread in project.unread {
      let stated = unread.finding
      // Whatever is looked for: a part that was not read may hold it.
      found.append(
        Finding(
          try CheckRule(of: stated), .error, FindingText(stated.message), model: unread.place,
          entity: stated.entity, relationship: stated.relationship, at: stated.location,
          leavesOut: true))
    }
    return try found
      + findings(
        in: project.models, with: project.code, besides: project.objectiveC,
        isAllCode: project.isAllCode,
        unread: project.gaps.count { [.unreadableSource, .incompleteModel].contains($0.rule) })
  }

  /// Finds the faults of some models and of the code around them.
  package func findings(
    in models: [Model], with code: [SwiftDeclarations], besides objectiveC: [ObjectiveCFile] = [],
    isAllCode: Bool = true, unread unreadCount: Int = 0
  ) throws(CheckFault) -> [Finding] {
    let calls =
      code.isEmpty && objectiveC.allSatisfy(\.deletes.isEmpty)
      ? nil : ModelCalls(in: code, of: models, besides: objectiveC, isAllCode: isAllCode)
    let byPlace = try remaining(in: models, at: calls, unread: unreadCount).grouped(by: \.model)
    // Only a proof has links that something has to set.
    let hasProof = byPlace.values.joined().contains { $0.witness != nil }
    let isWhole = calls.map { $0.areOfProgram && $0.gaps.isEmpty } == true && unreadCount == 0
    let unset = UnsetRelationships(
      of: models, in: hasProof ? code : [], areWhole: isWhole && !assumesAllDeletes)
    return models.flatMap { model in
      var findings = byPlace[model.place] ?? []
      unset.note(&findings, in: model) { isStrict || severities[$0] != nil }
      // Fixes are only of what is not silenced.
      Fixes.complete(&findings, in: model, code)
      return findings.sorted { ($0.location, $0.rule.rawValue) < ($1.location, $1.rule.rawValue) }
    }
  }

  /// Finds the faults of some models and of the code around them that no comment silences, in no order and
  /// without fixes.
  func remaining(
    in models: [Model], at all: ModelCalls?, unread unreadCount: Int = 0
  ) throws(CheckFault) -> [Finding] {
    var calls = all?.calls ?? []
    // Clients of a library may call what its own code does not.
    if assumesAllDeletes { for index in calls.indices { calls[index].uncalled = nil } }
    let unresolved = all.map(UnresolvedDelete.all) ?? []
    var found: [Finding] = []
    var unreached: [UnreachedHazards] = []
    for (index, model) in models.enumerated() {
      var check = self
      check.range = ranges[model.place] ?? range
      check.range?.hasMemoryStores = model.mayBeInMemory
      let atCalls = try check.callFindings(
        calls.filter { $0.models.contains(index) && $0.mayHurtByItself }, in: model,
        sweptBy: OrphanSweeps(calls, ofModel: index))
      let checked = CheckedModel(
        model, by: check,
        calls: assumesAllDeletes
          ? nil
          : DeleteCallIndex(
            calls, ofModel: index, model, areOfProgram: all?.areOfProgram == true,
            unread: unreadCount, gaps: all?.gaps.count ?? 0),
        atCalls: atCalls)
      let (findings, hazards) = try checked.findings()
      found += findings
      unreached.append(
        UnreachedHazards(
          model: model, index: index, hazards: hazards,
          byDelete: try check.faults(of: unresolved, in: model, besides: hazards)))
    }
    if rules.contains(.unresolvedDelete) {
      found += unresolved.compactMap { $0.finding(about: unreached) }
    }
    // Suppression comes after everything that a comment can silence; the severities that are asked for
    // come last, as no pass looks at them.
    found = IgnoreComments(of: models, all?.code ?? [], rules: rules).remaining(found)
    for index in found.indices { found[index].severity = severity(of: found[index]) }
    return found
  }

  /// Finds what a rule finds in its example.
  package static func findings(
    in example: CheckRule.Example, of rule: CheckRule
  ) throws -> [Finding] {
    let file = SourceFile(path: example.file, bytes: Array(example.text.utf8))
    let model = try Model(reading: example.text, as: example.file)
    let code = model.framework == .swiftData ? [SwiftDeclarations(file, keepsCode: true)] : []
    return try Check(for: [rule.category]).findings(in: [model], with: code)
  }

  /// Removes the findings that comments in a project silence.
  package func remaining(_ findings: [Finding], in project: Project) -> [Finding] {
    IgnoreComments(of: project.models, project.code, rules: rules).remaining(findings)
      .filter { $0.rule != .ineffectiveIgnore }
  }

  /// Returns the severity that is asked for.
  package func severity(of finding: Finding) -> ModelFinding.Severity {
    isStrict ? .error : severities[finding.rule] ?? finding.severity
  }

  /// The rules whose hazards are searched: those that are looked for, or else all that always apply, as an
  /// unresolved call is a finding if it may reach one of them.
  var hazardRules: Set<CheckRule> {
    let isOfDelete = { (rule: CheckRule) in if case .byDelete = rule.search { true } else { false }
    }
    if !rules.contains(.unresolvedDelete) || rules.contains(where: isOfDelete) { return rules }
    return Set(CheckRule.allCases.filter { isOfDelete($0) && $0.category == .always })
  }

  /// The schema of a model with the worst behaviour of the releases, or of those that have the classes of a
  /// relationship.
  package func schema(of model: Model, at relationship: RelationshipID? = nil) -> Schema {
    let range = range.map { all in relationship.map { model.releases(of: $0, in: all) } ?? all }
    return model.schema.described(as: range.worst(of: model.framework)) ?? model.schema
  }
}

extension Witness {
  /// Replays what shows a hazard, from its scenario alone, as everybody can.
  init(of hazard: Hazard, at location: Location, on range: ReleaseRange?) throws(CheckFault) {
    let schema = hazard.pair.schema
    let scenario = hazard.trial.scenario(
      in: schema, mandatory: hazard.result.mandatory(in: schema), at: location)
    var cell: String?
    if case .byDelete(_, _, let find, _) = hazard.rule.search { cell = find(hazard) }
    try self.init(
      of: hazard.rule, scenario, showing: hazard.result.effect, in: schema.framework, at: location,
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
  init(
    of rule: CheckRule, _ scenario: Scenario, showing effect: Effect, in framework: Framework,
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

/// A proof that fails.
///
/// The search for hazards and the replay of its proof disagree: a fault of this package.
public struct CheckFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The finding, and how its proof fails.
  public let description: String
}
