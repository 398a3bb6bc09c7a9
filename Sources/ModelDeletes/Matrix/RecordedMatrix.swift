import CompiledOnce
import DeleteMatrix
import ObjectGraph
import Scenarios
import SourceText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A recording of the effects of deletes on a model, as `deleterules matrix --record` wrote it.
public struct RecordedMatrix: Sendable, Equatable {
  /// The model's name.
  public let model: String
  /// The framework that it was recorded for.
  public let framework: Framework.Name
  /// The releases that it was recorded for; nil for the newest of its day.
  public let system: ReleaseSpan?
  package let pairings: [Pairing]

  /// Reads a recording.
  ///
  /// - Parameter file: The file's path and bytes.
  /// - Throws: A `DataError` with every problem of the file, or that it is no recording.
  public init(_ file: SourceFile) throws(DataError) {
    let node = try JSONParser.parse(file.bytes, file: file.path)
    guard node.hasKey("matrix") else {
      throw DataError(
        node.location,
        "this is no recorded matrix; 'deleterules matrix MODEL --record FILE' writes one")
    }
    var reading = FileReading(file: file.path)
    let recorded = reading.recordedMatrix(node)
    guard let recorded, reading.problems.isEmpty else {
      throw DataError(problems: reading.listedProblems)
    }
    self = recorded
  }

  /// Reads a recording from a file.
  ///
  /// - Parameter path: The file's path.
  /// - Throws: A `DataError` with every problem of the file, or that it cannot be read.
  public init(at path: String) throws(DataError) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw DataError(Location(file: path, line: 1, column: 1), "cannot read the file")
    }
    try self.init(SourceFile(path: path, bytes: Array(data)))
  }

  fileprivate init(
    model: String, framework: Framework.Name, system: ReleaseSpan?, pairings: [Pairing]
  ) {
    self.model = model
    self.framework = framework
    self.system = system
    self.pairings = pairings
  }

  /// Returns the releases that the matrix was recorded for.
  ///
  /// - Parameter releases: The described releases.
  /// - Returns: The releases; the newest if the recording names none.
  /// - Throws: A `ReleaseError` if the recording names a release that is not described.
  public func range(in releases: Releases) throws(ReleaseError) -> ReleaseRange {
    guard let system else { return ReleaseRange(newestIn: releases) }
    return try ReleaseRange(system, in: releases)
  }

  /// The file that can be reviewed, replayed, and compared with later: an outcome on each line.
  package var text: String {
    let system = system.map { "\n  \"system\": \(JSONText.string($0.description).line)," } ?? ""
    return """
      {
        "matrix": \(JSONText.string(model).line),
        "framework": \(JSONText.string(framework.rawValue).line),\(system)
        "pairings": [
      \(pairings.map(text).joined(separator: ",\n"))
        ]
      }

      """
  }

  private func text(of pairing: Pairing) -> String {
    let members = Pairing.modelFormat.members(of: pairing)
    func line(_ keys: String...) -> String {
      let parts = keys.flatMap { key in
        members.filter { $0.0 == key }.compactMap { key, value in
          value.map { "\(JSONText.string(key).line): \($0.line)" }
        }
      }
      return "      \(parts.joined(separator: ", "))"
    }
    let outcomes = members.compactMap { key, value -> String? in
      guard case .object(let outcomes) = value, Cell.Operation.Key(rawValue: key) != nil
      else { return nil }
      let lines = outcomes.map { "        \(JSONText.string($0.0).line): \($0.1.line)" }
      let text = lines.isEmpty ? "{}" : "{\n\(lines.joined(separator: ",\n"))\n      }"
      return "      \(JSONText.string(key).line): \(text)"
    }
    let lines = [
      line("pairing", "title", "rules"), line("entities"), line("sides", "objects", "links"),
    ]
    return "    {\n\((lines + outcomes).joined(separator: ",\n"))\n    }"
  }
}

extension ModelMatrix {
  /// The matrix as a file that can be reviewed, replayed, and compared with later.
  ///
  /// - Returns: JSON in the format of the matrix files, ending with a line break; nil where a cell
  ///   could not be replayed.
  public var recording: String? { recorded?.text }

