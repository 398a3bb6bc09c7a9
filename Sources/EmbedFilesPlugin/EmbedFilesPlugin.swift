import Foundation
import PackagePlugin

/// Has the build compile files into a target, so that the program needs no resources: those of its
/// folder `Package` where it has one, and otherwise its JSON files.
@main
struct EmbedFilesPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    let package = target.directoryURL.appending(path: "Package")
    var files = module.sourceFiles(withSuffix: "json").map(\.url)
    if FileManager.default.fileExists(atPath: package.path) {
      let paths = try FileManager.default.subpathsOfDirectory(atPath: package.path)
      files = paths.map { package.appending(path: $0) }.filter {
        !$0.hasDirectoryPath && !isFolder($0)
      }
    }
    files.sort { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding \(files.count) files",
        executable: try context.tool(named: "EmbedFiles").url,
        arguments: [output.path, target.directoryURL.path] + files.map(\.path),
        inputFiles: files, outputFiles: [output])
    ]
  }

  private func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
