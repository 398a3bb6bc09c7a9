import CompiledOnce
import DeleteCalls
import ModelFiles
import Scenarios
import SourceText

/// A fault of a model or of the code around it: what happens, where, and what to do.
public struct Finding: Sendable {
  /// The severity.
  public var severity: ModelFinding.Severity
  /// The rule that found it.
  public let rule: CheckRule
  /// The event and the entity that it happens to, in one clause.
  public let title: String
  /// The facts that follow the title, in the order in which they are printed.
  package var notes: [Note]
  /// The place of the model, as `Model/place`; of a file that could not be read, its own.
  public let model: String
  /// The entity that is concerned, if any.
  public package(set) var entity: String?
  /// The relationship or attribute that is concerned, if any.
  public package(set) var relationship: String?
  /// The place in the source.
  public package(set) var location: Location
  /// The type and function that the place is in, as in `TripList.remove`; nil outside of code.
  public package(set) var caller: String?
  /// The steps from a delete call to the cause, each at its place; empty where no call is known.
  package var path: [Label] = []
  /// The other sides of the pair that have the same fault and are not reported by themselves.
  package var otherSides: [Side] = []
  /// The places of all calls that show it, listed in a note or not.
  package var reachedBy: [Location] = []
  /// Whether the code deletes something, all of it was understood, and nothing of it shows the finding.
  package var isUnreached = false
  /// The smallest delete that shows it; nil for a fault of the text alone.
  public let witness: Witness?
  /// The replacements that fix the finding and do nothing else; empty if the fix requires a
  /// choice.
  package var fix: [Replacement] = []
  /// Whether a part of the model or the code is not read because of it: nothing silences that.
  package let leavesOut: Bool
  /// The source lines of the finding and its fix.
  fileprivate var excerpts: [Location: Excerpt] = [:]

  package init(
    _ rule: CheckRule, _ severity: ModelFinding.Severity, _ text: FindingText, model: String,
    entity: String? = nil, relationship: String? = nil, at location: Location,
    witness: Witness? = nil, leavesOut: Bool = false
  ) {
    self.rule = rule
    self.severity = severity
    title = text.title
    notes = text.facts.map(Note.fact)
    self.model = model
    self.entity = entity
    self.relationship = relationship
    self.location = location
    self.witness = witness
    self.leavesOut = leavesOut
  }

  /// Makes it a note, for the reason that another note states.
  mutating func demote(by note: Note) {
    severity = .note
    notes.append(note)
  }

  /// The advice of its rule.
  public var help: String { rule.fix }

  /// The title and the notes in one line.
  package var message: String { ([title] + facts).joined(separator: "; ") }

  /// The words of the notes, one fact each.
  public var facts: [String] { notes.map { $0.words(at: location) } }
}

extension Finding {
  /// A relationship with the same fault as its inverse.
  package struct Side: Sendable {
    package let entity: String?
    package let relationship: String?
    package var location: Location
  }

  /// A place that has a part in a finding, and what happens there.
  package struct Label: Hashable, Sendable {
    package var location: Location
    /// The event there, as in `deletes a Trip`.
    package let text: String

    package init(_ text: String, at location: Location) {
      self.text = text
      self.location = location
    }
  }

  /// The places other than its own: the steps of the path, other places with the same fault, and
  /// delete calls.
  package var labels: [Label] {
    var known: Set<Location> = [location]
    return (path + notes.flatMap(\.labels)).filter { known.insert($0.location).inserted }
  }

  /// The source line; nil where its file was not read, or has no such line.
  package var excerpt: Excerpt? { excerpt(at: location) }

  /// The line on which a part of the fix is.
  package func excerpt(at location: Location) -> Excerpt? { excerpts[location] }

  package mutating func show(_ lines: [Location: Excerpt]) {
    for place in [location] + fix.map(\.location) { excerpts[place] = lines[place] }
  }
}

extension Finding: CustomStringConvertible {
  /// `file:line:column: warning: message [rule]`, as compilers write it and Xcode reads it.
  public var description: String {
    "\(location): \(severity.rawValue): \(message) [\(rule.rawValue)]"
  }
}

/// The smallest object graph and delete that show a hazard, and what the engine made of them.
public struct Witness: Sendable {
  /// The objects, their links and the delete; its model has only the entities that matter.
  public let scenario: Scenario
  /// The outcome of replaying the scenario.
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
  /// The same findings with other names of files, in every place and text.
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
        finding.excerpts = Dictionary(
          finding.excerpts.map { (renamed($0), $1) }, uniquingKeysWith: { first, _ in first })
        finding.location = renamed(finding.location)
        for index in finding.path.indices {
          finding.path[index].location = renamed(finding.path[index].location)
        }
        for index in finding.otherSides.indices {
          finding.otherSides[index].location = renamed(finding.otherSides[index].location)
        }
        finding.notes = finding.notes.map { $0.located(by: renamed) }
        finding.fix = finding.fix.map { part in
          Replacement(
            inserting: part.text,
            at: Replacement.Place(renamed(part.location), offset: part.range.lowerBound))
        }
        return finding
      })
  }
}

package struct CheckRun: Sendable {
  /// The names of the models, in the order in which they were given.
  package let models: [String]
  /// The findings that are not silenced: the worst first, then in the order of the models and places.
  package let findings: [Finding]

  /// Puts findings in their order.
  package init(models: [String], findings: [Finding]) {
    self.models = models
    self.findings = ModelFinding.Severity.allCases.flatMap { severity in
      findings.filter { $0.severity == severity }
    }
  }

  /// Indicates whether an error or a warning was found, which fails a check; a note does not.
  package var isFailure: Bool { findings.contains { $0.severity != .note } }

  /// `1 error, 2 warnings`, or that there is nothing.
  package var counts: String {
    let parts = ModelFinding.Severity.allCases.compactMap { severity -> String? in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    return parts.isEmpty ? "no findings" : parts.joined(separator: ", ")
  }
}