  /// A recording of what deletes do on the model now; nil if a cell could not be replayed.
  var recorded: RecordedMatrix? {
    var recorded: [Pairing] = []
    for (pairing, section) in zip(pairings, run().sections) {
      var observations: [Cell.Operation: [Observation]] = [:]
      for result in section.results {
        guard !result.possible.isEmpty, let operation = result.cell.operation else { return nil }
        let newest = result.possible.recorded
        let isOfAll = range.map { result.eras == $0.eras } ?? true
        observations[operation] =
          (isOfAll ? newest.map { Observation(.recorded, $0) } : [])
          + result.outcomesByRelease(except: isOfAll ? newest : nil)
      }
      recorded.append(pairing.stating(observations, on: range?.span))
    }
    return RecordedMatrix(
      model: model, framework: framework, system: range?.span, pairings: recorded)
  }
}

extension ObservedState {
  /// Makes the recorded state of an outcome: every effect of a delete on the objects and
  /// references.
  fileprivate init(recording outcome: Outcome) {
    self.init(
      deleted: outcome.deleted, effect: outcome.effect, nullified: outcome.nullified,
      dangling: outcome.dangling, error: outcome.error)
  }
}

extension [Outcome] {
  /// The recorded states of the possible outcomes, each once.
  fileprivate var recorded: [ObservedState] {
    reduce(into: []) { found, outcome in
      let state = ObservedState(recording: outcome)
      if !found.contains(state) { found.append(state) }
    }
  }
}

extension CellResult {
  /// Returns the recorded states of releases, without those that have some possible outcomes.
  fileprivate func outcomesByRelease(except newest: [ObservedState]?) -> [Observation] {
    var kept: [(eras: [Release.Era], states: [ObservedState])] = []
    for part in releases where !part.outcomes.isEmpty {
      let states = part.outcomes.recorded
      if kept.last?.states != states { kept.append(([], states)) }
      kept[kept.count - 1].eras += part.range.eras
    }
    return kept.filter { $0.states != newest }.flatMap { eras, states in
      states.map { Observation(.recorded, $0, system: ReleaseSpan(eras)) }
    }
  }
}

extension FormatObject {
  package static let matrixFile = FormatObject(
    "matrixFile", "a recorded matrix",
    "What deletes do on both sides of every relationship of one model, as it was recorded.",
    [
      .schema, .required("matrix", .name, "The model's name."),
      .required("framework", Notation.framework.shape),
      .optional(
        "system", Notation.releases.shape,
        "The releases that it was recorded for; absent for the newest of its day."),
      .required("pairings", .list(.object(Pairing.modelFormat.object))),
    ])
}

extension FileReading {
  /// Reads a recorded matrix: for each relationship of a model a pairing with a single row.
  fileprivate mutating func recordedMatrix(_ node: JSONNode) -> RecordedMatrix? {
    guard let members = members(node, of: .matrixFile) else { return nil }
    let model = string(members["matrix"], expected: "the model's name")
    let framework = choice(members["framework"], Framework.Name.self)
    let system = releaseSpan(members["system"])
    var pairings: [Pairing] = []
    var lines: [String: Int] = [:]
    for node in elements(members["pairings"], expected: "an array of pairings") ?? [] {
      guard let pairing = modelPairing(node, framework ?? .swiftData, on: system)
      else { continue }
      if let first = lines[pairing.name] {
        report(
          node.location,
          "found the pairing \(pairing.name.singleLine) again; it stands first in line \(first)")
      } else {
        lines[pairing.name] = node.location.line
        pairings.append(pairing)
      }
    }
    guard let model, let framework else { return nil }
    return RecordedMatrix(
      model: model, framework: framework, system: system, pairings: pairings)
  }
}

extension MatrixSuite {
  /// Reads files, strictly, as `init(_:)` does, and recorded matrices among them.
  ///
  /// - Parameter files: The files, in any order; one with the key `matrix` is a recorded matrix.
  /// - Throws: A `DataError` with every problem of every file, in the order of their paths.
  public init(withRecordings files: [SourceFile]) throws(DataError) {
    let recordings = PairingsFormat(key: "matrix") { reading, node in
      reading.recordedMatrix(node)?.pairings ?? []
    }
    try self.init(files, or: [recordings])
  }
}
