import Scenarios
import SourceText

extension Releases {
  /// The releases that this package describes, as `Matrices/releases.json` has them.
  ///
  /// ```swift
  /// let range = try ReleaseRange("iOS 17...iOS 18", in: .known())
  /// ```
  ///
  /// - Returns: The releases with their behaviours.
  /// - Throws: A `DataError` where the file is broken: a fault of this package.
  public static func known() throws(DataError) -> Releases {
    switch parsed {
    case .success(let releases): return releases
    case .failure(let error): throw error
    }
  }

  /// Parsed once: every command that asks about a model needs it.
  private static let parsed = Result { () throws(DataError) in
    let file = ReleasesFile.embedded
    return try Releases(SourceFile(path: file.path, bytes: Array(file.text.utf8)))
  }
}

/// The file `Matrices/releases.json`, compiled into the library.
package enum ReleasesFile {
  package static var embedded: (path: String, text: String) { embeddedFiles[0] }
}
