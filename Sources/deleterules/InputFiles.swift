import DeleteMatrix
import Matrices

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where the matrices and scenarios come from.
enum InputFiles {
  /// The files that are compiled into the program.
  static var bundled: [MatrixSuite.File] {
    BundledMatrices.files.map { MatrixSuite.File(path: $0.path, bytes: Array($0.text.utf8)) }
  }

  /// One file.
  static func file(_ path: String) throws(CommandError) -> MatrixSuite.File {
    guard let isFolder = isFolder(path) else { throw .noInput("no such file: '\(path)'") }
    if isFolder { throw .noInput("'\(path)' is a folder; expected a file") }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .noInput("cannot read '\(path)'")
    }
    return MatrixSuite.File(path: path, bytes: Array(data))
  }

  /// Every JSON file of a folder and of the folders in it.
  static func folder(_ path: String) throws(CommandError) -> [MatrixSuite.File] {
    guard let isFolder = isFolder(path) else { throw .noInput("no such folder: '\(path)'") }
    if !isFolder { throw .noInput("'\(path)' is a file; expected a folder") }
    guard let names = try? FileManager.default.subpathsOfDirectory(atPath: path) else {
      throw .noInput("cannot read the folder '\(path)'")
    }
    let prefix = path.hasSuffix("/") ? path : path + "/"
    var files: [MatrixSuite.File] = []
    for name in names.sorted() where name.hasSuffix(".json") {
      files.append(try file(prefix + name))
    }
    if files.isEmpty { throw .noInput("found no .json file in '\(path)'") }
    return files
  }

  /// Whether there is anything at a path.
  static func exists(_ path: String) -> Bool { isFolder(path) != nil }

  /// What two ways of writing the path of one thing have in common.
  static func identity(of path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }

  /// Whether a path is a folder; nil where there is nothing.
  private static func isFolder(_ path: String) -> Bool? {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) ? isFolder : nil
  }
}

extension CommandError {
  static func noInput(_ message: String) -> CommandError {
    CommandError(message: message.singleLine, code: .noInput)
  }
}
