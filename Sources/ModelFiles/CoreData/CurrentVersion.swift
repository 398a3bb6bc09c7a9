import SourceText

/// What `.xccurrentversion` says: the folder of the version that an app uses.
package struct CurrentVersion {
  package let name: String

  /// Reads the file.
  ///
  /// Foundation's reader of property lists is not asked: a binary list of 300 bytes, whose objects
  /// share others, keeps it busy for ever.
  ///
  /// - Parameters:
  ///   - bytes: What it holds: a property list in XML, as Xcode writes it.
  ///   - path: Its path, for messages.
  /// - Throws: A ``ModelError`` where the file does not say it.
  package init(in bytes: [UInt8], of path: String) throws(ModelError) {
    if bytes.starts(with: "bplist".utf8) {
      throw .badData(
        path,
        "this is a binary property list; expected one in XML, as Xcode writes it: "
          + "'plutil -convert xml1' makes one of it")
    }
    guard let name = try Self.name(in: SourceFile(path: path, bytes: bytes)) else {
      throw .badData(path, "no property list with '_XCCurrentVersionName'")
    }
    self.name = name
  }

  /// The string behind the key in the outermost dictionary.
  private static func name(in source: SourceFile) throws(ModelError) -> String? {
    var reading = try XMLReading(
      source, expecting: "Xcode writes it", allowsDocumentType: true)
    var path: [String] = []
    var depth = 0
    var key: String?
    var text = ""
    var found: String?
    while let piece = try reading.next() {
      switch piece {
      case .start(let tag):
        // What is deeper is no key of the outermost dictionary, nor its value.
        if tag.depth < 3 { path = path.prefix(tag.depth) + [tag.name] }
        depth = tag.depth + 1
        text = ""
      case .text(let part) where depth == 3: text += part
      case .text: break
      case .end:
        depth -= 1
        guard depth == 2, path.starts(with: ["plist", "dict"]), path.count == 3 else { continue }
        if path[2] == "key" {
          key = text
        } else {
          if key == "_XCCurrentVersionName", path[2] == "string", found == nil { found = text }
          key = nil
        }
      }
    }
    return found
  }
}
