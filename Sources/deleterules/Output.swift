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
  /// Writes everything to a descriptor; a reader that went away, as `head` does, is no failure.
  static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { buffer in
        systemWrite(descriptor, buffer.baseAddress, buffer.count)
      }
      if written < 0 && errno == EINTR { continue }
      if written <= 0 { return }
      bytes = bytes.dropFirst(written)
    }
  }

  /// Writes a whole file or leaves what was there.
  static func write(_ text: String, toFile path: String) throws(CommandError) {
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
