import CLibrary

/// The files that a run has opened to read, so that no result is written over one of them.
///
/// A file is recognized by its identity, through symbolic links, hard links and all spellings of
/// its path. All reading goes through `FileBytes`, which records here; a run reads on one thread.
package final class OpenedFiles: @unchecked Sendable {
  /// The record of the current run; nil where nothing is recorded.
  @TaskLocal package static var current: OpenedFiles?

  private struct Identity: Hashable {
    let device: dev_t
    let number: ino_t
  }

  private var identities: Set<Identity> = []

  package init() {}

  /// Records a file; one without a name cannot be written over.
  func insert(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink > 0 else { return }
    identities.insert(Identity(device: status.st_dev, number: status.st_ino))
  }

  /// Records the file at a path, of which another version is read, as from a revision.
  package func insert(at path: String) {
    var status = stat()
    if stat(path, &status) == 0 { insert(status) }
  }

  package func contains(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
      && identities.contains(Identity(device: status.st_dev, number: status.st_ino))
  }
}
