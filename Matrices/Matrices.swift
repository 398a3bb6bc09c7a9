/// The files of this folder, compiled into the program by the build.
public enum BundledMatrices {
  /// Each JSON file's path from the package's root and its text, sorted by path.
  public static var files: [(path: String, text: String)] {
    embeddedFiles.map { ("Matrices/\($0.path)", $0.text) }
  }
}
