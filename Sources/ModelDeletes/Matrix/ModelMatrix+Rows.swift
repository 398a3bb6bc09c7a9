import DeleteMatrix
import ModelFiles

extension ModelMatrix {
  /// One thing that is done to a model, and whether it comes out as recorded: a test case.
  public struct Row: Sendable, CustomStringConvertible {
    /// The cell's id: `List.items-Item.list/cascade+nullify/delete-List1`.
    public let id: String
    /// What comes of it, in words.
    public let outcome: String
    /// How that differs from the recording, with the places; nil where it does not.
    public let difference: String?

    /// The id.
    public var description: String { id }
  }

  /// Reads a model and what was recorded of it.
  ///
  /// - Parameters:
  ///   - path: Where the model is, as for `Model(at:)`.
  ///   - recording: The path of a file that `deleterules matrix MODEL --record FILE` wrote.
  /// - Throws: A `ModelError` or a `DataError` that says what cannot be read, and where.
  public init(at path: String, recorded recording: String) throws {
    self.init(try Model(at: path), recorded: try RecordedMatrix(at: recording))
  }

  /// Everything that is done to the model, in the order of its relationships, and then what is
  /// recorded of relationships that it no longer has.
  ///
  /// ```swift
  /// @Test(arguments: try ModelMatrix(at: "App.xcdatamodeld", recorded: "deletes.json").rows)
  /// func deletes(row: ModelMatrix.Row) { #expect(row.difference == nil) }
  /// ```
  public var rows: [Row] {
    let missing = Dictionary(grouping: problems, by: \.pairing)
    let results = run().results.map { result in
      let failure = result.verdict.isFailure ? result.account : nil
      return Row(
        id: result.cell.id, outcome: result.outcomeWords,
        difference: failure ?? missing[result.cell.group]?.first?.description)
    }
    let gone = problems.filter { problem in !pairings.contains { $0.name == problem.pairing } }
    // A test that tries nothing would pass whatever happens.
    if hasRecording && results.isEmpty && gone.isEmpty {
      let nothing = "\(model) has no relationship, so nothing is tried"
      return [Row(id: model, outcome: nothing, difference: nothing)]
    }
    return results
      + gone.map { Row(id: $0.pairing, outcome: "it is gone", difference: $0.description) }
  }
}

extension ModelMatrix.Problem: CustomStringConvertible {
  /// `file:line:column: error: PAIRING is not in the recording`.
  package var description: String { "\(location): error: \(pairing) \(message)" }
}
