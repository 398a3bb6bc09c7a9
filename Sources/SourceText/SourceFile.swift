// Every byte of an app goes through these loops, so that CompiledOnce is not imported.

/// A file's path, as people should see it, and its bytes.
public struct SourceFile: Sendable {
  /// The path, with `/` between its parts.
  public let path: String
  /// The contents of the file.
  public let bytes: [UInt8]

  /// Names some bytes.
  ///
  /// - Parameters:
  ///   - path: The path, as people should see it.
  ///   - bytes: What the file holds.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Whether the bytes are text as editors write it.
  package var isUTF8: Bool {
    isASCII || String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
  }

  private var isASCII: Bool { bytes.allSatisfy { $0 < 0x80 } }

  /// The tool that has encrypted the file; nil if none has.
  package var encryptingTool: String? {
    bytes.starts(with: [0] + Array("GITCRYPT".utf8) + [0]) ? "git-crypt" : nil
  }

  /// Whether one of the bytes is 0, which no text has.
  package var hasZero: Bool { bytes.contains(0) }
}
