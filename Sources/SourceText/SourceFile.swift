/// A file's path, as people should see it, and its bytes.
public struct SourceFile: Sendable {
  /// The path, with `/` between its parts.
  public let path: String
  /// What it holds.
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
  package var isUTF8: Bool { String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) }
}
