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

  /// Writes a Core Data model.
  func writeModel(_ body: String, to path: String) throws {
    try write("<model>\(body)</model>", to: "\(path)/contents")
  }

  /// Copies one of the checked-in JSON files.
  func copyMatrix(_ matrix: String = "swiftData/A-B.json", to path: String) throws {
    try write(Data(contentsOf: Checkout.matrices.appendingPathComponent(matrix)), to: path)
  }
}

/// The files of this package as they are checked out.
enum Checkout {
  private static var top: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  static var matrices: URL { top.appendingPathComponent("Matrices") }
  static var readme: URL { top.appendingPathComponent("README.md") }
}
