import Foundation
import SourceText

/// An `.xcdatamodeld` bundle: the versions of one model, one of which is current.
struct CoreDataBundle {
  /// A version and the path of its `contents`.
  struct Version {
    let name: String
    let contents: String
  }

  let versions: [Version]
  /// The version that an app uses; nil where nothing says which.
  let current: Version?

  init(_ path: String, _ files: ModelFileSystem) throws(ModelError) {
    let names = try files.names(in: path).filter { $0.hasSuffix(".xcdatamodel") }
      .map { String($0.dropLast(".xcdatamodel".count)) }
    // Version 10 comes after version 9.
    versions = names.sorted { $0.compare($1, options: .numeric) == .orderedAscending }
      .map { Version(name: $0, contents: "\(path)/\($0).xcdatamodel/contents") }
    let named = try Self.currentName(of: path, files)
    if let named, let current = versions.first(where: { "\($0.name).xcdatamodel" == named }) {
      self.current = current
      return
    }
    if let named {
      throw .badData(
        "\(path)/.xccurrentversion", "names '\(named)', which is not in the bundle")
    }
    let own = String(
      path.split(separator: "/").last.map { $0.dropLast(".xcdatamodeld".count) } ?? "")
    if versions.isEmpty { throw .badData(path, "the bundle holds no .xcdatamodel") }
    current = versions.count == 1 ? versions[0] : versions.first { $0.name == own }
  }

  /// Why no version is current.
  func refusal(of path: String) -> ModelError {
    .badData(
      path,
      "the bundle has no .xccurrentversion that says which of \(versions.map(\.name).listed()) is "
        + "current; name one of them")
  }

  /// The folder that is said to be current; nil where nothing says so.
  private static func currentName(
    of path: String, _ files: ModelFileSystem
  ) throws(ModelError) -> String? {
    let file = "\(path)/.xccurrentversion"
    guard files.kind(of: file) == .file else { return nil }
    return try CurrentVersion(in: try files.bytes(of: file), of: file).name
  }
}

/// What `.xccurrentversion` says: the folder of the version that an app uses.
package struct CurrentVersion {
  /// The folder; nil where the property list has no such key, as that of a model that never had a
  /// second version.
  package let name: String?

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
    name = try Self.name(in: SourceFile(path: path, bytes: bytes))
  }

  /// The string behind the key in the outermost dictionary; nil where that has no such key.
  private static func name(in source: SourceFile) throws(ModelError) -> String? {
    var reading = try XMLReading(
      source, expecting: "Xcode writes it", allowsDocumentType: true)
    var path: [String] = []
    var depth = 0
    var key: String?
    var text = ""
    var found: String?
    var isDictionary = false
    var hasKey = false
    while let piece = try reading.next() {
      switch piece {
      case .start(let tag):
        // What is deeper is no key of the outermost dictionary, nor its value.
        if tag.depth < 3 { path = path.prefix(tag.depth) + [tag.name] }
        isDictionary = isDictionary || path == ["plist", "dict"]
        depth = tag.depth + 1
        text = ""
      case .text(let part) where depth == 3: text += part
      case .text: break
      case .end:
        depth -= 1
        guard depth == 2, path.starts(with: ["plist", "dict"]), path.count == 3 else { continue }
        if path[2] == "key" {
          key = text
          hasKey = hasKey || text == "_XCCurrentVersionName"
        } else {
          if key == "_XCCurrentVersionName", path[2] == "string", found == nil { found = text }
          key = nil
        }
      }
    }
    guard isDictionary, !hasKey || found != nil else {
      throw .badData(
        source.path, "expected a property list whose '_XCCurrentVersionName' is a string")
    }
    return found
  }
}
