import Conformance
import DeleteMatrix
import ObjectGraph
import Scenarios
import SourceText

/// The observations of probes, compared with what matrices already state: new files, and the news
/// in them.
public struct Observations: Sendable {
  /// A file of matrices that a run makes.
  public struct File: Sendable {
    /// The name, `swiftData-macOS-26.1-SQLite.json`.
    public let name: String
    /// The content of the file.
    public let text: String
    /// The number of cells that the file states.
    public let cellCount: Int
    /// The number of cells that the file did not state before.
    public let newCount: Int
  }

  /// A behaviour that was unknown on a release and has now been observed.
  public struct Decision: Hashable, Sendable {
    /// The behaviour.
    public let behaviour: String
    /// The release, as the observation names it.
    public let release: String
    /// Whether it happens there; nil where cells disagree.
    public private(set) var happens: Bool?
    /// The cells that tell, sorted.
    public private(set) var cells: [String]
    /// The run that saw it, as a source.
    public let source: String
    /// The store and the context, if the behaviour is known to depend on them.
    public let circumstances: Circumstances

    /// The entry to add to `seen` of the behaviour in `releases.json`; nil if cells disagree.
    public var line: String? {
      happens.map {
        JSONText.stating(
          [
            ("on", .string(release)), ("happens", .bool($0)), ("evidence", "measured"),
            ("source", .string(source)),
          ] + circumstances.members
        ).line
      }
    }

    fileprivate mutating func join(_ other: Decision) {
      if happens != other.happens { happens = nil }
      cells = Set(cells + other.cells).sorted()
    }
  }

  /// The runs, in the order in which they were given.
  public let runs: [ObservedRun]
  /// The files, sorted by name.
  public private(set) var files: [File] = []
  /// The cells that are stated otherwise by two runs of one system and store; the first is kept.
  public private(set) var differing: [ObservedRun.LeftOut] = []
  /// The cells for which another source observed a different result on the same release.
  public private(set) var conflicts: [CellResult] = []
  /// The cells that are not as this package predicts.
  public private(set) var mismatches: [CellResult] = []
  /// The behaviours that are now known.
  public private(set) var decisions: [Decision] = []

  /// Puts runs beside matrices.
  ///
  /// - Parameters:
  ///   - runs: What probes observed.
  ///   - matrices: What is stated already, by earlier runs, too.
  public init(_ runs: [ObservedRun], beside matrices: MatrixSuite) {
    self.runs = runs
    var merged: [(name: String, run: RunObservations, known: Int)] = []
    for run in runs {
      guard let framework = run.identity.framework else { continue }
      if let place = merged.firstIndex(where: { $0.run.title == run.title }) {
        note(merged[place].run.add(run.cells), of: run)
        continue
      }
      if let known = matrices.runs.first(where: { $0.title == run.title }) {
        var grown = known
        note(grown.add(run.cells), of: run)
        merged.append((run.name, grown, known.cells.count))
      } else {
        let new = RunObservations(
          run.title, of: framework, source: run.source, cells: run.cells)
        merged.append((run.name, new, 0))
      }
    }
    for (name, run, known) in merged.sorted(by: { $0.name < $1.name }) {
      let ids = matrices.cells(of: run.framework, withBatchDeletes: true).map(\.id)
      files.append(
        File(
          name: "\(name).json", text: run.text(ordering: ids), cellCount: run.cells.count,
          newCount: run.cells.count - known))
    }
    judge(merged.map(\.run), beside: matrices)
  }

  /// Whether something is not as this package predicts, or was resolved otherwise, or is not the same
  /// in two runs.
  public var isFailure: Bool {
    !mismatches.isEmpty || !differing.isEmpty || runs.contains { !$0.resolvedOtherwise.isEmpty }
  }

  private mutating func note(_ cells: [String], of run: ObservedRun) {
    differing += cells.map {
      ObservedRun.LeftOut(
        id: $0, reason: "another run of \(run.title) saw something else; that stays")
    }
  }

  /// Compares all that is observed with what others state and what is predicted.
  private mutating func judge(_ observed: [RunObservations], beside matrices: MatrixSuite) {
    var before = matrices
    before.forget(observed.map(\.title))
    var after = before
    for run in observed { after.add(run) }
    for framework in Framework.Name.allCases {
      let ids = Set(observed.filter { $0.framework == framework }.flatMap(\.cells.keys))
      if ids.isEmpty { continue }
      let runner = Runner(in: matrices.releases)
      func results(_ suite: MatrixSuite) -> [CellResult] {
        runner.run(
          suite.trials(of: framework, withBatchDeletes: true).compactMap { $0.with(ids) })
      }
      let earlier = Dictionary(
        results(before).map { ($0.cell.id, $0.verdict) }, uniquingKeysWith: { first, _ in first })
      for result in results(after) where result.verdict != earlier[result.cell.id] {
        switch result.verdict {
        case .conflict: conflicts.append(result)
        case .mismatch, .error: mismatches.append(result)
        default: break
        }
      }
    }
    guard let releases = matrices.releases else { return }
    // Two stores on one release tell the same, or disagree.
    for decision in observed.flatMap({ Self.decisions(by: $0, in: before, releases) }) {
      let place = decisions.firstIndex {
        ($0.behaviour, $0.release, $0.circumstances)
          == (decision.behaviour, decision.release, decision.circumstances)
      }
      if let place { decisions[place].join(decision) } else { decisions.append(decision) }
    }
  }

  /// Returns what a run shows about behaviours that were unknown on its release.
  private static func decisions(
    by run: RunObservations, in matrices: MatrixSuite, _ releases: Releases
  ) -> [Decision] {
    guard let release = run.source.environment.releases.first else { return [] }
    var circumstances = Circumstances(
      stating: run.source.environment.store ?? "", of: run.framework)
    circumstances.insertedBy = circumstances.insertedBy ?? .otherContext
    let presumed = releases.framework(run.framework, on: release.era, in: circumstances)
    let cells = matrices.cells(of: run.framework, withBatchDeletes: true).filter {
      run.cells[$0.id] != nil
    }
    return releases.behaviours.filter {
      $0.framework == run.framework && !$0.standing(on: release.era, in: circumstances).isKnown
    }.compactMap { behaviour in
      var (with, without) = (presumed, presumed)
      with.behaviours[behaviour.condition] = behaviour.consequence
      without.behaviours[behaviour.condition] = nil
      var votes: [Bool: [String]] = [:]
      for cell in cells {
        let scenario = cell.scenario.stating(circumstances)
        if scenario.irrelevantConditions.contains(behaviour.condition) { continue }
        guard let seen = run.cells[cell.id] else { continue }
        let outcomes = [with, without].map {
          try? ObjectGraphEngine(as: $0).answers(to: scenario, at: [cell.look])[0].get()
        }
        guard let one = outcomes[0], let other = outcomes[1],
          seen.holds(for: one) != seen.holds(for: other)
        else { continue }
        votes[seen.holds(for: one), default: []].append(cell.id)
      }
      guard !votes.isEmpty else { return nil }
      return Decision(
        behaviour: behaviour.name, release: "\(release)",
        happens: votes.count == 1 ? votes.keys.first : nil,
        cells: votes.values.flatMap { $0 }.sorted(), source: run.source.id,
        circumstances: behaviour.dependsOnCircumstances ? circumstances : Circumstances())
    }
  }
}
