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
    try Releases(
      SourceFile(path: "Matrices/releases.json", bytes: PackageResources.releases_json))
  }
}
