import CLibrary

/// A folder or anything else.
package enum FileKind {
  case file
  case folder

  /// Looks at what stands at a path, or where a link there leads to; nil for nothing.
  package init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self = status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }
}
