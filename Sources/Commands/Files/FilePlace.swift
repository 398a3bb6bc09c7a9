import CompiledOnce
import ModelCheck

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

/// What is read against what is written.
extension Session {
  /// Refuses to write over what is read, or to write two results into one file.
  func checkFiles() throws(CommandError) {
    let written = [Option.output, .record, .writeBaseline].filter {
      options.has($0) && options[$0] != "-"
    }
    for option in written {
      guard let path = options[option] else { continue }
      for input in read where !(option == .writeBaseline && input.option == .baseline) {
        if FilePlace(path).isRead(from: input.path, as: input.isModel ? .model : .matrices) {
          throw options.usage("'\(option.name)' would write over '\(path)', which is read")
        }
      }
    }
    for (index, option) in written.enumerated() {
      for other in written[..<index] {
        guard let one = options[option], let another = options[other] else { continue }
        if FilePlace(one).isSameFile(as: FilePlace(another)) {
          throw options.usage("'\(other.name)' and '\(option.name)' name the same file, '\(one)'")
        }
      }
    }
  }

  /// The paths that are read.
  private var read: [(path: String, option: Option?, isModel: Bool)] {
    var paths = zip(options.arguments.indices, options.arguments).compactMap { index, path in
      if case .file = options.form.argument(index, of: options.arguments.count)?.value.kind {
        return (
          path: path, option: Option?.none, isModel: options.command?.name != Command.run.name
        )
      }
      return nil
    }
    let own = try? configured
    if options.arguments.isEmpty, options.form.arguments.contains(where: { $0.count == .any }) {
      paths.append((own?.folder ?? ".", nil, true))
    }
    if let known = own?.path(\.baseline) { paths.append((known, .baseline, false)) }
    for option in [Option.expect, .baseline, .instances, .matrices, .known] {
      if let path = options[option] { paths.append((path, option, false)) }
    }
    return paths
  }
}
