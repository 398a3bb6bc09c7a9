import Foundation
import SourceText

/// What the readers ask of the file system.
struct ModelFileSystem {
  enum Kind {
    case file
    case folder
  }

  /// What stands at a path: a folder or anything else; nil for nothing.
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
    do throws(FileBytes.Refusal) {
      return try FileBytes(atMost: Limits.bytesOfFile).read(path)
    } catch {
      switch error {
      case .nothing: throw .noInput("no such file: '\(path)'\(path.pathSuggestion)")
      case .folder: throw .noInput("'\(path)' is a folder; expected a file")
      case .noRegularFile: throw .noInput("'\(path)' is no regular file")
      case .tooLarge(let size):
        throw .badData(
          path, "the file has \(size >> 20) MB; expected a data model of at most 16 MB")
      case .system: throw .noInput("cannot read '\(path)'\(error.reason)")
      }
    }
  }
}

extension String {
  /// What to add to a message about a path where nothing is: the name beside it that was meant.
  package var pathSuggestion: String {
    let path = count > 1 && hasSuffix("/") ? String(dropLast()) : self
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let folder = String(path.dropLast(name.count))
    let names = (try? ModelFileSystem().names(in: folder.isEmpty ? "." : folder)) ?? []
    let stems = names.filter { $0.hasPrefix("\(name).") }
    // What stands there, but leads nowhere, was meant and is of no use.
    if names.contains(name) { return "" }
    guard !name.isEmpty, let meant = stems.first ?? closest(to: name, among: names) else {
      return ""
    }
    return "; did you mean '\(folder)\(meant)'?"
  }
}
