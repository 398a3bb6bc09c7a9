import CompiledOnce
import ObjectGraph
import Scenarios
import SourceText

/// The observations of one implementation on one system and in one store, by cell.
///
/// They have a file separate from the pairings and scenarios that others observed.
///
/// ```json
/// {"observations": "SwiftData on macOS 26.1, SQLite", "framework": "swiftData", "source": {…},
///  "cells": {"C-D/cascade+deny/delete-C1": {"evidence": "observed", "deleted": ["C1"], "effect": "ok"}}}
/// ```
package struct RunObservations: Sendable {
  /// A description of the implementation that ran, and of the system and store it ran on.
  package let title: String
  package let framework: Framework.Name
  package fileprivate(set) var source: Source
  package private(set) var cells: [String: ObservedState]

  package init(
    _ title: String, of framework: Framework.Name, source: Source, cells: [String: ObservedState]
  ) {
    self.title = title
    self.framework = framework
    self.source = source
    self.cells = cells
  }

  /// Adds what another run saw there of other cells.
  ///
  /// - Returns: The cells of which that saw something else, sorted; of these the first stays.
  package mutating func add(_ others: [String: ObservedState]) -> [String] {
    var differing: [String] = []
    for (id, seen) in others {
      if let known = cells[id], known != seen { differing.append(id) } else { cells[id] = seen }
    }
    return differing.sorted()
  }

  /// The file, a line for each cell in the order in which the matrices have them.
  package func text(ordering ids: [String]) -> String {
    let places = Dictionary(zip(ids, ids.indices), uniquingKeysWith: { first, _ in first })
    let ordered = cells.keys.sorted { (places[$0] ?? .max, $0) < (places[$1] ?? .max, $1) }
    let lines = ordered.compactMap { id in
      cells[id].map {
        "    \(JSONText.string(id).line): \(JSONText([Observation(.observed, $0)], inRecording: true).line)"
      }
    }
    return """
      {
        "$schema": "../matrix.schema.json",
        "observations": \(JSONText.string(title).line),
        "framework": \(JSONText.string(framework.rawValue).line),
        "source": \(Source.format.json(source).line),
        "cells": {
      \(lines.joined(separator: ",\n"))
        }
      }

      """
  }
}

extension FormatObject {
  package static let runObservations = FormatObject(
    "runObservations", "what a run observed",
    "What one implementation was seen to do on one system and in one store, by the ids of cells that "
      + "other files have.",
    [
      .schema, .required("observations", .name),
      .required("framework", Notation.framework.shape),
      .required("source", .object(Source.format.object)),
      .required("cells", .byName(.outcome)),
    ])
}

extension FileReading {
  mutating func runObservations(_ node: JSONNode, _ suite: MatrixSuite) -> RunObservations? {
    guard let members = members(node, of: .runObservations) else { return nil }
    let title = string(members["observations"])
    let framework = choice(members["framework"], Framework.Name.self)
    let source = members["source"].flatMap { value($0, of: Source.format) }
    guard let title, let framework, let source else { return nil }
    let known = Dictionary(
      suite.cells(of: framework, withBatchDeletes: true).map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first })
    var cells: [String: ObservedState] = [:]
    let entries = members["cells"].flatMap { namedMembers($0, expected: "outcomes by cell") } ?? []
    for member in entries {
      guard let cell = known[member.key] else {
        let end = alternatives(to: member.key, among: known.keys.sorted())
        report(
          member.keyLocation,
          "found no cell '\(member.key.singleLine)' of \(framework.rawValue)\(end)")
        continue
      }
      var fixture = Fixture(cell.scenario)
      fixture.state(source)
      let seen = observations(
        member.value, of: cell.operation?.requested ?? [], in: fixture)
      if let first = seen.first, seen.count == 1, first.evidence == .observed {
        cells[member.key] = first.state
      } else if problemCount == 0 {
        report(member.value.location, "expected one outcome with the evidence \"observed\"")
      }
    }
    return RunObservations(title, of: framework, source: source, cells: cells)
  }
}

extension MatrixSuite {
  /// Puts what a run observed beside what the cells state already.
  package mutating func add(_ run: RunObservations) {
    runs = (runs + [run]).carryingOver
    (pairings, scenarios) = filed
    for run in runs {
      for (place, pairing) in pairings.enumerated() where pairing.framework == run.framework {
        pairings[place] = pairing.adding(run)
      }
      for (place, file) in scenarios.enumerated() where file.scenario.framework == run.framework {
        scenarios[place] = file.adding(run)
      }
    }
  }
}

extension [RunObservations] {
  /// The runs, each with the other releases whose frameworks have the same versions.
  fileprivate var carryingOver: [RunObservations] {
    map { run in
      guard let versions = run.source.environment.frameworks else { return run }
      let own = Set(run.source.environment.os?.releases ?? [])
      var same: [Release] = []
      for other in self
      where other.framework == run.framework && other.source.environment.frameworks == versions {
        for release in other.source.environment.os?.releases ?? []
        where !own.contains(release) && !same.contains(release) {
          same.append(release)
        }
      }
      var run = run
      run.source.environment.carriedOver = same.sorted { $0.era < $1.era }
      return run
    }
  }
}

extension Pairing {
  fileprivate func adding(_ run: RunObservations) -> Pairing {
    with(
      rows.map { row in
        var row = row
        for operation in operations + batchDeletes {
          guard let seen = run.cells[id(of: row, operation)] else { continue }
          row.observations.add(Observation(seen, in: run), to: operation)
        }
        return row
      })
  }
}

extension ScenarioFile {
  fileprivate func adding(_ run: RunObservations) -> ScenarioFile {
    var observations = observations
    for number in observations.keys {
      guard let seen = run.cells["\(name)/step-\(number)"] else { continue }
      observations[number]?.append(Observation(seen, in: run))
    }
    return ScenarioFile(
      name: name, title: title, scenario: scenario, sources: sources, observations: observations,
      at: location)
  }
}

extension Observation {
  fileprivate init(_ seen: ObservedState, in run: RunObservations) {
    self.init(.observed, seen, source: run.source)
  }
}
