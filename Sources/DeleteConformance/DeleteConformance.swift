// One import for the author of a store who holds it to the matrices in a test of theirs.

@_exported public import Conformance
@_exported public import DeleteMatrix
import Matrices
@_exported public import ObjectGraph
@_exported public import Scenarios
import SourceText

extension StoreCase {
  /// Every scenario of the bundled matrices that a store with some capabilities can be asked.
  ///
  /// ```swift
  /// @Test(arguments: try StoreCase.bundled(within: [.toMany, .cascade, .nullify, .deny]))
  /// func deletes(scenario: StoreCase) {
  ///   #expect(scenario.differences { schema in MyStore(schema) } == [])
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - capabilities: What the store can do.
  ///   - pattern: Which cells, as `Q-R/*`; nil for all.
  /// - Returns: The cases, in the order of the files.
  /// - Throws: A `DataError` where what is bundled cannot be read, which is this package's fault.
  public static func bundled(
    within capabilities: Set<Capability>, only pattern: String? = nil
  ) throws -> [StoreCase] {
    all(in: try matrices.get(), within: capabilities, only: pattern)
  }

  /// The bundled matrices, read once for all tests of a store.
  private static let matrices = Result {
    try MatrixSuite(
      BundledMatrices.files.map { SourceFile(path: $0.path, bytes: Array($0.text.utf8)) })
  }
}
