import DeleteMatrix

/// The files of this folder, compiled into the program by the build.
public enum BundledMatrices {
  /// Each JSON file's path from the package's root and its text, sorted by path.
  public static var files: [(path: String, text: String)] {
    // The releases are part of the library, which is built without the matrices.
    (embeddedFiles + [ReleasesFile.embedded]).sorted { $0.path < $1.path }
  }
}
