/// A file of a model: the path that messages name, and what it holds.
package struct ModelSource: Sendable {
  package let path: String
  package let bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}
