import DeleteMatrix
import ObjectGraph
import Scenarios
import SourceText

/// The cells of matrices that an implementation is asked about, with their predictions.
///
/// ```swift
/// let suite = try ConformanceSuite(matrices, for: greeting)
/// let results = suite.results(asking: { process.response(to: $0) })
/// ```
public struct ConformanceSuite: Sendable {
  /// Cells of one scenario, which are asked about together.
  struct Group: Sendable {
    let cells: [AskedCell]
    let question: Question
    /// The capabilities that the question needs but the implementation lacks.
    let lacking: [Capability]

    init(_ cells: [AskedCell], for greeting: Greeting) {
      self.cells = cells
      question = Question(cells[0].scenario, at: cells.map(\.look))
      let lacking = Capability.needed(by: question).subtracting(greeting.capabilities)
      self.lacking = Capability.allCases.filter(lacking.contains)
    }
  }

  /// The greeting of the implementation that is asked.
  public let greeting: Greeting
  let groups: [Group]
  private let runner: Runner

  /// Selects the cells that an implementation is asked about.
  ///
  /// - Parameters:
  ///   - matrices: Pairings and scenarios.
  ///   - greeting: The identity and the capabilities of the implementation.
  ///   - framework: The framework whose cells to ask. If nil, SwiftData is asked about its own
  ///     cells, and any other implementation about those of both frameworks. SwiftData's cells are
  ///     then asked with every inverse written out.
  ///   - pattern: The cells to ask about; nil for all.
  ///   - random: Random scenarios to ask about in addition.
  /// - Throws: A `ReleaseError` if the implementation's system is newer than all described releases.
  public init(
    _ matrices: MatrixSuite, for greeting: Greeting, framework: Framework.Name? = nil,
    only pattern: CellPattern? = nil, random: [Trial] = []
  ) throws(ReleaseError) {
    self.init(
      matrices, for: greeting, framework: framework, only: pattern, random: random,
      by: try Self.runner(for: greeting, in: matrices.releases))
  }

  /// Selects the cells that an implementation is asked about, with predictions by a runner.
  package init(
    _ matrices: MatrixSuite, for greeting: Greeting, framework: Framework.Name? = nil,
    only pattern: CellPattern? = nil, random: [Trial] = [], by runner: Runner
  ) {
    self.greeting = greeting
    self.runner = runner
    let own = greeting.identity.framework
    let chosen = framework ?? (own == .swiftData ? .swiftData : nil)
    // One who has experiments is asked what nobody stated, too.
    let trials =
      matrices.trials(of: chosen, only: pattern, withBatchDeletes: !greeting.experiments.isEmpty)
      .filter { greeting.identity.meets($0.scenario) }
      + random.filter { trial in pattern.map { trial.cells.contains(where: $0.matches) } ?? true }
    groups = trials.map { Group(AskedCell.cells(of: $0, for: own, by: runner), for: greeting) }
  }

  /// The same cells and predictions for another implementation of the same framework.
  init(_ other: ConformanceSuite, for greeting: Greeting) {
    self.greeting = greeting
    groups = other.groups.map { Group($0.cells, for: greeting) }
    runner = other.runner
  }

  /// Returns the runner that makes the predictions: for the releases of the implementation's system
  /// if it states any, otherwise for the newest.
  private static func runner(
    for greeting: Greeting, in releases: Releases?
  ) throws(ReleaseError) -> Runner {
    guard let releases else { return Runner() }
    for release in greeting.identity.system?.releases ?? [] {
      try releases.check(release, for: greeting.identity.framework ?? .coreData)
    }
    let eras = releases.eras(of: greeting.identity.system)
    return Runner(
      on: eras.isEmpty
        ? ReleaseRange(newestIn: releases) : ReleaseRange(eras[...], in: releases))
  }

  /// The number of cells.
  public var cellCount: Int { groups.reduce(0) { $0 + $1.cells.count } }

  func name(of group: Int) -> String {
    let cell = groups[group].cells[0].cell
    return "\(cell.scenario.framework.rawValue) \(cell.id)"
  }

  /// A digest of all questions, in 16 digits; runs with the same digest ask the same questions.
  var digest: String {
    digest(of: groups.enumerated().map { JSONText(Request.run($0, $1.question)).line })
  }

  /// The FNV-1a hash of lines: 16 digits.
  func digest(of lines: some Sequence<String>) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for line in lines {
      for byte in line.utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
      }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Returns the results for the cells of a group.
  func results(
    of group: Int, _ response: Response, known: KnownDeviations = KnownDeviations()
  ) -> [ConformanceResult] {
    groups[group].cells.map {
      ConformanceResult($0, response, known: known.entry(for: $0.cell) != nil)
    }
  }

