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

/// Where results and messages go.
enum Output {
  /// Writes a result; a reader that went away, as `head` does, is no failure.
  static func write(_ text: String) throws(CommandError) {
    let error = write(text, to: STDOUT_FILENO)
    if error == 0 || error == EPIPE { return }
    throw .noInput("cannot write to standard output: \(String(cString: strerror(error)))")
  }

  /// Writes a message; where even that fails, nobody is left to be told.
  static func report(_ message: String) {
    _ = write("\(message)\n", to: STDERR_FILENO)
  }

  /// Writes why the program stops.
  static func reportError(_ message: String) {
    let word = Terminal.errors.wantsColour ? "\u{1B}[1;31merror:\u{1B}[0m" : "error:"
    report("deleterules: \(word) \(message)")
  }

  /// Writes everything to a descriptor, and returns the system's error number, or 0.
  private static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { buffer in
        systemWrite(descriptor, buffer.baseAddress, buffer.count)
      }
      if written < 0 && errno == EINTR { continue }
      if written <= 0 { return written < 0 ? errno : EIO }
      bytes = bytes.dropFirst(written)
    }
    return 0
  }

  /// Writes a whole file or leaves what was there.
  static func write(_ text: String, toFile path: String) throws(CommandError) {
    var isFolder = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder {
      throw .noInput("cannot write '\(path)': it is a folder")
    }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    // Replacing a device or a pipe by a file would do harm; a file is replaced as a whole.
    let isReplaceable =
      attributes == nil || attributes?[.type] as? FileAttributeType == .typeRegular
    do {
      try Data(text.utf8).write(
        to: URL(fileURLWithPath: path), options: isReplaceable ? .atomic : [])
    } catch {
      throw .noInput("cannot write '\(path)': \(reason(error))")
    }
  }

  /// Adds a text to the file that a variable of the environment names, where one does.
  static func append(_ text: String, toFileNamedBy variable: String) throws(CommandError) {
    guard let path = Environment.value(of: variable), !path.isEmpty else { return }
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
    let error = descriptor < 0 ? errno : write(text, to: descriptor)
    if descriptor >= 0 { close(descriptor) }
    if error == 0 { return }
    throw .noInput("cannot add to '\(path)': \(String(cString: strerror(error)))")
  }

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    switch error.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: return "no such folder"
    case .fileWriteNoPermission: return "no permission"
    case .fileWriteOutOfSpace: return "no space left"
    case .fileWriteVolumeReadOnly: return "read-only"
    default: return "the system refuses (\(error.code.rawValue))"
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Glibc)
  Glibc.write(descriptor, bytes, count)
  #elseif canImport(Musl)
  Musl.write(descriptor, bytes, count)
  #else
  Darwin.write(descriptor, bytes, count)
  #endif
}
