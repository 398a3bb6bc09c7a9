import CompiledOnce
import DeleteMatrix
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// The effects of deletes on both sides of every relationship of a model.
///
/// ```swift
/// let matrix = try ModelMatrix(at: "App.xcdatamodeld", recorded: "deletes.json")
/// let changed = matrix.rows.filter { $0.difference != nil }
/// ```
public struct ModelMatrix: Sendable {
  /// The model's name.
  public let model: String
  /// The framework that the model is written for.
  public let framework: Framework.Name
  /// The releases that the deletes are computed for; nil for the framework as described without
  /// one.
  public let range: ReleaseRange?
  /// The pairings in the order of the model: each relationship with its inverse, or on its own if
  /// it has none.
  package let pairings: [Pairing]
  /// The relationships on one side of which there can be no object: `Entity.relationship`.
  public let leftOut: [String]
  /// Whether batch deletes are tried as well of which nothing is recorded.
  public var includesBatchDeletes = false
  package let hasRecording: Bool
  /// The location in the model that makes a pairing differ, by the pairing's name.
  ///
  /// It is the relationship whose rule is not the recorded one, or else the one that the pairing
  /// is shown from.
  package private(set) var causes: [String: Location] = [:]
  /// The pairings that only the recording or only the model contains.
  package private(set) var problems: [Problem]

  /// A pairing that is on one side of the comparison only.
  package struct Problem: Sendable {
    package let pairing: String
    package let message: String
    package let location: Location
    /// Whose cells it is about.
    fileprivate let pairings: [Pairing]
  }

  /// Pairs the relationships of a model.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - range: The releases to compute deletes for; nil for the newest, as the frameworks are
  ///     described without one.
  public init(_ model: Model, on range: ReleaseRange? = nil) {
    let found = model.schema.relationships.compactMap { relationship -> Pairing? in
      if let inverse = model.schema.inverse(of: relationship)?.relationship,
        model.schema.isPairedFrom(inverse, rather: relationship)
      {
        return nil
      }
      return Pairing(relationship, in: model)
    }
    self.init(model, on: range, pairings: found, problems: nil)
  }

