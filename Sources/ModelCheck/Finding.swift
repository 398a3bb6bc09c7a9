import CompiledOnce
import ModelFiles
import Scenarios
import SourceText

/// Something in a model that will hurt, with its proof.
public struct Finding: Sendable {
  /// How bad it is.
  public var severity: ModelFinding.Severity
  /// Which rule found it.
  public let rule: CheckRule
  /// What is wrong, and what comes of it.
  public let message: String
  /// The model's place, as `Model/place`; of what could not be read, its own.
  public let model: String
  /// The entity that is concerned, if any.
  public let entity: String?
  /// The relationship or attribute that is concerned, if any.
  public let relationship: String?
  /// Where it is written.
  public package(set) var location: Location
  /// Whose code it is in: `TripList.remove`; nil for what is in no code.
  public package(set) var caller: String?
  /// What leads from a call in the code to what is to blame, one place after the other; empty where
  /// no call is known.
  public package(set) var way: [Step] = []
  /// The smallest delete that shows it; nil for what is wrong with the text and not with a delete.
  public let witness: Witness?
  /// What would mend it without doing anything else; empty where somebody has to choose.
  public package(set) var fix: [Replacement] = []
  /// Whether something of a model is not read because of it: a baseline does not silence that.
  package let leavesOut: Bool
  /// The lines on which it and its fix are.
  private var excerpts: [Location: Excerpt] = [:]

  package init(
    _ rule: CheckRule, _ severity: ModelFinding.Severity, _ message: String, model: String,
    entity: String?, relationship: String?, at location: Location, witness: Witness? = nil,
    leavesOut: Bool = false
  ) {
    self.rule = rule
    self.severity = severity
    self.message = message
    self.model = model
    self.entity = entity
    self.relationship = relationship
    self.location = location
    self.witness = witness
    self.leavesOut = leavesOut
  }
}

extension Finding {
  /// A place on the way from a call to what is to blame, and what happens there.
  public struct Step: Hashable, Sendable {
    /// Where.
    public package(set) var location: Location
    /// What happens there.
    public let message: String

    package init(_ message: String, at location: Location) {
      self.message = message
      self.location = location
    }
  }

  /// The line on which it is; nil where its file was not read, or has no such line.
  public var excerpt: Excerpt? { excerpt(at: location) }

  /// The line on which a part of the fix is.
  package func excerpt(at location: Location) -> Excerpt? { excerpts[location] }

  /// Takes those of some lines that it is about.
  package mutating func show(_ lines: [Location: Excerpt]) {
    for place in [location] + fix.map(\.location) { excerpts[place] = lines[place] }
  }
}

extension Finding: CustomStringConvertible {
  /// `file:line:column: warning: message (rule)`, as compilers write it and Xcode reads it.
  public var description: String {
    "\(location): \(severity.rawValue): \(message) (\(rule.rawValue))"
  }
}

/// The smallest object graph and delete that show a hazard, and what the engine made of them.
public struct Witness: Sendable {
  /// The objects, their links and the delete; its model has only the entities that matter.
  public let scenario: Scenario
  /// What came of replaying the scenario.
  public let outcome: Outcome
  /// The id of the bundled cell that shows the same with two plain entities, where there is one.
  public let cell: String?

  package init(scenario: Scenario, outcome: Outcome, cell: String?) {
    self.scenario = scenario
    self.outcome = outcome
    self.cell = cell
  }
}

extension CheckRun {
  /// The same findings in files of other names.
  ///
  /// - Parameter name: The name for a path as it was typed.
  /// - Returns: The findings, in the same order.
  package func located(by name: (String) -> String) -> CheckRun {
    var names: [String: String] = [:]
    func renamed(_ location: Location) -> Location {
      let file = names[location.file] ?? name(location.file)
      names[location.file] = file
      return Location(file: file, line: location.line, column: location.column)
    }
    return CheckRun(
      models: models,
      findings: findings.map { finding in
        var finding = finding
        finding.location = renamed(finding.location)
        for index in finding.way.indices {
          finding.way[index].location = renamed(finding.way[index].location)
        }
        finding.fix = finding.fix.map { part in
          Replacement(
            inserting: part.text,
            at: Replacement.Place(renamed(part.location), offset: part.range.lowerBound))
        }
        return finding
      })
  }
}

/// What checking some models came to.
public struct CheckRun: Sendable {
  /// The names of the models, in the order in which they were given.
  public let models: [String]
  /// What was found and is not silenced, in the order of the models and of the places in them.
  public let findings: [Finding]

  /// Puts together what was found.
  ///
  /// - Parameters:
  ///   - models: The names of the models that were checked.
  ///   - findings: What was found and is not silenced.
  public init(models: [String], findings: [Finding]) {
    self.models = models
    self.findings = findings
  }

  /// Whether anything was found that should keep a change from going in; a note does not.
  public var isFailure: Bool { findings.contains { $0.severity != .note } }

  /// `1 error, 2 warnings`, or that there is nothing.
  public var counts: String {
    let parts = ModelFinding.Severity.allCases.compactMap { severity -> String? in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    return parts.isEmpty ? "no findings" : parts.joined(separator: ", ")
  }
}
