#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where a path leads to, however it is written.
struct FilePlace {
  /// What a folder is searched for.
  enum Contents {
    case matrices
    case model
  }

  private let path: String
  /// The regular file that is there; nil for anything else and for nothing.
  private let file: stat?

  init(_ path: String) {
    self.path = path
    var status = stat()
    let isFile = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    file = isFile ? status : nil
  }

  /// Whether both are one file, also by a link; a device is written to as often as wanted.
  func isSameFile(as other: FilePlace) -> Bool {
    if let file, let other = other.file {
      return file.st_dev == other.st_dev && file.st_ino == other.st_ino
    }
    let isAbsent = !InputFiles.exists(path) && !InputFiles.exists(other.path)
    return isAbsent && InputFiles.identity(of: path) == InputFiles.identity(of: other.path)
  }

  /// Whether the file is there, and what is read from a path comes from it.
  func isRead(from input: String, as contents: Contents) -> Bool {
    guard file != nil else { return false }
    if isSameFile(as: FilePlace(input)) { return true }
    guard let name = Self.resolved(path), let folder = Self.resolved(input),
      name.hasPrefix("\(folder)/")
    else { return false }
    switch contents {
    case .matrices: return name.hasSuffix(".json")
    case .model:
      let isInModel = name.contains(".xcdatamodel/") || name.contains(".xcdatamodeld/")
      return isInModel || name.hasSuffix(".swift")
    }
  }

  /// The path without links.
  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
