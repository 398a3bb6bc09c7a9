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
