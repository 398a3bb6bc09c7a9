/// A file of a model: the path that messages name, and what it holds.
package struct ModelSource: Sendable {
  package let path: String
  package let bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Whether the bytes are text as Swift and Xcode write it.
  var isUTF8: Bool { String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) }
}
