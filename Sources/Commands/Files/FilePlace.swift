import CLibrary
import CompiledOnce
import ModelCheck
import ModelFiles
import SourceText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A file that a path points to, however the path is written.
struct FilePlace {
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
}

extension Session {
  /// The options that name a file to write, with what they name.
  private var outputs: [(option: Option, path: String)] {
    [Option.output, .record, .writeBaseline].compactMap { option in
      options[option].flatMap { $0 == "-" ? nil : (option, $0) }
    }
  }

  /// Refuses to write two results into one file.
  func checkOutputsDiffer() throws(CommandError) {
    for (index, one) in outputs.enumerated() {
      for other in outputs[..<index] where FilePlace(one.path).isSameFile(as: FilePlace(other.path))
      {
        throw options.usage(
          "'\(other.option.name)' and '\(one.option.name)' name the same file, '\(one.path)'")
      }
    }
  }

  /// Refuses to write over a file that this run has read, over a project's source, or among the files of
  /// git, which reads them for this run; only a baseline may follow the project's.
  ///
  /// To be called before the first file is written.
  package func checkOutputs() throws(CommandError) {
    for (option, path) in outputs
    where InputFiles.identity(of: path).split(separator: "/").contains(".git") {
      throw options.usage("'\(option.name)' would write into git's own folder, '\(path)'")
    }
    let baseline = options[.baseline] ?? (try? configured)?.path(\.baseline)
    for (option, path) in outputs {
      let isBaseline = baseline.map { FilePlace($0).isSameFile(as: FilePlace(path)) } == true
      if isBaseline && option == .writeBaseline { continue }
      let isRead = OpenedFiles.current?.contains(path) == true
      guard isBaseline || isRead || Project.isSource(path) else { continue }
      throw options.usage(
        "'\(option.name)' would write over '\(path)', which is "
          + (isBaseline ? "the project's baseline" : isRead ? "read" : "a source file"))
    }
  }
}