  /// Asks about a group, unless it needs what is not there.
  ///
  /// One who dies of a step is asked once more about what comes before it.
  func response(to group: Int, asking ask: (Question) -> Response) -> Response {
    let group = groups[group]
    if !group.lacking.isEmpty {
      return .skipped(group.lacking.map(\.rawValue).listed())
    }
    if group.cells.allSatisfy(\.possible.isEmpty) {
      return .skipped("a scenario that can be put to it")
    }
    let response = ask(group.question)
    guard case .died(let death) = response, let earlier = group.question.before(death.step),
      case .seen(let states) = ask(earlier)
    else { return response }
    let rest = group.question.looks.dropFirst(states.count)
    return .seen(states + rest.map { ObservedState(after: $0.stepCount, effect: .crash) })
  }

  /// Asks about everything, one after the other.
  ///
  /// - Parameters:
  ///   - known: What is known to differ.
  ///   - ask: Who answers.
  /// - Returns: The results, in the order of the cells.
  public func results(
    known: KnownDeviations = KnownDeviations(), asking ask: (Question) -> Response
  ) -> [ConformanceResult] {
    groups.indices.flatMap { results(of: $0, response(to: $0, asking: ask), known: known) }
  }

  /// The smallest scenario that shows a mismatch, with what was seen and predicted of it.
  func shrinking(
    _ result: ConformanceResult, of group: Int, asking ask: (Question) -> Response
  ) -> ConformanceResult {
    guard let cell = groups[group].cells.first(where: { $0.cell.id == result.cell.id })
    else { return result }
    let start = cell.scenario.with(
      cell.scenario.links, steps: Array(cell.scenario.steps.prefix(cell.look.stepCount)))
    var words: String?
    let smallest = start.shrunk(asking: 200) { scenario in
      let fetches = cell.look.fetches.filter { fetch in
        let entity = scenario.entities.first { $0.name == fetch.entity }
        return entity?.attributes.contains { $0.name == fetch.attribute } == true
      }
      let question = Question(scenario, at: [Look(after: scenario.steps.count, fetching: fetches)])
      guard Capability.needed(by: question).isSubset(of: greeting.capabilities) else {
        return false
      }
      let asked = AskedCell(cell.cell.id, question, by: runner)
      let found = ConformanceResult(asked, ask(question))
      // Something else that is wrong, too, or a look at another moment, would be another finding.
      guard asked.canBeRefused == cell.canBeRefused, found.verdict == .mismatch,
        found.possible.map(\.effect) == result.possible.map(\.effect),
        found.observed?.effect == result.observed?.effect
      else { return false }
      words = found.comparisonWords
      return true
    }
    guard let words else { return result }
    var result = result
    result.shrunk = smallest
    result.shrunkWords = words
    return result
  }
}

extension AskedCell {
  /// A scenario of no matrix, as it is: of which nothing is stated.
  init(_ name: String, _ question: Question, by runner: Runner = Runner()) {
    let scenario = question.scenario
    let file = ScenarioFile(
      name: name, title: name, scenario: scenario,
      observations: [scenario.steps.count: []])
    self = AskedCell.cells(of: file.trial, for: scenario.framework, by: runner)[0]
  }
}

extension ConformanceResult {
  /// A comparison of the observed outcome with the predicted one, in words.
  public var comparisonWords: String {
    let framework = Framework.named(cell.scenario.framework)
    let seen =
      observed?.seenWords(under: framework, response: response, besides: possible)
      ?? reason ?? "nothing"
    let predicted = possible.isEmpty ? "nothing" : possible.words(under: framework)
    let basis = cell.observations.map(\.evidence.rawValue).first.map { ", as \($0)" } ?? ""
    return "seen: \(seen); predicted\(basis): \(predicted)"
  }
}

extension ObservedState {
  fileprivate func seenWords(
    under framework: Framework, response: Response, besides possible: [Outcome]
  ) -> String {
    if case .died(let death) = response { return death.description }
    if effect == .denied || effect == .validationFailed {
      return "refused: \((refused ?? []).map(\.words).joined(separator: "; "))"
    }
    let requested = possible.first?.requested ?? []
    let words = brief(requested: requested, under: framework)
    guard let predicted = possible.first(where: { words == $0.words(under: framework) }) else {
      return words
    }
    // Where the words are the same, something that they are silent on differs: a reference, or else a
    // whole list.
    let hidden = ObservedState(predicted).differences(in: self, requested: requested)
    let reference = hidden.first { $0.field == .references }
    let lists = hidden.filter {
      [.kept, .stored, .isDeleted, .values, .fetched].contains($0.field)
    }
    return ([words] + (reference.map { [$0] } ?? lists).map(\.words)).joined(separator: "; ")
  }
}

extension Identity {
  /// Whether the implementation runs under the circumstances that a scenario states; the graph is made
  /// in another context than that of the steps.
  fileprivate func meets(_ scenario: Scenario) -> Bool {
    let stated = scenario.circumstances
    var own = Circumstances(stating: store ?? "", of: scenario.framework)
    own.insertedBy = own.insertedBy ?? .otherContext
    let isMade =
      stated.insertedBy == nil || stated.insertedBy == own.insertedBy || stated == .ofPairing
    return isMade
      && (stated.store == nil || framework == scenario.framework && stated.store == own.store)
  }
}