  /// Pairs the relationships of a model, and states the recorded outcomes of each.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - recording: The recording of the model, perhaps from before a change.
  ///   - range: The recorded releases to compare the model with; nil for all of them. If none are
  ///     named, the newest, as the frameworks are described without one.
  public init(_ model: Model, recorded recording: RecordedMatrix, on range: ReleaseRange? = nil) {
    let current = ModelMatrix(model)
    var pairings: [Pairing] = []
    var problems: [Problem] = []
    var causes: [String: Location] = [:]
    if recording.framework != model.framework, let first = current.pairings.first {
      problems.append(
        Problem(
          pairing: model.name,
          message: "is recorded for \(recording.framework.rawValue), but is a model of "
            + model.framework.rawValue,
          location: recording.pairings.first?.location ?? first.location,
          pairings: current.pairings))
    }
    var held = range
    if range == nil, recording.system != nil {
      do { held = try recording.range(in: .known()) } catch {
        problems.append(
          Problem(
            pairing: model.name, message: "cannot be compared with the recording: \(error)",
            location: recording.pairings.first?.location ?? current.pairings.first?.location
              ?? Location(file: model.place, line: 1, column: 1),
            pairings: current.pairings))
      }
    }
    let recordings = Dictionary(
      recording.pairings.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let names = Set(current.pairings.map(\.name))
    for pairing in current.pairings {
      if let recorded = recordings[pairing.name] {
        pairings.append(pairing.stating(recorded))
        causes[pairing.name] = pairing.changedSide(since: recorded, in: model) ?? pairing.location
        let done = Set(pairing.operations)
        if done != Set(recorded.operations) {
          problems.append(
            Problem(
              pairing: pairing.name, message: "is recorded with other objects; record it again",
              location: recorded.location, pairings: [pairing]))
        }
      } else {
        pairings.append(pairing)
        problems.append(
          Problem(
            pairing: pairing.name, message: "is not in the recording",
            location: pairing.location, pairings: [pairing]))
      }
    }
    for recorded in recording.pairings where !names.contains(recorded.name) {
      problems.append(
        Problem(
          pairing: recorded.name, message: "is recorded, but the model no longer has it",
          location: recorded.location, pairings: [recorded]))
    }
    self.init(model, on: held, pairings: pairings, problems: problems)
    self.causes = causes
  }

  private init(
    _ model: Model, on range: ReleaseRange?, pairings: [Pairing], problems: [Problem]?
  ) {
    self.model = model.place
    self.range = range
    framework = model.framework
    self.pairings = pairings
    self.problems = problems ?? []
    hasRecording = problems != nil
    leftOut = model.schema.relationships.filter {
      model.schema.linkableKinds(of: $0) == nil
    }.map { model.schema.qualifiedName(of: $0) }
  }

  /// Forgets what a recording holds too much or too little, except where some cells are meant.
  package mutating func keepProblems(of pattern: CellPattern) {
    problems.removeAll { problem in
      problem.pairings.allSatisfy { $0.trials(fitting: pattern).isEmpty }
    }
  }

  /// Replays every cell.
  ///
  /// - Parameter pattern: Which cells; nil for all.
  /// - Returns: The results; a cell without a recording is ``Verdict/unobserved``.
  public func run(only pattern: CellPattern? = nil) -> MatrixRun {
    MatrixRun(
      MatrixSuite(pairings: pairings), includesBatchDeletes: includesBatchDeletes, only: pattern,
      by: Runner(on: range),
      problems: problems.map(\.description))
  }

  /// Returns a line for each difference from the recording, with its location.
  package func failures(of run: MatrixRun) -> [String] {
    if hasRecording { return differences(in: run).map(\.singleLine) }
    // A matrix without any relationship is no failure.
    return run.sections.isEmpty ? run.pinProblems.map(\.singleLine) : run.failures
  }

  /// Returns a line for each difference from the recording.
  ///
  /// Each line starts with the location in the model that causes the difference, followed by the
  /// one in the recording.
  package func differences(in run: MatrixRun) -> [String] {
    run.results.filter(\.verdict.isFailure).map { result in
      "\(causes[result.cell.group] ?? result.cell.location): error: \(result.cell.id): \(result.account)"
    } + problems.map(\.description)
  }
}

extension ModelMatrix {
  /// A test case: an operation on a model, and whether its outcome is as recorded.
  public struct Row: Sendable, CustomStringConvertible {
    /// The cell's id: `List.items-Item.list/cascade+nullify/delete-List1`.
    public let id: String
    /// The outcome, in words.
    public let outcome: String
    /// A description of the difference from the recording, with the locations; nil if there is
    /// none.
    public let difference: String?

    /// The id.
    public var description: String { id }
  }

  /// Reads a model and its recording.
  ///
  /// - Parameters:
  ///   - path: The path of the model, as for `Model(at:)`.
  ///   - recording: The path of a file that `deleterules matrix MODEL --record FILE` wrote.
  ///   - range: The recorded releases to compare the model with; nil for all of them. If none are
  ///     named, the newest, as the frameworks are described without one.
  /// - Throws: A `ModelError` or a `DataError` that describes what cannot be read, and where.
  public init(at path: String, recorded recording: String, on range: ReleaseRange? = nil) throws {
    self.init(try Model(at: path), recorded: try RecordedMatrix(at: recording), on: range)
  }

  /// Everything that is done to the model, in the order of its relationships, and then what is
  /// recorded of relationships that it no longer has.
  ///
  /// ```swift
  /// @Test(arguments: try ModelMatrix(at: "App.xcdatamodeld", recorded: "deletes.json").rows)
  /// func deletes(row: ModelMatrix.Row) { #expect(row.difference == nil) }
  /// ```
  public var rows: [Row] {
    let missing = problems.grouped(by: \.pairing)
    let results = run().results.map { result in
      let failure = result.verdict.isFailure ? result.account : nil
      return Row(
        id: result.cell.id, outcome: result.outcomeWords,
        difference: failure ?? missing[result.cell.group]?.first?.description)
    }
    let names = Set(pairings.map(\.name))
    let gone = problems.filter { !names.contains($0.pairing) }
    // A test that tries nothing would pass whatever happens.
    if hasRecording && results.isEmpty && gone.isEmpty {
      let nothing = "\(model) has no relationship, so nothing is tried"
      return [Row(id: model, outcome: nothing, difference: nothing)]
    }
    return results
      + gone.map { Row(id: $0.pairing, outcome: $0.message, difference: $0.description) }
  }
}

extension ModelMatrix.Problem: CustomStringConvertible {
  /// `file:line:column: error: PAIRING is not in the recording`.
  package var description: String { "\(location): error: \(pairing) \(message)" }
}
