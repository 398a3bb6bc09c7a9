import CompiledOnce
import DeleteMatrix
import ModelFiles
import SourceText

/// What is known of the models whose deletes a matrix tries.
struct MatrixOrigin {
  /// Where a model states what makes a pairing differ from its recording, by the pairing's name.
  let causes: [String: Location]
  /// What of the models could not be read.
  let unread: [ModelFinding]

  /// The place in the model that makes a result differ from what was recorded; nil where it does not.
  func cause(of result: CellResult) -> Location? {
    result.verdict.isFailure ? causes[result.cell.group] : nil
  }
}
