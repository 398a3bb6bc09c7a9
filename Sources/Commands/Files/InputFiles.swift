import CLibrary
import CompiledOnce
import DeleteMatrix
import Matrices
import ModelFiles
import SourceText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The sources of the matrices and scenarios.
package enum InputFiles {
  package static var bundled: [SourceFile] {
    BundledMatrices.files.map { SourceFile(path: $0.path, bytes: Array($0.text.utf8)) }
  }

  /// The matrices in these files, which are parsed once.
  static var bundledMatrices: MatrixSuite { get throws { try parsedMatrices.get() } }

  private static let parsedMatrices = Result { try MatrixSuite(bundled) }

  /// From how many bytes on the system does not find what a path names.
  private static let longestPath = Int(PATH_MAX)

  private static let greatestSize = 256 << 20

  /// Reads a file, or a descriptor that the caller has opened, such as `/dev/stdin`.
  package static func file(_ path: String) throws(CommandError) -> SourceFile {
    let reader = FileBytes(atMost: greatestSize)
    do throws(FileBytes.Refusal) {
      let bytes =
        if let opened = OpenDescriptor(path) {
          try reader.read(descriptor: opened.number)
        } else {
          try reader.read(path)
        }
      return SourceFile(path: path, bytes: bytes)
    } catch {
      switch error {
      case .nothing: throw .noInput("no such file: '\(path)'\(path.pathSuggestion)")
      case .folder: throw .noInput("'\(path)' is a folder; expected a file")
      case .noRegularFile:
        throw .noInput("'\(path)' is a pipe or a device; expected a file, or /dev/stdin")
      case .tooLarge:
        throw CommandError(
          message: "'\(path)' has more than \(greatestSize >> 20) MB; expected less".singleLine,
          code: .badData)
      case .system: throw .noInput("cannot read '\(path)'\(error.reason)")
      }
    }
  }

  /// Every JSON file of a folder and of the folders in it.
  package static func folder(_ path: String) throws(CommandError) -> [SourceFile] {
    guard let kind = FileKind(at: path) else {
      throw .noInput("no such folder: '\(path)'\(path.pathSuggestion)")
    }
    if kind == .file { throw .noInput("'\(path)' is a file; expected a folder") }
    let prefix = path.hasSuffix("/") ? path : path + "/"
    var files: [SourceFile] = []
    for name in try jsonNames(in: path, prefix).sorted() { files.append(try file(prefix + name)) }
    if files.isEmpty { throw .noInput("found no .json file in '\(path)'") }
    return files
  }

  /// The names of what ends like JSON, from a folder on; links to folders are not followed.
  ///
  /// A folder that cannot be read is refused: to pass over it would pass over failures too.
  private static func jsonNames(
    in path: String, _ prefix: String
  ) throws(CommandError) -> [String] {
    var found: [String] = []
    var folders = [""]
    while let folder = folders.popLast() {
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: prefix + folder) else {
        throw .noInput("cannot read the folder '\((prefix + folder).dropLast())'")
      }
      for name in names.sorted() {
        let isLink =
          (try? FileManager.default.destinationOfSymbolicLink(atPath: prefix + folder + name))
          != nil
        if name.hasSuffix(".json") {
          found.append(folder + name)
          continue
        }
        switch FileKind(at: prefix + folder + name) {
        case .folder where !isLink: folders.append("\(folder)\(name)/")
        case nil where !isLink && (prefix + folder + name).utf8.count >= longestPath:
          throw .noInput("the path '\(prefix + folder + name)' is too long")
        default: break
        }
      }
    }
    return found
  }

  package static func exists(_ path: String) -> Bool { FileKind(at: path) != nil }

  /// Whether a path names a model: something is there, or it is a Swift file with the name of one of its stores
  /// behind it, as in `Models.swift/Backup`.
  static func isModel(_ path: String) -> Bool {
    let file = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    return exists(path) || file.hasSuffix(".swift") && exists(file)
  }

  /// Returns true if a word is the path of a model: the file exists, or the name has a model's
  /// extension.
  static func isMeant(by word: String) -> Bool {
    [".swift", ".xcdatamodeld", ".xcdatamodel"].contains(where: word.hasSuffix) || exists(word)
  }

  /// Returns a form of a path that is the same for all spellings of it.
  static func identity(of path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }
}

/// A stream that the caller has opened, by the path under which every system has it.
///
/// To open it again by its path is something else on Linux: a file would be read and written from
/// its beginning, and replaced by another one.
struct OpenDescriptor {
  let number: Int32

  init?(_ path: String) {
    switch path {
    case "/dev/stdin": number = STDIN_FILENO
    case "/dev/stdout": number = STDOUT_FILENO
    case "/dev/stderr": number = STDERR_FILENO
    default:
      guard path.hasPrefix("/dev/fd/"), let number = Int32(path.dropFirst("/dev/fd/".count)),
        number >= 0
      else { return nil }
      self.number = number
    }
  }
}
