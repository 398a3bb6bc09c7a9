import CompiledOnce
import DeleteMatrix
import ModelFiles
import SourceText

/// Information about the models whose deletes a matrix tries.
struct MatrixOrigin {
  /// The location in a model that makes a pairing differ from its recording, by the pairing's
  /// name.
  let causes: [String: Location]
  let unread: [ModelFinding]

  /// The place in the model that makes a result differ from what was recorded; nil where it does not.
  func cause(of result: CellResult) -> Location? {
    result.verdict.isFailure ? causes[result.cell.group] : nil
  }
}
