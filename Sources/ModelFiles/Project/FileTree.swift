import CompiledOnce
import SourceText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A source of a project's files: the disk, or a revision of the project's history.
protocol FileTree: Sendable {
  /// The path here of what the reader names by a path on disk.
  func path(given path: String) -> String
  /// The path of something in a folder.
  func path(of name: String, in folder: String) -> String
  /// The folder from which the files at some paths have their names.
  func top(of paths: [String], configured: String?) -> ProjectTop
  /// Returns the kind of file at a path; nil if there is none.
  func kind(of path: String) -> FileKind?
  /// The names in a folder, sorted.
  func names(in folder: String) throws(ModelError) -> [String]
  /// Whether a path is a symbolic link.
  func isLink(_ path: String) -> Bool
  /// The path under which what a symbolic link leads to is read; nil where it leads nowhere.
  func target(ofLink path: String) -> String?
  /// Returns the contents of a file.
  func bytes(of path: String) throws(ModelError) -> [UInt8]
  /// The name by which a path is known in the whole project.
  func place(of path: String, under top: ProjectTop) -> String
  /// The folders whose files are in another repository, and not here.
  var submodules: [String] { get }
  /// Returns the paths in a folder that don't belong to the project, relative to the folder.
  func ignored(in folder: String) -> [String]
}

extension FileTree {
  func source(_ path: String) throws(ModelError) -> SourceFile {
    SourceFile(path: path, bytes: try bytes(of: path))
  }
}

/// The files as they are on disk now, or would be after some edits.
struct DiskTree: FileTree {
  /// The bytes of edited files, by the paths under which they are read.
  var edits: [String: [UInt8]] = [:]

  func path(given path: String) -> String { path }

  func path(of name: String, in folder: String) -> String { folder.appending(name) }

  func top(of paths: [String], configured: String?) -> ProjectTop {
    ProjectTop(of: paths, configured: configured)
  }

  func place(of path: String, under top: ProjectTop) -> String { top.place(of: path) }

  // On disk, they hold files like any other.
  var submodules: [String] { [] }

  func ignored(in folder: String) -> [String] { GitRepository(folder: folder).ignored }

  func kind(of path: String) -> FileKind? { FileKind(at: path) }

  func names(in path: String) throws(ModelError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      throw .noInput(path, "cannot read the folder '\(path)'")
    }
  }

  func isLink(_ path: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
  }

  func target(ofLink path: String) -> String? { kind(of: path) == nil ? nil : path }

  func bytes(of path: String) throws(ModelError) -> [UInt8] {
    if let edited = edits[path] { return edited }
    do throws(FileBytes.Refusal) {
      return try FileBytes(atMost: Limits.bytesOfFile).read(path)
    } catch {
      switch error {
      case .nothing: throw .noInput(path, "no such file: '\(path)'\(path.pathSuggestion)")
      case .folder: throw .noInput(path, "'\(path)' is a folder; expected a file")
      case .noRegularFile: throw .noInput(path, "'\(path)' is no regular file")
      case .tooLarge(let size):
        throw .tooLarge(path, size)
      case .system: throw .noInput(path, "cannot read '\(path)'\(error.reason)")
      }
    }
  }
}

extension String {
  /// The suggestion to add to a message about a path that doesn't exist: a similar name in the
  /// same folder.
  package var pathSuggestion: String {
    let path = count > 1 && hasSuffix("/") ? String(dropLast()) : self
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let folder = String(path.dropLast(name.count))
    let names = (try? DiskTree().names(in: folder.isEmpty ? "." : folder)) ?? []
    let stems = names.filter { $0.hasPrefix("\(name).") }
    // What stands there, but leads nowhere, was meant and is of no use.
    if names.contains(name) { return "" }
    guard !name.isEmpty, let meant = stems.first ?? closest(to: name, among: names) else {
      return ""
    }
    return "; did you mean '\(folder)\(meant)'?"
  }
}

extension ModelError {
  /// A file that is not read for its size.
  static func tooLarge(_ path: String, _ size: Int) -> ModelError {
    .badData(path, "the file has \(size >> 20) MB; expected a data model of at most 16 MB")
  }
}

extension String {
  /// The path of something in the folder that this one leads to.
  func appending(_ name: String) -> String {
    isEmpty ? name : hasSuffix("/") ? self + name : "\(self)/\(name)"
  }
}
