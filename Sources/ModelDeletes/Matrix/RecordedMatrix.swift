import DeleteMatrix
import ObjectGraph
import SourceText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What deletes did on a model when somebody last looked, as `deleterules matrix --record` wrote it.
public struct RecordedMatrix: Sendable {
  /// The framework that it was recorded for.
  public let framework: Framework.Name
  /// The recorded pairings, in the order of the file.
  public let pairings: [Pairing]

  /// Reads a recording.
  ///
  /// - Parameter file: The file's path and bytes.
  /// - Throws: A `DataError` with every problem of the file, or that it is no recording.
  public init(_ file: SourceFile) throws(DataError) {
    (framework, pairings) = try FileReading.recordedMatrix(file)
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
}
