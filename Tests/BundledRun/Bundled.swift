import DeleteMatrix
import Matrices
import SourceText

/// The matrices that are compiled into the program, read and replayed once for all tests.
package enum Bundled {
  /// The files, with the JSON Schema among them.
  package static let files = BundledMatrices.files.map {
    SourceFile(path: $0.path, bytes: Array($0.text.utf8))
  }

  /// The pairings and scenarios.
  package static let suite = Result { try MatrixSuite(files) }

  /// Every cell, replayed for the newest release, or the one that a scenario names.
  package static let run = Result { MatrixRun(try suite.get()) }
}
