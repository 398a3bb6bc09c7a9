import Foundation

/// A folder of one test's own, which goes away with the test.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("deleterules-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  @discardableResult
  func write(_ bytes: Data, to path: String) throws -> URL {
    let file = url.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: file)
    return file
  }

  @discardableResult
  func write(_ text: String, to path: String) throws -> URL {
    try write(Data(text.utf8), to: path)
  }

  /// Writes a text with so many bytes of nothing behind it that the file has a size.
  func write(_ text: String, to path: String, enlargedTo size: UInt64) throws {
    let handle = try FileHandle(forWritingTo: write(text, to: path))
    try handle.truncate(atOffset: size)
    try handle.close()
  }

  func read(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appendingPathComponent(path)), as: UTF8.self)
  }

  /// The names of everything in the folder, hidden files too.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: url.appendingPathComponent(path))
  }

  func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(
      at: url.appendingPathComponent(path), withIntermediateDirectories: true)
  }

  /// Makes a symbolic link to a path relative to the link's own folder.
  func link(_ path: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: url.appendingPathComponent(path).path, withDestinationPath: destination)
  }

  /// Copies the checked-in JSON files into the folder `matrices`.
  func copyMatrices() throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: Checkout.matrices.path)
    for name in names where name.hasSuffix(".json") {
      try write(
        Data(contentsOf: Checkout.matrices.appendingPathComponent(name)),
        to: "matrices/\(name)")
    }
  }

  /// Changes the first place of a file where a text stands, and says in which line that is.
  @discardableResult
  func replace(_ text: String, by other: String, in path: String) throws -> Int {
    let before = try read(path)
    guard let range = before.range(of: text) else { throw TextNotFound(text: text, path: path) }
    try write(before.replacingCharacters(in: range, with: other), to: path)
    return before[..<range.lowerBound].filter { $0 == "\n" }.count + 1
  }
}

/// A test wants to change what is not there.
struct TextNotFound: Error {
  let text: String
  let path: String
}

/// The files of this package as they are checked out.
enum Checkout {
  static var matrices: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Matrices")
  }
}
