import Foundation
import PackagePlugin

/// Compiles files into a target as text, so that the program needs no resources beside it.
@main
struct EmbedFilesPlugin: BuildToolPlugin {
  /// The files of each target, by their paths from the top of the package; of a folder, those with the
  /// suffix.
  private static let embedded: [String: (paths: [String], suffix: String)] = [
    // The releases are part of the library; whoever imports only that does not build the matrices.
    "DeleteMatrix": (["Matrices/releases.json"], ".json"),
    "LaboratoryReports": (["Sources/LaboratoryReports/claims.json"], ""),
    "Matrices": (["Matrices"], ".json"),
    "Probes": (["Sources/Probes/Package"], ""),
    "Reporting": (
      [
        "Sources/Reporting/HTML/page.css", "Sources/Reporting/HTML/page.js",
        "Sources/Reporting/HTML/picture.css",
      ], ""
    ),
  ]

  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    guard let (paths, suffix) = Self.embedded[target.name] else {
      throw EmbeddingError(message: "EmbedFilesPlugin has no list of files for '\(target.name)'")
    }
    let top = context.package.directoryURL
    let files = try paths.flatMap { try Self.files(at: top.appending(path: $0)) }
      .filter { $0.lastPathComponent.hasSuffix(suffix) }
      .filter { target.name != "Matrices" || $0.lastPathComponent != "releases.json" }
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding \(files.count) files",
        executable: try context.tool(named: "EmbedFiles").url,
        arguments: [output.path, top.path] + files.map(\.path),
        inputFiles: files, outputFiles: [output])
    ]
  }

  /// The file at a path, or all files in a folder, sorted.
  private static func files(at url: URL) throws -> [URL] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw EmbeddingError(message: "there is no file to embed at \(url.path)")
    }
    if !isFolder.boolValue { return [url] }
    return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted().flatMap {
      try files(at: url.appending(path: $0))
    }
  }
}

private struct EmbeddingError: Error, CustomStringConvertible {
  let message: String
  var description: String { message }
}
