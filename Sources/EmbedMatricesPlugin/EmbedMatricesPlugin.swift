import Foundation
import PackagePlugin

/// Has the build compile a target's JSON files into it, so that the program needs no resources.
@main
struct EmbedMatricesPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    let files = module.sourceFiles(withSuffix: "json").map(\.url).sorted { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding \(files.count) matrix files",
        executable: try context.tool(named: "EmbedMatrices").url,
        arguments: [output.path, target.directoryURL.path] + files.map(\.path),
        inputFiles: files, outputFiles: [output])
    ]
  }
}
