import Foundation
import PackagePlugin

/// `swift package deleterules …`: builds the program from source and runs it.
///
/// It asks for no permission, so that looking at a model is never stopped by a question. For what
/// writes, `--allow-writing-to-package-directory` is given to `swift package`; where there is a
/// sandbox, which is on macOS, nothing can be written without.
@main
struct DeleteRulesCommandPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let program = try context.tool(named: "CommandLineProgram").url
    let words = Self.words(of: arguments)
    let here = URL(filePath: FileManager.default.currentDirectoryPath)
    let package = context.package.directoryURL
    // What is typed is named from where it is typed. A command alone names nothing, and is about the
    // package, as from outside of it ('--package-path') all is.
    let isInside = Self.holds(package, here) && words.count > 1
    try Self.run(
      program, words, in: isInside ? here : package, mayWrite: Self.grantsWriting(arguments))
  }

  /// Returns the arguments for the program, without those for `swift package`, which the plugin
  /// receives too.
  static func words(of arguments: [String]) -> [String] {
    let paths = arguments.split(
      separator: "--", maxSplits: 1, omittingEmptySubsequences: false)
    var words: [String] = []
    var isValue = false
    for word in paths[0] {
      switch word {
      case _ where isValue: isValue = false
      case "--allow-writing-to-directory": isValue = true
      case _ where isGrant(word): break
      default: words.append(word)
      }
    }
    if paths.count > 1 { words += ["--"] + paths[1] }
    return words.isEmpty ? ["check"] : words
  }

  /// Returns true if an argument for `swift package` allows the program to write.
  static func grantsWriting(_ arguments: [String]) -> Bool {
    // What precedes the plugin's name is not handed on, and cannot be seen here.
    arguments.prefix { $0 != "--" }.contains(where: isGrant)
  }

  private static func isGrant(_ word: String) -> Bool {
    word == "--allow-writing-to-package-directory" || word == "--disable-sandbox"
      || word == "--allow-writing-to-directory" || word.hasPrefix("--allow-writing-to-directory=")
  }

  /// Runs the program, and ends as it does.
  static func run(_ program: URL, _ words: [String], in folder: URL, mayWrite: Bool) throws {
    let process = Process()
    process.executableURL = program
    process.arguments = words
    process.currentDirectoryURL = folder
    // The plugin's own is closed.
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit else {
      throw Failure(description: "deleterules ended by signal \(process.terminationStatus)")
    }
    #if os(macOS)
    if process.terminationStatus == 66, !mayWrite, words.contains(where: isWriting) {
      print(
        "unless it was let write, this lets it: swift package "
          + "--allow-writing-to-package-directory deleterules " + words.joined(separator: " "))
    }
    #endif
    exit(process.terminationStatus)
  }

  private static func isWriting(_ word: String) -> Bool {
    ["--fix", "--write-baseline", "--record", "--output"].contains { option in
      word == option || word.hasPrefix("\(option)=")
    }
  }

  private static func holds(_ folder: URL, _ other: URL) -> Bool {
    let outer = folder.resolvingSymlinksInPath().pathComponents
    return other.resolvingSymlinksInPath().pathComponents.starts(with: outer)
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}

#if canImport(XcodeProjectPlugin)
import XcodeProjectPlugin

// For an app's project without a Package.swift, from Xcode's menu. Nobody has tried this yet.
extension DeleteRulesCommandPlugin: XcodeCommandPlugin {
  func performCommand(context: XcodePluginContext, arguments: [String]) throws {
    // The targets that are chosen in Xcode's window: the project is looked at as a whole.
    var extractor = ArgumentExtractor(arguments)
    _ = extractor.extractOption(named: "target")
    try Self.run(
      try context.tool(named: "CommandLineProgram").url,
      Self.words(of: extractor.remainingArguments), in: context.xcodeProject.directoryURL,
      mayWrite: Self.grantsWriting(arguments))
  }
}
#endif
