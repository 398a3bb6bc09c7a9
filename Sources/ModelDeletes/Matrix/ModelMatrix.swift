import DeleteMatrix
import ModelFiles
import ObjectGraph
import SourceText

/// What deletes do on both sides of every relationship of a model.
///
/// ```swift
/// let matrix = try ModelMatrix(at: "App.xcdatamodeld", recorded: "Tests/deletes.json")
/// for row in matrix.rows { print(row.id, row.outcome, row.difference ?? "as recorded") }
/// ```
public struct ModelMatrix: Sendable {
  /// The model's name.
  public let model: String
  /// The framework that the model is written for.
  public let framework: Framework.Name
  /// One pairing for each relationship with its inverse, or without one, in the order of the model.
  public let pairings: [Pairing]
  /// The relationships on one side of which there can be no object: `Entity.relationship`.
  public let leftOut: [String]
  /// Whether something was recorded to compare with.
  let hasRecording: Bool
  /// What a recording holds and the model no longer has, or the other way round.
  package private(set) var problems: [Problem]

  /// A pairing that is on one side of the comparison only.
  package struct Problem: Sendable {
    package let pairing: String
    package let message: String
    package let location: Location
    fileprivate let cells: [Cell]
  }

  /// Pairs the relationships of a model.
  ///
  /// - Parameter model: The model.
  public init(_ model: Model) {
    let found = model.schema.relationships.compactMap { relationship -> Pairing? in
      if let inverse = model.schema.inverse(of: relationship)?.relationship,
        model.schema.isPairedFrom(inverse, rather: relationship)
      {
        return nil
      }
      return Pairing(relationship, in: model)
    }
    self.init(model, pairings: found, problems: nil)
  }

  /// Pairs the relationships of a model, and states of each what was recorded.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - recording: What was recorded of it, perhaps before it was changed.
  public init(_ model: Model, recorded recording: RecordedMatrix) {
    let current = ModelMatrix(model)
    var pairings: [Pairing] = []
    var problems: [Problem] = []
    if recording.framework != model.framework, let first = current.pairings.first {
      problems.append(
        Problem(
          pairing: model.name,
          message: "is recorded for \(recording.framework.rawValue), but is a model of "
            + model.framework.rawValue,
          location: recording.pairings.first?.location ?? first.location,
          cells: current.pairings.flatMap(\.cells)))
    }
    for pairing in current.pairings {
      if let recorded = recording.pairings.first(where: { $0.name == pairing.name }) {
        pairings.append(pairing.stating(recorded))
        let done = Set(pairing.operations)
        if done != Set(recorded.operations) {
          problems.append(
            Problem(
              pairing: pairing.name, message: "is recorded with other objects; record it again",
              location: recorded.location, cells: pairing.cells))
        }
      } else {
        pairings.append(pairing)
        problems.append(
          Problem(
            pairing: pairing.name, message: "is not in the recording",
            location: pairing.location, cells: pairing.cells))
      }
    }
    for recorded in recording.pairings
    where !current.pairings.contains(where: { $0.name == recorded.name }) {
      problems.append(
        Problem(
          pairing: recorded.name, message: "is recorded, but the model no longer has it",
          location: recorded.location, cells: recorded.cells))
    }
    self.init(model, pairings: pairings, problems: problems)
  }

  private init(_ model: Model, pairings: [Pairing], problems: [Problem]?) {
    self.model = model.name
    framework = model.framework
    self.pairings = pairings
    self.problems = problems ?? []
    hasRecording = problems != nil
    leftOut = model.schema.relationships.filter {
      model.schema.linkableKinds(of: $0) == nil
    }.map { model.schema.qualifiedName(of: $0) }
  }

  /// Forgets what a recording holds too much or too little, except where some cells are meant.
  ///
  /// - Parameter pattern: Which cells.
  package mutating func keepProblems(of pattern: CellPattern) {
    problems.removeAll { problem in !problem.cells.contains { pattern.matches($0) } }
  }

  /// Replays every cell.
  ///
  /// - Parameter pattern: Which cells; nil for all.
  /// - Returns: The results; a cell without a recording is ``Verdict/unobserved``.
  public func run(only pattern: CellPattern? = nil) -> MatrixRun {
    MatrixRun(
      MatrixSuite(pairings: pairings), only: pattern, problems: problems.map(\.description))
  }
}
