import Foundation

/// What the readers ask of the file system.
struct ModelFileSystem {
  enum Kind {
    case file
    case folder
  }

  /// What stands at a path; nil for nothing, or something that is neither.
  func kind(of path: String) -> Kind? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    return isFolder.boolValue ? .folder : .file
  }

  /// The names in a folder, sorted.
  func names(in path: String) throws(ModelError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      throw .noInput("cannot read the folder '\(path)'")
    }
  }

  /// Whether a path is a symbolic link; those found in a search are not followed.
  func isLink(_ path: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
  }

  /// What a file holds.
  func bytes(of path: String) throws(ModelError) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .noInput("cannot read '\(path)'")
    }
    return Array(data)
  }
}
